// Pairs of deals that one seat cannot tell apart: the same cards and the same
// play as far as it knows, other cards in the other hands.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/referee/bot_link.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The decisions up to one that both deals have in common. The last of `first`
// and of `second` are the same; those before, of the other seats, are not.
struct TwinDeals {
  std::vector<Question> first;
  std::vector<Question> second;
};

// Up to `count` twins of deals under `rules`, whose common decision leaves a
// choice. The same arguments give the same ones.
std::vector<TwinDeals> FindTwins(const CompiledRules& rules, int ruleset,
                                 const DealSource& deals, std::size_t count);

}  // namespace couillon::arena
