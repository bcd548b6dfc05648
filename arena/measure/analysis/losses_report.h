// Losses and analysed decisions as text and as JSON.
#pragma once

#include <string>
#include <vector>

#include "arena/measure/analysis/deal_analysis.h"
#include "arena/measure/analysis/league_analysis.h"
#include "arena/measure/analysis/losses.h"
#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The context of a report of losses.
struct LossesContext {
  const v1::LeagueConfig& config;
  const std::vector<CompiledRules>& rules;  // of the league
  LeagueAnalysisCounts counts;
  std::string directory;    // of the league
  bool has_records = true;  // whether its deals can be replayed
  int samples = 0;          // per decision
  int most_tricks = 0;      // left, of the decisions to be solved
};

// The command that prints one table with what its decisions cost; of a match
// without records, its costliest deal.
std::string ReplayCommand(const LossesContext& context, int ruleset,
                          const CostlyTable& table);

// One part per bot and ruleset.
std::vector<ReportPart> LossesText(const LossesContext& context,
                                   const std::vector<BotLosses>& losses);
Json LossesJson(const LossesContext& context,
                const std::vector<BotLosses>& losses);

// The analysis of one decision as text: "+1; best is play:7S with +3; costs 2".
// Empty if there was no choice.
std::string DecisionText(const CompiledRules& rules, const AnalysedDeal& deal,
                         const AnalysedDecision& decision);

// The deal, its result and its decisions.
Json AnalysedDealJson(const CompiledRules& rules, const AnalysedDeal& deal);

}  // namespace couillon::arena
