// The report of an arena: the results of all its rounds together, with every
// version of a bot as an entrant of its own. It follows from the journal and
// the results alone, not from when or where rounds were played.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

struct ArenaReportRequest {
  std::optional<stats::ResultScale> scale = std::nullopt;  // null: DefaultScale
  std::string anchor = "";  // as ZeroOf takes it: an entrant
  bool history = true;      // the ratings over the rounds too
  std::int64_t most_pairings = kMaxListedPairings;  // per ruleset
};

// Returns what the results of rounds of a format support, all together.
Certainty CertaintyOf(RoundFormat format, const std::vector<RoundPlan>& rounds);

// Returns the error of the boundary for the marks of an arena, which hold at
// every look (rank_bands.h). An adaptive arena chooses pairings by their
// results, from many that are open, and marks are then false more often than
// the boundary says, up to twice in simulation: hence its smaller error.
double ErrorOfMarks(RoundFormat format);

// Reads the stores of all rounds and computes the report. FailedPrecondition if
// nothing has been played; InvalidArgument for points of matches; DataLoss if a
// round is another league than the journal's; the other errors are those of
// ZeroOf and LeagueStore.
absl::StatusOr<LeagueReport> MakeArenaReport(const ArenaState& state,
                                             const std::string& directory,
                                             const ArenaReportRequest& request);

// Returns half the widest 95% interval of the bots that still play, in Elo per
// match against the mean of the field (in an individual tournament: in
// individual Elo against the mean player), over all rulesets; infinite if one
// of them has no rating yet. With `top` above 0 only of so many that are rated
// best under each ruleset. It is for a fixed number of deals: stopping at a
// width biases no rating, since the width says little about who is ahead.
// Infinite in a Swiss or a knock-out, whose ratings have no intervals.
// Requires: a report of MakeArenaReport.
double WidestInterval(const LeagueReport& report, int top = 0);

}  // namespace couillon::arena
