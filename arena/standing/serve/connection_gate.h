// The door of an arena that serves: accepts connections, passes them on to
// gRPC, and ends those that bring no author, so that strangers cannot use up
// the descriptors of the arena.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "arena/players/rpc/task_thread.h"
#include "arena/players/sockets/connection_quota.h"
#include "arena/players/sockets/listening_sockets.h"

namespace couillon::arena {

struct GateLimits {
  std::size_t most = 1024;  // connections in all, two descriptors each
  ConnectionQuota guests;   // connections on which no author has called yet
  // The time that a connection may stay one of a guest.
  std::chrono::milliseconds guest_time{20'000};
  // And after a call without the token of an author, for its status to arrive.
  std::chrono::milliseconds refused_time{2'000};
  // The bytes that a guest may send. The call of an author needs far less.
  std::uint64_t guest_bytes = 12 << 10;
  // Calls without the token of an author, after which a guest ends at once.
  int refused_calls = 4;
  // The bytes that all guests may send at once, and per second. Beyond that
  // nobody is accepted for a while, so that gRPC can end what they have begun:
  // some 30 bytes begin a call, for which it needs 2 KB.
  std::int64_t all_guest_bytes = 512 << 10;
  std::int64_t guest_bytes_per_second = 256 << 10;
};

// Returns limits that leave half of `descriptors`, the most that this process
// may have open, to everything else.
GateLimits GateLimitsFor(int descriptors);

// Thread-safe.
class ConnectionGate {
 public:
  // Passes accepted sockets on with `pass_on`, which owns them from then on,
  // in a thread of this object that does nothing else, once it is open: gRPC
  // may read and serve the connection before it returns.
  ConnectionGate(ListeningSockets listening, GateLimits limits,
                 std::function<void(int listening, int socket)> pass_on);
  // Accepts nobody any more; connections stay.
  ~ConnectionGate();
  ConnectionGate(const ConnectionGate&) = delete;
  ConnectionGate& operator=(const ConnectionGate&) = delete;

  // Accepts connections from now on.
  void Open();
  // False if the connection from `grpc_peer` has ended: gRPC may hold many
  // calls of it that nobody waits for.
  bool IsOpen(std::string_view grpc_peer);
  // An author has called on the connection from `grpc_peer`, as gRPC names it.
  // False if `most` other connections are the author's: this one stays a
  // guest's.
  bool Admit(std::string_view grpc_peer, const std::string& author,
             std::size_t most);

  // A call without the token of an author has come from `grpc_peer`.
  void Refuse(std::string_view grpc_peer);

  [[nodiscard]] int port() const { return listening_.port(); }

 private:
  using Clock = std::chrono::steady_clock;
  struct Held {
    int socket = -1;     // a copy of gRPC's descriptor
    std::string client;  // see PeerAddress
    std::string peer;    // the same; empty: not counted as a guest
    std::string author;  // empty: none yet
    Clock::time_point since;
    Clock::time_point end;  // of a guest
    int refused_calls = 0;
    std::uint64_t charged = 0;  // bytes that were taken from credit_
    [[nodiscard]] bool is_guest() const {
      return author.empty() && !peer.empty();
    }
  };
  using ById = std::map<std::uint64_t, Held>;

  void Run();
  // All functions below require that mutex_ is held. Ends the guests who are
  // late. Returns when the next one will be.
  Clock::time_point EndLateGuests();
  // Accepts some of those who wait. False if no descriptor was left for one.
  bool Accept(int listening);
  bool MakeRoom(const std::string& client);
  // Adds what the time that has passed allows guests to send.
  void Refill(Clock::time_point now);
  // Takes what a guest has sent from credit_, and ends those who sent too much.
  void Charge(ById::iterator guest);
  // Returns true if new connections are accepted now.
  void Listen(bool accept);
  // `events` of epoll: a guest has sent something, or a connection has ended.
  void OnEvents(ById::iterator held, std::uint32_t events);
  void End(ById::iterator held);
  // The same; what a guest has sent, or has not read, is dropped at once.
  void Break(ById::iterator guest);

  const ListeningSockets listening_;
  const GateLimits limits_;
  const std::function<void(int listening, int socket)> pass_on_;
  const int polled_;  // an epoll: of wake_, the listening and the held sockets
  const int wake_;    // an eventfd
  std::mutex mutex_;  // guards the following
  bool stop_ = false;
  bool accepts_ = true;
  std::int64_t credit_;  // bytes that guests may still send
  Clock::time_point refilled_ = Clock::now();
  std::uint64_t next_;
  ById held_;
  std::map<std::string, std::uint64_t> by_peer_;
  std::map<std::string, std::size_t> of_author_;  // connections
  TaskThread passing_;                            // calls pass_on_
  std::thread thread_;
};

}  // namespace couillon::arena
