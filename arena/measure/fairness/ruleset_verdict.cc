// Verdicts on matches and seats, and the order of rulesets by them.

#include "arena/measure/fairness/ruleset_verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/named_figures.h"
#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::arena {
namespace {

double EvenValue(const FigureReport& figure) {
  return figure.figure.kind == FigureKind::kScore ? 0.5 : 0;
}

// Before which others a ruleset stands: the smaller pair does.
std::pair<int, double> PlaceOf(const RulesetReport& ruleset) {
  const std::optional<MatchVerdict> verdict = VerdictOnMatches(ruleset);
  if (!verdict) return {3, 0};
  const double distance =
      std::abs(verdict->score->estimate.value.value_or(0.5) - 0.5);
  switch (verdict->verdict) {
    case stats::FairnessVerdict::kUnfair:
      return {0, -distance};
    case stats::FairnessVerdict::kUndecided:
      return {1, -distance};
    case stats::FairnessVerdict::kFair:
      break;
  }
  return {2, -distance};
}

}  // namespace

Favoured FavouredBy(const FigureReport& figure) {
  if (!figure.verdict || !figure.estimate.value ||
      figure.verdict->verdict != stats::FairnessVerdict::kUnfair) {
    return Favoured::kNobody;
  }
  return *figure.estimate.value > EvenValue(figure) ? Favoured::kNamed
                                                    : Favoured::kOthers;
}

std::optional<MatchVerdict> VerdictOnMatches(const RulesetReport& ruleset) {
  const FigureReport* score =
      FindFigure(ruleset.matches.figures, "first_dealer_score");
  if (score == nullptr || !score->verdict || !score->estimate.value) {
    return std::nullopt;
  }
  const stats::RatioEstimate& estimate = score->estimate;
  MatchVerdict verdict{
      .score = score,
      .verdict = score->verdict->verdict,
      .favoured = FavouredBy(*score),
      .elo_interval = {.lo = stats::EloOfScore(estimate.interval.lo),
                       .hi = stats::EloOfScore(estimate.interval.hi)}};
  const double elo = stats::EloOfScore(*estimate.value);
  if (std::isfinite(elo)) verdict.elo = elo;
  return verdict;
}

std::vector<SeatEffect> SeatEffects(const RulesetReport& ruleset) {
  const std::optional<MatchVerdict> matches = VerdictOnMatches(ruleset);
  std::vector<SeatEffect> effects;
  for (const MirrorReport& mirror : ruleset.mirrors) {
    const FigureReport* lead = MainAdvantage(mirror.figures);
    if (lead == nullptr) continue;
    SeatEffect effect{
        .bot = mirror.bot, .lead = lead, .favoured = FavouredBy(*lead)};
    const Favoured in_matches = matches ? matches->favoured : Favoured::kNobody;
    effect.shows_in_matches = effect.favoured != Favoured::kNobody &&
                              in_matches != Favoured::kNobody &&
                              effect.favoured != in_matches;
    effects.push_back(effect);
  }
  return effects;
}

std::vector<std::size_t> RulesetsByVerdict(const FairnessReport& report) {
  std::vector<std::size_t> order(report.rulesets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&report](std::size_t i) {
    return PlaceOf(report.rulesets[i]);
  });
  return order;
}

}  // namespace couillon::arena
