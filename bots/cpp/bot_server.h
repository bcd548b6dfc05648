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

// A bot's answer to Describe: its name, rulesets and limits.
struct BotInfo {
  std::string name;
  std::string version = "1";
  std::string author = {};
  // Ids of the rulesets that it plays, without switches; empty for all.
  std::vector<std::string> rulesets = {};
  std::uint32_t max_batch = 0;      // decisions in a message; 0: no limit
  std::uint32_t max_in_flight = 0;  // unanswered messages; 0: no limit
  bool wants_results = false;       // whether Strategy::OnResult is called
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

// Where a bot that the referee does not start is served, and to whom.
struct ServingPlace {
  std::string address;      // "host:port", port 0 for any, or "unix:/path"
  std::string certificate;  // in PEM, with its chain; empty: no TLS
  std::string private_key;  // of the certificate, in PEM
  std::string token;  // every call must carry it as "authorization: Bearer
                      // TOKEN"; empty: any client may call
};

// Serves `strategy` at `place` as ServeBot does, but lives on when the parent
// process dies. Prints "serving at ADDRESS" to stdout as soon as clients can
// connect.
absl::Status ServeBotAt(const ServingPlace& place, const BotInfo& info,
                        Strategy& strategy);

// The same without a process around it: for tests, and for programs that
// serve more than one bot.
class BotServer {
 public:
  // Listens at `place`, from when on clients can connect. Unavailable if it
  // cannot be served, also if certificate and key do not fit. Requires:
  // `strategy` outlives the server.
  static absl::StatusOr<std::unique_ptr<BotServer>> Start(
      const ServingPlace& place, const BotInfo& info, Strategy& strategy);

  BotServer(const BotServer&) = delete;
  BotServer& operator=(const BotServer&) = delete;
  virtual ~BotServer() = default;

  // Where it listens: the address, with the port that it got.
  [[nodiscard]] virtual const std::string& address() const = 0;

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
