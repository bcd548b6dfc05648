// The settings of bots over gRPC: those of each bot, and those that the links
// of a worker share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/process/bot_program.h"
#include "arena/process/process_limits.h"
#include "arena/process/sandbox.h"
#include "arena/referee/bot_link.h"
#include "arena/referee/clock.h"
#include "arena/rpc/remote_bot.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class ProcessWatch;
class SocketFolder;

// One bot, and how it is reached.
struct GrpcBot {
  LinkIndex link{};                 // among the links of the worker
  std::string name;                 // for messages
  BotProgram program;               // to be started, unless it is
  std::optional<RemoteBot> remote;  // running already
  std::uint32_t max_batch = 0;      // besides its own limit; 0 for none
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
  ProcessWatch* watch = nullptr;   // outlives the links; null: no watch
  std::optional<Sandbox> sandbox;  // without it bots run as any program does
  // Variables for all bots, as BotProgram::passed.
  std::vector<std::string> environment;
  // Whether processes are stopped while they have nothing to decide.
  bool rest_between_decisions = false;
  // Outlives the links.
  const Clock* clock = &MachineClock();
};

}  // namespace couillon::arena
