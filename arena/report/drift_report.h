// Trends of the results of a league over its deal numbers, as text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/report/format/json.h"
#include "arena/report/ordered_pairs.h"
#include "arena/report/pair_results_csv.h"
#include "arena/stats/pairs/drift_test.h"

namespace couillon::arena {

// The trend of one pairing, in the score of its first bot.
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

// Returns a table with a line per pairing, and the same as an array.
std::string DriftText(const std::vector<PairingDrift>& drifts, double level);
Json DriftJson(const std::vector<PairingDrift>& drifts);

}  // namespace couillon::arena
