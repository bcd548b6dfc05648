// A link starts, plays and ends its bot; what blocks is a task of the worker's
// queue.

#include "arena/players/rpc/grpc_links.h"

#include <grpc/impl/codegen/gpr_types.h>
#include <grpc/support/time.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/rpc/grpc_time.h"
#include "arena/players/rpc/process_end.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/players/rpc/worker_queue.h"
#include "arena/players/system/folder_removal.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/answer_columns.h"
#include "arena/table/referee/arena_clock.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/play/table_result.h"
#include "proto/codec.h"
#include "proto/decision_bytes.h"

namespace couillon::arena {
namespace {

// A link to one bot over gRPC.
class GrpcLink final : public BotLink, private PlayStream::Listener {
 public:
  // `queue` outlives the link.
  GrpcLink(WorkerQueue& queue, GrpcBot bot);
  ~GrpcLink() override { GrpcLink::Finish(); }
  GrpcLink(const GrpcLink&) = delete;
  GrpcLink& operator=(const GrpcLink&) = delete;

  void Start() override;
  [[nodiscard]] BotLimits limits() const override;
  void Send(std::span<const Question> batch) override;
  void SendResults(int ruleset, std::span<const TableResult> results) override;
  void Collect(std::vector<BotEvent>& events) override;
  void Stop() override;
  BotUsage Finish() override;

 private:
  void OnStream(PlayStream::Operation operation, bool ok) override;
  void Introduce(int ruleset);
  void Enqueue();
  void WriteIfIdle();
  void TakeAnswers();
  void FinishStream();
  [[nodiscard]] bool HasStartLimit() const;
  [[nodiscard]] std::chrono::milliseconds MoveLimit(
      std::chrono::milliseconds own_limit) const;
  void EndForSilence();
  void AddBusyTime(std::size_t answers);
  void Idle();

  // A fault for which the bot is ended.
  struct Failure {
    Verdict verdict = Verdict::kNormal;
    std::string what;
    // True if the verdict is a crash if the process now ends by itself.
    bool may_be_crash = false;
    bool is_excused = false;  // as in BotEvent
  };
  // The data that the task threads work on.
  struct StartTask;
  struct EndTask;
  void OnStarted(StartTask& task);
  [[nodiscard]] std::string ExcuseForStart(const StartTask& task) const;
  void End(std::optional<Failure> failure);
  void RunEnd(const std::shared_ptr<EndTask>& task,
              const std::optional<Failure>& failure);
  void Report(const Failure& failure, const EndTask& end);

  WorkerQueue& queue_;
  GrpcBot bot_;
  ArenaClock clock_;
  BotConnection connection_;
  std::shared_ptr<PlayStream> stream_;  // null: stopped
  v1::PlayResponse response_;           // the last message, parsed
  std::vector<bool> introduced_;
  std::string bytes_;                     // of the message being made
  std::deque<grpc::ByteBuffer> waiting_;  // to be written
  bool ready_ = false;                    // the stream has started
  bool writing_ = false;
  std::size_t open_ = 0;  // decisions without an answer
  Clock::time_point silent_since_;
  Clock::duration limit_{};    // of that silence
  bool has_answered_ = false;  // this link, by any process
  bool has_failed_ = false;    // likewise
  // Time of a failed read; the status of the stream should follow soon.
  std::optional<Clock::time_point> read_failed_;
  int empty_messages_ = 0;             // in a row
  std::size_t unanswering_bytes_ = 0;  // of messages since the last answer
  std::vector<BotEvent> events_;
  BotUsage usage_;
  std::string own_folder_;               // of the process, for its socket
  std::shared_ptr<StartTask> starting_;  // null: no start is under way
  int failed_starts_ = 0;                // in a row
  int tasks_ = 0;                        // under way
  // Counts starts and stops: results of a task of an earlier run are ignored.
  int run_ = 0;
};

using std::chrono::milliseconds;

// The time that a stream may take to end after a message could not be read.
constexpr milliseconds kEndOfStream(200);
// The time before another attempt to start a process, per attempt before it:
// a machine that had no process or memory left may have some then.
constexpr milliseconds kStartPause(500);
// The limit on messages in a row without an answer, which only cost time.
constexpr int kMaxEmptyMessages = 100;

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
  Clock::time_point begun{};
  std::optional<absl::StatusOr<BotConnection>> connection;  // unless cancelled
  std::string folder;  // of its socket, if it is a process

  // Waits, unless it is cancelled meanwhile.
  void Pause(milliseconds time) const;
};

void GrpcLink::StartTask::Pause(milliseconds time) const {
  constexpr milliseconds kStep(10);
  for (; time.count() > 0 && !cancelled; time -= kStep) {
    std::this_thread::sleep_for(kStep);
  }
}

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
      [task, &config, bot = bot_, path, pause = failed_starts_ * kStartPause] {
        task->Pause(pause);
        task->begun = config.clock->Now();
        if (!task->cancelled) task->connection = Connect(config, bot, path);
      },
      [this, task] {
        --tasks_;
        OnStarted(*task);
      });
}

// A process that was not ready within its limit may have had no time to be. One
// that ended by itself has no excuse.
std::string GrpcLink::ExcuseForStart(const StartTask& task) const {
  const GrpcWorkerConfig& config = queue_.config();
  if (!config.excuse || !absl::IsUnavailable(task.connection->status())) {
    return "";
  }
  const milliseconds limit(bot_.LimitsIn(config.limits).start_ms);
  return config.clock->Now() - task.begun < limit
             ? ""
             : config.excuse(bot_.name, task.begun);
}

