// One class for processes, remote bots and attending bots; each opens streams
// as it can.

#include "arena/players/rpc/trial_bot.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/status.h>
#include <signal.h>

#include <array>
#include <cstddef>
#include <deque>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/players/rpc/process_end.h"
#include "arena/players/rpc/queue_end.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/players/system/bot_pids.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/clock.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kEndLook(2);  // poll interval of an ending process

// The operations of a stream; the tag of each is its place in `state`.
class Stream final : public TrialStream {
 public:
  Stream(const BotConnection& bot, const Clock& clock)
      : clock_(clock), token_(bot.token) {
    AddToken(token_, open_->context);
    open_->call = bot.stub->PrepareAsyncPlay(&open_->context, &open_->queue);
    Begin(kStart);
    open_->call->StartCall(Tag(kStart));
  }
  ~Stream() override {
    open_->context.TryCancel();
    // NOLINTNEXTLINE(bugprone-unused-return-value): it stays, as it must
    if (!EndQueue(open_->queue, [](void*, bool) {})) open_.release();
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  absl::Status Send(const v1::PlayRequest& request,
                    milliseconds limit) override {
    RETURN_IF_ERROR(Await(kStart, limit));
    Begin(kWrite);
    open_->call->Write(request, Tag(kWrite));
    return Await(kWrite, limit);
  }

  absl::Status CloseHalf(milliseconds limit) override {
    RETURN_IF_ERROR(Await(kStart, limit));
    Begin(kWrite);
    open_->call->WritesDone(Tag(kWrite));
    return Await(kWrite, limit);
  }

  absl::StatusOr<v1::PlayResponse> Receive(milliseconds limit) override {
    RETURN_IF_ERROR(Await(kStart, limit));
    const Clock::time_point until = clock_.Now() + limit;
    while (received_.empty()) {
      if (Of(kRead) == kFailed) return End(limit);
      if (!TakeOne(until)) {
        return absl::DeadlineExceededError(
            absl::StrFormat("sent no message for %d ms", limit.count()));
      }
    }
    v1::PlayResponse response = std::move(received_.front());
    received_.pop_front();
    return response;
  }

 private:
  enum Operation : std::size_t { kStart, kRead, kWrite, kFinish, kOperations };
  enum State : std::uint8_t { kIdle, kOpen, kFailed };

  // The state that gRPC uses while an operation is open.
  struct Open {
    grpc::ClientContext context;
    grpc::CompletionQueue queue;
    std::unique_ptr<
        grpc::ClientAsyncReaderWriter<v1::PlayRequest, v1::PlayResponse>>
        call;
    std::array<State, kOperations> state{};
    v1::PlayResponse response;
    grpc::Status status;
  };

  void* Tag(Operation operation) { return &open_->state[operation]; }
  void Begin(Operation operation) { open_->state[operation] = kOpen; }
  [[nodiscard]] State Of(Operation operation) const {
    return open_->state[operation];
  }

  // Takes one finished operation, and keeps the bot's message if it was a read.
  // False if none finishes by `until`.
  bool TakeOne(Clock::time_point until) {
    void* tag = nullptr;
    bool ok = false;
    if (open_->queue.AsyncNext(&tag, &ok, AfterNow(until - clock_.Now())) !=
        grpc::CompletionQueue::GOT_EVENT) {
      return false;
    }
    *static_cast<State*>(tag) = ok ? kIdle : kFailed;
    if (tag == Tag(kRead) && ok) {
      received_.push_back(std::move(open_->response));
    }
    // Reads all the time: a bot that cannot send its answers may stop reading.
    if ((tag == Tag(kRead) || tag == Tag(kStart)) && ok) {
      Begin(kRead);
      open_->call->Read(&open_->response, Tag(kRead));
    }
    return true;
  }

  absl::Status Await(Operation operation, milliseconds limit) {
    const Clock::time_point until = clock_.Now() + limit;
    while (Of(operation) == kOpen) {
      if (TakeOne(until)) continue;
      return absl::DeadlineExceededError(
          absl::StrFormat("accepted no message for %d ms", limit.count()));
    }
    return Of(operation) == kFailed ? End(limit) : absl::OkStatus();
  }

  // Finishes the stream, and returns how it ended.
  absl::Status End(milliseconds limit) {
    const Clock::time_point until = clock_.Now() + limit;
    // Takes the messages that were sent before the end, until a read fails.
    while (Of(kRead) == kOpen && TakeOne(until)) continue;
    if (!finished_) {
      finished_ = true;
      Begin(kFinish);
      open_->call->Finish(&open_->status, Tag(kFinish));
    }
    while (Of(kFinish) == kOpen) {
      if (TakeOne(until)) continue;
      return absl::DeadlineExceededError("stopped without ending the stream");
    }
    if (open_->status.ok()) {
      return absl::OutOfRangeError("ended the stream with OK");
    }
    return absl::AbortedError(absl::StrFormat(
        "ended the stream with status %d: %s", open_->status.error_code(),
        WithoutSecrets(open_->status.error_message(), token_)));
  }

  const Clock& clock_;
  std::string token_;
  std::unique_ptr<Open> open_ = std::make_unique<Open>();
  std::deque<v1::PlayResponse> received_;
  bool finished_ = false;
};

class Bot final : public TrialBot {
 public:
  Bot(const Clock& clock, BotConnection connection, std::string address,
      milliseconds start_time)
      : clock_(clock),
        connection_(std::move(connection)),
        address_(std::move(address)),
        start_time_(start_time) {}

