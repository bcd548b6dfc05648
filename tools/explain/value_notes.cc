#include "tools/explain/value_notes.h"

#include <cstddef>

#include "arena/measure/analysis/decision_values.h"
#include "arena/measure/analysis/losses_report.h"
#include "engine/cards/action.h"
#include "engine/play/position.h"

namespace couillon::tools {

DecisionNote NotesOn(const CompiledRules& rules,
                     const arena::AnalysedDeal& deal) {
  return [&rules, &deal, ply = std::size_t{0}](const Position& /*position*/,
                                               Action /*action*/) mutable {
    return arena::DecisionText(rules, deal, deal.decisions[ply++]);
  };
}

std::string ValuesLegend(const CompiledRules& rules, const DealScript& deal,
                         int most_tricks) {
  std::string text =
      rules.sides == 3
          ? "Values: game points of each side, all cards seen"
          : "Values: game points, the lead of the side that decides, all cards "
            "seen";
  const std::string why = arena::WhyNotAnalysed(
      Position(rules, deal.pack, deal.dealer), most_tricks);
  if (!why.empty()) text += "; at the start " + why;
  return text + ".\n";
}

}  // namespace couillon::tools
