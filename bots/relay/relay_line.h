// One line of a relay: joins the arena, opens an Attend stream there and a Play
// stream to the bot, passes on messages both ways, and begins again when a
// stream ends. On the completion queue of all lines.
#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/async_unary_call.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/status.h>

#include <chrono>
#include <memory>
#include <string>

#include "bots/cpp/queue_waiter.h"
#include "couillon/v1/arena_service.grpc.pb.h"
#include "couillon/v1/arena_service.pb.h"

namespace couillon::bots {

// What the lines of a relay share.
class RelayLines {
 public:
  virtual grpc::CompletionQueue& queue() = 0;
  // The tag of an operation that begins now.
  virtual void* Begin(Waiter& waiter) = 0;
  virtual std::shared_ptr<grpc::Channel> arena() = 0;
  // Null while the bot cannot be called.
  virtual std::shared_ptr<grpc::Channel> bot() = 0;
  virtual const v1::SubmitRequest& request() = 0;
  virtual const std::string& token() = 0;
  // Whether no operation may begin any more.
  virtual bool ending() = 0;
  virtual void OnSubmitted(const v1::SubmitResponse& response) = 0;
  // A Submit has failed. Returns whether there is to be another one.
  virtual bool OnSubmitFailed(const grpc::Status& status) = 0;
  // A stream has ended other than by the arena's wish. Nothing follows from
  // it for good: the next Submit says whether the bot may come back.
  virtual void OnArenaFailed(const grpc::Status& status) = 0;
  virtual void OnBotFailed(const grpc::Status& status) = 0;

 protected:
  ~RelayLines() = default;
};

class RelayLine {
 public:
  static constexpr std::chrono::milliseconds kFirstPause{250};
  static constexpr std::chrono::milliseconds kMaxPause{30'000};

  // Requires: `lines` outlives it; it lives until its operations have ended.
  explicit RelayLine(RelayLines& lines) : lines_(lines) {}
  RelayLine(const RelayLine&) = delete;
  RelayLine& operator=(const RelayLine&) = delete;

  // Begins, or begins again if it waits for the bot.
  void Start();
  // Ends its operations soon; it begins again unless the relay ends.
  void Cancel();

 private:
  using Stream =
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>;

  void Submit();
  void Submitted(bool ok);
  // Opens both streams, that of the bot first.
  void Attend();
  void BotOpened(bool ok);
  void ArenaOpened(bool ok);
  void ArenaRead(bool ok);
  void BotWritten(bool ok);
  void BotRead(bool ok);
  void ArenaWritten(bool ok);
  void BotHalfClosed(bool ok);
  // The tag of an operation of a stream that begins now.
  void* Begin(Waiter& waiter);
  // Counts an operation of a stream that has ended.
  void End();
  void Finished(bool ok);
  void Pause();
  void Paused(bool ok);

  RelayLines& lines_;
  std::chrono::milliseconds pause_ = kFirstPause;  // before the next attempt
  bool idle_ = true;                               // waits for the bot
  bool cancelled_ = false;                         // the attempt under way
  // The call of Submit.
  std::unique_ptr<v1::ArenaService::Stub> stub_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::SubmitResponse>>
      submission_;
  v1::SubmitResponse submitted_;
  // The streams, their last messages and how they have ended.
  std::unique_ptr<grpc::ClientContext> context_;  // of Submit and Attend
  std::unique_ptr<Stream> arena_;
  grpc::ByteBuffer request_;
  grpc::Status status_;
  std::unique_ptr<grpc::ClientContext> bot_context_;
  std::unique_ptr<Stream> bot_;
  grpc::ByteBuffer response_;
  grpc::Status bot_status_;
  int operations_ = 0;      // of the streams
  bool finishing_ = false;  // the status of both is being asked
  bool asked_ = false;      // something on this stream
  bool arena_over_ = false;
  bool bot_over_ = false;

  grpc::Alarm alarm_;
  MemberWaiter<RelayLine> on_submitted_{*this, &RelayLine::Submitted};
  MemberWaiter<RelayLine> on_bot_opened_{*this, &RelayLine::BotOpened};
  MemberWaiter<RelayLine> on_arena_opened_{*this, &RelayLine::ArenaOpened};
  MemberWaiter<RelayLine> on_arena_read_{*this, &RelayLine::ArenaRead};
  MemberWaiter<RelayLine> on_bot_written_{*this, &RelayLine::BotWritten};
  MemberWaiter<RelayLine> on_bot_read_{*this, &RelayLine::BotRead};
  MemberWaiter<RelayLine> on_arena_written_{*this, &RelayLine::ArenaWritten};
  MemberWaiter<RelayLine> on_half_closed_{*this, &RelayLine::BotHalfClosed};
  MemberWaiter<RelayLine> on_finished_{*this, &RelayLine::Finished};
  MemberWaiter<RelayLine> on_paused_{*this, &RelayLine::Paused};
};

}  // namespace couillon::bots
