// The joint verdict on a ruleset: on its whole matches, and on what a seat is
// worth in one deal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/measure/fairness/fairness_report.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/equivalence.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

// Whom a test found to have an advantage: the side or seat that the figure is
// of, or the others. kNobody unless the verdict is "unfair".
enum class Favoured : std::uint8_t { kNobody, kNamed, kOthers };

// Returns this for a figure; kNobody without a verdict.
[[nodiscard]] Favoured FavouredBy(const FigureReport& figure);

// The verdict on whole matches of the last bot against itself: the score of the
// first dealer's side.
struct MatchVerdict {
  const FigureReport* score = nullptr;  // of the report, never null
  stats::FairnessVerdict verdict = stats::FairnessVerdict::kUndecided;
  Favoured favoured = Favoured::kNobody;
  std::optional<double> elo;  // of this score; null at 0 or 1
  stats::Interval elo_interval;
};

// Returns it; null without matches, and with three sides, where no side is the
// first dealer's against one other.
[[nodiscard]] std::optional<MatchVerdict> VerdictOnMatches(
    const RulesetReport& ruleset);

// The value of the seat of eldest hand in one deal of a bot.
struct SeatEffect {
  BotIndex bot{};
  const FigureReport* lead = nullptr;  // MainAdvantage(), never null
  Favoured favoured = Favoured::kNobody;
  // True if whole matches are unfair in the same direction: in the first deal
  // the first dealer's side is not eldest's.
  bool shows_in_matches = false;
};

// Returns it for each bot, weakest first.
[[nodiscard]] std::vector<SeatEffect> SeatEffects(const RulesetReport& ruleset);

// Returns the indices of the rulesets by the verdict on whole matches: unfair,
// undecided, fair, then those without one; among these by the distance of the
// score from 1/2, the largest first.
[[nodiscard]] std::vector<std::size_t> RulesetsByVerdict(
    const FairnessReport& report);

}  // namespace couillon::arena
