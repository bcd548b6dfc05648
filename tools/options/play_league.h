// Runs a league that is in a store, with its bots, progress and signals: what
// `league run`, `league resume` and `match` have in common.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/process_watch.h"
#include "arena/process/sandbox.h"
#include "arena/process/socket_folder.h"
#include "arena/referee/bot_link.h"
#include "arena/rpc/grpc_links.h"
#include "arena/store/league_store.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

struct PlayOptions {
  std::string directory;
  int concurrency = 1;
  bool strict = false;   // a fault of a bot is an exit code
  bool forfeit = false;  // a bot that does not start is no error
  bool quiet = false;    // no progress, no table
};

// What all workers need for the bots: where sockets are, who watches processes,
// what they are kept behind, and how each bot is had.
struct Nursery {
  arena::SocketFolder folder;
  std::unique_ptr<arena::ProcessWatch> watch;
  std::optional<arena::Sandbox> sandbox;
  std::vector<arena::GrpcBot> bots;  // of the league; bundled ones are empty
  std::vector<std::string> environment;  // as GrpcWorkerConfig has it
  arena::BotTransport transport = arena::BotTransport::kUnixSocket;
};

// Makes them for the bots of a configuration. `directory` is as for TryBots.
// The error is one of ToGrpcBot, or that seats are to be isolated of a bot that
// is running elsewhere.
absl::StatusOr<Nursery> MakeNursery(const v1::LeagueConfig& config,
                                    const std::string& directory);

// Starts every bot once and asks it who it is, so that a league does not
// begin with a bot that cannot be started or does not play a ruleset. The
// error names the bot and says what it did. `directory` is that of the league,
// which is hidden from bots where that can be done.
absl::Status TryBots(const v1::LeagueConfig& config,
                     const std::string& directory);

// The links of one worker to all bots of a configuration, bundled or started
// from `nursery`. `rules` are its rulesets, compiled; all outlive the links.
arena::BotLinks MakeLinks(const v1::LeagueConfig& config,
                          const std::vector<CompiledRules>& rules,
                          const Nursery& nursery, int worker);

// Plays what is left and prints the table. Returns the exit code.
int PlayLeague(arena::LeagueStore& store, const PlayOptions& options);

}  // namespace couillon::tools
