#include "arena/players/rpc/play_stream.h"

#include <utility>

#include "arena/players/rpc/remote_bot.h"

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

}  // namespace couillon::arena
