// The relay: one completion queue for the lines to the arena and for the life
// of the bot's program, which is started, asked to describe itself, and started
// again when it ends.
#include "bots/relay/relay.h"

#include <grpc/grpc.h>
#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>
#include <grpcpp/support/status.h>
#include <signal.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has mkdtemp

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "bots/cpp/ending_signal.h"
#include "bots/cpp/queue_waiter.h"
#include "bots/cpp/socket_polling.h"
#include "bots/relay/bot_program.h"
#include "bots/relay/relay_line.h"
#include "couillon/v1/arena_service.pb.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::bots {
namespace {

constexpr int kMaxBatchBytes = 64 << 20;
constexpr int kKeepaliveMs = 20'000;
constexpr int kConnectMs = 20'000;  // for one attempt
constexpr int kBotPollMs = 20;      // between attempts to connect to the bot
constexpr std::chrono::seconds kEndLimit(5);  // from SIGTERM to SIGKILL

std::shared_ptr<grpc::Channel> OpenBotChannel(const std::string& socket) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxBatchBytes);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kBotPollMs);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kBotPollMs);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(
      "unix:" + socket, grpc::InsecureChannelCredentials(), arguments);
}

std::shared_ptr<grpc::Channel> OpenArenaChannel(const ArenaTarget& target,
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
        "its host, and its issuer in the file of --ca",
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

// The path of a socket has at most 107 bytes.
constexpr std::size_t kMaxTemporary = 70;

// A folder that only this user sees, for the bot's sockets.
class SocketFolder {
 public:
  SocketFolder() {
    std::error_code none;
    std::filesystem::path folder = std::filesystem::temp_directory_path(none);
    if (folder.empty() || folder.native().size() > kMaxTemporary) {
      folder = "/tmp";
    }
    std::string path = folder / "couillon-relay-XXXXXX";
    if (mkdtemp(path.data()) != nullptr) path_ = path;
  }
  ~SocketFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  SocketFolder(const SocketFolder&) = delete;
  SocketFolder& operator=(const SocketFolder&) = delete;
  // Empty if it could not be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Relay final : public RelayLines {
 public:
  Relay(const ArenaPlace& place, ArenaTarget target,
        const std::vector<std::string>& command)
      : place_(place), target_(std::move(target)), command_(command) {}

  // Relays until Stop, until the arena refuses the bot for good, or until the
  // bot cannot be started.
  absl::Status Run() {
    if (folder_.path().empty()) {
      return absl::ErrnoToStatus(errno, "cannot make a folder in $TMPDIR");
    }
    StartBot(true);
    void* tag = nullptr;
    bool ok = false;
    bool shut_down = ending_ && operations_ == 0;
    if (shut_down) ShutDown();
    while (queue_.Next(&tag, &ok)) {
      if (tag == &stop_) {
        EndRelay(absl::OkStatus());
      } else {
        --operations_;
        static_cast<Waiter*>(tag)->Done(ok);
      }
      if (ending_ && operations_ == 0 && !shut_down) {
        shut_down = true;
        ShutDown();
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
  const v1::SubmitRequest& request() override { return request_; }
  const std::string& token() override { return place_.token; }
  bool ending() override { return ending_; }

  std::shared_ptr<grpc::Channel> arena() override {
    if (arena_ == nullptr) arena_ = OpenArenaChannel(target_, place_.roots);
    return arena_;
  }
  std::shared_ptr<grpc::Channel> bot() override {
    return described_ ? bot_channel_ : nullptr;
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
      EndRelay(absl::Status(static_cast<absl::StatusCode>(status.error_code()),
                            reason));
      return false;
    }
    OnArenaFailed(status);
    return true;
  }

  void OnArenaFailed(const grpc::Status& status) override {
    // After a failed attempt gRPC waits before it looks up the name again.
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) arena_.reset();
    if (!failed_) {
      Show(absl::StrFormat("tries again to play in the arena %s: %s",
                           place_.address, Text(status)));
    }
    failed_ = true;
  }

  void OnBotFailed(const grpc::Status& status) override {
    // The end of the program says more about a connection that is lost.
    if (status.error_code() == grpc::StatusCode::UNAVAILABLE) return;
    Show("the bot has ended a stream: " + Text(status));
  }

 private:
  // Opens lines until there are `wanted`. Lines are never closed before the
  // end: one too many waits until the arena wants it.
  void Open(std::uint32_t wanted) {
    while (lines_.size() < wanted && !ending_) {
      lines_.push_back(std::make_unique<RelayLine>(*this));
      lines_.back()->Start();
    }
  }

  void Show(const std::string& text) {
    const std::string& name = request_.description().name();
    std::cerr << (name.empty() ? command_[0] : name) + ": " + text + "\n";
  }

  void StartBot(bool /*ok*/) {
    if (ending_) return;
    const std::string socket =
        absl::StrFormat("%s/%d.sock", folder_.path(), ++starts_);
    ++operations_;  // its end
    absl::StatusOr<std::unique_ptr<BotProgram>> bot =
        BotProgram::Start(command_, socket, [this](std::string end) {
          bot_end_ = std::move(end);
          bot_ended_.Set(&queue_, std::chrono::system_clock::now(),
                         &on_bot_ended_);
        });
    if (!bot.ok()) {
      --operations_;
      EndRelay(bot.status());
      return;
    }
    bot_ = *std::move(bot);
    started_ = std::chrono::steady_clock::now();
    bot_channel_ = OpenBotChannel(socket);
    describe_context_ = std::make_unique<grpc::ClientContext>();
    describe_context_->set_wait_for_ready(true);
    stub_ = v1::BotService::NewStub(bot_channel_);
    describing_ = stub_->AsyncDescribe(describe_context_.get(),
                                       v1::DescribeRequest(), &queue_);
    asks_ = true;
    describing_->Finish(&description_, &describe_status_, Begin(on_described_));
  }

  void Described(bool /*ok*/) {
    asks_ = false;
    if (ending_) return;
    if (bot_ == nullptr) {  // has ended meanwhile
      StartAgain();
    } else if (!describe_status_.ok()) {
      bot_->Signal(SIGKILL);
    } else {
      *request_.mutable_description() = description_;
      request_.set_name(place_.name.empty() ? description_.name()
                                            : place_.name);
      described_ = true;
      Open(1);
      for (std::size_t i = 0; i < lines_.size(); ++i) lines_[i]->Start();
    }
  }

  void BotEnded(bool /*ok*/) {
    bot_.reset();
    bot_kill_.Cancel();
    if (ending_) return;
    if (request_.name().empty()) {
      EndRelay(absl::UnavailableError(absl::StrFormat(
          "the bot \"%s\" has ended without a description: %s%s", command_[0],
          bot_end_, asks_ ? "" : ", Describe: " + Text(describe_status_))));
      return;
    }
    described_ = false;
    failed_ = true;
    Show("the bot has ended: " + bot_end_ + "; starts it again");
    for (const auto& line : lines_) line->Cancel();
    if (asks_) {
      describe_context_->TryCancel();
    } else {
      StartAgain();
    }
  }

  // Requires: no bot runs, and no Describe is open.
  void StartAgain() {
    if (std::chrono::steady_clock::now() - started_ > RelayLine::kMaxPause) {
      bot_pause_ = RelayLine::kFirstPause;
    }
    bot_start_.Set(&queue_, std::chrono::system_clock::now() + bot_pause_,
                   Begin(on_bot_start_));
    bot_pause_ = std::min(2 * bot_pause_, RelayLine::kMaxPause);
  }

  void KillBot(bool /*ok*/) {
    if (bot_ != nullptr) bot_->Signal(SIGKILL);
  }

  void EndRelay(const absl::Status& status) {
    if (ending_) return;
    ending_ = true;
    status_ = status;
    for (const auto& line : lines_) line->Cancel();
    if (describe_context_ != nullptr) describe_context_->TryCancel();
    bot_start_.Cancel();
    if (bot_ == nullptr) return;
    bot_->Signal(SIGTERM);
    bot_kill_.Set(&queue_, std::chrono::system_clock::now() + kEndLimit,
                  Begin(on_bot_kill_));
  }

  void ShutDown() {
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
    stop_.Cancel();
    queue_.Shutdown();
  }

  const ArenaPlace place_;
  const ArenaTarget target_;
  const std::vector<std::string> command_;
  SocketFolder folder_;
  grpc::CompletionQueue queue_;
  int operations_ = 0;  // begun and not ended
  bool ending_ = false;
  absl::Status status_;

  // The bot.
  int starts_ = 0;
  std::chrono::steady_clock::time_point started_;
  std::chrono::milliseconds bot_pause_ = RelayLine::kFirstPause;
  std::shared_ptr<grpc::Channel> bot_channel_;
  std::unique_ptr<grpc::ClientContext> describe_context_;
  std::unique_ptr<v1::BotService::Stub> stub_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::DescribeResponse>>
      describing_;
  v1::DescribeResponse description_;
  grpc::Status describe_status_;
  bool asks_ = false;       // Describe is open
  bool described_ = false;  // the bot that runs
  std::string bot_end_;     // written before bot_ended_ is set
  grpc::Alarm bot_ended_;
  grpc::Alarm bot_start_;
  grpc::Alarm bot_kill_;
  MemberWaiter<Relay> on_described_{*this, &Relay::Described};
  MemberWaiter<Relay> on_bot_ended_{*this, &Relay::BotEnded};
  MemberWaiter<Relay> on_bot_start_{*this, &Relay::StartBot};
  MemberWaiter<Relay> on_bot_kill_{*this, &Relay::KillBot};
  std::unique_ptr<BotProgram> bot_;  // null while it does not run

  // The arena.
  v1::SubmitRequest request_;
  std::shared_ptr<grpc::Channel> arena_;  // null: open another one
  std::vector<std::unique_ptr<RelayLine>> lines_;
  std::string label_;
  bool failed_ = false;  // the last attempt; said once

  std::mutex mutex_;     // guards the following
  bool closed_ = false;  // the queue
  grpc::Alarm stop_;     // its own address is its tag
};

}  // namespace

absl::Status RelayBot(const ArenaPlace& place,
                      const std::vector<std::string>& command) {
  ASSIGN_OR_RETURN(ArenaTarget target, TargetOf(place));
  WaitForSocketsByPoll();
  EndingSignal ending;  // before gRPC starts its threads
  Relay relay(place, std::move(target), command);
  ending.Await([&relay] { relay.Stop(); });
  const absl::Status status = relay.Run();
  ending.Forget();
  return status;
}

}  // namespace couillon::bots
