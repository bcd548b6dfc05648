#include "arena/players/rpc/grpc_link.h"

#include <grpc/impl/codegen/gpr_types.h>
#include <grpc/support/time.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/folder_removal.h"
#include "arena/players/process/socket_folder.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/rpc/process_end.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/table/referee/answer_columns.h"
#include "engine/play/table_result.h"
#include "proto/codec.h"
#include "proto/decision_bytes.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

// How long a stream may take to end after a message could not be read.
constexpr milliseconds kEndOfStream(200);
// The limit on messages in a row without an answer, which only cost time.
constexpr int kMostEmptyMessages = 100;

}  // namespace

GrpcLink::GrpcLink(WorkerQueue& queue, GrpcBot bot)
    : queue_(queue), bot_(std::move(bot)), clock_(*queue.config().clock) {}

BotLimits GrpcLink::limits() const {
  BotLimits limits = connection_.description.limits;
  if (limits.max_batch == 0 ||
      (bot_.max_batch > 0 && bot_.max_batch < limits.max_batch)) {
    limits.max_batch = bot_.max_batch;
  }
  return limits;
}

// The start of a bot on another thread. `cancelled` may be set meanwhile.
struct GrpcLink::StartTask {
  std::atomic<bool> cancelled = false;
  std::optional<absl::StatusOr<BotConnection>> connection;  // unless cancelled
  std::string folder;  // of its socket, if it is a process
};

// The end of a bot on another thread.
struct GrpcLink::EndTask {
  BotConnection connection;
  std::string folder;
  std::shared_ptr<PlayStream> stream;  // null: none was opened
  bool may_be_crash = false;
  // Results.
  std::string how_it_ended;  // empty if it did not end by itself
  std::string stderr_tail;
  std::string stderr_file;  // with all of it; empty if there is none
  std::chrono::microseconds cpu{0};

  void Run(const Clock& clock);
};

void GrpcLink::EndTask::Run(const Clock& clock) {
  BotProcess& process = *connection.process;
  if (may_be_crash && EndsByItself(process, clock)) {
    how_it_ended = process.HowItEnded();
  }
  process.Kill();
  stderr_tail = Printable(process.LastStderr());
  stderr_file = process.StderrFileName();
  cpu = std::chrono::microseconds(process.cpu_us());
  RemoveFolder(folder);  // the rest is removed with the parent folder
}

void GrpcLink::Start() {
  Stop();
  const GrpcWorkerConfig& config = queue_.config();
  const auto task = std::make_shared<StartTask>();
  std::string path;
  if (!bot_.remote) {
    path = config.folder->PathFor(config.worker, static_cast<int>(bot_.link));
    task->folder = FolderOf(path);
  }
  starting_ = task;
  ++tasks_;
  queue_.Run(
      WorkerQueue::TaskKind::kStart,
      [task, &config, bot = bot_, path] {
        if (!task->cancelled) task->connection = Connect(config, bot, path);
      },
      [this, task] {
        --tasks_;
        OnStarted(*task);
      });
}

void GrpcLink::OnStarted(StartTask& task) {
  const bool wanted = starting_.get() == &task;
  if (wanted) starting_.reset();
  if (!task.connection) return;
  if (!task.connection->ok()) {
    if (wanted) {
      events_.push_back(
          {.link = bot_.link,
           .kind = BotEvent::Kind::kFailure,
           .verdict = Verdict::kStartFailure,
           .detail = std::string(task.connection->status().message())});
    }
    return;
  }
  if (!wanted) {
    if ((*task.connection)->process == nullptr) return;
    const auto end = std::make_shared<EndTask>();
    end->connection = **std::move(task.connection);
    end->folder = task.folder;
    return RunEnd(end, std::nullopt);
  }
  connection_ = **std::move(task.connection);
  own_folder_ = task.folder;
  ++usage_.starts;
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  read_failed_.reset();
  clock_.Look();
  introduced_.assign(queue_.config().rules.size(), false);
  stream_ = PlayStream::Open(connection_.channel, connection_.token,
                             queue_.queue(), *this);
  Rest();
  events_.push_back({.link = bot_.link, .kind = BotEvent::Kind::kReady});
}

// In timed play a bot without an open decision is stopped, with all processes
// that it has started, so that it takes no CPU time from other bots.
void GrpcLink::Rest() {
  if (!queue_.config().rest_between_decisions || open_ > 0) return;
  if (connection_.process != nullptr) connection_.process->Pause();
}

