#include "arena/rpc/grpc_link.h"

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/process/bot_process.h"
#include "arena/process/folder_removal.h"
#include "arena/process/socket_folder.h"
#include "arena/referee/answer_columns.h"
#include "arena/referee/bot_link.h"
#include "arena/referee/clock.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/connect_bot.h"
#include "arena/rpc/grpc_config.h"
#include "arena/rpc/play_stream.h"
#include "arena/rpc/remote_bot.h"
#include "arena/rpc/worker_queue.h"
#include "arena/table/verdict.h"
#include "arena/text/printable.h"
#include "couillon/v1/bot_service.pb.h"
#include "proto/decision_bytes.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

// How long a process may take to end after its socket closed, so that a crash
// is not taken for a mere disconnect.
constexpr milliseconds kExitGrace(200);
constexpr milliseconds kNewsOfEnd(5000);  // of a process that is ending
// Messages without an answer keep the referee busy and say nothing.
constexpr int kMostEmptyMessages = 100;

}  // namespace

GrpcLink::GrpcLink(WorkerQueue& queue, GrpcBot bot)
    : queue_(queue), bot_(std::move(bot)), clock_(*queue.config().clock) {}

BotLimits GrpcLink::limits() const {
  BotLimits limits = connection_.description.limits;
  if (limits.largest_batch == 0 ||
      (bot_.largest_batch > 0 && bot_.largest_batch < limits.largest_batch)) {
    limits.largest_batch = bot_.largest_batch;
  }
  return limits;
}

absl::Status GrpcLink::Start() {
  Stop();
  const GrpcWorkerConfig& config = queue_.config();
  std::string path;
  if (!bot_.remote) {
    path = config.folder->PathFor(config.worker, static_cast<int>(bot_.link));
    own_folder_ = path.substr(0, path.rfind('/'));
  }
  absl::StatusOr<BotConnection> connection = Connect(config, bot_, path);
  if (!connection.ok()) return connection.status();
  connection_ = *std::move(connection);
  ++usage_.starts;
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  read_failed_.reset();
  clock_.Look();
  introduced_.assign(config.rules.size(), false);
  stream_ = PlayStream::Open(connection_.channel, connection_.token,
                             queue_.queue(), *this);
  Rest();
  return absl::OkStatus();
}

// In timed play a bot that has nothing to decide does not run, whatever it has
// started: its time is the others'.
void GrpcLink::Rest() {
  if (!queue_.config().rest_between_decisions || open_ > 0) return;
  if (connection_.process != nullptr) connection_.process->Pause();
}

void GrpcLink::Stop() {
  if (stream_ == nullptr) return;
  if (open_ > 0) AddBusyTime();
  if (connection_.process != nullptr) {
    connection_.process->Kill();
    usage_.cpu += std::chrono::microseconds(connection_.process->cpu_us());
    RemoveFolder(own_folder_);  // what stays goes with the whole folder
  }
  stream_->Cancel();
  stream_.reset();
  connection_ = BotConnection();
  waiting_.clear();
  ready_ = false;
  writing_ = false;
  open_ = 0;
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
  if (stream_ == nullptr)
    return;  // it has failed, which the referee does not know yet
  bytes_.clear();
  Introduce(ruleset);
  v1::PlayRequest request;
  for (const TableResult& result : results) {
    v1::TableResult& message = *request.add_results();
    message.set_ruleset_handle(static_cast<std::uint32_t>(ruleset + 1));
    message.set_half_points(static_cast<std::uint32_t>(result.half_points));
    message.set_game_points_halves(result.game_points_halves);
    message.set_forfeited(result.forfeited);
  }
  request.AppendToString(&bytes_);
  Enqueue();
}

