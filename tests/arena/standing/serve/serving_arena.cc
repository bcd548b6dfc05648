#include "tests/arena/standing/serve/serving_arena.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/status.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/cards/check.h"

namespace couillon::tests {
namespace {

constexpr std::chrono::minutes kGuard(8);

}  // namespace

TalkativeProgram::TalkativeProgram(const std::vector<std::string>& command) {
  const std::string pipe = folder_.path("out");
  COUILLON_CHECK(mkfifo(pipe.c_str(), 0600) == 0);
  program_ = std::make_unique<testing_support::RunningProgram>(command, pipe);
  out_.open(pipe);  // when the program opens its end
  std::getline(out_, first_line_);
}

ArenaClient::ArenaClient(const std::string& address, std::string token,
                         const std::string& roots)
    : token_(std::move(token)) {
  std::shared_ptr<grpc::ChannelCredentials> credentials =
      grpc::InsecureChannelCredentials();
  if (!roots.empty()) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = roots;
    credentials = grpc::SslCredentials(options);
  }
  stub_ = v1::ArenaService::NewStub(grpc::CreateChannel(address, credentials));
}

std::unique_ptr<grpc::ClientContext> ArenaClient::Context() const {
  auto context = std::make_unique<grpc::ClientContext>();
  context->set_deadline(std::chrono::system_clock::now() + kGuard);
  if (!token_.empty()) {
    context->AddMetadata("authorization", "Bearer " + token_);
  }
  return context;
}

grpc::Status ArenaClient::Submit(const std::string& name,
                                 const std::string& version,
                                 v1::SubmitResponse& response) const {
  v1::SubmitRequest request;
  request.set_name(name);
  request.mutable_description()->set_name("by hand");
  request.mutable_description()->set_version(version);
  return stub_->Submit(Context().get(), request, &response);
}

std::optional<nlohmann::json> ArenaClient::Standings() const {
  v1::StandingsResponse response;
  const grpc::Status status =
      stub_->Standings(Context().get(), v1::StandingsRequest(), &response);
  if (status.error_code() == grpc::StatusCode::FAILED_PRECONDITION) {
    return std::nullopt;  // no round yet
  }
  EXPECT_TRUE(status.ok()) << status.error_message();
  return nlohmann::json::parse(response.report_json());
}

v1::WatchResponse ArenaClient::WatchUntil(
    const std::function<bool(const v1::WatchResponse&)>& wanted) const {
  const std::unique_ptr<grpc::ClientContext> context = Context();
  const auto stream = stub_->Watch(context.get(), v1::WatchRequest());
  v1::WatchResponse seen;
  bool found = false;
  while (!found && stream->Read(&seen)) found = wanted(seen);
  context->TryCancel();
  const grpc::Status status = stream->Finish();
  EXPECT_TRUE(found) << status.error_message();
  return seen;
}

void ArenaClient::AwaitPairs(int pairings, int pairs) const {
  WatchUntil([&](const v1::WatchResponse& seen) {
    if (seen.round() != 0) return false;
    const std::optional<nlohmann::json> report = Standings();
    if (!report) return false;
    for (const nlohmann::json& ruleset : (*report)["rulesets"]) {
      const auto complete = std::count_if(
          ruleset["pairings"].begin(), ruleset["pairings"].end(),
          [pairs](const auto& pairing) { return pairing["pairs"] == pairs; });
      if (complete != pairings) return false;
    }
    return true;
  });
}

bool IsPresent(const v1::WatchResponse& seen, const std::string& label) {
  return std::any_of(seen.entrants().begin(), seen.entrants().end(),
                     [&](const auto& each) {
                       return each.label() == label && each.present();
                     });
}

}  // namespace couillon::tests
