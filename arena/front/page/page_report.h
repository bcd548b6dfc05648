// The report as a page has it: the same document, smaller.
#pragma once

#include <cstddef>

#include "arena/numbers/format/json.h"

namespace couillon::arena {

// With more pairings times rulesets, a page has fewer figures of each.
inline constexpr std::size_t kMaxWholePairings = 6000;

// Returns a couillon.report document without what no page shows: the matrices
// of covariances, of errors and of degrees of freedom. If there are more than
// kMaxWholePairings pairings under all rulesets, each has the figures of the
// cross table alone. Numbers keep all their digits: one that is rounded before
// the page rounds it may end in another digit than in the text.
Json ForPage(const Json& report);

}  // namespace couillon::arena
