// Ratios and their intervals, verdicts of families of tests, the order of
// changes by size, and rulesets with the same rules.

#include "arena/measure/fairness/fairness_report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "arena/measure/fairness/interval_settings.h"
#include "arena/measure/fairness/solved_deals.h"
#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/bootstrap.h"
#include "arena/numbers/stats/sample/multiple_tests.h"
#include "arena/numbers/stats/sample/sample_size.h"
#include "arena/table/race/even_race.h"
#include "arena/table/race/match_race.h"
#include "arena/table/seating.h"
#include "proto/ruleset_codec.h"

namespace couillon::arena {
namespace {

bool IsCompared(const ComparedFigure& figure) {
  return figure.difference.value.has_value() &&
         (IsShown(figure.first) || IsShown(figure.second));
}

std::optional<double> PValue(const stats::RatioEstimate& estimate) {
  if (!estimate.value || !estimate.standard_error) return std::nullopt;
  const double difference = *estimate.value;
  const double error = *estimate.standard_error;
  const auto deals = static_cast<double>(estimate.counted);
  if (error > 0) {
    return 2 * stats::StudentCdf(-std::abs(difference) / error, deals - 1);
  }
  // Each deal has the same difference: all of one sign, or all zero.
  return difference == 0 ? 1 : std::exp2(1 - deals);
}

// The standard deviation of a figure from deal to deal; 0 if it is not known.
double SpreadOf(const stats::RatioEstimate& estimate) {
  return estimate.standard_error.value_or(0) *
         std::sqrt(static_cast<double>(estimate.counted));
}

void Measure(ComparedFigure& figure) {
  const stats::RatioEstimate& difference = figure.difference;
  if (!difference.value) return;
  figure.p = PValue(difference);
  const double spread = std::max(SpreadOf(figure.first.estimate),
                                 SpreadOf(figure.second.estimate));
  if (spread <= 0) return;
  figure.size = *difference.value / spread;
  figure.size_interval = {.lo = difference.interval.lo / spread,
                          .hi = difference.interval.hi / spread};
}

void AdjustP(ComparisonReport& comparison) {
  std::vector<double> p;
  for (const ComparedFigure& figure : comparison.figures) {
    if (IsCompared(figure) && figure.p) p.push_back(*figure.p);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p);
  auto next = adjusted.begin();
  for (ComparedFigure& figure : comparison.figures) {
    if (!IsCompared(figure) || !figure.p) continue;
    figure.p_adjusted = *next++;
    figure.significant = *figure.p_adjusted <= kVerdictError;
  }
}

// Remembers the first ruleset with each hash.
class Firsts {
 public:
  std::optional<std::size_t> Find(const std::string& hash,
                                  std::size_t ruleset) {
    const auto [first, is_new] = firsts_.try_emplace(hash, ruleset);
    return is_new ? std::nullopt : std::optional(first->second);
  }