void GrpcLink::OnStarted(StartTask& task) {
  const bool wanted = starting_.get() == &task;
  if (wanted) starting_.reset();
  if (!task.connection) return;
  if (!task.connection->ok()) {
    if (wanted) {
      const absl::Status& error = task.connection->status();
      const std::string excuse = ExcuseForStart(task);
      events_.push_back(
          {.link = bot_.link,
           .kind = BotEvent::Kind::kFailure,
           .verdict = Verdict::kStartFailure,
           .detail = absl::StrCat(std::string(error.message()),
                                  excuse.empty() ? "" : "; ", excuse),
           .may_start_again = !bot_.remote && MayStartAgain(error),
           .is_excused = absl::IsResourceExhausted(error) || !excuse.empty()});
      ++failed_starts_;
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
  failed_starts_ = 0;
  ++usage_.starts;
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  read_failed_.reset();
  clock_.Look();
  introduced_.assign(queue_.config().rules.size(), false);
  stream_ = PlayStream::Open(connection_.channel, connection_.token,
                             queue_.queue(), *this);
  Idle();
  events_.push_back({.link = bot_.link, .kind = BotEvent::Kind::kReady});
}

// In timed play a bot without an open decision is stopped, with all processes
// that it has started, so that it takes no CPU time from other bots.
void GrpcLink::Idle() {
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
  if (failure) has_failed_ = true;
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
  // A bot that has done nothing wrong may put things in order. All those of a
  // worker begin to end here, and the task waits for one after another.
  if (!failure) task->connection.process->Terminate();
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
       .stderr_file = end.stderr_file,
       .is_excused = failure.is_excused});
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
  limit_ = MoveLimit(batch.front().limit);
  if (HasStartLimit()) {
    const GrpcLimits& limits = bot_.LimitsIn(queue_.config().limits);
    limit_ = std::max<Clock::duration>(
        limit_, milliseconds(limits.start_ms + limits.margin_ms));
  }
  open_ += batch.size();
  Enqueue();
}

// A bot that loads its model at its first decision has the start limit for it:
// once per link, so that a failure gains no time, and not where decisions are
// timed.
bool GrpcLink::HasStartLimit() const {
  return !has_answered_ && !has_failed_ && connection_.process != nullptr &&
         !queue_.config().rest_between_decisions;
}

// The time without an answer of a bot that may take `own_limit` for the open
// decision; 0: as long as for any.
milliseconds GrpcLink::MoveLimit(milliseconds own_limit) const {
  const GrpcLimits& limits = bot_.LimitsIn(queue_.config().limits);
  return (own_limit.count() > 0 ? own_limit : milliseconds(limits.move_ms)) +
         milliseconds(limits.margin_ms);
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
  if (answers > 0 && HasStartLimit()) {
    limit_ = MoveLimit(milliseconds::zero());
    has_answered_ = true;
  }
  if (answers == 0) {
    if (++empty_messages_ > kMaxEmptyMessages) {
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
  Idle();
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

void GrpcLink::EndForSilence() {
  const GrpcWorkerConfig& config = queue_.config();
  std::string excuse;
  if (config.excuse && connection_.process != nullptr) {
    excuse = config.excuse(bot_.name, config.clock->Now() - limit_);
  }
  const bool is_first =
      HasStartLimit() && limit_ > MoveLimit(milliseconds::zero());
  End(Failure{.verdict = Verdict::kTimeout,
              .what = absl::StrFormat(
                  "gave no answer for %d ms%s with %d decisions open%s%s",
                  std::chrono::duration_cast<milliseconds>(limit_).count(),
                  is_first ? ", the start limit, at its first decision" : "",
                  open_, excuse.empty() ? "" : "; ", excuse),
              .is_excused = !excuse.empty()});
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
    EndForSilence();
  }
  if (events.empty()) {  // hands over the vector itself
    events.swap(events_);
    return;
  }
  std::move(events_.begin(), events_.end(), std::back_inserter(events));
  events_.clear();
}

class Waiter final : public GrpcWaiter {
 public:
  explicit Waiter(GrpcWorkerConfig config) : queue_(std::move(config)) {}

  std::unique_ptr<BotLink> MakeLink(GrpcBot bot) override {
    return std::make_unique<GrpcLink>(queue_, std::move(bot));
  }
  void Poll() override {
    if (saver_.LeavesOut()) return;
    queue_.TakeUntil(gpr_time_0(GPR_CLOCK_MONOTONIC));
  }
  void Wait(Clock::duration most) override {
    queue_.TakeUntil(AfterNow(most));
    saver_.Waited();
  }

 private:
  WorkerQueue queue_;
  PollSaver saver_{MachineClock()};
};

}  // namespace

std::unique_ptr<GrpcWaiter> GrpcWaiter::Make(GrpcWorkerConfig config) {
  return std::make_unique<Waiter>(std::move(config));
}

absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description) {
  const std::string path =
      bot.remote
          ? ""
          : config.folder->PathFor(config.worker, static_cast<int>(bot.link));
  ASSIGN_OR_RETURN(BotConnection connection, Connect(config, bot, path));
  description = connection.description;
  return absl::OkStatus();
}

}  // namespace couillon::arena
