// The ways in which the broken bot can be broken, by name.
#pragma once

#include <span>
#include <string>

namespace couillon::bots::broken {

struct FaultName {
  const char* name;
  const char* what;  // that the bot does, for people
};

// What it does as a process, before it serves.
std::span<const FaultName> StartFaults();
// What it does at about every 32nd decision: which ones follows from their
// random seeds, so that the league's results can be repeated.
std::span<const FaultName> PlayFaults();

bool IsStartFault(const std::string& name);

}  // namespace couillon::bots::broken
