// Rulesets that nobody has written: the knobs of one turned at random, since
// users may write any combination in a file of their own.
#pragma once

#include "engine/rules/ruleset.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {

// `ruleset` with about every second knob of play, lead, specials, scoring and
// match set at random. Cards, players and script stay, so that it can be
// dealt; whether the knobs fit together is for CompileRules to say.
Ruleset WithRandomKnobs(Ruleset ruleset, RandomDraws& draws);

}  // namespace couillon::tests
