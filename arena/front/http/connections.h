// The connections of a server of pages. Each brings one request and gets one
// answer; a client that is slow, or sends too much, costs a connection within a
// quota, and nobody else's time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arena/players/sockets/connection_quota.h"
#include "arena/players/sockets/listening_sockets.h"

struct pollfd;  // NOLINT(readability-identifier-naming): of poll.h

namespace couillon::arena {

// The limits of a request.
inline constexpr std::size_t kMaxHeaderBytes = 16384;  // with the request line
inline constexpr std::size_t kMaxBodyBytes = 1024;

enum class RequestState : std::uint8_t { kIncomplete, kWhole, kRefused };

struct RequestText {
  RequestState state = RequestState::kIncomplete;
  int refusal = 0;   // of kRefused: the status of the answer
  std::string text;  // of kWhole: the request line and the headers that matter
};

// Returns whether `bytes`, all that a client has sent, are a whole request
// within the limits. Of its headers those remain that an answer depends on: a
// range, a coding or a condition would only let a client ask for work. The body
// is left out, since no answer depends on it. Refused are headers or a body
// that are too large (431, 413), and a body of unknown size (411).
RequestText ReadRequest(std::string_view bytes);

struct ConnectionLimits {
  ConnectionQuota quota;
  // From the connection to the end of the request.
  std::chrono::milliseconds request_time{10'000};
  // For an answer, and what a client has to read per second beyond that.
  std::chrono::milliseconds answer_time{30'000};
  std::size_t least_bytes_per_second = 8192;
  // For a client that gets events and reads nothing.
  std::chrono::milliseconds stall_time{10'000};
  // For the answers that are under way when the server ends.
  std::chrono::milliseconds end_time{1'000};
  // Answers that clients have not read yet, in all; the newest may be larger.
  std::size_t most_unread_bytes = std::size_t{64} << 20;
};

class Connections;

// A request that waits for its answer, in a thread that may take its time.
class Exchange {
 public:
  Exchange(Connections& connections, std::uint64_t id, std::string request)
      : connections_(connections), id_(id), request_(std::move(request)) {}

  [[nodiscard]] const std::string& request() const { return request_; }
  // Sends bytes of an answer that goes on, and waits until the client has taken
  // them. False: the client is gone or reads nothing, or the server ends.
  bool Send(std::string_view bytes);
  // Returns true if the client is still there.
  [[nodiscard]] bool IsOpen();
  // Ends the answer with these bytes, without waiting for the client.
  void End(std::string bytes);

 private:
  // The socket, which stays open until End(); -1 if the client is gone.
  int Keep();

  Connections& connections_;
  const std::uint64_t id_;
  const std::string request_;
  int socket_ = -1;  // once it is kept
};

class Connections {
 public:
  // Calls `on_request` in a thread of this object for each request, with an
  // exchange that is to be ended in another thread.
  Connections(ListeningSockets listening, ConnectionLimits limits,
              std::function<void(std::shared_ptr<Exchange>)> on_request);
  // Requires: all exchanges have ended.
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // Accepts nobody any more, and returns when the answers under way are sent,
  // at the latest after the time for that; breaks those that are left.
  void Stop();

  [[nodiscard]] int port() const { return listening_.port(); }

 private:
  friend class Exchange;
  using Clock = std::chrono::steady_clock;
  enum class State : std::uint8_t {
    kReading,    // the request
    kAnswering,  // an exchange is under way
    kKept,       // the same; the exchange uses the socket
    kSending,    // the answer
    kLingering,  // until the client has closed its side
  };
  struct Connection {
    int socket = -1;
    std::string client;
    State state = State::kReading;
    Clock::time_point since;
    Clock::time_point deadline;  // of all states but the exchange's
    std::string bytes;           // of the request, or of the answer
    std::size_t sent = 0;        // of the answer
  };
  using ById = std::map<std::uint64_t, Connection>;

  void Run();
  void Wake();
  // All functions below require that mutex_ is held. Lists the sockets to be
  // polled: that of wake_, then those of the connections `ids`. Returns when
  // the next deadline is.
  Clock::time_point ListSockets(std::vector<pollfd>& polled,
                                std::vector<std::uint64_t>& ids) const;
  [[nodiscard]] bool is_stopping() const {
    return stop_at_ != Clock::time_point::max();
  }
  // Once it is stopping: ends all but answers, and says whether Run() ends.
  bool HasStopped();
  // Accepts those who wait. False if no descriptor was left for one.
  bool Accept();
  void MakeRoom(const std::string& client);
  void LimitUnreadBytes(std::uint64_t newest);
  // Continues a connection whose socket is ready. Returns false at its end.
  bool Continue(std::uint64_t id, Connection& connection);
  bool Read(std::uint64_t id, Connection& connection);
  bool SendMore(Connection& connection);
  void Answer(std::uint64_t id, Connection& connection, std::string bytes);
  void EndLate(Clock::time_point now);
  ById::iterator Close(ById::iterator connection);

  const ListeningSockets listening_;
  const ConnectionLimits limits_;
  const std::function<void(std::shared_ptr<Exchange>)> on_request_;
  const int wake_;    // an eventfd
  std::mutex mutex_;  // guards the following
  Clock::time_point stop_at_ = Clock::time_point::max();
  std::uint64_t next_ = 1;
  std::size_t exchanges_ = 0;  // under way
  ById connections_;
  std::thread thread_;
};

}  // namespace couillon::arena
