// One number that changes with the behaviour of engine, referee or bundled
// bots, and with nothing else: what a refactoring must leave as it is.
#pragma once

#include <string>
#include <vector>

#include "arena/referee/in_process_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Plays a small round robin of `bots` with a fixed seed under every one of
// `rules`, in deals and in matches, and returns 16 hexadecimal digits that
// follow from every action and every outcome. Requires: two bots at least,
// which decide the same whenever they see the same.
std::string BehaviourSignature(const std::vector<CompiledRules>& rules,
                               const std::vector<DecideFunction>& bots);

}  // namespace couillon::arena
