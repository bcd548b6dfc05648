// Two ends joined by a switch: what one reads, the other sends.

#include "arena/standing/serve/relay.h"

#include <grpcpp/alarm.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "couillon/v1/bot_service.grpc.pb.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// One of the two streams that a relay joins: the bot's call of Attend, or the
// referee's call of Play. What arrives on one is sent on the other, a message
// at a time in each direction, as bytes.

class StreamEnd;

// Owns the state of all ends; called in gRPC's threads.
class StreamSwitch {
 public:
  virtual void OnRead(StreamEnd& end, bool ok) = 0;
  virtual void OnWritten(StreamEnd& end, bool ok) = 0;
  // The caller has cancelled, or its connection has broken.
  virtual void OnBroken(StreamEnd& end) = 0;

 protected:
  ~StreamSwitch() = default;
};

// A stream as gRPC sees it; deletes itself when gRPC is done with it. The
// switch keeps its members, and uses none of them after Close().
class StreamEnd final
    : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  enum class Kind : std::uint8_t { kAttend, kPlay };

  // Holds `held` until gRPC is done with the stream; `owner` lives as long.
  StreamEnd(Kind kind, StreamSwitch& owner,
            grpc::CallbackServerContext& context,
            std::shared_ptr<const void> held);

  // Begins to read a message.
  void Read();
  // Sends the message that was read from `other`, which may read the next one.
  // Requires: other.has_message; !writing.
  void Send(StreamEnd& other);
  // Ends the stream. The client may see CANCELLED in place of `status` if it
  // does not take what was sent before.
  void Close(const grpc::Status& status);

  void OnReadDone(bool ok) override { switch_.OnRead(*this, ok); }
  void OnWriteDone(bool ok) override { switch_.OnWritten(*this, ok); }
  void OnCancel() override { switch_.OnBroken(*this); }
  void OnDone() override { delete this; }

  const Kind kind;
  StreamEnd* peer = nullptr;  // null until the two are joined
  bool has_message = false;   // read, and not sent on yet
  bool writing = false;
  bool closed = false;
  // The end of writing after Close(): ends the stream.
  void FinishClosed();

 private:
  const std::shared_ptr<const void> held_;
  StreamSwitch& switch_;
  grpc::CallbackServerContext& context_;
  grpc::ByteBuffer incoming_;
  grpc::ByteBuffer outgoing_;
  grpc::Status status_;  // of Close()
};

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

using std::chrono::steady_clock;

// The time that a bot may take to come back after the arena has ended its
// stream.
constexpr std::chrono::seconds kReturn(5);
constexpr std::chrono::milliseconds kEndLook(1);  // for the end of what is used

grpc::Status LeftStatus() {
  return {grpc::StatusCode::UNAVAILABLE,
          "the connection of the bot to the arena has ended"};
}

// The status for a Describe: the referee does not try again.
grpc::Status ClosedStatus() {
  return {grpc::StatusCode::FAILED_PRECONDITION,
          "the arena plays this bot no more"};
}

class PrivateRelay;

// A call of Describe; deletes itself when gRPC is done with it.
class DescribeCall final : public grpc::ServerUnaryReactor {
 public:
  DescribeCall(PrivateRelay& relay, v1::DescribeResponse& response)
      : relay_(relay), response_(response) {}
  void Answer(const v1::DescribeResponse& description) {
    response_ = description;
    Finish(grpc::Status::OK);
  }
  void OnCancel() override;
  void OnDone() override { delete this; }

 private:
  PrivateRelay& relay_;
  v1::DescribeResponse& response_;
};

// The service that the referee calls.
class RelayService final
    : public v1::BotService::WithCallbackMethod_Describe<
          v1::BotService::WithRawCallbackMethod_Play<v1::BotService::Service>> {
 public:
  explicit RelayService(PrivateRelay& relay) : relay_(relay) {}
  grpc::ServerUnaryReactor* Describe(grpc::CallbackServerContext* context,
                                     const v1::DescribeRequest* request,
                                     v1::DescribeResponse* response) override;
  Relay::AttendReactor* Play(grpc::CallbackServerContext* context) override;

 private:
  PrivateRelay& relay_;
};

class PrivateRelay final : public Relay, private StreamSwitch {
 public:
  explicit PrivateRelay(RelaySettings settings)
      : settings_(std::move(settings)) {}
  ~PrivateRelay() override {
    // Cancels the calls that are open, and waits for their end.
    if (server_ != nullptr) {
      server_->Shutdown(std::chrono::system_clock::now());
      server_->Wait();
    }
    EndAll(LeftStatus());
    const std::weak_ptr<PrivateRelay*> used = self_;
    self_.reset();
    // By an alarm, or by a stream that gRPC is not done with.
    while (!used.expired()) std::this_thread::sleep_for(kEndLook);
  }

