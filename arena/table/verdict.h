// The verdicts on faults of a bot, and the record of a fault.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

enum class Verdict : std::uint8_t {
  kNormal,
  kIllegalAction,  // answered an action that was not allowed
  kTimeout,        // gave no answer within the limit
  kCrash,          // its process ended
  kDisconnect,     // closed the stream while its process lives
  kProtocolError,  // sent something the contract does not allow
  kStartFailure,   // was not ready within the limit
  kOverBudget      // was waited for longer than the whole league allows
};

// "illegal_action" and so on, as in reports.
std::string_view VerdictName(Verdict verdict);

// The text before the name of a file with the whole stderr of a process, at the
// end of a fault's detail.
inline constexpr char kWholeStderr[] = "; whole stderr: ";

// One fault: the bot, the place, and the tail of its stderr.
struct Fault {
  Verdict verdict = Verdict::kNormal;
  BotIndex bot{};
  std::int64_t unit = 0;
  int ruleset = 0;         // index in the league
  std::uint64_t item = 0;  // deal or match
  Seating seating{};
  Seat seat = kNoSeat;
  // True if the deal was forfeited. A fault that no single decision causes, and
  // that does not recur on retry, costs nothing.
  bool forfeits = false;
  std::string detail;       // what happened, with the decision
  std::string last_stderr;  // of the process
  // The offending decision, a couillon.v1.Decision as it was sent except for
  // its id; empty if there is none.
  std::string question;
};

}  // namespace couillon::arena
