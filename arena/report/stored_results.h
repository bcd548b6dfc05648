// The results of a league directory, as input of the calculator commands.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/head_to_head.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// A selection of the results of a league.
struct StoredSelection {
  std::string directory;
  std::string ruleset;               // empty: the only one, or all together
  std::vector<std::string> between;  // two bots; empty for all
};

// Returns the selected rating table, and appends the bots of the league to
// `names`. NotFound, with the rulesets there are, if there is no such ruleset;
// FailedPrecondition for an individual tournament.
absl::StatusOr<RatingTable> ReadStoredTable(const StoredSelection& selection,
                                            std::vector<std::string>& names);

// Returns the sums of the two bots, seen from the first one; the declared pairs
// are those of the schedule. Requires: two
// names in `between`.
absl::StatusOr<HeadToHeadInput> ReadStoredPairing(
    const StoredSelection& selection);

// Returns the index of the bot `name`; NotFound, with the known names, if there
// is none.
absl::StatusOr<int> FindBot(const std::vector<std::string>& names,
                            const std::string& name);

}  // namespace couillon::arena
