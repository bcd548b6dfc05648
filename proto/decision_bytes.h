// Decisions and their bytes in a PlayRequest, without a message in between: the
// hot path of the referee and of the SDK for C++. The bytes are those that
// protobuf makes of codec.h's messages.
#pragma once

#include <cstdint>
#include <string>

#include "engine/compiled_rules.h"
#include "engine/observation.h"

namespace couillon::wire {

// Appends `seen` to the bytes of a PlayRequest as one of its decisions.
void AppendDecision(const CompiledRules& rules, const Observation& seen,
                    std::uint32_t decision_id, std::uint32_t ruleset_handle,
                    std::string& request);

}  // namespace couillon::wire