void GrpcLink::Send(std::span<const Question> batch) {
  if (stream_ == nullptr) return;  // it has failed, which is reported next
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
  const GrpcLimits& limits = queue_.config().limits;
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
      if (!ok) return Finish();
      ready_ = true;
      stream_->Read();
      WriteIfIdle();
      return;
    case PlayStream::Operation::kWrite:
      writing_ = false;
      if (ok) WriteIfIdle();  // if not, the read fails too and says why
      return;
    case PlayStream::Operation::kRead:
      if (!ok) return Finish();
      TakeAnswers();
      if (stream_ == nullptr) return;
      stream_->Read();
      return;
    case PlayStream::Operation::kFinish:
      break;
  }
  const grpc::Status& status = stream_->status();
  const std::string reported = absl::StrFormat(
      "status %d: %s", status.error_code(),
      WithoutSecrets(status.error_message(), connection_.token));
  if (EndsSoon()) {
    Fail(Verdict::kCrash, "its process " + connection_.process->HowItEnded());
  } else if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED ||
             status.error_code() == grpc::StatusCode::INTERNAL ||
             status.error_code() == grpc::StatusCode::UNIMPLEMENTED) {
    // Too large or not to be read; the last is what gRPC says of compression.
    Fail(Verdict::kProtocolError, "sent what cannot be read, " + reported);
  } else {
    Fail(Verdict::kDisconnect, "closed the stream, " + reported);
  }
}

void GrpcLink::TakeAnswers() {
  const std::size_t size = stream_->received().Length();
  unanswering_bytes_ += size;
  if (unanswering_bytes_ > LargestAnswer(open_)) {
    Fail(
        Verdict::kProtocolError,
        absl::StrFormat("sent %d bytes since its last answer with %d decisions "
                        "open, expected at most %d",
                        unanswering_bytes_, open_, LargestAnswer(open_)));
    return;
  }
  grpc::ProtoBufferReader reader(&stream_->received());
  if (!reader.status().ok() || !response_.ParseFromZeroCopyStream(&reader)) {
    Fail(Verdict::kProtocolError,
         absl::StrFormat(
             "sent what cannot be read, %d bytes that are no PlayResponse",
             size));
    return;
  }
  const std::size_t before = events_.size();
  const absl::Status status = ReadAnswers(response_, bot_.link, open_, events_);
  if (!status.ok()) {
    Fail(Verdict::kProtocolError, std::string(status.message()));
    return;
  }
  const std::size_t answers = events_.size() - before;
  if (answers == 0) {
    if (++empty_messages_ > kMostEmptyMessages) {
      Fail(Verdict::kProtocolError,
           absl::StrFormat("sent %d messages without an answer in a row",
                           empty_messages_));
    }
    return;
  }
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  open_ -= answers;
  AddBusyTime();
  Rest();
}

// The time since the bot was last heard of, or first asked, counts as busy.
void GrpcLink::AddBusyTime() {
  const Clock::time_point now = clock_.Now();
  usage_.busy += std::chrono::duration_cast<std::chrono::microseconds>(
      now - silent_since_);
  silent_since_ = now;
}

void GrpcLink::Finish() {
  read_failed_ = clock_.Now();
  stream_->Finish();
}

bool GrpcLink::EndsSoon() {
  if (connection_.process == nullptr) return false;
  // How it ended comes through several processes, which may be slow.
  const Clock::time_point until =
      clock_.Now() +
      (connection_.process->ServerIsEnding() ? kNewsOfEnd : kExitGrace);
  while (!connection_.process->HasEnded()) {
    if (clock_.Now() > until) return false;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return true;
}

// Stops the bot and reports its failure.
void GrpcLink::Fail(Verdict verdict, const std::string& what) {
  const std::string how = absl::StrFormat("bot %s: %s", bot_.name, what);
  std::string stderr_tail;
  if (connection_.process != nullptr) {
    connection_.process->Kill();
    stderr_tail = Printable(connection_.process->LastStderr());
  }
  events_.push_back({.link = bot_.link,
                     .verdict = verdict,
                     .detail = how,
                     .last_stderr = stderr_tail});
  Stop();
}

void GrpcLink::Collect(std::vector<BotEvent>& events) {
  clock_.Look();
  const Clock::time_point now = clock_.looked();
  if (stream_ != nullptr && read_failed_ && now > *read_failed_ + kExitGrace) {
    Fail(Verdict::kProtocolError, "sent what cannot be read");
  }
  if (stream_ != nullptr && open_ > 0 && now > silent_since_ + limit_) {
    Fail(Verdict::kTimeout,
         absl::StrFormat(
             "gave no answer for %d ms with %d decisions open",
             std::chrono::duration_cast<milliseconds>(limit_).count(), open_));
  }
  if (events.empty()) {  // hands them over as they are
    events.swap(events_);
    return;
  }
  std::move(events_.begin(), events_.end(), std::back_inserter(events));
  events_.clear();
}

}  // namespace couillon::arena
