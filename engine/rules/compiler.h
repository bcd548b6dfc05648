// Compiles a ruleset, as written, into the tables that play reads.
#pragma once

#include "absl/status/statusor.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// Returns the compiled ruleset, or InvalidArgument with the field or script
// step and the reason: a knob out of range, a card that is not in the pack, a
// script that cannot be dealt, or a script after which play could begin without
// trumps if everybody declines.
[[nodiscard]] absl::StatusOr<CompiledRules> CompileRules(
    const Ruleset& ruleset);

}  // namespace couillon
