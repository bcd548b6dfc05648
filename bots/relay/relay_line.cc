// A line's two pipes, from the arena to the bot and back. Each has one
// operation open at a time: a read here, then a write there. When the arena's
// stream ends, the bot may finish its answers; when the bot's ends, the arena's
// is cancelled.
#include "bots/relay/relay_line.h"

#include <grpcpp/generic/generic_stub.h>

#include <algorithm>

namespace couillon::bots {
namespace {

using std::chrono::system_clock;

constexpr char kAttendMethod[] = "/couillon.v1.ArenaService/Attend";
constexpr char kPlayMethod[] = "/couillon.v1.BotService/Play";
constexpr std::chrono::seconds kSubmitLimit(60);

using RawStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

std::unique_ptr<grpc::ClientContext> NewContext(const std::string& token) {
  auto context = std::make_unique<grpc::ClientContext>();
  if (!token.empty()) context->AddMetadata("authorization", "Bearer " + token);
  return context;
}

}  // namespace

void RelayLine::Start() {
  if (idle_) Submit();
}

void RelayLine::Submit() {
  if (lines_.ending()) return;
  idle_ = lines_.bot() == nullptr;
  if (idle_) return;
  cancelled_ = false;
  context_ = NewContext(lines_.token());
  context_->set_deadline(system_clock::now() + kSubmitLimit);
  stub_ = v1::ArenaService::NewStub(lines_.arena());
  submission_ =
      stub_->AsyncSubmit(context_.get(), lines_.request(), &lines_.queue());
  submission_->Finish(&submitted_, &status_, lines_.Begin(on_submitted_));
}

void RelayLine::Submitted(bool /*ok*/) {
  if (lines_.ending()) return;
  if (cancelled_) {
    Submit();
  } else if (!status_.ok()) {
    if (lines_.OnSubmitFailed(status_)) Pause();
  } else {
    lines_.OnSubmitted(submitted_);
    Attend();
  }
}

void RelayLine::Attend() {
  if (lines_.ending()) return;
  finishing_ = asked_ = arena_over_ = bot_over_ = false;
  context_ = NewContext(lines_.token());
  context_->AddMetadata("couillon-session", submitted_.session());
  bot_context_ = std::make_unique<grpc::ClientContext>();
  arena_ = RawStub(lines_.arena())
               .PrepareCall(context_.get(), kAttendMethod, &lines_.queue());
  bot_ = RawStub(lines_.bot())
             .PrepareCall(bot_context_.get(), kPlayMethod, &lines_.queue());
  bot_->StartCall(Begin(on_bot_opened_));
}

void RelayLine::BotOpened(bool ok) {
  bot_over_ = !ok;
  if (ok) bot_->Read(&response_, Begin(on_bot_read_));
  arena_->StartCall(Begin(on_arena_opened_));
  End();
}

void RelayLine::ArenaOpened(bool ok) {
  if (bot_over_) context_->TryCancel();
  if (ok) {
    arena_->Read(&request_, Begin(on_arena_read_));
    End();
  } else {
    ArenaRead(false);
  }
}

void RelayLine::ArenaRead(bool ok) {
  if (!ok) {  // the arena has ended the stream, or the connection has broken
    arena_over_ = true;
    if (!bot_over_) bot_->WritesDone(Begin(on_half_closed_));
  } else {
    asked_ = true;
    if (!bot_over_) bot_->Write(request_, Begin(on_bot_written_));
  }
  End();
}

void RelayLine::BotWritten(bool ok) {
  // If a write fails, the stream has ended, and its read fails too.
  if (ok) arena_->Read(&request_, Begin(on_arena_read_));
  End();
}

void RelayLine::BotRead(bool ok) {
  if (!ok) {
    bot_over_ = true;
    if (!arena_over_) context_->TryCancel();
  } else if (arena_over_) {  // too late
    bot_->Read(&response_, Begin(on_bot_read_));
  } else {
    arena_->Write(response_, Begin(on_arena_written_));
  }
  End();
}

void RelayLine::ArenaWritten(bool /*ok*/) {
  bot_->Read(&response_, Begin(on_bot_read_));
  End();
}

void RelayLine::BotHalfClosed(bool /*ok*/) { End(); }

void* RelayLine::Begin(Waiter& waiter) {
  ++operations_;
  return lines_.Begin(waiter);
}

void RelayLine::End() {
  if (--operations_ > 0 || finishing_) return;
  finishing_ = true;
  bot_->Finish(&bot_status_, Begin(on_finished_));
  arena_->Finish(&status_, Begin(on_finished_));
}

void RelayLine::Finished(bool /*ok*/) {
  if (--operations_ > 0) return;
  arena_.reset();
  bot_.reset();
  if (lines_.ending()) return;
  if (asked_) pause_ = kFirstPause;
  if (cancelled_ || (arena_over_ && status_.ok() && asked_)) {
    Submit();  // the bot has ended, or the arena has ended a round
    return;
  }
  if (!arena_over_ || !bot_status_.ok()) {
    lines_.OnBotFailed(bot_status_);
  } else if (!status_.ok()) {
    lines_.OnArenaFailed(status_);
  }
  Pause();
}

void RelayLine::Pause() {
  if (lines_.ending()) return;
  // A channel that is held would connect again and again during the pause.
  submission_.reset();
  stub_.reset();
  context_.reset();
  bot_context_.reset();
  alarm_.Set(&lines_.queue(), system_clock::now() + pause_,
             lines_.Begin(on_paused_));
  pause_ = std::min(2 * pause_, kMaxPause);
}

void RelayLine::Paused(bool /*ok*/) { Submit(); }

void RelayLine::Cancel() {
  cancelled_ = true;
  if (context_ != nullptr) context_->TryCancel();
  if (bot_context_ != nullptr) bot_context_->TryCancel();
  alarm_.Cancel();
}

}  // namespace couillon::bots
