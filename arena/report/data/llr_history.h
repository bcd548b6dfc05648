// The likelihood ratio of a sequential test at each of its looks.
#pragma once

#include <vector>

#include "arena/report/data/head_to_head.h"
#include "arena/report/data/ordered_pairs.h"

namespace couillon::arena {

// Returns the looks at the results in their order: after every batch of the
// plan, and at its cap, until the test decides. A batch that is not complete
// gives no look. Requires: no problem with the question; `input` describes the
// same pairing, its results are ignored.
std::vector<LlrLook> LlrHistory(const OrderedPairs& ordered,
                                const HeadToHeadInput& input,
                                const SequentialQuestion& question);

}  // namespace couillon::arena
