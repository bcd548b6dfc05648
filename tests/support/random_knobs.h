// Rulesets with random knobs, since users may write any combination in their
// own files.
#pragma once

#include "engine/rules/ruleset.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {

// Returns `ruleset` with about half of the knobs of play, lead, specials,
// scoring and match set at random. Cards, players and script stay, so that it
// can be dealt. The combination may be invalid: CompileRules decides.
Ruleset WithRandomKnobs(Ruleset ruleset, RandomDraws& draws);

}  // namespace couillon::tests
