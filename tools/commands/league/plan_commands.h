// Leagues that are planned, played in shards and merged: `league plan`, and the
// parts of other commands that take --plan.
#pragma once

#include <cstdint>
#include <string>

#include "arena/league/setup/start_permission.h"
#include "arena/league/shards/planned_test.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/league/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::v1 {
class ArenaRound;
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::tools {

struct RunPlanOptions {
  std::string plan;     // its folder
  std::string shards;   // such as 3,7-9, or I/N; empty: all
  int concurrency = 0;  // workers; 0: one per core
  bool again = false;   // also shards whose results are there
  bool quiet = false;
  arena::KeptStderr kept_stderr;
  arena::StartPermission permission;
};

// How a league is cut into shards, and the folder of its plan.
struct CutOptions {
  std::string folder;
  std::uint64_t shard_deals = 0;  // 0: by target_seconds
  double target_seconds = 60;
  // Of the bots that are timed.
  arena::StartPermission permission = arena::AskedHere();
};

// Adds --out, --shard-deals and --target-seconds.
void AddCutOptions(CommandLine command, CutOptions& options);

// Cuts a checked league, whose bots have identities, writes the plan to its
// folder and prints it; `round` says which round of an arena it is, null for a
// league of its own. A folder that holds this plan stays as it is. Returns the
// exit code.
int WriteNewPlan(const CutOptions& options, const v1::LeagueConfig& config,
                 const v1::ArenaRound* round);

// A line: where the sequential test of a plan stands.
std::string TestText(const arena::TestStanding& test);

// Plays shards. Returns the exit code: kExitData if the content of a shard
// differs from that of its result, kExitTryAgain if a signal stopped it.
int RunPlan(const RunPlanOptions& options);

// Prints how much of the plan in a folder was played, as "text", "json" or
// "missing", the list alone. Returns the exit code: kExitTryAgain if shards are
// missing.
int ShowPlanStatus(const std::string& folder, const std::string& format);

// Merges the plan in a folder into the new directory `out`, or into the arena
// `out` of which it is a round; nothing if that holds all of it already. Prints
// what it did. Returns the exit code: kExitTryAgain if shards are missing,
// kExitData if some are damaged.
int MergePlan(const std::string& folder, const std::string& out);

void AddPlanCommand(CommandLine league);
void AddMergeCommand(CommandLine league);
void AddVerifyPlanCommand(CommandLine league);
void AddSubmitCommand(CommandLine league);
void AddUnpackCommand(CommandLine league);

}  // namespace couillon::tools
