#include "bots/cpp/arena_line.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/slice.h>

#include <algorithm>

#include "absl/status/status.h"

namespace couillon::bots {
namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

constexpr char kAttendMethod[] = "/couillon.v1.ArenaService/Attend";
constexpr std::chrono::seconds kSubmitLimit(60);
constexpr milliseconds kLongestPause(30'000);

using AttendStub =
    grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

std::unique_ptr<grpc::ClientContext> NewContext(const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
  return context;
}

}  // namespace

void ArenaLine::Submit() {
  if (lines_.ending()) return;
  context_ = NewContext(lines_.token());
  context_->set_deadline(system_clock::now() + kSubmitLimit);
  stub_ = v1::ArenaService::NewStub(lines_.channel());
  submission_ =
      stub_->AsyncSubmit(context_.get(), lines_.request(), &lines_.queue());
  submission_->Finish(&submitted_, &status_, lines_.Begin(on_submitted_));
}

void ArenaLine::Submitted(bool /*ok*/) {
  if (lines_.ending()) return;
  if (!status_.ok()) {
    if (lines_.OnSubmitFailed(status_)) Pause();
    return;
  }
  lines_.OnSubmitted(submitted_);
  Attend();
}

void ArenaLine::Attend() {
  if (lines_.ending()) return;
  context_ = NewContext(lines_.token());
  context_->AddMetadata("couillon-session", submitted_.session());
  session_.emplace(lines_.strategy());
  asked_ = writing_ = held_ = finishing_ = false;
  stream_ = AttendStub(lines_.channel())
                .PrepareCall(context_.get(), kAttendMethod, &lines_.queue());
  stream_->StartCall(lines_.Begin(on_opened_));
}

void ArenaLine::Opened(bool ok) {
  if (ok) {
    stream_->Read(&request_, lines_.Begin(on_read_));
  } else {
    EndStream();
  }
}

void ArenaLine::HaveRead(bool ok) {
  if (!ok) {  // the arena has ended the stream, or the connection has broken
    EndStream();
    return;
  }
  asked_ = true;
  if (writing_) {
    held_ = true;  // answered when the last answer has been written
  } else {
    Answer();
  }
}

void ArenaLine::Answer() {
  grpc::Slice bytes;  // of the request, in one piece
  absl::Status status;
  if (!request_.TrySingleSlice(&bytes).ok() &&
      !request_.DumpToSingleSlice(&bytes).ok()) {
    status = absl::InternalError("request: its bytes are lost");
  }
  if (status.ok() && session_) {
    status = session_->AnswerBytes(
        {reinterpret_cast<const char*>(bytes.begin()), bytes.size()},
        response_);
  }
  if (!status.ok()) {  // a bug of the arena; another stream may be better
    context_->TryCancel();
    EndStream();
    return;
  }
  if (response_.decision_ids_size() > 0) {
    writing_ = true;
    response_.SerializeToString(&answer_);
    const grpc::Slice answer(answer_);
    stream_->Write(grpc::ByteBuffer(&answer, 1), lines_.Begin(on_written_));
  }
  stream_->Read(&request_, lines_.Begin(on_read_));
}

void ArenaLine::Written(bool ok) {
  writing_ = false;
  if (finishing_) {
    stream_->Finish(&status_, lines_.Begin(on_finished_));
  } else if (held_) {
    held_ = false;
    if (ok) {
      Answer();
    } else {
      EndStream();
    }
  }
  // If a write fails, the stream has ended, and the read fails too.
}

void ArenaLine::EndStream() {
  finishing_ = true;
  if (!writing_) stream_->Finish(&status_, lines_.Begin(on_finished_));
}

void ArenaLine::Finished(bool /*ok*/) {
  stream_.reset();
  if (lines_.ending()) return;
  if (asked_) pause_ = kFirstPause;
  if (status_.ok() && asked_) {
    Submit();  // the arena has ended a round
    return;
  }
  if (!status_.ok()) lines_.OnStreamFailed(status_);
  Pause();
}

void ArenaLine::Pause() {
  if (lines_.ending()) return;
  // A channel that is held would connect again and again during the pause.
  submission_.reset();
  stub_.reset();
  context_.reset();
  alarm_.Set(&lines_.queue(), system_clock::now() + pause_,
             lines_.Begin(on_paused_));
  pause_ = std::min(2 * pause_, kLongestPause);
}

void ArenaLine::Paused(bool /*ok*/) { Submit(); }

void ArenaLine::Cancel() {
  if (context_ != nullptr) context_->TryCancel();
  alarm_.Cancel();
}

}  // namespace couillon::bots
