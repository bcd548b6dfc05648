#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/directory_lock.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/planned_round.h"
#include "arena/standing/rounds/round_player.h"
#include "couillon/v1/plan.pb.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/arena/arena_rounds.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/process_options.h"

namespace couillon::tools {
namespace {

struct PlanRoundOptions {
  std::string directory;  // of the arena
  CutOptions cut;
  StoredBotOptions stored_bots;
};

int PlanRound(PlanRoundOptions options) {
  options.cut.permission = ReadStoredBotOptions(options.stored_bots);
  options.cut.permission.own_folders.push_back(options.directory);
  const std::string& directory = options.directory;
  const absl::StatusOr<std::unique_ptr<arena::DirectoryLock>> lock =
      arena::LockToPlay(directory);
  if (!lock.ok()) return ExitWith(lock.status());
  const absl::StatusOr<std::optional<arena::RoundLeague>> next =
      arena::RoundToPlan(directory);
  if (!next.ok()) return ExitWith(next.status());
  const std::optional<arena::RoundLeague>& round = *next;
  if (!round) {
    std::cout << directory << ": no round is left to plan\n";
    return kExitNothingLeft;
  }
  const PlayOptions play = {.directory = directory,
                            .permission = options.cut.permission};
  const absl::Status working =
      arena::CheckRoundBots(round->config, RequestForChecks(play));
  if (!working.ok()) return ExitWith(working);
  v1::ArenaRound of;
  std::error_code error;
  of.set_arena(std::filesystem::weakly_canonical(
                   std::filesystem::absolute(directory, error), error)
                   .string());
  of.set_number(static_cast<std::uint32_t>(round->number));
  return WriteNewPlan(options.cut, round->config, &of);
}

struct MergeRoundOptions {
  std::string directory;  // of the arena
  std::string plan;
};

int MergeRound(const MergeRoundOptions& options) {
  if (!arena::IsArena(options.directory)) {
    return ExitWith(arena::ReadJournal(options.directory).status());
  }
  return MergePlan(options.plan, options.directory);
}

void AddPlanRoundCommand(CommandLine arena) {
  CommandLine plan = arena.AddSubcommand(
      "plan", "Plan the next round for many machines, or the one under way");
  plan.SetExamples(
      "couillon arena plan open --shard-deals 100 --out round",
      "couillon arena plan open --shard-deals 100 --out next && couillon "
      "league run --plan next && couillon arena merge open --plan next");
  auto options = std::make_shared<PlanRoundOptions>();
  plan.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  AddCutOptions(plan, options->cut);
  AddStoredBotOptions(plan, options->stored_bots);
  plan.OnChosen([options] { return PlanRound(*options); });
}

void AddMergeRoundCommand(CommandLine arena) {
  CommandLine merge = arena.AddSubcommand(
      "merge", "Take the results of a planned round into the arena");
  merge.SetExamples(
      "couillon arena merge open --plan round",
      "couillon arena merge open --plan round && couillon arena report open");
  auto options = std::make_shared<MergeRoundOptions>();
  merge.AddOption("directory", options->directory, "Directory of the arena")
      .Required();
  merge.AddOption("--plan", options->plan, "Folder of the round's plan")
      .Required();
  merge.OnChosen([options] { return MergeRound(*options); });
}

}  // namespace

void AddArenaPlanCommands(CommandLine arena) {
  AddPlanRoundCommand(arena);
  AddMergeRoundCommand(arena);
}

}  // namespace couillon::tools
