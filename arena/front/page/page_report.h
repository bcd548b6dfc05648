// The report as a page has it: the same document, smaller.
#pragma once

#include <cstddef>

#include "arena/numbers/format/json.h"

namespace couillon::arena {

// With more pairings times rulesets, a page has fewer figures of each.
inline constexpr std::size_t kMaxWholePairings = 6000;

// Returns a couillon.report document without what no page shows: the matrices
// of covariances, of errors and of degrees of freedom, and digits after the
// seventh. If there are more than kMaxWholePairings pairings under all
// rulesets, each has the figures of the cross table alone.
Json ForPage(const Json& report);

// Returns a document without digits after the seventh.
Json Rounded(const Json& document);

}  // namespace couillon::arena