  bool Listen() {
    grpc::ServerBuilder builder;
    builder.SetMaxReceiveMessageSize(-1);  // of the referee
    int port = 0;
    builder.AddListeningPort(address(), grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    return server_ != nullptr && port != 0;
  }

  AttendReactor* Attend(grpc::CallbackServerContext& context) override {
    auto* const end =
        new StreamEnd(StreamEnd::Kind::kAttend, *this, context, self_);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (closed_) {
        end->Close(*closed_);
        return end;
      }
      if (attending_ == settings_.streams) {
        end->Close({grpc::StatusCode::RESOURCE_EXHAUSTED,
                    absl::StrFormat("the bot has %d streams open; expected at "
                                    "most that many",
                                    attending_)});
        return end;
      }
      ++attending_;
      all_.push_back(end);
      settled_ = steady_clock::now() + kReturn;
      end->Read();
      Join(*end, playing_, free_);
      AnswerDescribes();
    }
    settings_.on_change();
    return end;
  }

  AttendReactor* Play(grpc::CallbackServerContext& context) {
    auto* const end =
        new StreamEnd(StreamEnd::Kind::kPlay, *this, context, self_);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) {
      end->Close(LeftStatus());
      return end;
    }
    end->Read();
    Join(*end, free_, playing_);
    return end;
  }

  // Answers at once if a stream is free, otherwise when one is, or refuses when
  // the patience is over.
  grpc::ServerUnaryReactor* Describe(v1::DescribeResponse& response) {
    auto* const call = new DescribeCall(*this, response);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_) {
      call->Finish(ClosedStatus());
      return call;
    }
    if (!free_.empty()) {
      call->Answer(settings_.description);
      return call;
    }
    std::unique_ptr<grpc::Alarm>& alarm = waiting_[call];
    alarm = std::make_unique<grpc::Alarm>();
    alarm->Set(
        std::chrono::system_clock::now() + settings_.patience,
        [self = std::weak_ptr<PrivateRelay*>(self_), call](bool expired) {
          const std::shared_ptr<PrivateRelay*> relay = self.lock();
          if (expired && relay != nullptr) (*relay)->GiveUp(call);
        });
    return call;
  }

  // The referee waits no longer.
  void Cancelled(DescribeCall* call) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (waiting_.erase(call) > 0) call->Finish(grpc::Status::CANCELLED);
  }

  void Dismiss(const grpc::Status& status) override {
    EndAll(status);
    settings_.on_change();
  }

  void Close(const grpc::Status& status) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      closed_ = status;
      for (auto& [call, alarm] : waiting_) call->Finish(ClosedStatus());
      waiting_.clear();
      const std::deque<StreamEnd*> playing = playing_;
      for (StreamEnd* end : playing) Remove(*end, LeftStatus());
    }
    Dismiss(status);
  }

  [[nodiscard]] std::string address() const override {
    return "unix:" + settings_.socket_path;
  }

  [[nodiscard]] int open_streams() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return attending_;
  }

  [[nodiscard]] bool IsAway() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return attending_ == 0 || gave_up_;
  }

  void Forgive() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    gave_up_ = false;
  }

  [[nodiscard]] int times_left() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return times_left_;
  }

  [[nodiscard]] steady_clock::time_point SettledAt() override {
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool on_its_way =
        attending_ < settings_.streams && (attending_ > 0 || ended_by_arena_);
    return on_its_way ? settled_ : steady_clock::time_point::min();
  }

 private:
  void EndAll(const grpc::Status& status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::vector<StreamEnd*> all = all_;
    for (StreamEnd* end : all) End(*end, status, LeftStatus());
  }

  // Requires of all below: mutex_ is held, unless they take it.

  // Joins `end` with the first of `partners`, or adds it to `others`.
  static void Join(StreamEnd& end, std::deque<StreamEnd*>& partners,
                   std::deque<StreamEnd*>& others) {
    if (partners.empty()) {
      others.push_back(&end);
      return;
    }
    StreamEnd& partner = *partners.front();
    partners.pop_front();
    end.peer = &partner;
    partner.peer = &end;
    if (partner.has_message) end.Send(partner);
  }

  void AnswerDescribes() {
    if (free_.empty()) return;
    for (auto& [call, alarm] : waiting_) call->Answer(settings_.description);
    waiting_.clear();
  }

  // The patience with `call` is over, unless it was answered meanwhile.
  void GiveUp(DescribeCall* call) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (waiting_.erase(call) == 0) return;
    gave_up_ = true;
    ++times_left_;
    call->Finish(
        {grpc::StatusCode::FAILED_PRECONDITION,
         absl::StrFormat("the bot is away, and did not come back within %d ms",
                         settings_.patience.count())});
  }

  void OnRead(StreamEnd& end, bool ok) override {
    bool ended = false;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (end.closed) return;
      end.has_message = ok;
      if (!ok) {
        ended = true;
        End(end, grpc::Status::OK, LeftStatus());
      } else if (end.peer != nullptr) {
        if (!end.peer->writing) end.peer->Send(end);
      } else if (end.kind == StreamEnd::Kind::kAttend) {
        ended = true;
        End(end,
            {grpc::StatusCode::INVALID_ARGUMENT,
             "a message before any decision was asked; expected none"},
            LeftStatus());
      }
    }
    if (ended) settings_.on_change();
  }

  void OnWritten(StreamEnd& end, bool ok) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    end.writing = false;
    if (end.closed) {
      end.FinishClosed();
    } else if (ok && end.peer != nullptr && end.peer->has_message) {
      end.Send(*end.peer);
    }
    // If it failed, the stream has ended, and the read fails too.
  }

  void OnBroken(StreamEnd& end) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (end.closed) return;
      End(end, grpc::Status::OK, LeftStatus());
    }
    settings_.on_change();
  }

  // Ends a stream, and the one that it is joined with: an Attend stream with
  // OK, since the bot did nothing wrong; a Play stream with `play_status`.
  void End(StreamEnd& end, const grpc::Status& status,
           const grpc::Status& play_status) {
    StreamEnd* const peer = end.peer;
    ended_by_arena_ = end.kind == StreamEnd::Kind::kPlay && peer != nullptr;
    if (end.kind == StreamEnd::Kind::kAttend) ++times_left_;
    Remove(end, status);
    if (peer == nullptr) return;
    const bool plays = peer->kind == StreamEnd::Kind::kPlay;
    Remove(*peer, plays ? play_status : grpc::Status::OK);
  }

  void Remove(StreamEnd& end, const grpc::Status& status) {
    if (end.kind == StreamEnd::Kind::kAttend) {
      --attending_;
      settled_ = steady_clock::now() + kReturn;
      std::erase(all_, &end);
      std::erase(free_, &end);
    } else {
      std::erase(playing_, &end);
    }
    end.Close(status);
  }

  const RelaySettings settings_;
  std::mutex mutex_;  // guards the following, and the members of all ends
  int attending_ = 0;
  std::vector<StreamEnd*> all_;     // Attend streams
  std::deque<StreamEnd*> free_;     // those that are not joined
  std::deque<StreamEnd*> playing_;  // Play streams that are not joined
  // Describes that wait for the bot, with the end of the patience.
  std::map<DescribeCall*, std::unique_ptr<grpc::Alarm>> waiting_;
  bool gave_up_ = false;
  int times_left_ = 0;
  std::optional<grpc::Status> closed_;  // the status of Close()
  bool ended_by_arena_ = false;         // the last stream that ended
  steady_clock::time_point settled_ = steady_clock::time_point::min();
  // Alarms may fire when this is gone.
  std::shared_ptr<PrivateRelay*> self_ = std::make_shared<PrivateRelay*>(this);
  RelayService service_{*this};
  std::unique_ptr<grpc::Server> server_;
};

void DescribeCall::OnCancel() { relay_.Cancelled(this); }

grpc::ServerUnaryReactor* RelayService::Describe(
    grpc::CallbackServerContext* /*context*/,
    const v1::DescribeRequest* /*request*/, v1::DescribeResponse* response) {
  return relay_.Describe(*response);
}

Relay::AttendReactor* RelayService::Play(grpc::CallbackServerContext* context) {
  return relay_.Play(*context);
}

}  // namespace

grpc::Status WithdrawnStatus() {
  return {grpc::StatusCode::UNAUTHENTICATED,
          "the author's token has been withdrawn"};
}

absl::StatusOr<std::unique_ptr<Relay>> Relay::Make(RelaySettings settings) {
  const std::string path = settings.socket_path;
  auto relay = std::make_unique<PrivateRelay>(std::move(settings));
  if (relay->Listen()) return std::unique_ptr<Relay>(std::move(relay));
  return absl::UnavailableError(
      absl::StrFormat("%s: cannot serve at this socket", path));
}

}  // namespace couillon::arena
