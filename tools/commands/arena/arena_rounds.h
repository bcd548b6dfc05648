// The rounds of an arena, played one after another: what `arena run` and `arena
// serve` have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/planner/season.h"
#include "arena/standing/rounds/round_player.h"
#include "tools/commands/league/play_league.h"
#include "tools/options/allow_option.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"

namespace couillon::tools {

// Shows where play is: the round, from 1, its units and those played.
using ShowRound = std::function<void(int round, const arena::Progress&)>;

struct RoundsOptions {
  PlayOptions play;
  StoredBotOptions stored_bots;  // read into `play`
  std::string duration;          // of --for; empty: no limit
  arena::PlayGoal goal;          // of --until; none: play all
};

// The options of a command that plays rounds.
void AddRoundsOptions(CommandLine command, RoundsOptions& options,
                      std::vector<Permission> more = {});

// Sets the deadline of --for.
absl::Status SetDeadline(RoundsOptions& options);

// The request to try the bots of an arena's rounds as `play` says, and to print
// which are left out. `play` outlives it.
arena::RoundsRequest RequestForChecks(const PlayOptions& play);
// The same to play rounds too and print which. `show_round` may be empty.
// Reads the stored bots' options. `options` outlive it.
arena::RoundsRequest RequestForPlay(RoundsOptions& options,
                                    ShowRound show_round = nullptr);

// Plays what can be played now, with interim standings. Requires: the request
// of `player` was made with `options`.
absl::StatusOr<arena::RoundsEnd> PlayRounds(RoundsOptions& options,
                                            arena::RoundPlayer& player);

// What a round consists of, before it is played, and how long it is likely to
// take on `workers` workers, if earlier rounds have shown that. The errors are
// those of EstimateSeconds.
absl::StatusOr<std::string> RoundText(const arena::ArenaState& state,
                                      const std::string& directory, int number,
                                      const arena::RoundPlan& plan,
                                      int workers);

// Prints the standings, unless `options.quiet`, and where the results are; an
// error if no round has been planned, which says how many bots are missing.
// Returns the exit code.
int PrintStandings(const PlayOptions& options);

}  // namespace couillon::tools
