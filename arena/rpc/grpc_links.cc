#include "arena/rpc/grpc_links.h"

#include <grpc/grpc.h>
#include <grpc/support/time.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>
#include <grpcpp/support/status.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/process/folder_removal.h"
#include "arena/process/socket_folder.h"
#include "arena/referee/answer_columns.h"
#include "arena/referee/bot_description.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/bot_connection.h"
#include "arena/rpc/connect_bot.h"
#include "arena/rpc/grpc_config.h"
#include "arena/rpc/queue_end.h"
#include "arena/rpc/remote_bot.h"
#include "arena/table/verdict.h"
#include "arena/text/printable.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/decision_bytes.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

// How long a process may take to end after its socket closed, so that a crash
// is not taken for a mere disconnect.
constexpr milliseconds kExitGrace(200);
constexpr milliseconds kNewsOfEnd(5000);  // of a process that is ending
// A referee that comes back after longer than this was away: it started
// another bot, or the machine slept. Nobody is to blame for that time.
constexpr milliseconds kStall(100);
// Messages without an answer keep the referee busy and say nothing.
constexpr int kMostEmptyMessages = 100;

constexpr char kPlayMethod[] = "/couillon.v1.BotService/Play";

// Takes questions as bytes: the decisions of a batch are written as they come,
// without a message for each. Gives answers as bytes: their size is looked at
// before they are parsed.
using PlayStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

class GrpcLink;

// The operations of one stream, each with a tag of its own. A stream whose
// link has gone lives on until the queue has returned all of its tags.
struct Stream {
  enum class Operation : std::uint8_t { kStart, kRead, kWrite, kFinish };
  struct Tag {
    Stream* stream;
    Operation operation;
  };

  GrpcLink* link = nullptr;
  grpc::ClientContext context;
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>>
      call;
  grpc::ByteBuffer received;
  v1::PlayResponse response;  // what was received, parsed
  grpc::Status status;
  Tag start{this, Operation::kStart};
  Tag read{this, Operation::kRead};
  Tag write{this, Operation::kWrite};
  Tag finish{this, Operation::kFinish};
  int pending = 0;  // tags in the queue
};

// The completion queue of a worker.
class Queue : public GrpcWaiter {
 public:
  explicit Queue(GrpcWorkerConfig config) : config_(std::move(config)) {
    for (const CompiledRules* rules : config_.rules) {
      v1::PlayRequest request;
      v1::RulesetIntroduction& introduction = *request.add_rulesets();
      introduction.set_handle(
          static_cast<std::uint32_t>(introductions_.size() + 1));
      *introduction.mutable_ruleset() = wire::ToMessage(rules->ruleset);
      introduction.set_hash(wire::RulesetHash(rules->ruleset));
      introductions_.push_back(request.SerializeAsString());
    }
  }
  ~Queue() override {
    const bool ended = EndQueue(*queue_, [](void* tag, bool ok) {
      Settle(*static_cast<Stream::Tag*>(tag), ok);
    });
    // NOLINTNEXTLINE(bugprone-unused-return-value): it stays, as it must
    if (!ended) queue_.release();
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  std::unique_ptr<BotLink> MakeLink(GrpcBot bot) override;

  void Poll() override { TakeUntil(gpr_time_0(GPR_CLOCK_MONOTONIC)); }
  void Wait(Clock::time_point until) override {
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(
        until - Clock::now());
    if (left.count() <= 0) return;
    TakeUntil(gpr_time_add(gpr_now(GPR_CLOCK_MONOTONIC),
                           gpr_time_from_nanos(left.count(), GPR_TIMESPAN)));
  }

  grpc::CompletionQueue& queue() { return *queue_; }
  [[nodiscard]] const GrpcWorkerConfig& config() const { return config_; }
  // The bytes of a PlayRequest with no more in it; others can follow them.
  [[nodiscard]] const std::string& introduction(std::size_t ruleset) const {
    return introductions_[ruleset];
  }

 private:
  // Takes what is there; waits until `deadline` for the first only.
  void TakeUntil(gpr_timespec deadline) {
    void* tag = nullptr;
    bool ok = false;
    while (queue_->AsyncNext(&tag, &ok, deadline) ==
           grpc::CompletionQueue::GOT_EVENT) {
      Settle(*static_cast<Stream::Tag*>(tag), ok);
      deadline = gpr_time_0(GPR_CLOCK_MONOTONIC);
    }
  }
  static void Settle(const Stream::Tag& tag, bool ok);

  GrpcWorkerConfig config_;
  std::vector<std::string> introductions_;
  std::unique_ptr<grpc::CompletionQueue> queue_ =
      std::make_unique<grpc::CompletionQueue>();
};

class GrpcLink : public BotLink {
 public:
  GrpcLink(Queue& queue, GrpcBot bot) : queue_(queue), bot_(std::move(bot)) {}
  ~GrpcLink() override { GrpcLink::Stop(); }
  GrpcLink(const GrpcLink&) = delete;
  GrpcLink& operator=(const GrpcLink&) = delete;