 private:
  std::map<std::string, std::size_t> firsts_;
};

constexpr std::size_t kMinBlocks = 20;
constexpr std::int64_t kMinSeen = 30;

// Converts an estimate from units of 1 / `scale` to whole units.
stats::RatioEstimate InUnits(stats::RatioEstimate estimate, int scale) {
  const double unit = scale;
  if (estimate.value) *estimate.value /= unit;
  if (estimate.standard_error) *estimate.standard_error /= unit;
  estimate.interval.lo /= unit;
  estimate.interval.hi /= unit;
  return estimate;
}

FigureReport ReportFigure(const Figure& figure, const stats::RatioSums& sums,
                          const FairnessOptions& options) {
  FigureReport report{.figure = figure};
  report.estimate = InUnits(figure.kind == FigureKind::kShare
                                ? stats::EstimateShare(sums, kReportLevel)
                                : stats::EstimateRatio(sums, kReportLevel),
                            figure.scale);
  stats::Interval& interval = report.estimate.interval;
  if (figure.kind == FigureKind::kScore && std::isfinite(interval.lo)) {
    // Of few deals Student's interval leaves the range of scores.
    interval = {.lo = std::max(interval.lo, 0.0),
                .hi = std::min(interval.hi, 1.0)};
  }
  const std::optional<double> value = report.estimate.value;
  const std::optional<double> error = report.estimate.standard_error;
  if (!figure.is_advantage || !value || !error) return report;
  Advantage advantage{
      .value = *value,
      .standard_error = *error,
      .degrees_of_freedom = static_cast<double>(report.estimate.counted) - 1,
      .margin = options.margin_points};
  if (figure.kind == FigureKind::kScore) {
    advantage.even = 0.5;
    advantage.margin = stats::ScoreOfElo(options.margin_elo) - 0.5;
  }
  report.verdict = JudgeAlone(advantage);
  return report;
}

std::vector<FigureReport> ReportFigures(
    const std::vector<Figure>& figures,
    const std::vector<stats::RatioSums>& sums, const FairnessOptions& options) {
  std::vector<FigureReport> reports;
  reports.reserve(figures.size());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    reports.push_back(ReportFigure(figures[i], sums[i], options));
  }
  return reports;
}

std::optional<stats::Interval> LuckInterval(
    const std::vector<stats::SeatingSums>& blocks) {
  if (blocks.size() < kMinBlocks) return std::nullopt;
  const auto statistic = [&blocks](std::span<const std::size_t> sample) {
    stats::SeatingSums sums;
    for (const std::size_t block : sample) {
      static_cast<void>(sums.Merge(blocks[block]));
    }
    return stats::LuckShare(sums).value_or(
        std::numeric_limits<double>::quiet_NaN());
  };
  const auto result = stats::Bootstrap(blocks.size(), statistic,
                                       {.resamples = kBootstrapResamples,
                                        .level = kReportLevel,
                                        .seed = kBootstrapSeed});
  if (!result) return std::nullopt;
  return result->bca;
}

// The share of luck and the gain by pairing, where a pair is a deal and its
// mirror image.
void ReportLuck(const LadderSums& sums, LadderReport& report) {
  report.pairing_gain = stats::PairingGain(sums.game_points);
  report.luck_share = stats::LuckShare(sums.game_points);
  if (!report.luck_share) return;
  const std::optional<stats::Interval> interval = LuckInterval(sums.blocks);
  if (!interval) return;
  report.luck_interval = *interval;
  if (interval->hi >= 0) return;
  report.luck_share = std::nullopt;
  report.luck_interval = {};
}

LadderReport ReportLadder(const LadderSums& sums, int sides) {
  LadderReport report{.weaker = sums.weaker, .stronger = sums.stronger};
  const auto seatings = static_cast<double>(Seatings(sides).size());
  report.elo = stats::EstimateElo(
      sums.score, {.level = kReportLevel, .seatings_per_pair = seatings});
  const stats::PairSums points = stats::PairResults(sums.game_points);
  report.game_points = stats::EstimateMean(points, kReportLevel);
  if (sides == 2) ReportLuck(sums, report);
  const std::optional<double> mean = report.game_points.mean;
  const std::optional<double> variance = report.game_points.variance;
  if (!mean || !variance || *variance <= 0) return report;
  const auto pairs = stats::UnitsTo95(*mean / std::sqrt(*variance));
  if (!pairs) return report;
  report.tables_to_95_mirrored = seatings * *pairs;
  if (report.pairing_gain) {
    report.tables_to_95_independent =
        *report.tables_to_95_mirrored * *report.pairing_gain;
  }
  return report;
}

// The part of a pairing's results that the cards explain.
void ReportCards(const CompiledRules& rules, const SolvedDeals& solved,
                 const LadderSums& sums, LadderReport& report) {
  report.cards = ReportCardControl(rules, solved, sums.leads);
  if (report.cards && report.cards->gain && report.tables_to_95_independent) {
    report.tables_to_95_controlled =
        *report.tables_to_95_independent / *report.cards->gain;
  }
}

SolvedReport ReportSolved(const SolvedDeals& solved,
                          const FairnessOptions& options) {
  SolvedReport report = {
      .deals = static_cast<std::int64_t>(solved.leads.size()),
      .positions = solved.positions,
      .why_not = solved.why_not,
      .figures = ReportFigures(SolvedFigures(), SolvedSums(solved), options)};
  // A few deals with the same value show nothing of its error.
  for (FigureReport& figure : report.figures) {
    stats::RatioEstimate& estimate = figure.estimate;
    if (estimate.standard_error != 0.0) continue;
    estimate.standard_error = std::nullopt;
    if (figure.figure.kind != FigureKind::kShare) estimate.interval = {};
  }
  return report;
}

// The `share` quantile of the lengths of matches, in deals.
int LengthAt(const MatchSums& sums, double share) {
  std::int64_t seen = 0;
  for (const auto& [length, matches] : sums.lengths) {
    seen += matches;
    if (static_cast<double>(seen) >=
        share * static_cast<double>(sums.matches)) {
      return length;
    }
  }
  return 0;
}

// The win rates of matches of two sides, and those between equal sides.
void ReportRaces(const CompiledRules& rules, const MatchSums& sums,
                 MatchReport& report) {
  if (rules.sides != 2 || sums.deals.empty()) return;
  const MatchRace race(rules);
  std::optional<EvenRace> even;
  if (race.is_whole()) even.emplace(race, sums.deals.Frequencies());
  if (even && !even->is_exact()) even.reset();
  report.equals_are_too_long = !even;
  if (even) report.even_deals = even->deals();
  for (int needs = 2; needs <= kMaxNeeds; ++needs) {
    for (int other = 1; other < needs; ++other) {
      const std::int64_t seen =
          sums.races.seen[stats::Index(needs - 1)][stats::Index(other - 1)];
      if (seen < kMinSeen) continue;
      const std::int64_t won =
          sums.races.won[stats::Index(needs - 1)][stats::Index(other - 1)];
      report.races.push_back(
          {.needs = needs,
           .opponent_needs = other,
           .seen = seen,
           .won = static_cast<double>(won) / static_cast<double>(seen),
           .even_race = even ? even->WinRate(needs, other) : std::nullopt});
    }
  }
}

MatchReport ReportMatches(const CompiledRules& rules, const MatchSums& sums,
                          const FairnessOptions& options) {
  MatchReport report{.matches = sums.matches};
  report.figures = ReportFigures(MatchFigures(rules), sums.figures, options);
  report.median_deals = LengthAt(sums, 0.5);
  report.deals_95 = LengthAt(sums, 0.95);
  ReportRaces(rules, sums, report);
  return report;
}

// The source of a family's figures: the matches, the playouts, or a bot against
// itself.
using Section = std::pair<std::string, std::optional<BotIndex>>;

// Collects the verdicts of a report by family.
class Families {
 public:
  // Adds the figures of a ruleset; `same` are those of the same section of a
  // ruleset that is the same, or null. Equal estimates are one test.
  void Add(const Section& section, std::vector<FigureReport>& figures,
           const std::vector<FigureReport>* same) {
    for (std::size_t i = 0; i < figures.size(); ++i) {
      FigureReport& figure = figures[i];
      if (!figure.verdict) continue;
      int test = next_test_++;
      if (same != nullptr && SameEstimate(figure, (*same)[i])) {
        test = tests_[&(*same)[i]];
      }
      tests_[&figure] = test;
      families_[{section, figure.figure.kind}].push_back(
          {.verdict = &*figure.verdict, .test = test});
    }
  }
  void Judge() const {
    for (const auto& [key, family] : families_) JudgeTogether(family);
  }

