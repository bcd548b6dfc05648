// Links to bots over gRPC: processes that the referee starts, each serving
// BotService on a socket of its own, and bots that are running already. One
// completion queue and one thread for all bots of a worker.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/process/bot_process.h"
#include "arena/process/sandbox.h"
#include "arena/process/supervisor.h"
#include "arena/referee/bot_description.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/remote_bot.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class ProcessWatch;
class SocketFolder;

// One bot, and how it is reached.
struct GrpcBot {
  int link = 0;                     // number among the links of the worker
  std::string name;                 // for messages
  BotProgram program;               // to be started, unless it is
  std::optional<RemoteBot> remote;  // running already
  std::uint32_t largest_batch = 0;  // besides its own limit; 0 for none
};

// The limits of design: start, move and margin, in milliseconds.
struct GrpcLimits {
  std::uint32_t start_ms = 0;
  std::uint32_t move_ms = 0;
  std::uint32_t margin_ms = 0;
};

// Where the bots serve: each on a socket of its own, in the file system or at
// a free port of the loopback device. In a sandbox there is no network.
enum class BotTransport : std::uint8_t { kUnixSocket, kLoopbackTcp };

// What the links of a worker share.
struct GrpcWorkerConfig {
  int worker = 0;
  const SocketFolder* folder = nullptr;     // outlives the links
  std::vector<const CompiledRules*> rules;  // of the league, by index
  GrpcLimits limits;
  BotTransport transport = BotTransport::kUnixSocket;
  ProcessLimits process_limits;
  ProcessWatch* watch = nullptr;   // outlives the links; null: nobody watches
  std::optional<Sandbox> sandbox;  // without it bots run as any program does
  // Variables for all bots, as BotProgram::passed.
  std::vector<std::string> environment;
  // Whether processes are stopped while they have nothing to decide.
  bool rest_between_decisions = false;
};

// The waiter of a worker; it makes the links that it serves, and outlives
// them.
class GrpcWaiter : public EventWaiter {
 public:
  static std::unique_ptr<GrpcWaiter> Make(GrpcWorkerConfig config);
  virtual std::unique_ptr<BotLink> MakeLink(GrpcBot bot) = 0;
};

// Starts a bot or calls it at its address, asks it who it is, and stops it
// again if it was started. The error names the bot and says what it did, with
// its last stderr output.
absl::Status TryBot(const GrpcWorkerConfig& config, const GrpcBot& bot,
                    BotDescription& description);

}  // namespace couillon::arena
