// The owner of a bot's name in an arena: it belongs to the author who submitted
// it first, and so do all names that look like it.
#pragma once

#include "absl/status/status.h"

namespace couillon::v1 {
class BotEntry;
class BotSubmitted;
}  // namespace couillon::v1

namespace couillon::arena {

struct ArenaState;

// OK if `bot` may join under its name, or as the next version of a bot of that
// name. A bot that dials in belongs to the author of its token, any other to
// the author that its manifest declares, or to the organizer if there is none.
// InvalidArgument if the name is new and breaks the rule of
// arena/players/roster/name_rule.h; FailedPrecondition if it belongs to
// somebody else, or looks like a name that does.
absl::Status CheckNameOwner(const ArenaState& state, const v1::BotEntry& bot);

// Adds the skeletons of the bot's name, if the arena does not have it yet.
void AddSkeletons(const ArenaState& state, v1::BotSubmitted& submitted);

}  // namespace couillon::arena
