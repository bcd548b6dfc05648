// Plays a league with progress, signals and exit codes, for `league run`,
// `league resume` and `match`.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/start_permission.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/league/interim_standings.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"
#include "tools/options/standings_option.h"

namespace couillon::arena {
class LeagueStore;
}  // namespace couillon::arena

namespace couillon::tools {

struct PlayOptions {
  std::string directory;        // of the league or the arena
  int concurrency = 1;          // workers, at least 1
  int audit = 0;                // decisions per bot of a cold audit; 0: none
  bool strict = false;          // exit code 3 if a bot failed
  bool forfeit = false;         // a bot that does not start forfeits
  bool accept_changed = false;  // bots whose files have changed
  bool allow_cheating = false;  // of a bot that sees all cards
  bool quiet = false;           // no progress and no standings
  // What this command line permits the bots.
  arena::StartPermission permission;
  arena::KeptStderr kept_stderr;
  // Units that are left for another run (arena::RunOptions); empty: none.
  std::function<bool(const arena::Unit&)> leave_out;
  std::vector<arena::BotIndex> away;  // likewise
  // Called a few times a second and at the end; may be empty.
  std::function<void(const arena::Progress&)> on_progress;
  // When to stop as if by a signal; null: never.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  // Of the standings; null: see arena::DefaultScale.
  std::optional<stats::ResultScale> scale;
  double standings_every = kStandingsByDefault;  // see standings_option.h
  // The interim standings of a run over several stores; null: of one store.
  std::shared_ptr<InterimStandings> interim;
};

// Calls arena::TryBots with the bundled bots and the SDKs of this program.
// `directory` is the directory of the league; empty if it has none.
absl::StatusOr<arena::BotTrials> TryBots(
    const v1::LeagueConfig& config, const std::string& directory,
    const arena::StartPermission& permission, bool allow_cheating = false,
    const arena::KeptStderr& kept_stderr = {});

// OK if the bots of `today` (arena::SetIdentities) are those of the league, or
// if changed ones are accepted; these are recorded. Otherwise the error names
// the bot, what has changed, and how to go on.
absl::Status CheckSameBots(const v1::LeagueConfig& today, bool accept_changed,
                           arena::LeagueStore& store);

// OK if the league is no round of an arena, whose journal says what is played.
// Otherwise FailedPrecondition names the command of the arena to use in place
// of this one: `expected` is its name and what follows the directory, such as
// {"extend", " --to N"}.
absl::Status CheckNoRound(const arena::LeagueStore& store,
                          const std::pair<std::string, std::string>& expected);

// Plays the remaining units with the bots of `launch`, those of the league as
// they are reached from here; shows progress. Returns the last progress, also
// if a signal or the deadline stopped play.
absl::StatusOr<arena::Progress> PlayUnits(arena::LeagueStore& store,
                                          const v1::LeagueConfig& launch,
                                          const PlayOptions& options);

// Whether a signal or the deadline of `options` asks to stop.
bool StopRequested(const PlayOptions& options);

// Whether the deadline of `options` has passed.
bool IsOver(const PlayOptions& options);

// What this program passes to the launcher of a league in `directory`.
arena::LaunchOptions LaunchOptionsOf(const std::string& directory,
                                     const arena::StartPermission& permission,
                                     bool allow_cheating,
                                     const arena::KeptStderr& kept_stderr = {});

// Plays the remaining units, audits the league if it is finished, and prints
// the standings. Returns the exit code.
int PlayLeague(arena::LeagueStore& store, const PlayOptions& options);

// Takes defaults for what `options` leaves open and says which, makes the
// store, prints the commitment to the seed, and plays. If the directory holds
// the same league already, resumes it. Returns the exit code.
int RunNewLeague(LeagueOptions options);

}  // namespace couillon::tools
