// The SDK for bots in C++: makes a program that serves BotService out of a
// Strategy. A whole bot is a Strategy and
//
//   int main() {
//     MyBot bot;
//     return couillon::bots::ServeBot({.name = "my-bot"}, bot).ok() ? 0 : 1;
//   }
//
// The server runs in one thread, in which the strategy is called.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bots/cpp/strategy.h"

namespace couillon::bots {

// What a bot says of itself when it is asked.
struct BotInfo {
  std::string name;
  std::string version = "1";
  std::string author = {};
  // Ids of the rulesets that it plays, without switches; empty for all.
  std::vector<std::string> rulesets = {};
  std::uint32_t largest_batch = 0;   // decisions in a message; 0: no limit
  std::uint32_t most_in_flight = 0;  // unanswered messages; 0: no limit
};

// Serves `strategy` at the address in the environment variable
// COUILLON_LISTEN ("unix:/path" or "host:port") until the process gets
// SIGTERM or SIGINT; then ends the open streams and returns OK. If the parent
// process dies, this one is killed (Linux). FailedPrecondition if the variable
// is unset, Unavailable if the address cannot be served.
//
// Call it once, from main, before other threads start: it takes the two
// signals over for the whole process.
absl::Status ServeBot(const BotInfo& info, Strategy& strategy);

// The same without a process around it: for tests, and for programs that
// serve more than one bot.
class BotServer {
 public:
  // Listens at `address`, from when on clients can connect. Unavailable if it
  // cannot be served. Requires: `strategy` outlives the server.
  static absl::StatusOr<std::unique_ptr<BotServer>> Start(
      const std::string& address, const BotInfo& info, Strategy& strategy);

  BotServer(const BotServer&) = delete;
  BotServer& operator=(const BotServer&) = delete;
  virtual ~BotServer() = default;

  // Serves in this thread until Stop is called in another. Call it once, and
  // always: a server that was started has to run before it is destroyed.
  virtual void Run() = 0;

  // Ends the open streams and makes Run return. Safe from any thread but not
  // from signal handlers; call it once.
  virtual void Stop() = 0;

 protected:
  BotServer() = default;
};

}  // namespace couillon::bots
