// The verdicts and findings of a fairness report as JSON, for its page and for
// programs. docs/formats.md has their meaning.
#pragma once

#include "arena/numbers/format/json.h"

namespace couillon::arena {

struct FairnessReport;
struct RulesetReport;

// Returns the verdict on whole matches; null without one.
Json MatchVerdictJson(const FairnessReport& report,
                      const RulesetReport& ruleset);

// Returns an array with what the seat of eldest hand is worth in one deal, an
// object per bot.
Json SeatEffectsJson(const FairnessReport& report,
                     const RulesetReport& ruleset);

// Returns an array of the findings, in the order of the report.
Json FindingsJson(const FairnessReport& report);

}  // namespace couillon::arena
