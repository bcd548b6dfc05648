// Results are read in the order of units up to the first that is missing.
#include "arena/league/shards/planned_test.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_forfeit.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

OrderedRule::OrderedRule(const v1::LeagueConfig& config,
                         const std::vector<CompiledRules>& rules)
    : config_(config),
      rules_(rules),
      rule_(config.bots_size(),
            static_cast<int>(config.limits().disqualify_after())) {}

bool OrderedRule::Apply(UnitResult& result) {
  const std::optional<BotIndex> disqualified =
      rule_.DisqualifiedIn(result.unit);
  if (!disqualified) {
    if (result.outcome.lost_by && !IsOverBudget(result)) {
      rule_.AddForfeit(result.unit.number, *result.outcome.lost_by);
    }
    return false;
  }
  result = ForfeitedUnit(
      result.unit, rules_[static_cast<std::size_t>(result.unit.ruleset)],
      ArePlayingMatches(config_), config_.record_deals(), *disqualified);
  return true;
}

PlannedTest::PlannedTest(std::string folder, const v1::LeaguePlan& plan,
                         const std::vector<CompiledRules>& rules)
    : folder_(std::move(folder)),
      plan_(plan),
      schedule_(MakeSchedule(plan.config())),
      rule_(plan.config(), rules),
      test_(plan.config()) {}

TestStanding PlannedTest::Advance(
    const std::function<bool(std::int64_t shard)>& usable) {
  while (!test_.ended() && shards_ < plan_.shards()) {
    if (usable && !usable(shards_)) break;
    absl::StatusOr<std::vector<UnitResult>> units = Read(shards_);
    if (!units.ok()) break;  // it is missing, or played again
    for (UnitResult& unit : *units) {
      rule_.Apply(unit);
      test_.Add(unit.unit.number, unit.outcome);
    }
    ++shards_;
  }
  return {.decision = test_.look().decision,
          .all_even = test_.look().all_even,
          .pairs = test_.score().pairs,
          .units = test_.units(),
          .shards = shards_};
}

absl::StatusOr<std::vector<UnitResult>> PlannedTest::Read(
    std::int64_t shard) const {
  ASSIGN_OR_RETURN(ResultReader reader,
                   ResultReader::Open(ResultPath(folder_, plan_, shard)));
  if (reader.header() != ResultHeader{.identity = plan_.identity(),
                                      .units = {CutOf(plan_).RunOf(shard)}}) {
    return absl::FailedPreconditionError("is of another plan");
  }
  std::vector<UnitResult> units;
  while (const std::optional<std::int64_t> number = reader.next()) {
    ASSIGN_OR_RETURN(const UnitBytes bytes, reader.Read());
    ASSIGN_OR_RETURN(UnitResult unit,
                     FromBytes(bytes, schedule_.unit(*number)));
    units.push_back(std::move(unit));
  }
  return units;
}

absl::StatusOr<TestStanding> ReadStanding(
    const std::string& folder, const v1::LeaguePlan& plan,
    const std::function<bool(std::int64_t shard)>& usable) {
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   CompileLeague(plan.config()));
  return PlannedTest(folder, plan, rules).Advance(usable);
}

}  // namespace couillon::arena
