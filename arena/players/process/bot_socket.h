// Connects to the socket of a bot that the referee started, and verifies that
// one of the bot's own processes listens there.
#pragma once

#include "absl/status/statusor.h"

namespace couillon::arena {

class BotProcess;

// Connects to the socket "bot" in the folder of `process`, and records the
// serving process in `process`. Returns a non-blocking descriptor; the caller
// closes it. Unavailable while no process listens there. PermissionDenied if
// the path is not a socket (for example a link), or if the listening process
// does not belong to this bot; the message says which.
absl::StatusOr<int> ConnectToBot(BotProcess& process);

// Removes the socket from its folder, so that no other process can call the
// bot.
void RemoveSocket(const BotProcess& process);

}  // namespace couillon::arena
