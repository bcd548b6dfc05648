// A decision as human-readable text: what the seat saw and its legal actions.
#pragma once

#include <cstdint>
#include <string>

#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// One line: "phase play, seat 2, hand 9C KD, legal play:9C play:KD".
std::string ShortQuestionText(const Observation& seen);

// A few lines: the hand, trumps and their maker, the calls, the tricks, the
// current trick, the legal actions.
std::string QuestionText(const CompiledRules& rules, const Observation& seen);

// An answer to this decision: "play:KD", or "action 77, which does not exist".
std::string AnswerText(const Observation& seen, std::uint32_t action);

// The decision as a serialized couillon.v1.Decision, for the store.
std::string SerializedQuestion(const CompiledRules& rules,
                               const Observation& seen);

}  // namespace couillon::arena
