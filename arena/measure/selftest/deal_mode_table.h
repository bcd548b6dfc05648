// What the deal modes of a league cost, as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "arena/measure/selftest/deal_modes.h"
#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// Returns a line per league and mode. Widths are in Elo, from end to end;
// `ratio` is the width with the same deals over that with deals of their own,
// against the anchor.
[[nodiscard]] std::string DealModesText(const std::vector<DealModes>& all);

[[nodiscard]] std::string DealModesJson(const SelfTestPlan& plan,
                                        const std::vector<DealModes>& all);

}  // namespace couillon::arena
