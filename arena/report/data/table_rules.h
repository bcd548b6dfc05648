// A ruleset with what the tables of its report need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
class LeagueRuleset;
}  // namespace couillon::v1

namespace couillon::arena {

struct TableRules {
  const v1::LeagueRuleset* entry = nullptr;  // null: all rulesets together
  const CompiledRules* rules = nullptr;      // null: unknown
  // The lead of a pair of plain wins, over the denominator of game points.
  std::int64_t plain_lead = 0;
};

// `rules` are those of CompileLeague, or empty. Requires: ruleset is an index
// of the league; the arguments outlive the result.
TableRules TableRulesOf(const v1::LeagueConfig& config,
                        std::span<const CompiledRules> rules,
                        std::size_t ruleset, int seatings);

// The number of pairs, declared before the first of them, at which the anytime
// intervals of a pairing are tightest: the items of the league, or of a
// sequential test its expected length, a quarter of its cap (statistics.md,
// Sequential tests). At least 1.
std::int64_t DeclaredPairs(const v1::LeagueConfig& config);

}  // namespace couillon::arena
