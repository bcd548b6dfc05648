// A hash of the behaviour of engine, referee and bundled bots, and of nothing
// else. A refactoring must not change it.
#pragma once

#include <string>
#include <vector>

#include "arena/table/referee/in_process_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Plays a small round robin of `bots` with a fixed seed under every one of
// `rules`, in deals and in matches. Returns 16 hexadecimal digits that depend
// on every action and every outcome. Requires: at least two bots, which make
// the same decision for the same observation.
std::string BehaviourSignature(const std::vector<CompiledRules>& rules,
                               const std::vector<DecideFunction>& bots);

}  // namespace couillon::arena
