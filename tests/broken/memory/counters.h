// Counters of the machine, of the account, or of common files, by which
// processes without a common folder could signal to each other: how to move
// each, and how to read it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace couillon::bots::broken {

struct Counter {
  const char* name;
  // Moves the counter, and moves it back if it can be.
  void (*move)();
  void (*move_back)();
  // Returns a constant where the counter cannot be read.
  std::int64_t (*read)();
};

// All counters. The order is that of the requests of ServeCounters.
std::span<const Counter> Counters();

// One request to a process that serves counters, two bytes: the number of a
// counter, and what to do. The answer to each has eight bytes: what was read,
// or 0.
enum class CounterRequest : std::uint8_t { kRead, kMove, kMoveBack };

// Serves one client after the other at the unix socket `path`, until it is
// killed.
[[noreturn]] void ServeCounters(const std::string& path);

}  // namespace couillon::bots::broken
