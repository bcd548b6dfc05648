// The entrants of an arena, its progress, and the usage of its bots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/league_status.h"
#include "arena/report/json/status_json.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/open_round.h"

namespace couillon::arena {

// A bot, not bundled, that a round still has to wait for.
struct RoundWait {
  int entrant = 0;
  std::int64_t units_left = 0;
  // The time that workers have waited for it, and its budget; 0 for none
  // (arena/table/schedule/total_budget.h).
  double waited_seconds = 0;
  double budget_seconds = 0;
  // Returns true if it plays after all others, since its budget is used up.
  [[nodiscard]] bool PlaysLast() const {
    return budget_seconds > 0 && waited_seconds > budget_seconds;
  }
  // The time that workers may still wait for it. Requires: it has a budget.
  [[nodiscard]] double SecondsLeft() const;
};

// The round that is not played to its end.
struct UnplayedRound {
  int number = 0;
  RoundProgress progress;
  std::vector<RoundWait> waits;  // those with units left, longest first
};

// Deals or matches per ruleset of an adaptive arena, over all pairings.
struct ItemsPlayed {
  std::uint64_t played = 0;
  std::uint64_t target = 0;  // of all rounds together
};

struct ArenaStatus {
  std::vector<UsedBot> used;  // by entrant, in all rounds
  std::optional<UnplayedRound> open;
  // Of a Swiss or a knock-out with a planned round.
  std::optional<FormatResult> result;
  std::optional<ItemsPlayed> items;  // of an adaptive arena
  // The round that would be planned now, if rounds follow from results and none
  // is open; only after AddNextRound().
  std::optional<RoundPlan> next;
};

// The errors are those of LeagueStore.
absl::StatusOr<ArenaStatus> ReadStatus(const ArenaState& state,
                                       const std::string& directory);

// Says why a bot that is submitted now does not play, and what to do: a Swiss
// or a knock-out is over, or a knock-out has begun. Empty if it plays from the
// next round on. The errors are those of LeagueStore.
absl::StatusOr<std::string> WhyNoBotJoins(const ArenaState& state,
                                          const std::string& directory);

// FailedPrecondition if a Swiss or a knock-out is over: more deals for each
// pairing change nothing.
absl::Status CheckNotOver(const ArenaState& state,
                          const std::string& directory);

// Plans the next round without writing it down. The errors are those of
// NextRound.
absl::Status AddNextRound(const ArenaState& state, const std::string& directory,
                          ArenaStatus& status);

// Returns the next round as a line, with its pairings if they are few; empty if
// it is not known. Requires: AddNextRound().
std::string DescribeNextRound(const ArenaState& state,
                              const ArenaStatus& status);

// Returns what the round waits for, as lines; the last one says within which
// time it ends.
std::string DescribeWaits(const ArenaState& state, const UnplayedRound& round);

// Returns it as a couillon.arena_status document.
Json StatusJson(const ArenaState& state, const ArenaStatus& status);

}  // namespace couillon::arena