 private:
  static bool SameEstimate(const FigureReport& a, const FigureReport& b) {
    return a.estimate.value == b.estimate.value &&
           a.estimate.standard_error == b.estimate.standard_error &&
           a.estimate.counted == b.estimate.counted;
  }

  std::map<std::pair<Section, FigureKind>, std::vector<FamilyMember>> families_;
  std::map<const FigureReport*, int> tests_;
  int next_test_ = 0;
};

// Applies Holm's correction to each kind of advantage over the rulesets.
void AdjustVerdicts(std::vector<RulesetReport>& rulesets) {
  Families families;
  for (RulesetReport& ruleset : rulesets) {
    const RulesetReport* all =
        ruleset.same.all ? &rulesets[*ruleset.same.all] : nullptr;
    const RulesetReport* deal =
        ruleset.same.deal ? &rulesets[*ruleset.same.deal] : nullptr;
    families.Add({"matches", std::nullopt}, ruleset.matches.figures,
                 all == nullptr ? nullptr : &all->matches.figures);
    if (ruleset.playouts) {
      families.Add({"playouts", std::nullopt}, ruleset.playouts->figures,
                   deal == nullptr || !deal->playouts
                       ? nullptr
                       : &deal->playouts->figures);
    }
    for (std::size_t i = 0; i < ruleset.mirrors.size(); ++i) {
      families.Add({"mirror", ruleset.mirrors[i].bot},
                   ruleset.mirrors[i].figures,
                   deal == nullptr ? nullptr : &deal->mirrors[i].figures);
    }
  }
  families.Judge();
}

ComparisonReport ReportComparison(const ComparisonSums& sums,
                                  const FairnessOptions& options) {
  ComparisonReport report{.bot = sums.bot};
  for (std::size_t i = 0; i < sums.figures.size(); ++i) {
    const Figure& figure = sums.figures[i];
    ComparedFigure compared{
        .first = ReportFigure(figure, sums.first[i], options),
        .second = ReportFigure(figure, sums.second[i], options)};
    // Second minus first: `sn` and `ns` of the cross sums are exchanged.
    const stats::RatioCross& cross = sums.cross[i];
    compared.difference = InUnits(
        stats::EstimateDifference(
            sums.second[i], sums.first[i],
            {.ss = cross.ss, .sn = cross.ns, .ns = cross.sn, .nn = cross.nn},
            kReportLevel),
        figure.scale);
    report.figures.push_back(compared);
  }
  FindChanges(report);
  return report;
}

RulesetReport ReportRuleset(const FairnessOptions& options, std::size_t bots,
                            const CompiledRules& rules, const SameRules& same,
                            const RulesetSums& played) {
  RulesetReport ruleset{.ruleset = rules.ruleset.id,
                        .title = rules.ruleset.title,
                        .sides = rules.sides,
                        .same = same};
  const std::vector<Figure> of_deals = DealFigures(rules);
  for (std::size_t bot = 0; bot < played.mirrors.size(); ++bot) {
    const MirrorSums& mirror = played.mirrors[bot];
    ruleset.mirrors.push_back(
        {.bot = BotIndex(static_cast<int>(bot)),
         .tables = mirror.tables,
         .forfeits = mirror.forfeits,
         .figures = ReportFigures(of_deals, mirror.figures, options)});
  }
  if (options.playouts > 0) {
    ruleset.playouts = {
        .tables = played.playouts.tables,
        .figures = ReportFigures(of_deals, played.playouts.figures, options)};
  }
  if (options.solving.deals > 0) {
    ruleset.solved = ReportSolved(played.solved, options);
  }
  for (const LadderSums& ladder : played.ladder) {
    ruleset.ladder.push_back(ReportLadder(ladder, rules.sides));
    ReportCards(rules, played.solved, ladder, ruleset.ladder.back());
    const bool whole =
        ladder.weaker == BotIndex(0) && Index(ladder.stronger) + 1 == bots;
    const std::optional<double> span = ruleset.ladder.back().elo.elo;
    if (whole && span) {
      ruleset.span_elo = span;
      ruleset.span_levels = stats::SkillLevels(*span);
    }
  }
  ruleset.matches = ReportMatches(rules, played.matches, options);
  return ruleset;
}

}  // namespace

