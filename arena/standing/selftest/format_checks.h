// Self-checks of what every format claims: seasons of made-up bots whose
// strengths are known, planned by the planner of the format and rated as its
// report rates them.
#pragma once

#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// In formats whose ratings have intervals: coverage of the differences of two
// bots, and the share of leagues of equal bots with a false mark or rank. In a
// Swiss and in knock-outs: coverage of the interval of a pairing, and that
// there is no mark and no rank.
[[nodiscard]] CheckSeries FormatSeries();

}  // namespace couillon::arena
