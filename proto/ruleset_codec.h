// Converts rulesets between the message of the protocol and the engine.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "engine/rules/ruleset.h"

namespace couillon::v1 {
class Ruleset;
}  // namespace couillon::v1

namespace couillon::wire {

// Returns the ruleset of `message`. InvalidArgument names the field that is
// missing or has an invalid value ("table.players is not set"). CompileRules
// checks ranges. Requires: bases and switches have been merged in.
absl::StatusOr<Ruleset> FromMessage(const v1::Ruleset& message);

// Returns the message for `ruleset` with every knob set: the inverse of
// FromMessage.
v1::Ruleset ToMessage(const Ruleset& ruleset);

// Returns all knobs of `ruleset` as text in a fixed order, without names,
// titles and sources: the same rules give the same text. Its hash identifies
// the rules in records and reports.
std::string CanonicalText(const Ruleset& ruleset);

// BLAKE2b-256 of CanonicalText, in hexadecimal.
std::string RulesetHash(const Ruleset& ruleset);

}  // namespace couillon::wire
