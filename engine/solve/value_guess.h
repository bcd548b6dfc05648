// About what side 0 gets with the cards that are left: where a search begins to
// ask. Costs some hundred instructions.
#pragma once

#include "engine/rules/compiled_rules.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"

namespace couillon {

// Card points, from 0 to those that are left, in `trick` and those after it.
// What is on the table counts as cards in hands. The mean error in deals of 16
// or 24 cards after random calls is 2.9 to 3.6 card points
// (value_guess_test.cc). Requires: `rules` has two sides; the others are those
// of one deal.
[[nodiscard]] int GuessValue(const CompiledRules& rules,
                             const SearchTable& table, const SearchDeal& deal,
                             const SearchTrick& trick);

}  // namespace couillon
