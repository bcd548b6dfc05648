// Offers a bot that has connected to the arena as a bot at an address: it
// serves BotService on a private unix socket, answers Describe with what the
// bot said when it joined, and joins each Play stream of the referee with one
// of the bot's Attend streams. So limits, faults and disguises are those of any
// remote bot.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "couillon/v1/bot_service.pb.h"

namespace grpc {
class ByteBuffer;
class CallbackServerContext;
class Status;
template <class Request, class Response>
class ServerBidiReactor;
}  // namespace grpc

namespace couillon::arena {

struct RelaySettings {
  std::string socket_path;           // of a unix socket; no file is there yet
  v1::DescribeResponse description;  // of the bot
  int streams = 1;                   // that the bot keeps open
  // The time that the referee's Describe waits for a bot that is away, less
  // than the start limit.
  std::chrono::milliseconds patience{0};
  // Called when streams open or end; in gRPC's threads, with no lock held.
  std::function<void()> on_change;
};

// The status of the streams of a bot whose author is no longer admitted.
grpc::Status WithdrawnStatus();

// Thread-safe.
class Relay {
 public:
  using AttendReactor =
      grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>;

  // Serves at the socket from now on. Unavailable if it cannot.
  static absl::StatusOr<std::unique_ptr<Relay>> Make(RelaySettings settings);
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;
  // Ends all streams, and waits until gRPC is done with them: of a bot whose
  // connection is dead, until the keepalive has noticed. Requires: no other
  // call of this object is under way or comes later.
  virtual ~Relay() = default;

  // Takes a call of Attend, or ends it if the bot has all its streams.
  virtual AttendReactor* Attend(grpc::CallbackServerContext& context) = 0;
  // Ends all Attend streams with this status.
  virtual void Dismiss(const grpc::Status& status) = 0;
  // The same, and ends all calls that come later, of the bot and of the
  // referee, at once.
  virtual void Close(const grpc::Status& status) = 0;

  // The address for the referee.
  [[nodiscard]] virtual std::string address() const = 0;
  // The Attend streams that are open.
  [[nodiscard]] virtual int open_streams() = 0;
  // Returns true if the bot has no stream, or has failed since Forgive() to
  // open one while the referee waited for it.
  [[nodiscard]] virtual bool IsAway() = 0;
  virtual void Forgive() = 0;
  // The number of times that the bot has left: has ended a stream, or lost its
  // connection, or was dismissed, or was awaited in vain.
  [[nodiscard]] virtual int times_left() = 0;
  // When the bot is expected to have settled down: some but not all of its
  // streams are open, or the arena has just ended some; the past otherwise.
  [[nodiscard]] virtual std::chrono::steady_clock::time_point SettledAt() = 0;

 protected:
  Relay() = default;
};

}  // namespace couillon::arena
