// Finds the processes of a bot, including wrappers and children, by the bot's
// address in their environment.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace couillon::arena {

// The processes of this user with COUILLON_LISTEN=`address` in their
// environment; zombies are left out.
std::vector<pid_t> ProcessesListeningAt(const std::string& address);

// The same without the processes of the sandbox itself: bubblewrap outside, and
// the first process of the bot's PID namespace.
std::vector<pid_t> ProgramsListeningAt(const std::string& address);

// The resident memory of a process in bytes; 0 if it has ended.
std::int64_t SumResidentBytes(pid_t pid);

}  // namespace couillon::arena
