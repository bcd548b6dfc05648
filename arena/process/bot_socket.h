// The way to the socket of a bot that was started here: straight to its own
// process, whoever else would like to be taken for it.
#pragma once

#include "absl/status/statusor.h"

namespace couillon::arena {

class BotProcess;

// Connects to the socket "bot" in the folder of `process` and returns the
// descriptor, non-blocking, the caller's to close. Unavailable while nobody
// listens there. PermissionDenied if there is no socket but something else (a
// link above all), or if who listens is no process of this bot: the error says
// which. Records in `process` who serves.
absl::StatusOr<int> ConnectToBot(BotProcess& process);

// Removes the socket from its folder, so that nobody else can call the bot.
void RemoveSocket(const BotProcess& process);

}  // namespace couillon::arena
