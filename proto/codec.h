// Decisions and results between the engine and the messages of the protocol.
// The two are equivalent: reading what was written gives the same.
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
// The id and the ruleset handle are the caller's to set.
void WriteDecision(const CompiledRules& rules, const Observation& seen,
                   v1::Decision& message);

// Reads a decision of the ruleset `rules`. InvalidArgument names the field
// that is out of range; `seen` is then unspecified.
absl::Status ReadDecision(const CompiledRules& rules,
                          const v1::Decision& message, Observation& seen);

// Writes a result into `message`, but for the ruleset handle, which is the
// caller's to set; and reads it back, whatever its numbers are.
void WriteTableResult(const TableResult& result, v1::TableResult& message);
TableResult ReadTableResult(const v1::TableResult& message);

}  // namespace couillon::wire
