// The winner of a complete trick.
#pragma once

#include <span>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The seat whose card takes the trick. Requires: `trick` has the cards of all
// players, that of `leader` first; `table` is the one that they were played
// under.
[[nodiscard]] Seat WinnerOfTrick(const CompiledRules& rules,
                                 const TrumpTable& table, Seat leader,
                                 std::span<const Card> trick);

}  // namespace couillon::arena
