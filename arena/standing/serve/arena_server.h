// The server of ArenaService: bots connect to it and are played on these
// connections, and programs read the standings (docs/remote-bots.md).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/rpc/task_thread.h"
#include "arena/standing/serve/attendance_desk.h"
#include "arena/standing/serve/watch_board.h"

namespace couillon::v1 {
class BotEntry;
}  // namespace couillon::v1

namespace couillon::arena {

// Calls that ask for the standings of an arena that serves. They take seconds
// of a large arena, so callers share an answer, and nothing else waits for it.

// Thread-safe.
class StandingsCalls {
 public:
  using Standings = absl::StatusOr<std::string>;
  using Answer = std::function<void(const Standings&)>;

  // `compute` is called in the thread of this object.
  explicit StandingsCalls(std::function<Standings()> compute)
      : compute_(std::move(compute)) {}

  // Calls `answer` in the thread of this object with standings that are
  // computed after this call. All calls that wait at a time get the same ones.
  // ResourceExhausted, and no answer, if the author has two calls open.
  absl::Status Add(const std::string& author, Answer answer);

 private:
  struct Call {
    std::string author;
    Answer answer;
  };
  void AnswerAll();

  const std::function<Standings()> compute_;
  std::mutex mutex_;  // guards the following
  std::vector<Call> waiting_;
  std::map<std::string, int> open_;  // calls, by author
  TaskThread thread_;                // the first to end
};

struct ArenaPlace {
  std::string listen;            // "HOST:PORT", port 0 for any, or "unix:/PATH"
  std::string certificate;       // in PEM, with its chain; empty: no TLS
  std::string private_key;       // of the certificate, in PEM
  bool allow_plaintext = false;  // without TLS to other machines
};

struct ArenaOffice {
  std::string directory;  // of the arena
  // The standings as JSON. Called in a thread of the server.
  std::function<absl::StatusOr<std::string>()> standings;
  // Called after a bot has joined or come back, in a thread of the server.
  std::function<void(const std::string& label, bool is_new)> on_submitted;
  // Checks a bot that wants to join, at its address; an error is the reason for
  // a refusal. In threads of the server, for several bots at a time. Empty: new
  // bots are not checked.
  std::function<absl::Status(const v1::BotEntry& bot)> check;
  // Called after a bot was refused for that reason, in a thread of the server.
  // `name` is AUTHOR/BOT, as also below.
  std::function<void(const std::string& name, const std::string& reason)>
      on_refused;
  // Called after a bot has left in its check, in a thread of the server.
  std::function<void(const std::string& name)> on_left;
};

class ArenaServer {
 public:
  // Serves from now on. InvalidArgument if others could read what is sent:
  // without TLS at an address that other machines reach, unless that is
  // allowed. Unavailable if it cannot listen there, or if certificate and key
  // do not match. Requires: `desk` and `board` outlive the server.
  static absl::StatusOr<std::unique_ptr<ArenaServer>> Start(
      const ArenaPlace& place, ArenaOffice office, AttendanceDesk& desk,
      WatchBoard& board);
  ArenaServer(const ArenaServer&) = delete;
  ArenaServer& operator=(const ArenaServer&) = delete;
  // Ends all calls.
  virtual ~ArenaServer() = default;

  // The address of the server, with the actual port.
  [[nodiscard]] virtual const std::string& address() const = 0;

 protected:
  ArenaServer() = default;
};

}  // namespace couillon::arena
