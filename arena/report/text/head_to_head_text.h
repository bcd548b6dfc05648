// The results of a head-to-head comparison as text.
#pragma once

#include <string>

#include "arena/report/data/head_to_head.h"
#include "arena/report/data/stored_results.h"

namespace couillon::arena {

// Returns the state of a sequential test as two lines, and once it has stopped
// the estimate on a third. Requires: result.test.
std::string SequentialText(const HeadToHead& result);

// Returns the difference of two bots that did not meet as text.
std::string JointFitText(const JointFit& fit, const std::string& first,
                         const std::string& second);

// Returns the result as text.
std::string HeadToHeadText(const HeadToHead& result);

}  // namespace couillon::arena
