// When the play of an arena may end before its target: when the ratings are
// narrow, or when the order is known.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/finished_rounds.h"

namespace couillon::arena {

struct PlayGoal {
  // Every rating is known to +- so many Elo, as in WidestInterval(); 0: no
  // such goal.
  double interval = 0;
  // The order of all bots that play is known: marked at every look.
  bool ranks = false;
  // Who is among so many best, and their order, is known; 0: no such goal. All
  // bots that play if they are fewer.
  int top = 0;
  [[nodiscard]] bool IsSet() const { return interval > 0 || ranks || top > 0; }
  [[nodiscard]] bool IsOrder() const { return ranks || top > 0; }
};

// Reads "ranks", "top=N" or "interval=ELO"; InvalidArgument names `option`.
absl::StatusOr<PlayGoal> ReadGoal(absl::string_view option,
                                  const std::string& text);

// InvalidArgument if the reports of an arena cannot show that the goal is
// reached.
absl::Status CheckGoal(const PlayGoal& goal, const ArenaState& state,
                       const std::string& directory);

// The labels of two bots, the one that is rated higher first.
using OpenOrder = std::pair<std::string, std::string>;

// Returns the orders of two bots that play which the goal needs and which no
// mark shows, from the top down, then those of bots without a result. Empty if
// the order is known, and for a goal without an order. Requires: a report of
// MakeArenaReport with rating tables.
std::vector<OpenOrder> ListOpenOrders(const PlayGoal& goal,
                                      const LeagueReport& report);

// Returns true if the results so far reach the goal; false without a goal and
// before the first round. The errors are those of ReadState and
// MakeArenaReport. `finished` is the memory of who plays; it may be null.
absl::StatusOr<bool> IsReached(
    const PlayGoal& goal, const std::string& directory,
    const std::shared_ptr<FinishedRounds>& finished = nullptr);

// Returns a sentence on whether the goal is reached, with the bots whose places
// are known, and what is open.
// Requires: goal.IsSet(), and that a round has been planned. The errors are
// those of ReadState and MakeArenaReport.
absl::StatusOr<std::string> DescribeGoal(const PlayGoal& goal,
                                         const std::string& directory);

}  // namespace couillon::arena
