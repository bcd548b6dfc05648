// Decisions between the engine and the messages of the protocol. The two are
// equivalent: reading what was written gives the same observation.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class Decision;
}  // namespace couillon::v1

namespace couillon::wire {

// Writes `seen` into `message`, which is cleared first and keeps its memory.
// The id and the ruleset handle are the caller's to set.
void WriteDecision(const CompiledRules& rules, const Observation& seen,
                   v1::Decision& message);

// Reads a decision of the ruleset `rules`. InvalidArgument names the field
// that is out of range; `seen` is then unspecified.
absl::Status ReadDecision(const CompiledRules& rules,
                          const v1::Decision& message, Observation& seen);

}  // namespace couillon::wire