void GrpcLink::Stop() {
  ++run_;
  events_.clear();
  if (starting_ != nullptr) starting_->cancelled = true;
  starting_.reset();
  if (stream_ != nullptr) End(std::nullopt);
}

BotUsage GrpcLink::Finish() {
  Stop();
  while (tasks_ > 0) queue_.TakeUntil(gpr_inf_future(GPR_CLOCK_MONOTONIC));
  return usage_;
}

// Ends the bot; a failure is reported when it has ended.
void GrpcLink::End(std::optional<Failure> failure) {
  if (open_ > 0) AddBusyTime(0);
  const auto task = std::make_shared<EndTask>();
  task->connection = std::exchange(connection_, BotConnection());
  task->folder = own_folder_;
  task->stream = std::move(stream_);
  task->may_be_crash = failure && failure->may_be_crash;
  stream_.reset();
  waiting_.clear();
  ready_ = false;
  writing_ = false;
  open_ = 0;
  if (task->connection.process != nullptr) return RunEnd(task, failure);
  task->stream->Cancel();
  if (failure) Report(*failure, EndTask());
}

void GrpcLink::RunEnd(const std::shared_ptr<EndTask>& task,
                      const std::optional<Failure>& failure) {
  if (task->stream != nullptr) task->stream->Leave();
  if (failure) {
    events_.push_back({.link = bot_.link, .kind = BotEvent::Kind::kEnding});
  }
  ++tasks_;
  queue_.Run(
      WorkerQueue::TaskKind::kEnd,
      [task, clock = queue_.config().clock] { task->Run(*clock); },
      [this, task, failure, run = run_] {
        --tasks_;
        usage_.cpu += task->cpu;
        if (task->stream != nullptr) task->stream->Cancel();
        if (!failure || run != run_) return;
        if (task->how_it_ended.empty()) return Report(*failure, *task);
        Report({.verdict = Verdict::kCrash,
                .what = "its process " + task->how_it_ended},
               *task);
      });
}

void GrpcLink::Report(const Failure& failure, const EndTask& end) {
  events_.push_back(
      {.link = bot_.link,
       .kind = BotEvent::Kind::kFailure,
       .verdict = failure.verdict,
       .detail = absl::StrFormat("bot %s: %s", bot_.name, failure.what),
       .last_stderr = end.stderr_tail,
       .stderr_file = end.stderr_file});
}

void GrpcLink::Introduce(int ruleset) {
  const auto at = static_cast<std::size_t>(ruleset);
  if (introduced_[at]) return;
  introduced_[at] = true;
  bytes_ += queue_.introduction(at);
}

void GrpcLink::Enqueue() {
  const grpc::Slice slice(bytes_);
  waiting_.emplace_back(&slice, 1);
  WriteIfIdle();
}

void GrpcLink::SendResults(int ruleset, std::span<const TableResult> results) {
  // Null: the bot has failed, and the referee has not collected that yet.
  if (stream_ == nullptr) return;
  bytes_.clear();
  Introduce(ruleset);
  v1::PlayRequest request;
  for (const TableResult& result : results) {
    v1::TableResult& message = *request.add_results();
    message.set_ruleset_handle(static_cast<std::uint32_t>(ruleset + 1));
    wire::WriteTableResult(result, message);
  }
  request.AppendToString(&bytes_);
  Enqueue();
}

void GrpcLink::Send(std::span<const Question> batch) {
  if (stream_ == nullptr) return;  // the bot has failed; reported next
  bytes_.clear();
  for (const Question& question : batch) {
    const auto ruleset = static_cast<std::size_t>(question.ruleset);
    Introduce(question.ruleset);
    wire::AppendDecision(*queue_.config().rules[ruleset], question.seen,
                         question.id, static_cast<std::uint32_t>(ruleset + 1),
                         bytes_);
  }
  if (open_ == 0) {
    if (connection_.process != nullptr) connection_.process->Resume();
    silent_since_ = clock_.Now();
  }
  const GrpcLimits& limits = bot_.LimitsIn(queue_.config().limits);
  const milliseconds own_limit = batch.front().limit;
  limit_ = (own_limit.count() > 0 ? own_limit : milliseconds(limits.move_ms)) +
           milliseconds(limits.margin_ms);
  open_ += batch.size();
  Enqueue();
}

void GrpcLink::WriteIfIdle() {
  if (!ready_ || writing_ || waiting_.empty()) return;
  writing_ = true;
  stream_->Write(waiting_.front());
  waiting_.pop_front();
}

