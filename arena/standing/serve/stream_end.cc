#include "arena/standing/serve/stream_end.h"

#include <utility>

#include "engine/cards/check.h"

namespace couillon::arena {

StreamEnd::StreamEnd(Kind of_kind, StreamSwitch& owner,
                     grpc::CallbackServerContext& context,
                     std::shared_ptr<const void> held)
    : kind(of_kind), held_(std::move(held)), switch_(owner), context_(context) {
  // Some clients wait for this before they consider the call open.
  StartSendInitialMetadata();
}

void StreamEnd::Read() {
  incoming_.Clear();
  StartRead(&incoming_);
}

void StreamEnd::Send(StreamEnd& other) {
  COUILLON_CHECK(other.has_message && !writing);
  outgoing_.Swap(&other.incoming_);
  other.has_message = false;
  writing = true;
  StartWrite(&outgoing_);
  other.Read();
}

void StreamEnd::Close(const grpc::Status& status) {
  closed = true;
  peer = nullptr;
  status_ = status;
  if (writing) {
    context_.TryCancel();  // the client may never take the message
  } else {
    Finish(status_);
  }
}

void StreamEnd::FinishClosed() { Finish(status_); }

}  // namespace couillon::arena
