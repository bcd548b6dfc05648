#include "arena/report/data/table_rules.h"

#include <algorithm>

#include "arena/table/kinds_by_view.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// A plain win of every table by the first team, as a numerator over
// 2 * seatings (see PairResults).
std::int64_t PlainLead(const CompiledRules& rules) {
  const KindsByView views(rules);
  std::int64_t lead = 0;
  for (int view = 0; view < views.views(); ++view) {
    lead += views.LeadHalves(view, views.PlainWin(view, Team::kFirst));
  }
  return std::max<std::int64_t>(lead, 1);
}

}  // namespace

TableRules TableRulesOf(const v1::LeagueConfig& config,
                        std::span<const CompiledRules> rules,
                        std::size_t ruleset, int seatings) {
  TableRules table{.entry = &config.rulesets(static_cast<int>(ruleset)),
                   .plain_lead = std::int64_t{2} * seatings};  // one point
  const bool deals = !ArePlayingMatches(config);
  if (rules.empty() || !deals) return table;
  table.rules = &rules[ruleset];
  table.plain_lead = PlainLead(rules[ruleset]);
  return table;
}

std::int64_t DeclaredPairs(const v1::LeagueConfig& config) {
  const auto items = static_cast<std::int64_t>(config.items());
  return std::max<std::int64_t>(config.has_sprt() ? items / 4 : items, 1);
}

}  // namespace couillon::arena
