// The figures of a fairness report that are counted per table or per match:
// each is a total divided by a count (see stats/sample/ratio.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/fairness/deal_facts.h"
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
  int scale = 1;  // what one unit of the total stands for: 1 / scale
  // Whether a fair ruleset makes it even. The margin within which it counts as
  // even is declared before play; see FairnessOptions.
  bool is_advantage = false;
};

// What one table or match adds to a figure.
struct FigureTerm {
  std::int32_t s = 0;
  std::int32_t n = 0;
};

// The figures of single deals under `rules`, and what a table adds to each, in
// the same order.
std::vector<Figure> DealFigures(const CompiledRules& rules);
void AddDeal(const CompiledRules& rules, const DealFacts& hand,
             std::span<FigureTerm> terms);

// The same for whole matches.
std::vector<Figure> MatchFigures(const CompiledRules& rules);
void AddMatch(const CompiledRules& rules, const MatchFacts& match,
              std::span<FigureTerm> terms);

}  // namespace couillon::arena
