// The rule of disqualification_rule.h, applied unit by unit.

#include "arena/league/shards/ordered_rule.h"

#include <cstddef>
#include <optional>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_forfeit.h"
#include "couillon/v1/league.pb.h"

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

}  // namespace couillon::arena
