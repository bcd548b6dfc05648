// Converts decisions and results between the engine and the messages of the
// protocol. Reading what was written gives the same value again.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "engine/play/observation.h"
#include "engine/play/table_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class Decision;
class TableResult;
}  // namespace couillon::v1

namespace couillon::wire {

// Writes `seen` into `message`, which is cleared first and keeps its memory.
// The caller sets the id and the ruleset handle.
void WriteDecision(const CompiledRules& rules, const Observation& seen,
                   v1::Decision& message);

// Reads a decision of the ruleset `rules`. InvalidArgument names the field
// that is out of range; `seen` is then unspecified.
absl::Status ReadDecision(const CompiledRules& rules,
                          const v1::Decision& message, Observation& seen);

// Write a result into `message`, except the ruleset handle, which the caller
// sets; read it back without checking ranges.
void WriteTableResult(const TableResult& result, v1::TableResult& message);
TableResult ReadTableResult(const v1::TableResult& message);

}  // namespace couillon::wire
