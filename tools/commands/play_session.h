// Plays units and stores when, where and by which program that was.
#pragma once

#include <atomic>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
class LeagueStore;
}  // namespace couillon::arena

namespace couillon::tools {

// Calls arena::RunLeague within a session of the store.
absl::StatusOr<arena::Progress> PlayInSession(
    arena::LeagueStore& store, const std::vector<CompiledRules>& rules,
    const arena::RunOptions& run, const std::atomic<bool>& stop);

}  // namespace couillon::tools