void FindChanges(ComparisonReport& comparison) {
  for (ComparedFigure& figure : comparison.figures) Measure(figure);
  AdjustP(comparison);
  for (std::size_t i = 0; i < comparison.figures.size(); ++i) {
    const ComparedFigure& figure = comparison.figures[i];
    if (!IsCompared(figure)) continue;
    (figure.significant ? comparison.changed : comparison.unchanged)
        .push_back(i);
  }
  // A difference between two constants is beyond any spread.
  const auto by_size = [&comparison](std::size_t i) {
    const ComparedFigure& figure = comparison.figures[i];
    const double without = figure.difference.value == 0.0
                               ? 0
                               : std::numeric_limits<double>::infinity();
    return -std::abs(figure.size.value_or(without));
  };
  std::ranges::stable_sort(comparison.changed, {}, by_size);
  std::ranges::stable_sort(comparison.unchanged, {}, by_size);
}

std::string HashOfDealRules(const Ruleset& ruleset) {
  Ruleset deal = ruleset;
  deal.match = {};
  const ScoringRules none;
  deal.scoring.bonus_on_tie = none.bonus_on_tie;
  deal.scoring.bonus_on_abandon = none.bonus_on_abandon;
  deal.scoring.bonus_units = none.bonus_units;
  deal.scoring.bonus_accumulates = none.bonus_accumulates;
  deal.scoring.bonus_adds_penalty = none.bonus_adds_penalty;
  deal.scoring.penalty_mark = none.penalty_mark;
  return wire::RulesetHash(deal);
}

std::vector<SameRules> FindSameRules(
    std::span<const CompiledRules* const> rules) {
  Firsts of_all;
  Firsts of_deal;
  std::vector<SameRules> same;
  same.reserve(rules.size());
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const Ruleset& ruleset = rules[i]->ruleset;
    same.push_back({.all = of_all.Find(wire::RulesetHash(ruleset), i),
                    .deal = of_deal.Find(HashOfDealRules(ruleset), i)});
  }
  return same;
}

// A figure that play was seen to decide is shown in any case.
bool IsShown(const FigureReport& figure) {
  const std::optional<double> value = figure.estimate.value;
  return figure.figure.varies || (value && *value != 0 && *value != 1);
}

FairnessReport MakeFairnessReport(const FairnessRun& run,
                                  const FairnessSums& sums) {
  FairnessReport report{.options = sums.options, .bots = run.bots};
  const std::vector<SameRules> same = FindSameRules(run.rules);
  for (std::size_t i = 0; i < run.rules.size(); ++i) {
    report.rulesets.push_back(ReportRuleset(sums.options, run.bots.size(),
                                            *run.rules[i], same[i],
                                            sums.rulesets[i]));
  }
  AdjustVerdicts(report.rulesets);
  for (const ComparisonSums& comparison : sums.comparisons) {
    report.comparisons.push_back(ReportComparison(comparison, sums.options));
  }
  return report;
}

}  // namespace couillon::arena
