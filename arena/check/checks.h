// The checks of a bot, a file each or a few that belong together. Every one
// adds its findings to the examination and leaves the bot as it finds it, or
// drops it.
#pragma once

#include <vector>

#include "arena/check/examination.h"
#include "arena/check/finding.h"

namespace couillon::arena {

// start, describe, rulesets: what comes before the first decision. False if
// the bot cannot be started, and nothing else can be tried.
bool CheckHandshake(Examination& examination);
// legal: an answer to every decision, one by one and in batches, each legal.
void CheckAnswers(Examination& examination);
// in_flight: several messages unanswered at a time, if it allows that.
void CheckInFlight(Examination& examination);
// repeat, composition, restart: the same decision, the same action.
void CheckRepeats(Examination& examination);
// hidden: the same observation, other cards in the other hands.
void CheckHiddenCards(Examination& examination);
// unknown_fields, empty_message: what later versions may send.
void CheckUnknownFields(Examination& examination);
// half_close: the end of a stream.
void CheckStreams(Examination& examination);
// reopen: the next stream, and one beside the first. False if nothing else can
// be tried, because every other check has a stream of its own.
bool CheckReopen(Examination& examination);
// speed: decisions a second, by size of batch.
void CheckSpeed(Examination& examination);
// memory: what it keeps of the decisions that it has answered.
void CheckMemory(Examination& examination);
// sigterm: it ends when it is asked to.
void CheckEnd(Examination& examination);

// All of them, in order.
std::vector<Finding> CheckBot(const CheckSettings& settings);

}  // namespace couillon::arena
