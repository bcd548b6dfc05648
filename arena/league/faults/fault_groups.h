// Groups the faults of a league by their causes, so that a bot that fails a
// thousand times in one line of its code has one entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// The cause of a fault.
struct FaultCause {
  // The exception that ended the bot, else what the referee saw; on one line.
  std::string what;
  // FILE:LINE of the exception in the bot's own code; empty if unknown.
  std::string place;
  // Equal for equal causes of faults of one verdict: the kind and the place of
  // the exception, the phase of an illegal action, else `what` except for
  // numbers.
  std::string key;
};

FaultCause CauseOf(const Fault& fault);

// The faults of one bot with one verdict and one cause. Indices are those of
// the list of faults.
struct FaultGroup {
  BotIndex bot{};
  Verdict verdict = Verdict::kNormal;
  FaultCause cause;  // of the example
  std::int64_t count = 0;
  std::int64_t forfeits = 0;  // those that cost a deal or more
  std::size_t first = 0;
  std::size_t last = 0;
  // The first one with a decision, which can be asked again; else the first.
  std::size_t example = 0;
};

// The groups in the order of their first faults.
std::vector<FaultGroup> GroupFaults(const std::vector<Fault>& faults);

}  // namespace couillon::arena
