// The settings of bots over gRPC: per bot, and shared by the links of a worker.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/rpc/remote_bot.h"
#include "arena/players/system/process_limits.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/clock.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class ProcessWatch;
class SocketFolder;
class StderrFolder;

// The limits of design: start, move and margin, in milliseconds.
struct GrpcLimits {
  std::uint32_t start_ms = 0;
  std::uint32_t move_ms = 0;
  std::uint32_t margin_ms = 0;
};

// Limits of one bot in place of those of its worker.
struct OwnGrpcLimits {
  GrpcLimits limits;
  ProcessLimits process_limits;
  std::uint32_t scratch_mb = 0;  // as Sandbox::scratch_mb; at least 1
};

// One bot, and how to reach it.
struct GrpcBot {
  LinkIndex link{};                 // among the links of the worker
  std::string name;                 // for messages
  BotProgram program;               // to start; unused if `remote` is set
  std::optional<RemoteBot> remote;  // already running
  std::uint32_t max_batch = 0;      // in addition to its own; 0: no limit
  std::optional<OwnGrpcLimits> own_limits;  // null: those of the worker

  // The limits of this bot, of a worker with `limits`.
  [[nodiscard]] const GrpcLimits& LimitsIn(const GrpcLimits& limits) const {
    return own_limits ? own_limits->limits : limits;
  }
};

// The address at which each bot serves: on its own unix socket, or at a free
// port of the loopback device, which is not available in a sandbox.
enum class BotTransport : std::uint8_t { kUnixSocket, kLoopbackTcp };

// The settings that the links of a worker share.
struct GrpcWorkerConfig {
  int worker = 0;
  const SocketFolder* folder = nullptr;     // outlives the links
  std::vector<const CompiledRules*> rules;  // of the league, by index
  GrpcLimits limits;
  BotTransport transport = BotTransport::kUnixSocket;
  ProcessLimits process_limits;
  ProcessWatch* watch = nullptr;   // outlives the links; null: no watch
  std::optional<Sandbox> sandbox;  // null: bots run like any program
  // Variables for all bots, as BotProgram::passed.
  std::vector<std::string> environment;
  // Keeps the whole stderr of bots; outlives the links. Null: it is not kept.
  StderrFolder* stderr_folder = nullptr;
  // Returns why the bot with a name that has been silent since a moment may not
  // be to blame; empty: it is. Null: every bot is. Called by any thread.
  std::function<std::string(const std::string& bot, Clock::time_point since)>
      excuse;
  // True if a bot's processes are stopped while it has no open decision.
  bool rest_between_decisions = false;
  std::chrono::milliseconds term_grace{200};  // from SIGTERM to SIGKILL
  // Outlives the links.
  const Clock* clock = &MachineClock();
};

}  // namespace couillon::arena