  [[nodiscard]] const BotDescription& description() const override {
    return connection_.description;
  }
  [[nodiscard]] milliseconds start_time() const override { return start_time_; }

  std::unique_ptr<TrialStream> Open() override {
    return std::make_unique<Stream>(connection_, clock_);
  }
  [[nodiscard]] bool remote() const override {
    return connection_.process == nullptr;
  }

  [[nodiscard]] std::int64_t ResidentBytes() const override {
    std::int64_t bytes = 0;
    for (const pid_t pid : ProcessesListeningAt(address_)) {
      bytes += SumResidentBytes(pid);
    }
    return bytes;
  }

  bool Terminate(milliseconds limit) override {
    for (const pid_t pid : ProgramsListeningAt(address_)) kill(pid, SIGTERM);
    const Clock::time_point until = clock_.Now() + limit;
    while (!connection_.process->HasEnded() ||
           !ProcessesListeningAt(address_).empty()) {
      if (clock_.Now() > until) return false;
      std::this_thread::sleep_for(kEndLook);
    }
    return true;
  }

  std::string WhatHappened() override {
    if (remote()) return {};
    has_ended_ = EndsByItself(*connection_.process, clock_);
    const std::string how = connection_.process->HowItEnded();
    if (has_ended_) connection_.process->Kill();  // completes its stderr tail
    const std::string tail = connection_.process->LastStderr();
    if (has_ended_) return WithStderrTail("its process " + how, tail);
    return tail.empty() ? tail : WithStderrTail("its process lives", tail);
  }

  [[nodiscard]] bool HasEnded() const override { return has_ended_; }

  std::string StderrTail() override {
    return connection_.process->LastStderr();
  }

 private:
  const Clock& clock_;
  BotConnection connection_;
  std::string address_;
  milliseconds start_time_;
  bool has_ended_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TrialBot>> TrialBot::Start(
    const GrpcWorkerConfig& config, const GrpcBot& bot) {
  const std::string path =
      bot.remote
          ? ""
          : config.folder->PathFor(config.worker, static_cast<int>(bot.link));
  const Clock::time_point begin = config.clock->Now();
  ASSIGN_OR_RETURN(BotConnection connection, Connect(config, bot, path));
  return std::make_unique<Bot>(
      *config.clock, std::move(connection), "unix:" + path,
      std::chrono::duration_cast<milliseconds>(config.clock->Now() - begin));
}

}  // namespace couillon::arena
