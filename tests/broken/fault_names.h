// The faults of the broken bot, by name.
#pragma once

#include <span>
#include <string>

namespace couillon::bots::broken {

struct FaultName {
  const char* name;
  const char* what;  // what the bot does, human-readable
};

// Faults before the first decision: of the process, or of Describe.
std::span<const FaultName> StartFaults();
// Faults at about every 32nd decision. The random seeds of decisions determine
// which, so that the results of a league are reproducible.
std::span<const FaultName> PlayFaults();
// Attempts to gain by what a process remembers, or by signals between the
// processes of one bot: docs/integrity.md. The bot keeps to the protocol.
std::span<const FaultName> MemoryFaults();

bool IsStartFault(const std::string& name);
// Whether it is a fault of any of the three kinds.
bool IsFault(const std::string& name);

}  // namespace couillon::bots::broken