void GrpcLink::OnStream(PlayStream::Operation operation, bool ok) {
  switch (operation) {
    case PlayStream::Operation::kStart:
      if (!ok) return FinishStream();
      ready_ = true;
      stream_->Read();
      WriteIfIdle();
      return;
    case PlayStream::Operation::kWrite:
      writing_ = false;
      if (ok) WriteIfIdle();  // otherwise the read fails too, with the reason
      return;
    case PlayStream::Operation::kRead:
      if (!ok) return FinishStream();
      TakeAnswers();
      if (stream_ != nullptr) queue_.ReadNext(stream_);
      return;
    case PlayStream::Operation::kFinish:
      break;
  }
  const grpc::Status& status = stream_->status();
  // Too large, or malformed; UNIMPLEMENTED is gRPC's status for compression.
  const bool unreadable =
      status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED ||
      status.error_code() == grpc::StatusCode::INTERNAL ||
      status.error_code() == grpc::StatusCode::UNIMPLEMENTED;
  // An SDK says so of the code of the bot (bots/README.md).
  const bool reported = absl::StartsWith(status.error_message(), "the bot ");
  End(Failure{
      .verdict = unreadable ? Verdict::kProtocolError : Verdict::kDisconnect,
      .what = absl::StrFormat(
          "%s, status %d: %s",
          reported     ? "answered with an error"
          : unreadable ? "sent an unreadable message"
                       : "closed the stream",
          status.error_code(),
          WithoutSecrets(status.error_message(), connection_.token)),
      .may_be_crash = true});
}

void GrpcLink::TakeAnswers() {
  const std::size_t size = stream_->received().Length();
  unanswering_bytes_ += size;
  if (unanswering_bytes_ > LargestAnswer(open_)) {
    End(Failure{
        .verdict = Verdict::kProtocolError,
        .what = absl::StrFormat(
            "sent %d bytes since its last answer with %d decisions open, "
            "at most %d are allowed",
            unanswering_bytes_, open_, LargestAnswer(open_))});
    return;
  }
  grpc::ProtoBufferReader reader(&stream_->received());
  if (!reader.status().ok() || !response_.ParseFromZeroCopyStream(&reader)) {
    End(Failure{
        .verdict = Verdict::kProtocolError,
        .what = absl::StrFormat(
            "sent an unreadable message: %d bytes that are no PlayResponse",
            size)});
    return;
  }
  const std::size_t before = events_.size();
  const absl::Status status = ReadAnswers(response_, bot_.link, open_, events_);
  if (!status.ok()) {
    End(Failure{.verdict = Verdict::kProtocolError,
                .what = std::string(status.message())});
    return;
  }
  const std::size_t answers = events_.size() - before;
  if (answers == 0) {
    if (++empty_messages_ > kMostEmptyMessages) {
      End(Failure{
          .verdict = Verdict::kProtocolError,
          .what = absl::StrFormat("sent %d messages in a row without an answer",
                                  empty_messages_)});
    }
    return;
  }
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  open_ -= answers;
  AddBusyTime(answers);
  Rest();
}

// Counts the time since the bot's last message, or since the first open
// question, as busy, and divides it among the answers that have arrived.
void GrpcLink::AddBusyTime(std::size_t answers) {
  const Clock::time_point now = clock_.Now();
  const Clock::duration passed = now - silent_since_;
  usage_.busy += std::chrono::duration_cast<std::chrono::microseconds>(passed);
  const auto count = static_cast<std::int64_t>(answers);
  if (count > 0) usage_.latency.Add(passed / count, count);
  silent_since_ = now;
}

void GrpcLink::FinishStream() {
  read_failed_ = clock_.Now();
  stream_->Finish();
}

void GrpcLink::Collect(std::vector<BotEvent>& events) {
  clock_.Look();
  const Clock::time_point now = clock_.looked();
  if (stream_ != nullptr && read_failed_ &&
      now > *read_failed_ + kEndOfStream) {
    End(Failure{.verdict = Verdict::kProtocolError,
                .what = "sent an unreadable message"});
  }
  if (stream_ != nullptr && open_ > 0 && now > silent_since_ + limit_) {
    End(Failure{
        .verdict = Verdict::kTimeout,
        .what = absl::StrFormat(
            "gave no answer for %d ms with %d decisions open",
            std::chrono::duration_cast<milliseconds>(limit_).count(), open_)});
  }
  if (events.empty()) {  // hands over the vector itself
    events.swap(events_);
    return;
  }
  std::move(events_.begin(), events_.end(), std::back_inserter(events));
  events_.clear();
}

}  // namespace couillon::arena
