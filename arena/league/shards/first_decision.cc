// The first table whose actions differ, replayed up to the difference.

#include "arena/league/shards/first_decision.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"

namespace couillon::arena {
namespace {

std::string Joined(const std::vector<std::string>& deals) {
  std::string all;
  for (const std::string& deal : deals) all += deal;
  return all;
}

}  // namespace

std::optional<DifferentDecision> DecisionFinder::FirstOf(
    const Unit& unit, const std::vector<DealOfUnit>& one,
    const std::vector<DealOfUnit>& other) const {
  const std::size_t tables = std::min(one.size(), other.size());
  for (std::size_t at = 0; at < tables; ++at) {
    if (one[at].deals == other[at].deals) continue;
    return FirstOfTable(unit, one[at], other[at]);
  }
  return std::nullopt;
}

std::optional<DifferentDecision> DecisionFinder::FirstOfTable(
    const Unit& unit, const DealOfUnit& one, const DealOfUnit& other) const {
  const CompiledRules& rules = rules_[static_cast<std::size_t>(unit.ruleset)];
  const DealSource deals = deals_.Of(unit);
  Table table({.rules = &rules,
               .deals = &deals,
               .item = one.item,
               .seating = one.seating,
               .teams = unit.teams.size(),
               .is_match = ArePlayingMatches(config_)});
  const std::string actions = Joined(one.deals);
  const std::string others = Joined(other.deals);
  const auto same = static_cast<std::size_t>(
      std::ranges::mismatch(actions, others).in1 - actions.begin());
  for (std::size_t at = 0; at < same; ++at) {
    const Action taken(static_cast<unsigned char>(actions[at]));
    if (table.done() || !table.Apply(taken)) return std::nullopt;
  }
  if (table.done()) return std::nullopt;
  return DifferentDecision{
      .bot = unit.BotAt(table.team(), table.position().decider(), rules.sides),
      .item = one.item,
      .seating = static_cast<int>(one.seating),
      .number = static_cast<int>(same) + 1};
}

std::string DescribeDecision(const v1::LeagueConfig& config,
                             const DifferentDecision& decision) {
  return absl::StrFormat("%s %d, seating %d, decision %d", ItemWord(config),
                         decision.item, decision.seating, decision.number);
}

std::string DescribeUnit(const v1::LeagueConfig& config, const Unit& unit) {
  std::string names;
  for (int team = 0; team < unit.teams.size(); ++team) {
    absl::StrAppend(&names, team == 0 ? "" : " - ");
    const char* plus = "";
    for (const BotIndex bot : unit.teams[static_cast<Team>(team)]) {
      absl::StrAppend(&names, plus,
                      PrintableLine(config.bots(ToInt(bot)).name()));
      plus = "+";
    }
  }
  return absl::StrFormat("unit %d (%s, %s)", unit.number,
                         PrintableLine(config.rulesets(unit.ruleset).spec()),
                         names);
}

}  // namespace couillon::arena
