// The SDK for bots in C++: turns a Strategy into a program that serves
// BotService. A complete bot is a Strategy and
//
//   int main() {
//     MyBot bot;
//     return couillon::bots::ServeBot({.name = "my-bot"}, bot).ok() ? 0 : 1;
//   }
//
// The server runs in one thread, which also calls the strategy.
#pragma once

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "bots/cpp/bot_info.h"  // IWYU pragma: export
#include "bots/cpp/strategy.h"

namespace couillon::bots {

// Serves `strategy` at the address in the environment variable
// COUILLON_LISTEN ("unix:/path" or "host:port") until the process gets
// SIGTERM or SIGINT; then ends the open streams and returns OK. If the parent
// process ends, this one is killed (Linux). FailedPrecondition if the variable
// is unset, Unavailable if it cannot listen at the address.
//
// Call it once, from main, before other threads start: it handles the two
// signals for the whole process.
absl::Status ServeBot(const BotInfo& info, Strategy& strategy);

// The address, TLS settings and token of a bot that the referee does not start.
struct ServingPlace {
  std::string address;      // "host:port", port 0 for any, or "unix:/path"
  std::string certificate;  // in PEM, with its chain; empty: no TLS
  std::string private_key;  // of the certificate, in PEM
  std::string token;  // every call must carry it as "authorization: Bearer
                      // TOKEN"; empty: any client may call
};

// Serves `strategy` at `place` as ServeBot does, but continues when the parent
// process ends. Prints "serving at ADDRESS" to stdout as soon as clients can
// connect.
absl::Status ServeBotAt(const ServingPlace& place, const BotInfo& info,
                        Strategy& strategy);

// The server of ServeBot as an object, without signals: for tests, and for
// programs that serve more than one bot.
class BotServer {
 public:
  // Listens at `place`; clients can connect from then on. Unavailable if it
  // cannot listen there or if certificate and key do not match. Requires:
  // `strategy` outlives the server.
  static absl::StatusOr<std::unique_ptr<BotServer>> Start(
      const ServingPlace& place, const BotInfo& info, Strategy& strategy);

  BotServer(const BotServer&) = delete;
  BotServer& operator=(const BotServer&) = delete;
  virtual ~BotServer() = default;

  // The address at which it listens, with the actual port.
  [[nodiscard]] virtual const std::string& address() const = 0;

  // Serves in this thread until another thread calls Stop. Requires: called
  // exactly once before the server is destroyed.
  virtual void Run() = 0;

  // Ends the open streams and makes Run return. Thread-safe, but not
  // async-signal-safe. Requires: called once.
  virtual void Stop() = 0;

 protected:
  BotServer() = default;
};

}  // namespace couillon::bots
