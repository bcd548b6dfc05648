// The commands that play a league again and check its results.
#pragma once

#include <optional>
#include <string>

#include "arena/measure/fairness/fairness_sums.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Stands for the directory of a league: a report does not depend on where it
// is.
inline constexpr char kAnyDirectory[] = "DIRECTORY";

// Returns the command that plays the league again, for a shell, with all
// options that results depend on. Null if no command says it: with bots that
// are remote, that dial in, or that a list of bots describes, without a seed,
// and for rounds of an arena.
std::optional<std::string> RepeatCommand(const v1::LeagueConfig& config);

// Returns the command that repeats a fairness run of these bots and rulesets;
// `compare` as in FairnessRun. Null if no command says it, as above.
std::optional<std::string> RepeatFairness(const v1::LeagueConfig& config,
                                          const FairnessOptions& options,
                                          bool compare);

}  // namespace couillon::arena
