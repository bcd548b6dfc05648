// Leagues that are planned, played in shards and merged: `league plan`, and the
// parts of other commands that take --plan.
#pragma once

#include <string>

#include "tools/commands/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::tools {

struct RunPlanOptions {
  std::string plan;  // its folder
  // Which shards: exactly one of these.
  std::string shard;  // I or I/N
  std::string shards;
  bool all = false;
  int jobs = 0;        // workers; 0: one per core
  bool again = false;  // also shards whose results are there
  bool quiet = false;
  StderrOptions kept_stderr;
};

// Adds --jobs.
void AddJobsOption(CommandLine command, int& jobs);

// Plays shards. Returns the exit code: kExitData if the content of a shard
// differs from that of its result, kExitTryAgain if a signal stopped it.
int RunPlan(const RunPlanOptions& options);

// Prints how much of the plan in a folder was played, as "text", "json" or
// "missing", the list alone. Returns the exit code: kExitTryAgain if shards are
// missing.
int ShowPlanStatus(const std::string& folder, const std::string& format);

// Merges the plan in a folder into the new directory `out`; nothing if that
// holds the whole league already. Prints what it did. Returns the exit code:
// kExitTryAgain if shards are missing, kExitData if some are damaged.
int MergePlan(const std::string& folder, const std::string& out);

void AddPlanCommand(CommandLine league);
void AddMergeCommand(CommandLine league);
void AddVerifyPlanCommand(CommandLine league);
void AddSubmitCommand(CommandLine league);
void AddUnpackCommand(CommandLine league);

}  // namespace couillon::tools
