// The rounds of an arena, planned and played one after another: what `arena
// run` and `arena serve` have in common.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/attendance.h"
#include "arena/standing/journal/finished_rounds.h"
#include "arena/standing/planner/season.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::tools {

// Shows where play is: the round, from 1, its units and those played. Round 0:
// nothing can be played now.
using ShowRound = std::function<void(int round, const arena::Progress&)>;

// A bot that did not start, or is not the one that was submitted.
struct BrokenBot {
  absl::Status why;
  std::chrono::steady_clock::time_point since;
};

struct RoundsRequest {
  PlayOptions play;
  StoredBotOptions stored_bots;  // read into `play`
  std::string duration;          // of --for; empty: no limit
  double interval = 0;           // of --until-interval; 0: play all
  arena::Attendance* attendance = nullptr;
  // The entrants of which it has been said that they are left out or forfeit.
  std::shared_ptr<std::set<int>> named = std::make_shared<std::set<int>>();
  // By label, the bots that are left out since they are broken. Whoever plays
  // on removes those that are to be tried again.
  std::shared_ptr<std::map<std::string, BrokenBot>> broken =
      std::make_shared<std::map<std::string, BrokenBot>>();
  // Shared by the states of all rounds.
  std::shared_ptr<arena::FinishedRounds> finished =
      std::make_shared<arena::FinishedRounds>();
  ShowRound show_round;                                      // may be empty
  std::function<void(const arena::ArenaState&)> show_state;  // may be empty
};

enum class RoundsEnd : std::uint8_t {
  kNothingToPlay,  // now
  kStopped,        // by a signal or at the deadline
  kNarrowEnough,
};

// The options of a command that plays rounds.
void AddRoundsOptions(CommandLine command, RoundsRequest& request,
                      std::vector<Permission> more = {});

// Sets the deadline of --for.
absl::Status SetDeadline(RoundsRequest& request);

// OK if all bots of a round work and are those that were submitted; with
// `options.forfeit` they need not work.
absl::Status CheckRoundBots(const v1::LeagueConfig& round,
                            const PlayOptions& options);

// The entrants that are left out since they are broken.
std::set<int> BrokenEntrants(const arena::ArenaState& state,
                             const RoundsRequest& request);

// The entrants that dial in and cannot be played now.
std::set<int> AwayFrom(const arena::ArenaState& state,
                       arena::Attendance& attendance);

// Those, and unless `options.forfeit` the versions that have left and are not
// what they were (arena/standing/journal/changed_leavers.h). The errors are
// those of ChangedLeavers.
absl::StatusOr<std::set<int>> LeftOutNow(const arena::ArenaState& state,
                                         arena::Attendance& attendance,
                                         const PlayOptions& options);

// Plays what is planned and can be played, then plans and plays rounds until
// nothing is left. Requires: the directory is locked (arena::LockToPlay).
absl::StatusOr<RoundsEnd> PlayRounds(const RoundsRequest& request);

// What a round consists of, before it is played, and how long it is likely to
// take on `workers` workers, if earlier rounds have shown that. The errors are
// those of MeasuredCosts.
absl::StatusOr<std::string> RoundText(const arena::ArenaState& state,
                                      const std::string& directory, int number,
                                      const arena::RoundPlan& plan,
                                      int workers);

// Prints the standings, unless `options.quiet`, and where the results are; an
// error if no round has been planned, which says how many bots are missing.
// Returns the exit code.
int PrintStandings(const PlayOptions& options);

}  // namespace couillon::tools
