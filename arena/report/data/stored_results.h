// The results of a league directory, as input of the calculator commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/head_to_head.h"
#include "arena/report/data/rating_table.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// A selection of the results of a league.
struct StoredSelection {
  std::string directory;
  std::string ruleset;               // empty: the only one, or all together
  std::vector<std::string> between;  // two bots; empty for all
  // Null: DefaultScale.
  std::optional<stats::ResultScale> scale;
};

// The index of the ruleset of a selection. InvalidArgument if there are several
// and none is named; NotFound, with those there are, for an unknown one.
absl::StatusOr<int> RulesetOf(const StoredSelection& selection,
                              const v1::LeagueConfig& config);

// The scale of a selection. InvalidArgument for points of matches.
absl::StatusOr<stats::ResultScale> ScaleOf(const StoredSelection& selection,
                                           const v1::LeagueConfig& config);

// Returns the selected rating table, and appends the bots of the league to
// `names`. All rulesets together have a table of scores only. NotFound, with
// the rulesets there are, if there is no such ruleset; FailedPrecondition for
// an individual tournament.
absl::StatusOr<RatingTable> ReadStoredTable(const StoredSelection& selection,
                                            std::vector<std::string>& names);

// Returns the sums of the two bots, seen from the first one; the declared pairs
// are those of the schedule. FailedPrecondition if forfeits alone decide their
// pairing. Requires: two names in `between`.
absl::StatusOr<HeadToHeadInput> ReadStoredPairing(
    const StoredSelection& selection);

// The difference of two bots by the joint fit of all results of a table.
struct JointFit {
  stats::ResultScale scale = stats::ResultScale::kScore;  // of the difference
  double level = 0;                                       // of its interval
  stats::RatingDifference difference;
};

// Returns how much stronger the first of two bots is, without a game between
// them. The errors are those of ReadStoredPairing; NotFound if results do not
// compare the two. Requires: two names in `between`.
absl::StatusOr<JointFit> ReadJointFit(const StoredSelection& selection);

}  // namespace couillon::arena
