// Decisions for the checks of a bot, from random play: all phases that a
// ruleset has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/seating.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Returns about `count` decisions under `rules`, which has index `ruleset` in
// the check's list. Each phase that occurs in random play gets an equal share;
// a rare phase gets as many as were found. Deterministic.
std::vector<Question> DrawQuestions(const CompiledRules& rules, int ruleset,
                                    const DealSource& deals, std::size_t count);

// Returns all decisions of deal `item` in random play, in order. The play
// depends on the seating.
std::vector<Question> QuestionsOfDeal(const CompiledRules& rules, int ruleset,
                                      const DealSource& deals,
                                      std::uint64_t item,
                                      Seating seating = Seating(0));

}  // namespace couillon::arena
