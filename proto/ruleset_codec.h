// Rulesets between the message of the protocol and the engine.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "engine/rules/ruleset.h"

namespace couillon::v1 {
class Ruleset;
}  // namespace couillon::v1

namespace couillon::wire {

// The ruleset that `message` writes out; bases and switches must have been
// merged in. InvalidArgument names the field that is missing or is no value
// of its kind ("table.players is not set"). Ranges are CompileRules' business.
absl::StatusOr<Ruleset> FromMessage(const v1::Ruleset& message);

// The message for `ruleset`, every knob written out: the inverse of
// FromMessage.
v1::Ruleset ToMessage(const Ruleset& ruleset);

// The knobs of `ruleset` as text, every one in a fixed order, without names,
// titles and sources: the same rules give the same text. Its hash names the
// rules in records and reports.
std::string CanonicalText(const Ruleset& ruleset);

// BLAKE2b-256 of CanonicalText, in hexadecimal.
std::string RulesetHash(const Ruleset& ruleset);

}  // namespace couillon::wire
