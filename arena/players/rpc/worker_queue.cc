// Operations of a stream are counted, so that it lives until all have returned;
// tasks report through an alarm that is due at once.

#include "arena/players/rpc/worker_queue.h"

#include <iterator>

#include "arena/players/rpc/queue_end.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/players/rpc/worker_queue.h"  // IWYU pragma: keep: of the streams
#include "couillon/v1/bot_service.pb.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

using PlayStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

}  // namespace

std::shared_ptr<PlayStream> PlayStream::Open(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& token,
    grpc::CompletionQueue& queue, Listener& listener) {
  struct Made : PlayStream {  // the constructor is private
    explicit Made(Listener& who) : PlayStream(who) {}
  };
  std::shared_ptr<PlayStream> stream = std::make_shared<Made>(listener);
  AddToken(token, stream->context_);
  stream->call_ =
      PlayStub(channel).PrepareCall(&stream->context_, kPlayMethod, &queue);
  stream->call_->StartCall(stream->Begin(stream->start_));
  return stream;
}

void PlayStream::Read() {
  if (listener_ != nullptr) call_->Read(&received_, Begin(read_));
}

void PlayStream::Write(const grpc::ByteBuffer& message) {
  call_->Write(message, Begin(write_));
}

void PlayStream::Finish() { call_->Finish(&status_, Begin(finish_)); }

void PlayStream::Cancel() {
  listener_ = nullptr;
  context_.TryCancel();
}

void* PlayStream::Begin(Tag& tag) {
  if (pending_++ == 0) self_ = shared_from_this();
  return static_cast<QueueEvent*>(&tag);
}

// Counts the operation as pending until the listener has returned: the listener
// may release the stream, which must outlive this call.
void PlayStream::Settle(Operation operation, bool ok) {
  if (listener_ != nullptr) listener_->OnStream(operation, ok);
  if (--pending_ > 0) return;
  const std::shared_ptr<PlayStream> last = std::move(self_);
}

WorkerQueue::WorkerQueue(GrpcWorkerConfig config) : config_(std::move(config)) {
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

WorkerQueue::~WorkerQueue() {
  starter_.reset();
  ender_.reset();
  to_read_.clear();
  const bool ended = EndQueue(*queue_, [](void* tag, bool ok) {
    static_cast<QueueEvent*>(tag)->Settle(ok);
  });
  // NOLINTNEXTLINE(bugprone-unused-return-value): it stays, as it must
  if (!ended) queue_.release();
}

void WorkerQueue::TakeUntil(gpr_timespec deadline) {
  for (const auto& stream : std::exchange(to_read_, {})) stream->Read();
  void* tag = nullptr;
  bool ok = false;
  while (queue_->AsyncNext(&tag, &ok, deadline) ==
         grpc::CompletionQueue::GOT_EVENT) {
    static_cast<QueueEvent*>(tag)->Settle(ok);
    deadline = gpr_time_0(GPR_CLOCK_MONOTONIC);
  }
}

void WorkerQueue::Run(TaskKind kind, std::function<void()> work,
                      std::function<void()> done) {
  tasks_.emplace_back(*this, std::move(done));
  TaskEnd& end = tasks_.back();
  end.SetPlace(std::prev(tasks_.end()));
  std::unique_ptr<TaskThread>& thread =
      kind == TaskKind::kStart ? starter_ : ender_;
  if (thread == nullptr) thread = std::make_unique<TaskThread>();
  thread->Add([work = std::move(work), &end] {
    work();
    end.Announce();
  });
}

// Sets an alarm that is due at once: the only event that any thread may put
// into a completion queue.
void WorkerQueue::TaskEnd::Announce() {
  alarm_.Set(queue_.queue_.get(), gpr_time_0(GPR_CLOCK_MONOTONIC),
             static_cast<QueueEvent*>(this));
}

void WorkerQueue::TaskEnd::Settle(bool /*ok*/) {
  const std::function<void()> done = std::move(done_);
  queue_.tasks_.erase(place_);  // destroys this object
  done();
}

}  // namespace couillon::arena
