// The results of a head-to-head comparison as text.
#pragma once

#include <string>

#include "arena/report/data/head_to_head.h"

namespace couillon::arena {

// Returns the state of a sequential test as two lines, and once it has stopped
// the estimate on a third. Requires: result.test.
std::string SequentialText(const HeadToHead& result);

// Returns the result as text.
std::string HeadToHeadText(const HeadToHead& result);

}  // namespace couillon::arena
