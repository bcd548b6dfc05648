// The league of a round as a plan, and the merge of its results into the
// round's store.

#include "arena/standing/journal/planned_round.h"

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_identity.h"
#include "arena/league/shards/shard_run.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/printable.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

absl::Status DialsIn(const std::string& label) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s connects to the arena, and cannot be reached from the machines of a "
      "plan; play its rounds with `couillon arena serve`, or retire it",
      PrintableLine(label)));
}

// OK if nobody who plays in the next round dials in.
absl::Status CheckEntrants(const ArenaState& state) {
  for (const Entrant& entrant : state.entrants) {
    if (entrant.status == EntrantStatus::kPlays && entrant.DialsIn()) {
      return DialsIn(entrant.Label());
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<RoundLeague>> LeagueOfRound(
    const ArenaState& state, int number, const std::string& directory) {
  RoundLeague round{.number = number,
                    .config = RoundConfig(state, number, directory)};
  for (const v1::BotEntry& bot : round.config.bots()) {
    if (bot.has_dial_in()) return DialsIn(bot.name());
  }
  return round;
}

absl::Status NoRound(const std::string& directory, const std::string& why) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: the plan is %s", directory, why));
}

}  // namespace

absl::StatusOr<std::optional<RoundLeague>> RoundToPlan(
    const std::string& directory) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(const std::optional<int> under_way,
                   UnfinishedRound(state, directory));
  if (const std::optional<int>& number = under_way) {
    return LeagueOfRound(state, *number, directory);
  }
  RETURN_IF_ERROR(CheckEntrants(state));
  ASSIGN_OR_RETURN(const bool planned, PlanNextRound(directory));
  if (!planned) return std::nullopt;
  ASSIGN_OR_RETURN(const ArenaState after, ReadState(directory));
  return LeagueOfRound(after, static_cast<int>(after.rounds.size()), directory);
}

absl::StatusOr<int> RoundOfPlan(const ArenaState& state,
                                const v1::LeaguePlan& plan,
                                const std::string& directory) {
  if (!plan.has_round()) {
    return NoRound(directory, "one of a league, and not of an arena's round");
  }
  const auto number = static_cast<int>(plan.round().number());
  if (number < 1 || number > static_cast<int>(state.rounds.size())) {
    return NoRound(
        directory,
        absl::StrFormat("one of round %d; the journal has %d rounds: is it of "
                        "another arena (%s)?",
                        number, state.rounds.size(), plan.round().arena()));
  }
  if (PlanIdentity(RoundConfig(state, number, directory), plan.engine()) ==
      plan.identity()) {
    return number;
  }
  return NoRound(directory,
                 absl::StrFormat("not one of round %d of the journal: is it of "
                                 "another arena (%s)?",
                                 number, plan.round().arena()));
}

absl::StatusOr<bool> IsRoundOver(const std::string& directory,
                                 const v1::LeaguePlan& plan) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(const int number, RoundOfPlan(state, plan, directory));
  ASSIGN_OR_RETURN(const RoundProgress progress,
                   ReadProgress(state, number, directory));
  return progress.units_done == progress.units;
}

absl::StatusOr<MergedLeague> MergeIntoRound(
    const std::string& directory, const std::string& plan_folder,
    const v1::LeaguePlan& plan, const std::vector<std::string>& paths) {
  RETURN_IF_ERROR(LockToPlay(directory).status());
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(const int number, RoundOfPlan(state, plan, directory));
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   OpenRound(state, number, directory));
  absl::StatusOr<MergedLeague> merged = MergeIntoOpenStore(plan, paths, *store);
  if (!merged.ok() || merged->saved == 0) return merged;
  RETURN_IF_ERROR(
      store->AddUsage(UsageOfRuns(plan_folder, plan, merged->saved)));
  return merged;
}

absl::StatusOr<bool> IsMerged(const std::string& out,
                              const v1::LeaguePlan& plan) {
  if (IsArena(out)) return IsRoundOver(out, plan);
  const absl::StatusOr<v1::MergedPlan> merged = ReadMerged(out);
  return merged.ok() && merged->identity() == plan.identity();
}

absl::StatusOr<MergedLeague> MergeShards(
    const std::string& out, const std::string& plan_folder,
    const v1::LeaguePlan& plan, const std::vector<std::int64_t>& shards,
    const std::string& missing) {
  std::vector<std::string> paths;
  paths.reserve(shards.size());
  for (const std::int64_t shard : shards) {
    paths.push_back(ResultPath(plan_folder, plan, shard));
  }
  return IsArena(out) ? MergeIntoRound(out, plan_folder, plan, paths)
                      : MergeIntoStore(plan, paths, missing, out);
}

}  // namespace couillon::arena
