#include "arena/report/text/head_to_head_text.h"

#include <cmath>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/numbers/stats/sequential/stopped_estimate.h"
#include "arena/report/text/rating_sheet_text.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

std::string HistoryText(const std::vector<LlrLook>& history) {
  Rows rows = {{"pairs", "LLR", "lower", "upper"}};
  for (const LlrLook& look : history) {
    rows.push_back({absl::StrCat(look.pairs), Signed(look.answer.llr, 3),
                    Signed(look.answer.bounds.lower, 3),
                    Signed(look.answer.bounds.upper, 3)});
  }
  std::string text = Columns(rows);
  if (history.empty()) return text;
  const LlrLook& last = history.back();
  absl::StrAppendFormat(&text, "after %d pairs: %s\n", last.pairs,
                        DecisionName(last.answer.decision));
  return text;
}

// What even pairs alone say of the hypotheses; empty if some pair is not even,
// and before the end. A hypothesis of no effect expects even pairs.
std::string AllEvenText(const HeadToHead& result) {
  if (!result.test || !result.test->all_even || !result.input.question) {
    return "";
  }
  const stats::SequentialPlan& plan = result.input.question->plan;
  std::vector<std::string> bounds;
  for (const auto& [name, elo] :
       {std::pair("H0", plan.nelo0), std::pair("H1", plan.nelo1)}) {
    if (elo == 0) continue;
    const double percent = 100 * AllEvenProbability(result, elo);
    bounds.push_back(
        percent < 1e-4
            ? absl::StrFormat("less than 0.0001%% under %s", name)
            : absl::StrFormat("at most %.2g%% under %s", percent, name));
  }
  return absl::StrFormat(
      "All %d pairs are even. The probability of that is %s.\n",
      result.input.score.pairs, absl::StrJoin(bounds, " and "));
}

// The line of the estimate after a stop; empty before it.
std::string StoppedText(const HeadToHead& result) {
  if (!result.test || !result.input.question ||
      result.test->decision == stats::SequentialDecision::kContinue) {
    return "";
  }
  if (result.stop_problem) {
    return absl::StrCat(
        "stopped no estimate: ",
        StopProblemText(*result.stop_problem, result.input.question->plan.cap),
        "\n");
  }
  if (!result.stopped) return "";
  const stats::StoppedEstimate& at = *result.stopped;
  const stats::Interval& effect = at.effect_interval;
  const stats::Interval elo = {
      .lo = stats::EloOfScoreAboveHalf(at.lead_interval.lo),
      .hi = stats::EloOfScoreAboveHalf(at.lead_interval.hi)};
  const std::string lead =
      ComparesPoints(result.input, *result.input.question)
          ? absl::StrCat("points/deal ", Signed(at.lead, 3), " ",
                         Brackets(at.lead_interval, 3))
          : absl::StrCat("Elo ", Signed(stats::EloOfScoreAboveHalf(at.lead), 1),
                         " ", Brackets(elo, 1));
  return absl::StrCat(
      "stopped nElo ", Signed(Nelo(result, at.effect), 1), " ",
      Brackets({.lo = Nelo(result, effect.lo), .hi = Nelo(result, effect.hi)},
               1),
      ", ", lead, ", corrected for the stop\n");
}

// An LOS with two decimals, which never claims certainty.
std::string LosText(double superiority) {
  if (superiority > 0.9999) return ">99.99%";
  if (superiority < 0.0001) return "<0.01%";
  return absl::StrFormat("%.2f%%", 100 * superiority);
}

bool IsOpen(const stats::Interval& interval) {
  return !std::isfinite(interval.lo) && !std::isfinite(interval.hi);
}

// Without an interval where the pairs are too few for one.
std::string NeloText(std::optional<double> nelo,
                     const stats::Interval& interval, const char* unit) {
  return Bracketed(nelo, interval, 2) +
         (nelo && IsOpen(interval)
              ? absl::StrCat(", too few ", unit, " for an interval")
              : "");
}

std::string EloText(const HeadToHead& result, const std::string& level,
                    const char* unit) {
  const std::string elo = Bracketed(result.arena.elo, result.elo_interval, 2);
  if (elo == "-" || IsOpen(result.elo_interval)) {
    return absl::StrCat(elo, ", too few ", unit, " for an interval");
  }
  return absl::StrCat(elo, " ", level, ", ", KindName(result.input.interval));
}

