// Clients with a connection and a thread of their own, which send one batch
// again and again.

#include "arena/players/rpc/raw_stream.h"

#include <grpcpp/client_context.h>
#include <grpcpp/completion_queue.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/async_stream.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>

#include <chrono>
#include <cstddef>
#include <latch>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/rpc/worker_queue.h"
#include "arena/players/system/cpu_time.h"
#include "arena/players/system/socket_folder.h"
#include "arena/table/referee/clock.h"
#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

using RawStub = grpc::TemplatedGenericStub<grpc::ByteBuffer, grpc::ByteBuffer>;

// One stream, driven by one thread.
class Client {
 public:
  Client(const v1::PlayRequest& batch, const RawPlan& plan)
      : batch_(batch), decisions_(batch.decisions_size()), plan_(plan) {
    WriteBatch();
  }
  ~Client() {
    context_.TryCancel();
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) continue;
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  absl::Status Start(const GrpcWorkerConfig& config, int pair) {
    GrpcBot bot = plan_.bot;
    const int link = static_cast<int>(bot.link) + pair;
    ASSIGN_OR_RETURN(
        BotConnection connection,
        Connect(config, bot, config.folder->PathFor(config.worker, link)));
    connection_ = std::move(connection);
    call_ = RawStub(connection_.channel)
                .PrepareCall(&context_, kPlayMethod, &queue_);
    call_->StartCall(&start_tag_);
    return Take();
  }

  absl::Status Exchange() {
    to_send_ = plan_.batches;
    const std::int64_t wanted = plan_.batches * decisions_;
    call_->Read(&response_, &read_tag_);
    Send();
    absl::Status status;
    while (status.ok() && answered_ < wanted) status = Take();
    return status;
  }

  [[nodiscard]] std::int64_t answered() const { return answered_; }

 private:
  void Send() {
    if (writing_ || to_send_ == 0 || open_ == plan_.in_flight) return;
    --to_send_;
    ++open_;
    writing_ = true;
    if (plan_.messages) WriteBatch();
    call_->Write(bytes_, &write_tag_);
  }

  absl::Status Take() {
    void* tag = nullptr;
    bool ok = false;
    if (!queue_.Next(&tag, &ok) || !ok) {
      return absl::UnavailableError(absl::StrFormat(
          "bot %s: its stream ended after %d answers; its process %s",
          plan_.bot.name, answered_, connection_.process->HowItEnded()));
    }
    if (tag == &write_tag_) {
      writing_ = false;
      Send();
    } else if (tag == &read_tag_) {
      if (plan_.messages || response_.Length() != answer_bytes_) {
        RETURN_IF_ERROR(ReadAnswer());
      }
      answered_ += decisions_;
      --open_;
      call_->Read(&response_, &read_tag_);
      Send();
    }
    return absl::OkStatus();
  }

  void WriteBatch() {
    const grpc::Slice bytes(batch_.SerializeAsString());
    bytes_ = grpc::ByteBuffer(&bytes, 1);
  }

  // Parses and checks an answer. Called for every answer if plan.messages,
  // otherwise only if its length differs from that of the last one parsed.
  absl::Status ReadAnswer() {
    answer_bytes_ = response_.Length();
    v1::PlayResponse message;
    grpc::ProtoBufferReader reader(&response_);
    if (message.ParseFromZeroCopyStream(&reader) &&
        message.actions_size() == decisions_)
      return {};
    return absl::InternalError(
        absl::StrFormat("bot %s: its answer has %d actions, expected %d",
                        plan_.bot.name, message.actions_size(), decisions_));
  }

  const v1::PlayRequest& batch_;
  int decisions_;  // of a batch
  grpc::ByteBuffer bytes_;
  const RawPlan& plan_;
  BotConnection connection_;
  grpc::CompletionQueue queue_;
  grpc::ClientContext context_;
  std::unique_ptr<
      grpc::ClientAsyncReaderWriter<grpc::ByteBuffer, grpc::ByteBuffer>>
      call_;
  grpc::ByteBuffer response_;
  std::size_t answer_bytes_ = 0;
  std::int64_t answered_ = 0;
  std::int64_t to_send_ = 0;
  int open_ = 0;  // batches
  bool writing_ = false;
  // Their addresses distinguish the operations.
  char start_tag_ = 0;
  char read_tag_ = 0;
  char write_tag_ = 0;
};

}  // namespace

absl::StatusOr<RawRun> RunRawStream(const GrpcWorkerConfig& config,
                                    const v1::PlayRequest& batch,
                                    const RawPlan& plan) {
  const auto pairs = static_cast<std::size_t>(plan.pairs);
  std::vector<absl::Status> statuses(pairs);
  std::vector<std::int64_t> answered(pairs);
  std::latch ready(plan.pairs + 1);
  std::latch go(1);
  std::latch done(plan.pairs);
  std::latch over(1);
  RawRun run;
  const double child_before = ChildCpuSeconds();
  std::vector<std::thread> threads;
  threads.reserve(pairs);
  for (int pair = 0; pair < plan.pairs; ++pair) {
    threads.emplace_back([&, pair] {
      const auto at = static_cast<std::size_t>(pair);
      Client client(batch, plan);
      statuses[at] = client.Start(config, pair);
      ready.arrive_and_wait();
      go.wait();
      if (statuses[at].ok()) statuses[at] = client.Exchange();
      answered[at] = client.answered();
      done.count_down();
      over.wait();  // keeps all bots alive until the times are taken
    });
  }
  ready.arrive_and_wait();
  const double own_before = OwnCpuSeconds();
  const Clock::time_point start = config.clock->Now();
  go.count_down();
  done.wait();
  run.seconds =
      std::chrono::duration<double>(config.clock->Now() - start).count();
  run.client_seconds = OwnCpuSeconds() - own_before;
  over.count_down();
  for (std::thread& thread : threads) thread.join();
  run.server_seconds = ChildCpuSeconds() - child_before;
  for (const absl::Status& status : statuses) {
    if (!status.ok()) return status;
  }
  for (const std::int64_t count : answered) run.decisions += count;
  return run;
}

}  // namespace couillon::arena
