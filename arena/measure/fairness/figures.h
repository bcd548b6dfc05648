// The figures of a fairness report that are counted per table or per match:
// each is a total divided by a count (see stats/sample/ratio.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/measure/fairness/deal_facts.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

enum class FigureKind {
  kPoints,  // game points
  kScore,   // 0 lost, 1/2 drawn, 1 won; even is 1/2
  kShare,   // of cases, 0 to 1
  kNumber,  // any other count
};

struct Figure {
  std::string name;   // machine-readable: "makers_win", "makes_trumps.2"
  std::string title;  // human-readable
  FigureKind kind = FigureKind::kNumber;
  int scale = 1;  // the total counts units of 1 / scale
  // True if a fair ruleset makes it even. The margin of its equivalence test is
  // declared before play; see FairnessOptions.
  bool is_advantage = false;
  // True if play decides its value; if not, the rules fix it: see RulesFix().
  bool varies = true;
};

// The contribution of one table or match to a figure: total and count.
struct FigureTerm {
  std::int32_t s = 0;
  std::int32_t n = 0;
};

// Returns the figures of single deals under `rules`. AddDeal adds the
// contribution of a table to each, in the same order.
// Requires: one term per figure.
std::vector<Figure> DealFigures(const CompiledRules& rules);
void AddDeal(const CompiledRules& rules, const DealFacts& hand,
             std::span<FigureTerm> terms);

// The same for whole matches.
std::vector<Figure> MatchFigures(const CompiledRules& rules);
void AddMatch(const CompiledRules& rules, const MatchFacts& match,
              std::span<FigureTerm> terms);

}  // namespace couillon::arena
