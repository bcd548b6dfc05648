// The results of a league directory, for the calculators.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/head_to_head.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// Which results of a league are meant.
struct StoredSelection {
  std::string directory;
  std::string ruleset;               // may be empty when there is only one
  std::vector<std::string> between;  // two bots; empty for all
};

// Returns the rating table meant. The errors name the directory and what there
// is to choose from.
absl::StatusOr<RatingTable> ReadStoredTable(const StoredSelection& selection,
                                            std::vector<std::string>& names);

// Returns the sums of the two bots, seen from the first one named. Requires:
// two names in `between`.
absl::StatusOr<HeadToHeadInput> ReadStoredPairing(
    const StoredSelection& selection);

// The number of the bot `name`; the error lists the names there are.
absl::StatusOr<int> FindBot(const std::vector<std::string>& names,
                            const std::string& name);

}  // namespace couillon::arena
