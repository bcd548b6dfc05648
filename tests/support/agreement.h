// Plays deals with the engine and the reference rules in parallel.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tests {

// Plays deal `index` of `source` with both at random. Compares every decision
// (phase, seat, decider, legal actions, cards held), and at the end the result,
// the exposed cards and the score with and without a pending carry. A failure
// names the deal, the actions so far and the difference.
testing::AssertionResult BothPlayAlike(const CompiledRules& rules,
                                       const DealSource& source,
                                       std::uint64_t index);

// The same for a whole match: slate, dealers and winner, deal by deal.
testing::AssertionResult BothCountAlike(const CompiledRules& rules,
                                        const DealSource& source,
                                        std::uint64_t index);

}  // namespace couillon::tests
