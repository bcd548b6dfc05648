#include "bots/cpp/connect_bot.h"

#include <grpc/grpc.h>
#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "bots/cpp/arena_line.h"
#include "bots/cpp/ending_signal.h"
#include "bots/cpp/queue_waiter.h"
#include "bots/cpp/socket_polling.h"
#include "couillon/v1/arena_service.pb.h"

namespace couillon::bots {
namespace {

constexpr int kMaxBatchBytes = 64 << 20;
constexpr int kKeepaliveMs = 20'000;
constexpr int kConnectMs = 20'000;  // for one attempt

std::shared_ptr<grpc::Channel> OpenChannel(const ArenaTarget& target,
                                           const std::string& roots) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxBatchBytes);
  // A connection that is dead is noticed, although nothing is sent.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // This file decides when to try again.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  // Despite its name, gRPC uses this value as the time limit of an attempt.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  std::shared_ptr<grpc::ChannelCredentials> credentials =
      grpc::InsecureChannelCredentials();
  if (target.tls) {
    grpc::SslCredentialsOptions options;
    options.pem_root_certs = roots;
    credentials = grpc::SslCredentials(options);
  }
  return grpc::CreateCustomChannel(target.target, credentials, arguments);
}

// Whether another attempt would have the same answer.
bool IsLasting(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::FAILED_PRECONDITION:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::RESOURCE_EXHAUSTED:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::UNIMPLEMENTED:
      return true;
    default:
      return false;
  }
}

// A status in one line.
std::string Text(const grpc::Status& status) {
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  std::string line = status.error_message();
  absl::RemoveExtraAsciiWhitespace(&line);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return absl::StrFormat("%s: %s", absl::StatusCodeToString(code), line);
}

// Why another attempt would fail in the same way; empty if it may not.
std::string LastingReason(const grpc::Status& status,
                          const std::string& arena) {
  if (IsLasting(status.error_code())) {
    return absl::StrFormat("the arena %s refuses it: %s", arena, Text(status));
  }
  if (status.error_code() != grpc::StatusCode::UNAVAILABLE) return "";
  // Only the text tells these from a server that is not there.
  const std::string& text = status.error_message();
  if (absl::StrContains(text, "certificate verify failed") ||
      absl::StrContains(text, "not in peer certificate")) {
    return absl::StrFormat(
        "the certificate of the arena %s is not trusted: %s; expected one for "
        "its host, and its issuer in the file COUILLON_ARENA_CA or --ca",
        arena, Text(status));
  }
  if (absl::StrContains(text, "wrong version number")) {
    return absl::StrFormat(
        "the arena %s answers without TLS: %s; expected one with TLS, or the "
        "address plaintext:%s",
        arena, Text(status), arena);
  }
  return "";
}

// The lines of a bot to its arena, on one completion queue.
class Connection final : public ArenaLines {
 public:
  Connection(const ArenaPlace& place, ArenaTarget target, const BotInfo& info,
             Strategy& strategy)
      : place_(place), target_(std::move(target)), strategy_(strategy) {
    request_.set_name(place.name.empty() ? info.name : place.name);
    *request_.mutable_description() = DescriptionOf(info);
  }

  // Serves until Stop, or until the arena refuses the bot for good.
  absl::Status Run() {
    Open(1);
    void* tag = nullptr;
    bool ok = false;
    bool shut_down = false;
    while (queue_.Next(&tag, &ok)) {
      if (tag == &stop_) {
        End(absl::OkStatus());
      } else {
        --operations_;
        static_cast<Waiter*>(tag)->Done(ok);
      }
      if (ending_ && operations_ == 0 && !shut_down) {
        shut_down = true;
        const std::lock_guard<std::mutex> lock(mutex_);
        closed_ = true;
        stop_.Cancel();
        queue_.Shutdown();
      }
    }
    return status_;
  }

  // Thread-safe.
  void Stop() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) return;
    stop_.Set(&queue_, std::chrono::system_clock::now(), &stop_);
  }

  grpc::CompletionQueue& queue() override { return queue_; }
  void* Begin(Waiter& waiter) override {
    ++operations_;
    return &waiter;
  }
  Strategy& strategy() override { return strategy_; }
  const v1::SubmitRequest& request() override { return request_; }
  const std::string& token() override { return place_.token; }
  bool ending() override { return ending_; }

  std::shared_ptr<grpc::Channel> channel() override {
    if (channel_ == nullptr) channel_ = OpenChannel(target_, place_.roots);
    return channel_;
  }

  void OnSubmitted(const v1::SubmitResponse& response) override {
    if (failed_ || response.label() != label_) {
      label_ = response.label();
      Show(
          absl::StrFormat("connected to the arena %s as %s; a new version is "
                          "checked before it plays",
                          place_.address, label_));
    }
    failed_ = false;
    Open(response.streams());
  }

  bool OnSubmitFailed(const grpc::Status& status) override {
    const std::string reason = LastingReason(status, place_.address);
    if (!reason.empty()) {
      End(absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                       reason));
      return false;
    }
    OnStreamFailed(status);
    return true;
  }

  void OnStreamFailed(const grpc::Status& status) override {
    // After a failed attempt gRPC waits before it looks up the name again.
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) channel_.reset();
    if (!failed_) {
      Show(absl::StrFormat("tries again to play in the arena %s: %s",
                           place_.address, Text(status)));
    }
    failed_ = true;
  }

 private:
  // Opens lines until there are `wanted`. Lines are never closed before the
  // end: one too many waits until the arena wants it.
  void Open(std::uint32_t wanted) {
    while (lines_.size() < wanted && !ending_) {
      lines_.push_back(std::make_unique<ArenaLine>(*this));
      lines_.back()->Submit();
    }
  }

  void Show(const std::string& text) {
    std::cerr << request_.description().name() + ": " + text + "\n";
  }

  void End(const absl::Status& status) {
    if (ending_) return;
    ending_ = true;
    status_ = status;
    for (const auto& line : lines_) line->Cancel();
  }

  const ArenaPlace place_;
  const ArenaTarget target_;
  Strategy& strategy_;
  v1::SubmitRequest request_;
  grpc::CompletionQueue queue_;
  std::shared_ptr<grpc::Channel> channel_;  // null: open another one
  std::vector<std::unique_ptr<ArenaLine>> lines_;
  std::string label_;
  bool failed_ = false;  // the last attempt; said once
  int operations_ = 0;   // begun and not ended
  bool ending_ = false;
  absl::Status status_;
  std::mutex mutex_;     // guards the following
  bool closed_ = false;  // the queue
  grpc::Alarm stop_;     // its own address is its tag
};

}  // namespace

absl::Status ConnectBot(const ArenaPlace& place, const BotInfo& info,
                        Strategy& strategy) {
  absl::StatusOr<ArenaTarget> target = TargetOf(place);
  if (!target.ok()) return target.status();
  WaitForSocketsByPoll();
  EndingSignal ending;  // before gRPC starts its threads
  Connection connection(place, *std::move(target), info, strategy);
  ending.Await([&connection] { connection.Stop(); });
  const absl::Status status = connection.Run();
  ending.Forget();
  return status;
}

}  // namespace couillon::bots
