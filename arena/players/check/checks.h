// The checks of a bot. Each check adds its findings to the run, and leaves the
// bot usable or drops it.
#pragma once

#include <vector>

#include "arena/players/check/conformance_run.h"
#include "arena/players/check/finding.h"

namespace couillon::arena {

// start, describe, rulesets: everything before the first decision. Returns
// false if the bot cannot be started; then no other check can run.
bool CheckHandshake(ConformanceRun& run);
// legal: every decision gets a legal answer, alone and in batches.
void CheckAnswers(ConformanceRun& run);
// in_flight: several unanswered messages at a time, if the bot allows that.
void CheckInFlight(ConformanceRun& run);
// repeat, composition, restart: equal decisions get equal actions.
void CheckRepeats(ConformanceRun& run);
// cold: equal decisions get equal actions in processes that have been asked
// about the same deal before, from other seats or in another seating, and in
// processes that have not.
void CheckColdProcesses(ConformanceRun& run);
// hidden: equal observations get equal actions if the hidden cards differ.
void CheckHiddenCards(ConformanceRun& run);
// unknown_fields, empty_message: messages that later versions may send.
void CheckUnknownFields(ConformanceRun& run);
// half_close: the end of a stream.
void CheckStreams(ConformanceRun& run);
// reopen: a stream after the first one, and two at a time. Returns false if no
// other check can run, because each one opens a stream.
bool CheckReopen(ConformanceRun& run);
// speed: decisions per second, by batch size.
void CheckSpeed(ConformanceRun& run);
// memory: growth of the bot's memory over many decisions.
void CheckMemory(ConformanceRun& run);
// sigterm: the bot ends on SIGTERM.
void CheckEnd(ConformanceRun& run);

// Runs all checks, in order.
std::vector<CheckFinding> CheckBot(const CheckSettings& settings);

// Runs the checks of decisions and messages, in order, until one fails: for a
// bot that keeps streams open itself, so that nothing is known of its processes
// and the arena may not open streams at will. Each check waits, within the
// start limit, until the bot has a stream open.
std::vector<CheckFinding> CheckAttendingBot(const CheckSettings& settings);

}  // namespace couillon::arena
