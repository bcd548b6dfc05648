// Bots that try to gain by what their processes remember or tell each other.
// They play exactly like greedy unless they know a hidden card; then they
// choose by playouts. docs/integrity.md says what prevents or detects each.
#pragma once

#include <memory>
#include <string>

#include "bots/cpp/strategy.h"

namespace couillon::bots::broken {

// What the bots need to know beside their fault.
struct MemoryBotPlace {
  std::string socket;     // the path at which this process serves
  int window_us = 8'000;  // of tells-by-time-of-answer, in microseconds
};

// The bot of a fault of MemoryFaults(); null if `fault` is none of them.
std::unique_ptr<Strategy> MakeMemoryBot(const std::string& fault,
                                        const MemoryBotPlace& place);

}  // namespace couillon::bots::broken
