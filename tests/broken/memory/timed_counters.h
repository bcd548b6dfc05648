// What processes on one machine learn of each other from times alone: the load
// of a core, and the caches that cores share.
#pragma once

#include <cstdint>

namespace couillon::bots::broken {

// Keeps the first core busy with four threads, until it is moved back.
void MoveLoad();
void MoveLoadBack();
// Returns how far this process counts in 40 ms on the first core.
std::int64_t ReadLoad();

// Fills the caches that all cores share.
void MoveCaches();
// Returns how many nanoseconds it takes to read a few megabytes, which are in
// the caches if no other process has filled them since the last call.
std::int64_t ReadCaches();

}  // namespace couillon::bots::broken
