// The check that a decision read from the wire is well-formed. The codec checks
// each field separately; strategies rely on the consistency of fields, and a
// bot must not crash on a referee's mistake.
#pragma once

#include "absl/status/status.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// InvalidArgument names the fields that contradict each other.
[[nodiscard]] absl::Status CheckDecision(const CompiledRules& rules,
                                         const Observation& observation);

}  // namespace couillon::bots
