// Pairs of deals that one seat cannot distinguish: the same observation, but
// different cards in the other hands.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The decisions of two deals up to a common one. The last decisions of `first`
// and `second` are equal; the earlier ones, of other seats, are not.
struct TwinDeals {
  std::vector<Question> first;
  std::vector<Question> second;
};

// Returns up to `count` pairs of deals under `rules` whose common decision has
// more than one legal action. Deterministic.
std::vector<TwinDeals> FindTwins(const CompiledRules& rules, int ruleset,
                                 const DealSource& deals, std::size_t count);

}  // namespace couillon::arena
