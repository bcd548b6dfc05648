// The trial of a submitted bot: it is started as the arena would start it, and
// checked for conformance.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/launch.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/table/referee/bot_description.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Starts or connects to the bot under the rulesets and limits of the arena in
// `directory`, and if `conformance` is set runs the checks of `couillon bot
// check` with few decisions. A bundled bot works. Returns what the bot said of
// itself. FailedPrecondition gives the reason for a refusal: the arena's
// settings do not admit the bot, or it does not work, with a line for each
// check that failed. Requires: CheckSandbox(state.settings) is OK.
absl::StatusOr<BotDescription> TrySubmission(const ArenaState& state,
                                             const v1::BotEntry& pinned,
                                             const LaunchOptions& options,
                                             bool conformance);

// Runs those checks of `couillon bot check` that need no process with few
// decisions, over the streams of a bot that has dialled in and is reached at
// its address. FailedPrecondition gives the reason for a refusal, as above.
absl::Status TryAttendingBot(const v1::LeagueConfig& settings,
                             const v1::BotEntry& bot);

}  // namespace couillon::arena
