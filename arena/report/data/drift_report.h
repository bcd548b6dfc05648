// Trends of the results of a league over its deal numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/pairs/drift_test.h"
#include "arena/report/data/named_league.h"
#include "arena/report/data/ordered_pairs.h"
#include "arena/report/data/stored_results.h"

namespace couillon::arena {

// The trend of one pairing, in the score (or the game points) of its first bot.
struct PairingDrift {
  std::string first;
  std::string second;
  std::optional<stats::DriftTest> test;  // null if there is nothing to compare
  double holm_p_value = 1;               // over all pairings with a test
};

// Returns the trends of all pairings, with intervals of confidence `level`.
// Requires: `ordered` is in the order of the pairings of `league`.
std::vector<PairingDrift> DriftOf(const NamedLeague& league,
                                  const std::vector<OrderedPairs>& ordered,
                                  double level);

// Returns the trends of all pairings of a stored league, in the scale of the
// selection (score, or game points per deal), of which `between` is ignored.
// Units are the blocks. InvalidArgument and NotFound as in ReadStoredPairs.
absl::StatusOr<std::vector<PairingDrift>> DriftOfLeague(
    const StoredSelection& selection, double level);

}  // namespace couillon::arena
