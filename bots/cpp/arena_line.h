// One line of a bot to its arena: joins it, opens an Attend stream, answers
// what is asked on it, and begins again when it ends. On the completion queue
// of all lines.
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
#include <optional>
#include <string>

#include "bots/cpp/play_session.h"
#include "bots/cpp/queue_waiter.h"
#include "bots/cpp/strategy.h"
#include "couillon/v1/arena_service.grpc.pb.h"
#include "couillon/v1/arena_service.pb.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::bots {

// What the lines of a bot share.
class ArenaLines {
 public:
  virtual grpc::CompletionQueue& queue() = 0;
  // The tag of an operation that begins now.
  virtual void* Begin(Waiter& waiter) = 0;
  virtual std::shared_ptr<grpc::Channel> channel() = 0;
  virtual Strategy& strategy() = 0;
  virtual const v1::SubmitRequest& request() = 0;
  virtual const std::string& token() = 0;
  // Whether no operation may begin any more.
  virtual bool ending() = 0;
  virtual void OnSubmitted(const v1::SubmitResponse& response) = 0;
  // A Submit has failed. Returns whether there is to be another one.
  virtual bool OnSubmitFailed(const grpc::Status& status) = 0;
  // A stream has ended other than by the arena's wish. Nothing follows from
  // it for good: Submit tells whether the bot may come back.
  virtual void OnStreamFailed(const grpc::Status& status) = 0;

 protected:
  ~ArenaLines() = default;
};

class ArenaLine {
 public:
  static constexpr std::chrono::milliseconds kFirstPause{250};

  // Requires: `lines` outlives it; it lives until its operations have ended.
  explicit ArenaLine(ArenaLines& lines) : lines_(lines) {}
  ArenaLine(const ArenaLine&) = delete;
  ArenaLine& operator=(const ArenaLine&) = delete;

  // Begins. Requires: called once.
  void Submit();
  // Ends its operations soon.
  void Cancel();

 private:
  void Submitted(bool ok);
  void Attend();
  void Opened(bool ok);
  void HaveRead(bool ok);
  void Answer();
  void Written(bool ok);
  // Requires: no read is open.
  void EndStream();
  void Finished(bool ok);
  void Pause();
  void Paused(bool ok);

  ArenaLines& lines_;
  std::chrono::milliseconds pause_ = kFirstPause;  // before the next attempt
  std::unique_ptr<grpc::ClientContext> context_;   // of the call under way
  // The call of Submit.
  std::unique_ptr<v1::ArenaService::Stub> stub_;
  std::unique_ptr<grpc::ClientAsyncResponseReader<v1::SubmitResponse>>
      submission_;
  v1::SubmitResponse submitted_;
  // The call of Attend.
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>>
      stream_;
  std::optional<PlaySession> session_;
  grpc::ByteBuffer request_;
  v1::PlayResponse response_;
  std::string answer_;  // its bytes
  bool asked_ = false;  // something on this stream
  bool writing_ = false;
  bool held_ = false;  // a request has been read but not answered
  bool finishing_ = false;

  grpc::Status status_;  // of the call that has ended
  grpc::Alarm alarm_;
  MemberWaiter<ArenaLine> on_submitted_{*this, &ArenaLine::Submitted};
  MemberWaiter<ArenaLine> on_opened_{*this, &ArenaLine::Opened};
  MemberWaiter<ArenaLine> on_read_{*this, &ArenaLine::HaveRead};
  MemberWaiter<ArenaLine> on_written_{*this, &ArenaLine::Written};
  MemberWaiter<ArenaLine> on_finished_{*this, &ArenaLine::Finished};
  MemberWaiter<ArenaLine> on_paused_{*this, &ArenaLine::Paused};
};

}  // namespace couillon::bots
