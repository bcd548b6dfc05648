// Reads the results of a league played elsewhere, in whichever of the known CSV
// forms its file has.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/report/data/named_league.h"

namespace couillon::arena {

// Reads pairs one by one (pair_results_csv.h) or counts per pairing
// (pairing_counts_csv.h); the header decides. Errors name `file`, the line,
// what was found and what was expected. A header with all columns of two forms
// is an error.
absl::StatusOr<NamedLeague> ReadLeagueResults(const std::string& file,
                                              const std::string& text);

}  // namespace couillon::arena
