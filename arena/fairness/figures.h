// The figures of a fairness report that are counted hand by hand or match by
// match: each is a total over a count (see stats/sample/ratio.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/fairness/hand_facts.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

enum class FigureKind {
  kPoints,  // game points
  kScore,   // 0 lost, 1/2 drawn, 1 won; even is 1/2
  kShare,   // of cases, 0 to 1
  kNumber,  // any other count
};

struct Figure {
  std::string name;   // for programs: "makers_win", "takes.2"
  std::string title;  // for people
  FigureKind kind = FigureKind::kNumber;
  int scale = 1;  // what one unit of the total stands for: 1 / scale
  // Whether it ought to be even, and the margin within which it counts as
  // such, is declared before play; see FairnessOptions.
  bool is_advantage = false;
};

// What one hand or match adds to a figure.
struct FigureTerm {
  std::int32_t s = 0;
  std::int32_t n = 0;
};

// The figures of single deals under `rules`, and what a hand adds to each, in
// the same order.
std::vector<Figure> HandFigures(const CompiledRules& rules);
void AddHand(const CompiledRules& rules, const HandFacts& hand,
             std::span<FigureTerm> terms);

// The same of whole matches.
std::vector<Figure> MatchFigures(const CompiledRules& rules);
void AddMatch(const CompiledRules& rules, const MatchFacts& match,
              std::span<FigureTerm> terms);

}  // namespace couillon::arena
