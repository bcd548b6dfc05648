// A bot whose seats share nothing but the time: each answers early decisions of
// a deal at a moment that says what its hand is like.
#pragma once

#include <memory>

#include "bots/cpp/strategy.h"

namespace couillon::bots::broken {

// With its first call of a deal each seat signals a few bits about its hand.
// Many tables are open, so the partner is asked about this one much later, but
// about some table soon, and reads the clock then. It takes what it has read
// last to be about the next table at which it sees that the partner has called.
// So the referee has to ask in the order in which answers arrive.
//
// The bot plays like greedy until signals have proved right: it compares each
// with the partner's hand when all cards of that are on the table. `window_us`:
// length of a window in microseconds (clock_signal.h), longer than several
// answers without a signal take.
std::unique_ptr<Strategy> MakeSignallingBot(int window_us);

}  // namespace couillon::bots::broken
