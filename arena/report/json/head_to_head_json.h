// The results of a head-to-head comparison as JSON.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/stored_results.h"

namespace couillon::arena {

// Returns the state of a sequential test: plan, bounds, likelihood ratios,
// decision, and the interval that is valid after a stop. Requires: result.test.
Json SequentialJson(const HeadToHead& result);

// Returns the path of a test to its bounds, an object per look.
Json LooksJson(const std::vector<LlrLook>& looks);

// Returns the difference of two bots that did not meet as a
// couillon.head_to_head document: its pairs are 0, its estimate is `joint_fit`.
std::string JointFitJson(const JointFit& fit, const std::string& first,
                         const std::string& second);

// Returns the result as a couillon.head_to_head document.
std::string HeadToHeadJson(const HeadToHead& result);

}  // namespace couillon::arena
