// The difference between a crash and a mere disconnection of a bot.
#pragma once

#include "arena/players/process/bot_process.h"
#include "arena/table/referee/clock.h"

namespace couillon::arena {

// Returns true if the process ends by itself, its connection being closed.
// Waits until its exit status has arrived, which passes through several
// processes: returns false after 0.2 s if nothing says that the process ends.
// Returns true as well if it surely ends, but its status has not arrived after
// a minute: the kernel takes seconds to end a sandbox if many end at once.
[[nodiscard]] bool EndsByItself(BotProcess& process, const Clock& clock);

}  // namespace couillon::arena
