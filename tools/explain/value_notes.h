// Notes of an analysis on the text of a deal.
#pragma once

#include <string>

#include "arena/measure/analysis/deal_analysis.h"
#include "engine/play/deal_notation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"
#include "tools/explain/deal_text.h"

namespace couillon::tools {

// Says of each decision what it was worth and what it cost. For one call of
// DescribeDeal with the same deal. Requires: the arguments outlive the result.
DecisionNote NotesOn(const CompiledRules& rules,
                     const arena::AnalysedDeal& deal);

// What the notes mean, and from where on `deal` is solved, as a line;
// `most_tricks` as in arena::AnalysisOptions.
std::string ValuesLegend(const CompiledRules& rules, const DealScript& deal,
                         int most_tricks = kMaxTricks);

}  // namespace couillon::tools
