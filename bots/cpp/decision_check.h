// Whether a decision read off the wire is well-formed. The codec checks every
// field alone; strategies rely on what fields say of each other, and a bot
// must not fall over a referee's mistake.
#pragma once

#include "absl/status/status.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// InvalidArgument says which fields contradict each other, if any do.
[[nodiscard]] absl::Status CheckDecision(const CompiledRules& rules,
                                         const Observation& observation);

}  // namespace couillon::bots
