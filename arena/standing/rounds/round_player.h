// Plays the rounds of an arena one after another: decides which round is next,
// what of it can be played now, and when the ratings are known well enough.
// Starts no bot and prints nothing itself: its caller does.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/attendance.h"
#include "arena/standing/journal/finished_rounds.h"
#include "arena/standing/planner/season.h"
#include "arena/standing/rounds/play_goal.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// A bot that did not start, or is not the one that was submitted.
struct BrokenBot {
  absl::Status why;
  std::chrono::steady_clock::time_point since;
};

// Why a bot does not play as planned.
enum class Exclusion : std::uint8_t {
  kBroken,    // left out: it does not start, or is not what was submitted
  kChanged,   // left out: it plays in no later round, and its files changed
  kForfeits,  // it forfeits what it has left to play
};

enum class RoundsEnd : std::uint8_t {
  kNothingToPlay,  // now
  kStopped,        // by RoundsRequest::is_stopped
  kGoalReached,    // RoundsRequest::goal
};

// What is played of a round now.
struct RoundRun {
  int number = 0;          // from 1
  v1::LeagueConfig round;  // its bots as they are reached now
  // As in RunOptions.
  std::function<bool(const Unit&)> leave_out;
  std::vector<BotIndex> away;
};

struct RoundsRequest {
  std::string directory;  // of the arena
  std::string command;    // which plays it, for errors
  bool forfeit = false;   // bots that do not work forfeit what they have left
  PlayGoal goal;          // none: play all
  // Tries the bots of a round or of a part of it: TryBots.
  std::function<absl::StatusOr<BotTrials>(const v1::LeagueConfig&)> try_bots;
  // Plays what is not left out, and stores it.
  std::function<absl::Status(LeagueStore&, const RoundRun&)> play;
  std::function<bool()> is_stopped;
  // Called for each bot that is broken or forfeits, and once for each version
  // that left and changed. `why` names the bot. May be empty.
  std::function<void(Exclusion, const absl::Status& why)> on_excluded;
  // Called before the next round is sought; may be empty.
  std::function<void(const ArenaState&)> on_state;
  // Called before round `number`, from 1, is played; may be empty.
  std::function<absl::Status(const ArenaState&, int number)> on_round;
};

class RoundPlayer {
 public:
  // `attendance` outlives the player.
  RoundPlayer(RoundsRequest request, Attendance& attendance)
      : request_(std::move(request)), attendance_(attendance) {}

  // Plays what is planned and can be played, then plans and plays rounds until
  // nothing is left, or the goal is reached: it is looked at before each round.
  // May be called again. InvalidArgument as CheckGoal(); the other errors are
  // The errors are those of the callbacks and of the journal. Requires: the
  // directory is locked (LockToPlay).
  absl::StatusOr<RoundsEnd> Play();

  // Charges the time `waited` to the entrants that are away or broken, if
  // nothing else of the round can be played (ChargeAbsent). Bots that were
  // broken for at least `retry_after` are tried again in the next Play().
  absl::Status ChargeWait(std::chrono::microseconds waited,
                          std::chrono::milliseconds retry_after);

  // By label, the bots that are left out since they are broken.
  [[nodiscard]] const std::map<std::string, BrokenBot>& broken() const {
    return broken_;
  }

 private:
  // A round that is to be played.
  struct Due {
    ArenaState state;
    int number = 0;
    // By label, versions that have left and changed.
    std::map<std::string, absl::Status> leavers;
  };

  absl::StatusOr<std::optional<Due>> FindRound();
  absl::Status WarnAboutLeavers(const ArenaState& state,
                                const std::map<int, absl::Status>& changed);
  absl::Status AddBroken(const v1::LeagueConfig& round,
                         std::map<std::string, absl::Status>& leavers);
  absl::Status PlayRound(Due due);
  [[nodiscard]] bool IsLeftOut(
      const v1::LeagueConfig& round,
      const std::map<std::string, absl::Status>& leavers, const Unit& unit);
  [[nodiscard]] std::set<int> BrokenEntrants(const ArenaState& state) const;

  RoundsRequest request_;
  Attendance& attendance_;
  std::set<int> reported_;  // entrants that on_excluded was called for
  std::map<std::string, BrokenBot> broken_;
  // Shared by the states of all rounds.
  std::shared_ptr<FinishedRounds> finished_ =
      std::make_shared<FinishedRounds>();
};

// OK if all bots of a round work and are those that were submitted; with
// `request.forfeit` they need not work. Uses directory, command, forfeit,
// try_bots and on_excluded.
absl::Status CheckRoundBots(const v1::LeagueConfig& round,
                            const RoundsRequest& request);

// The entrants that dial in and cannot be played now.
std::set<int> AwayEntrants(const ArenaState& state, Attendance& attendance);

// What would be played and planned now.
struct RoundsPreview {
  std::optional<int> unfinished;  // the round that is played on
  std::optional<RoundPlan> next;  // the one planned then, if that is known
  std::set<int> away;             // entrants
};

// Finds that without planning or playing. The errors are those of
// ChangedLeavers and NextRound.
absl::StatusOr<RoundsPreview> PreviewRounds(const ArenaState& state,
                                            const std::string& directory,
                                            bool forfeit,
                                            Attendance& attendance);

// The seconds that a round is likely to take on `workers` workers; 0 if no
// earlier round has shown that. The errors are those of MeasuredCosts.
absl::StatusOr<double> EstimateSeconds(const ArenaState& state,
                                       const std::string& directory,
                                       const RoundPlan& plan, int workers);

}  // namespace couillon::arena
