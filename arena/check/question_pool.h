// Decisions to put to a bot: of random play, of every phase that a ruleset has.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/referee/bot_link.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// About `count` decisions under `rules`, which is number `ruleset` in the
// list of the check; every phase that occurs in random play has its share,
// rare ones as many as were found. The same arguments give the same ones.
std::vector<Question> QuestionsOf(const CompiledRules& rules, int ruleset,
                                  const DealSource& deals, std::size_t count);

// All decisions of deal `item`, in order, at random play.
std::vector<Question> QuestionsOfDeal(const CompiledRules& rules, int ruleset,
                                      const DealSource& deals,
                                      std::uint64_t item);

}  // namespace couillon::arena
