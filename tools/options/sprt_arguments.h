// A sequential test as written on the command line: elo0=0 elo1=5 alpha=0.05.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/data/head_to_head.h"

namespace couillon::tools {

// The help of an option that takes such arguments.
inline constexpr char kSprtHelp[] =
    "elo0= elo1= [alpha=0.05] [beta=0.05] [batch=] [cap=] [model=normalized]: "
    "bounds in nElo, or with model=logistic in Elo; batch: pairs between "
    "tests (default: 16 of a match that is played, else 1); "
    "cap: pairs after which the test ends undecided";

// Reads the arguments; elo0 and elo1 are required. The errors give the
// argument, what was found and what was expected, also for plans that cannot be
// run.
absl::StatusOr<arena::SequentialQuestion> ParseSprt(
    const std::vector<std::string>& arguments, double seatings_per_pair);

// Returns the requested test, with the default cap unless it names one or has
// logistic bounds; nullopt if there are no arguments. The errors are those of
// ParseSprt.
absl::StatusOr<std::optional<arena::SequentialQuestion>> ReadQuestion(
    const std::vector<std::string>& arguments, double seatings_per_pair);

}  // namespace couillon::tools
