// A link to one bot over gRPC.
#pragma once

#include <grpcpp/support/byte_buffer.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/grpc_config.h"
#include "arena/players/rpc/play_stream.h"
#include "arena/players/rpc/worker_queue.h"
#include "arena/table/referee/arena_clock.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/verdict.h"
#include "couillon/v1/bot_service.pb.h"

namespace couillon::arena {

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
  void AddBusyTime(std::size_t answers);
  void Rest();

  // A fault for which the bot is ended.
  struct Failure {
    Verdict verdict = Verdict::kNormal;
    std::string what;
    // Whether the verdict is a crash if the process now ends by itself.
    bool may_be_crash = false;
  };
  // The data that the task threads work on.
  struct StartTask;
  struct EndTask;
  void OnStarted(StartTask& task);
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
  Clock::duration limit_{};  // of that silence
  // Time of a failed read; the status of the stream should follow soon.
  std::optional<Clock::time_point> read_failed_;
  int empty_messages_ = 0;             // in a row
  std::size_t unanswering_bytes_ = 0;  // of messages since the last answer
  std::vector<BotEvent> events_;
  BotUsage usage_;
  std::string own_folder_;               // of the process, for its socket
  std::shared_ptr<StartTask> starting_;  // null: no start is under way
  int tasks_ = 0;                        // under way
  // Counts starts and stops: results of a task of an earlier run are ignored.
  int run_ = 0;
};

}  // namespace couillon::arena
