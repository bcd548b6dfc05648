// The results of a head-to-head comparison as JSON.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/report/data/head_to_head.h"

namespace couillon::arena {

// Returns the state of a sequential test: plan, bounds, likelihood ratios,
// decision, and the interval that is valid after a stop. Requires: result.test.
Json SequentialJson(const HeadToHead& result);

// Returns the path of a test to its bounds, an object per look.
Json LooksJson(const std::vector<LlrLook>& looks);

// Returns the result as a couillon.head_to_head document.
std::string HeadToHeadJson(const HeadToHead& result);

}  // namespace couillon::arena
