// A bot that keeps to the protocol and does not repeat itself.
#pragma once

#include <memory>

#include "bots/cpp/strategy.h"

namespace couillon::bots::broken {

// A bot that takes any legal action by chance of its own, whatever the
// random_seed is.
std::unique_ptr<Strategy> MakeChanceBot();

}  // namespace couillon::bots::broken