// What ratings compare by default; the rest is of scores.
std::string PointsText(const stats::PointsEstimate& points,
                       const std::string& level, const char* unit) {
  return absl::StrCat(
      "points  ", Signed(points.mean, 3), " ", Brackets(points.interval, 3),
      " ", level, " per deal, LOS ", FormatLos(points.superiority), ", nElo ",
      NeloText(points.nelo, points.nelo_interval, unit), "\n");
}

}  // namespace

std::string SequentialText(const HeadToHead& result) {
  COUILLON_CHECK(result.input.question.has_value());
  COUILLON_CHECK(result.test.has_value());
  const SequentialQuestion& question = *result.input.question;
  return absl::StrFormat(
             "LLR     %s in [%.3f, %.3f] for %s [%g, %g]; exact %s\ndecision "
             "%s\n",
             Signed(result.test->llr, 3), result.test->bounds.lower,
             result.test->bounds.upper,
             question.scale == BoundScale::kLogistic  ? "Elo"
             : ComparesPoints(result.input, question) ? "nElo of game points"
                                                      : "nElo",
             question.plan.nelo0, question.plan.nelo1,
             Signed(result.test->llr_exact, 3),
             DecisionName(result.test->decision)) +
         AllEvenText(result) + StoppedText(result);
}

std::string JointFitText(const JointFit& fit, const std::string& first,
                         const std::string& second) {
  const bool points = fit.scale == stats::ResultScale::kPoints;
  return absl::StrFormat(
      "%s and %s did not meet. From the joint fit of all results, %s leads "
      "by\n%s %s %s, LOS %s\n",
      first, second, first, points ? "points/deal" : "Elo",
      Bracketed(fit.difference.value, fit.difference.interval, points ? 3 : 2),
      absl::StrFormat("%g%%", 100 * fit.level),
      LosText(fit.difference.superiority.value_or(0.5)));
}

std::string HeadToHeadText(const HeadToHead& result) {
  const HeadToHeadInput& input = result.input;
  const char* unit = input.seatings_per_pair == 1 ? "games" : "pairs";
  std::string text = absl::StrFormat("%d %s", input.score.pairs, unit);
  if (!input.classes.empty()) {
    absl::StrAppend(&text, " (", absl::StrJoin(input.classes, " "),
                    ", from all lost to all won)");
  }
  absl::StrAppendFormat(
      &text, "\nscore   %s\n",
      result.arena.score ? absl::StrFormat("%.5f", *result.arena.score) : "-");
  const std::string level = absl::StrFormat("%g%%", 100 * input.level);
  if (result.points) text += PointsText(*result.points, level, unit);
  absl::StrAppend(&text, "Elo     ", EloText(result, level, unit), "\n");
  const stats::EloEstimate& nelo = NeloOf(result);
  absl::StrAppend(&text, "nElo    ",
                  NeloText(nelo.nelo, nelo.nelo_interval, unit), "\n");
  if (result.los && !result.points) {
    absl::StrAppend(&text, "LOS     ", LosText(*result.los), "\n");
  }
  if (input.score.pairs < stats::kFirstAsymptoticLook) {
    absl::StrAppendFormat(&text, "anytime none before %d %s\n",
                          stats::kFirstAsymptoticLook, unit);
  } else {
    absl::StrAppend(
        &text, "anytime ", Brackets(result.anytime_interval, 2),
        absl::StrFormat(" Elo, valid at any time, tightest at %d %s\n",
                        DeclaredLength(input), unit));
  }
  if (result.pairs_to_95) {
    absl::StrAppendFormat(
        &text,
        "%.0f %s for an even chance that such a lead is significant at 95%% "
        "(one-sided)\n",
        std::ceil(*result.pairs_to_95), unit);
  }
  if (result.test) absl::StrAppend(&text, SequentialText(result));
  // After a stop the plus2 interval is not reliable either, and the estimate
  // after it has limits of its own.
  if (result.few_decisive_pairs && !result.stopped) {
    absl::StrAppend(&text, "few decisive ", unit, ": only the ",
                    result.stop_problem ? "anytime" : "plus2",
                    " interval is reliable\n");
  }
  if (result.history) text += "\n" + HistoryText(*result.history);
  return text;
}

}  // namespace couillon::arena
