// The results of a pairing one by one, in the order of their deal numbers: for
// looks at a test as it went, and for trends.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/pairs/drift_test.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/league_results_csv.h"
#include "arena/report/data/stored_results.h"

namespace couillon::arena {

struct NumberedPair {
  std::int64_t deal = 0;       // or match
  std::int64_t numerator = 0;  // of the score, 0 to the denominator
  std::int64_t points = 0;     // the lead in game points, over the same
};

struct OrderedPairs {
  std::int64_t denominator = 4;
  // Whether the points are known, and are what a test compares.
  stats::ResultScale scale = stats::ResultScale::kScore;
  std::vector<NumberedPair> pairs;  // by ascending deal
};

// Returns the pairs of each pairing of `league`, in their order there and seen
// from their first bot, each sorted by deal. InvalidArgument, with file and
// line, if a deal is no whole number. Requires: `league` is what
// ReadPairResults returned for this file and text.
absl::StatusOr<std::vector<OrderedPairs>> OrderPairResults(
    const std::string& file, const std::string& text,
    const NamedLeague& league);

// Returns the pairs of the bots `between` in a CSV file of pair results, seen
// from the first one; of the only pairing if `between` is empty. NotFound if
// the file cannot be read, or has no such pairing; InvalidArgument as above and
// as in ReadPairResults, and if the pairing has to be chosen.
absl::StatusOr<OrderedPairs> ReadOrderedPairs(
    const std::string& path, const std::vector<std::string>& between);

// Returns the sums of the pairs on their scale, with their classes if these are
// whole half points of two or six seatings, and 2 or 6 seatings per pair.
HeadToHeadInput InputOf(const OrderedPairs& ordered);

// Returns the pairs of the two bots in `selection.between`, seen from the first
// one, on the scale of the selection: those before the first that is not stored
// yet, and in a league with a sequential test those that the test used.
// InvalidArgument if the league has several rulesets and `selection` names
// none; NotFound for unknown bots and rulesets; FailedPrecondition for an
// individual tournament.
absl::StatusOr<OrderedPairs> ReadStoredPairs(const StoredSelection& selection);

// Returns the looks at the results in their order: after every batch of the
// plan, and at its cap, until the test decides. A batch that is not complete
// gives no look. Requires: no problem with the question; `input` describes the
// same pairing, its results are ignored.
std::vector<LlrLook> LlrHistory(const OrderedPairs& ordered,
                                const HeadToHeadInput& input,
                                const SequentialQuestion& question);

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
