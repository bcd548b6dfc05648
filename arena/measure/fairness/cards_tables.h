// The parts of a fairness report about deals with all cards seen.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct FairnessReport;
struct RulesetReport;

// What best play gives eldest's side, beside what the bots get, and how much of
// the results of each pairing is in the cards. Says why if no deal is solved.
// Empty if none was asked for.
[[nodiscard]] std::vector<ReportPart> CardsParts(const FairnessReport& report,
                                                 const RulesetReport& ruleset);

// The meaning of the columns.
[[nodiscard]] std::string CardsLegend();

}  // namespace couillon::arena
