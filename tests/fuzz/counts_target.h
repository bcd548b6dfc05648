// Arbitrary bytes as counts, sums and tables of results, put through every
// estimate and every form of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace couillon::testing_support {

// Returns what is wrong with what is printed for such input: a number that is
// none, a negative zero, JSON that is none; empty if nothing is. Whatever
// crashes or does not end is for the caller to notice.
std::string ProblemWithCounts(std::span<const std::uint8_t> bytes);

}  // namespace couillon::testing_support
