// Connects to the socket of a bot that the referee started, and verifies that
// one of the bot's own processes listens there.
#pragma once

#include "absl/status/statusor.h"

namespace couillon::arena {

class BotProcess;

// Connects to the socket "bot" in the folder of `process` and returns the
// descriptor, non-blocking, which the caller closes. Unavailable while no
// process listens there. PermissionDenied if there is no socket but something
// else (a link above all), or if who listens is no process of this bot: the
// error says which. Records in `process` who serves.
absl::StatusOr<int> ConnectToBot(BotProcess& process);

// Removes the socket from its folder, so that no other process can call the
// bot.
void RemoveSocket(const BotProcess& process);

}  // namespace couillon::arena
