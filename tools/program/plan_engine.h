// This program as the engine of a plan.
#pragma once

#include <string>
#include <vector>

#include "arena/league/shards/engine_build.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// The behaviour signature of `rules` with the bundled bots that answer fast
// (arena/measure/selftest/signature.h).
std::string SignatureOf(const std::vector<CompiledRules>& rules);

arena::EngineBuild ThisEngine();

}  // namespace couillon::tools
