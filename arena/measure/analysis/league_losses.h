// The losses of all bots of a league as one document, for its page: within a
// budget, so that a page is made quickly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/format/json.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class LeagueStore;

// Decisions with more tricks left are not solved for a page.
inline constexpr int kTricksOfPage = 5;

// By ruleset, how many deals, or matches, of each pairing are analysed in a few
// seconds in all; 0 if not even one. It depends on the configuration alone, so
// the same league has the same page on every machine. Requires: `rules` are
// those of CompileLeague.
std::vector<std::uint64_t> DealsOfPage(const v1::LeagueConfig& config,
                                       const std::vector<CompiledRules>& rules);

// Analyses the first `deals` recorded deals of each pairing under each ruleset,
// null: those of DealsOfPage(). Returns a couillon.losses document as the page
// shows it: without rows of no decision, notations and commands. Null if the
// league stores no deals, or if there are none to analyse. The errors are those
// of AnalyseLeague.
absl::StatusOr<Json> LossesForPage(LeagueStore& store,
                                   std::optional<std::uint64_t> deals);

}  // namespace couillon::arena
