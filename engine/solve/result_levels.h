// The results that a deal with two sides can still have, as steps of the lead
// of side 0: to find the value of a position, the search asks which is the
// highest step that side 0 reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/trick_search.h"

namespace couillon {

// Side 0 has at least this value if it reaches `need` of `aim`, counted from
// the tricks that are left.
struct Level {
  Aim aim = Aim::kPoints;
  int need = 0;
  std::int32_t value = 0;
};

struct ResultLevels {
  // Whether the lead of side 0 never falls when it takes more. If not, the
  // levels say nothing.
  bool ascending = true;
  // The first is the worst result, which needs nothing; values ascend.
  std::vector<Level> levels;
};

// Writes the steps of `position` to `levels`; `left` are the card points not
// taken yet. Requires: two sides, trumps are made, the deal is not over.
void FindLevels(const Position& position, const Payoff& payoff, int left,
                ResultLevels& levels);

}  // namespace couillon