  absl::Status Start() override;
  [[nodiscard]] BotLimits limits() const override {
    BotLimits limits = connection_.description.limits;
    if (limits.largest_batch == 0 ||
        (bot_.largest_batch > 0 && bot_.largest_batch < limits.largest_batch)) {
      limits.largest_batch = bot_.largest_batch;
    }
    return limits;
  }
  void Send(std::span<const Question> batch) override;
  void SendResults(int ruleset, std::span<const TableResult> results) override;
  void Collect(Clock::time_point now, std::vector<BotEvent>& events) override;
  void Stop() override;
  [[nodiscard]] BotUsage usage() const override { return usage_; }

  void OnTag(Stream::Operation operation, bool ok);

 private:
  void Introduce(int ruleset);
  void Enqueue();
  void WriteIfIdle();
  void TakeAnswers();
  void Finish();
  void Fail(Verdict verdict, const std::string& what);
  void AddBusyTime();
  void Rest();
  [[nodiscard]] bool EndsSoon();

  Queue& queue_;
  GrpcBot bot_;
  BotConnection connection_;
  Stream* stream_ = nullptr;  // owned by its tags once it is cancelled
  std::vector<bool> introduced_;
  std::string bytes_;                     // of the message being made
  std::deque<grpc::ByteBuffer> waiting_;  // to be written
  bool ready_ = false;                    // the stream has started
  bool writing_ = false;
  std::size_t open_ = 0;  // decisions without an answer
  Clock::time_point silent_since_;
  Clock::duration limit_{};   // of that silence
  Clock::time_point looked_;  // when it was last asked for events
  // When a read failed: the status of the stream should follow at once.
  std::optional<Clock::time_point> read_failed_;
  int empty_messages_ = 0;             // in a row
  std::size_t unanswering_bytes_ = 0;  // of messages since the last answer
  std::vector<BotEvent> events_;
  BotUsage usage_;
  std::string own_folder_;  // of the process, for its socket
};

// The tag still counts while the link handles it: the link may stop there, and
// the stream has to outlive that.
void Queue::Settle(const Stream::Tag& tag, bool ok) {
  Stream* stream = tag.stream;
  if (stream->link != nullptr) stream->link->OnTag(tag.operation, ok);
  if (--stream->pending == 0 && stream->link == nullptr) delete stream;
}

std::unique_ptr<BotLink> Queue::MakeLink(GrpcBot bot) {
  return std::make_unique<GrpcLink>(*this, std::move(bot));
}

absl::Status GrpcLink::Start() {
  Stop();
  const GrpcWorkerConfig& config = queue_.config();
  std::string path;
  if (!bot_.remote) {
    path = config.folder->PathFor(config.worker, bot_.link);
    own_folder_ = path.substr(0, path.rfind('/'));
  }
  absl::StatusOr<BotConnection> connection = Connect(config, bot_, path);
  if (!connection.ok()) return connection.status();
  connection_ = *std::move(connection);
  ++usage_.starts;
  empty_messages_ = 0;
  unanswering_bytes_ = 0;
  read_failed_.reset();
  looked_ = Clock::now();
  introduced_.assign(config.rules.size(), false);
  stream_ = new Stream;  // deleted by Settle after its last tag
  stream_->link = this;
  AddToken(connection_.token, stream_->context);
  stream_->call =
      PlayStub(connection_.channel)
          .PrepareCall(&stream_->context, kPlayMethod, &queue_.queue());
  ++stream_->pending;
  stream_->call->StartCall(&stream_->start);
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
  stream_->context.TryCancel();
  stream_->link = nullptr;
  if (stream_->pending == 0) delete stream_;
  stream_ = nullptr;
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
    silent_since_ = Clock::now();
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
  ++stream_->pending;
  stream_->call->Write(waiting_.front(), &stream_->write);
  waiting_.pop_front();
}

void GrpcLink::OnTag(Stream::Operation operation, bool ok) {
  switch (operation) {
    case Stream::Operation::kStart:
      if (!ok) return Finish();
      ready_ = true;
      ++stream_->pending;
      stream_->call->Read(&stream_->received, &stream_->read);
      WriteIfIdle();
      return;
    case Stream::Operation::kWrite:
      writing_ = false;
      if (ok) WriteIfIdle();  // if not, the read fails too and says why
      return;
    case Stream::Operation::kRead:
      if (!ok) return Finish();
      TakeAnswers();
      if (stream_ == nullptr) return;
      ++stream_->pending;
      stream_->call->Read(&stream_->received, &stream_->read);
      return;
    case Stream::Operation::kFinish:
      break;
  }
  const grpc::Status& status = stream_->status;
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
  const std::size_t size = stream_->received.Length();
  unanswering_bytes_ += size;
  if (unanswering_bytes_ > LargestAnswer(open_)) {
    Fail(
        Verdict::kProtocolError,
        absl::StrFormat("sent %d bytes since its last answer with %d decisions "
                        "open, expected at most %d",
                        unanswering_bytes_, open_, LargestAnswer(open_)));
    return;
  }
  grpc::ProtoBufferReader reader(&stream_->received);
  if (!reader.status().ok() ||
      !stream_->response.ParseFromZeroCopyStream(&reader)) {
    Fail(Verdict::kProtocolError,
         absl::StrFormat(
             "sent what cannot be read, %d bytes that are no PlayResponse",
             size));
    return;
  }
  const std::size_t before = events_.size();
  const absl::Status status =
      ReadAnswers(stream_->response, bot_.link, open_, events_);
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
  const Clock::time_point now = Clock::now();
  usage_.busy += std::chrono::duration_cast<std::chrono::microseconds>(
      now - silent_since_);
  silent_since_ = now;
}

void GrpcLink::Finish() {
  read_failed_ = Clock::now();
  ++stream_->pending;
  stream_->call->Finish(&stream_->status, &stream_->finish);
}

bool GrpcLink::EndsSoon() {
  if (connection_.process == nullptr) return false;
  // How it ended comes through several processes, which may be slow.
  const Clock::time_point until =
      Clock::now() +
      (connection_.process->ServerIsEnding() ? kNewsOfEnd : kExitGrace);
  while (!connection_.process->HasEnded()) {
    if (Clock::now() > until) return false;
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

void GrpcLink::Collect(Clock::time_point now, std::vector<BotEvent>& events) {
  if (now - looked_ > kStall && looked_ > Clock::time_point()) {
    silent_since_ += now - looked_;
  }
  looked_ = now;
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

}  // namespace

std::unique_ptr<GrpcWaiter> GrpcWaiter::Make(GrpcWorkerConfig config) {
  return std::make_unique<Queue>(std::move(config));
}

absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description) {
  const std::string path =
      bot.remote ? "" : config.folder->PathFor(config.worker, bot.link);
  absl::StatusOr<BotConnection> connection = Connect(config, bot, path);
  if (!connection.ok()) return connection.status();
  description = connection->description;
  return absl::OkStatus();
}

}  // namespace couillon::arena
