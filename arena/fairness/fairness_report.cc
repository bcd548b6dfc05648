#include "arena/fairness/fairness_report.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/fairness/fairness_run.h"
#include "arena/fairness/figures.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/equivalence.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/pairs/race.h"
#include "arena/stats/pairs/seating_sums.h"
#include "arena/stats/sample/bootstrap.h"
#include "arena/stats/sample/multiple_tests.h"
#include "arena/stats/sample/ratio.h"
#include "arena/stats/sample/sample_size.h"
#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "engine/cards/check.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

constexpr double kLevel = 0.95;
constexpr int kResamples = 2000;
constexpr std::uint64_t kBootstrapSeed = 1;  // fixed: equal sums, equal report
constexpr std::size_t kFewestBlocks = 20;
constexpr std::int64_t kFewestSeen = 30;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

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
                                ? stats::EstimateShare(sums, kLevel)
                                : stats::EstimateRatio(sums, kLevel),
                            figure.scale);
  const std::optional<double> value = report.estimate.value;
  const std::optional<double> error = report.estimate.standard_error;
  if (!figure.is_advantage || !value || !error) return report;
  const bool score = figure.kind == FigureKind::kScore;
  report.verdict =
      stats::TestEquivalence(*value - (score ? 0.5 : 0), *error,
                             static_cast<double>(report.estimate.deals) - 1,
                             score ? stats::ScoreOfElo(options.margin_elo) - 0.5
                                   : options.margin_points);
  report.adjusted_p = report.verdict->p_value;
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
  if (blocks.size() < kFewestBlocks) return std::nullopt;
  const auto statistic = [&blocks](std::span<const std::size_t> sample) {
    stats::SeatingSums sums;
    for (const std::size_t block : sample) {
      static_cast<void>(sums.Merge(blocks[block]));
    }
    return stats::LuckShare(sums).value_or(0);
  };
  const auto result = stats::Bootstrap(
      blocks.size(), statistic,
      {.resamples = kResamples, .level = kLevel, .seed = kBootstrapSeed});
  if (!result) return std::nullopt;
  return result->percentile;
}

LadderReport ReportLadder(const LadderSums& sums, int seatings) {
  LadderReport report{.weaker = sums.weaker, .stronger = sums.stronger};
  report.elo = stats::EstimateElo(
      sums.score,
      {.level = kLevel, .seatings_per_pair = static_cast<double>(seatings)});
  const stats::PairSums points = stats::PairResults(sums.game_points);
  report.game_points = stats::EstimateMean(points, kLevel);
  report.luck_share = stats::LuckShare(sums.game_points);
  if (const auto interval = LuckInterval(sums.blocks)) {
    report.luck_interval = *interval;
  }
  report.pairing_gain = stats::PairingGain(sums.game_points);
  const std::optional<double> mean = report.game_points.mean;
  const std::optional<double> variance = report.game_points.variance;
  if (mean && variance && *variance > 0) {
    const auto pairs = stats::UnitsTo95(*mean / std::sqrt(*variance));
    if (pairs) {
      report.tables_to_95_mirrored = seatings * *pairs;
      if (report.pairing_gain) {
        report.tables_to_95_independent =
            *report.tables_to_95_mirrored * *report.pairing_gain;
      }
    }
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

MatchReport ReportMatches(const std::vector<Figure>& figures,
                          const MatchSums& sums,
                          const FairnessOptions& options) {
  MatchReport report{.matches = sums.matches};
  report.figures = ReportFigures(figures, sums.figures, options);
  report.median_deals = LengthAt(sums, 0.5);
  report.deals_95 = LengthAt(sums, 0.95);
  for (int needs = 2; needs <= kMostNeeds; ++needs) {
    for (int other = 1; other < needs; ++other) {
      const std::int64_t seen =
          sums.races.seen[Index(needs - 1)][Index(other - 1)];
      if (seen < kFewestSeen) continue;
      const std::int64_t won =
          sums.races.won[Index(needs - 1)][Index(other - 1)];
      report.races.push_back(
          {.needs = needs,
           .opponent_needs = other,
           .seen = seen,
           .won = static_cast<double>(won) / static_cast<double>(seen),
           .even_race = stats::RaceWinProbability(0.5, needs, other)});
    }
  }
  return report;
}

// Applies Holm's correction to each advantage over the rulesets.
void AdjustVerdicts(std::vector<RulesetReport>& rulesets) {
  std::map<std::pair<std::optional<BotIndex>, std::string>,
           std::vector<FigureReport*>>
      families;
  const auto add = [&families](std::optional<BotIndex> bot,
                               std::vector<FigureReport>& figures) {
    for (FigureReport& figure : figures) {
      if (!figure.verdict) continue;
      families[{bot, figure.figure.name}].push_back(&figure);
    }
  };
  for (RulesetReport& ruleset : rulesets) {
    if (ruleset.playouts) add(std::nullopt, ruleset.playouts->figures);
    for (MirrorReport& mirror : ruleset.mirrors) {
      add(mirror.bot, mirror.figures);
    }
  }
  for (auto& [key, family] : families) {
    std::vector<double> p;
    p.reserve(family.size());
    for (const FigureReport* figure : family) {
      COUILLON_CHECK(figure->verdict.has_value());
      p.push_back(figure->verdict->p_value);
    }
    const std::vector<double> adjusted = stats::HolmAdjusted(p);
    for (std::size_t i = 0; i < family.size(); ++i) {
      family[i]->adjusted_p = adjusted[i];
    }
  }
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
            kLevel),
        figure.scale);
    report.figures.push_back(compared);
  }
  return report;
}

}  // namespace

FairnessReport MakeFairnessReport(const FairnessRun& run,
                                  const FairnessSums& sums) {
  FairnessReport report{.options = run.options, .bots = run.bots};
  for (std::size_t i = 0; i < run.rules.size(); ++i) {
    const CompiledRules& rules = *run.rules[i];
    const RulesetSums& played = sums.rulesets[i];
    RulesetReport ruleset{.ruleset = rules.ruleset.id,
                          .title = rules.ruleset.title};
    for (std::size_t bot = 0; bot < played.mirrors.size(); ++bot) {
      const MirrorSums& mirror = played.mirrors[bot];
      ruleset.mirrors.push_back(
          {.bot = BotIndex(static_cast<int>(bot)),
           .tables = mirror.tables,
           .forfeits = mirror.forfeits,
           .figures =
               ReportFigures(DealFigures(rules), mirror.figures, run.options)});
    }
    if (run.options.playouts > 0) {
      ruleset.playouts = {
          .tables = played.playouts.tables,
          .figures = ReportFigures(DealFigures(rules), played.playouts.figures,
                                   run.options)};
    }
    const int seatings = static_cast<int>(Seatings(rules.sides).size());
    for (const LadderSums& ladder : played.ladder) {
      ruleset.ladder.push_back(ReportLadder(ladder, seatings));
      const bool whole = ladder.weaker == BotIndex(0) &&
                         Index(ladder.stronger) + 1 == run.bots.size();
      const std::optional<double> span = ruleset.ladder.back().elo.elo;
      if (whole && span) {
        ruleset.span_elo = span;
        ruleset.span_levels = stats::SkillLevels(*span);
      }
    }
    ruleset.matches =
        ReportMatches(MatchFigures(rules), played.matches, run.options);
    report.rulesets.push_back(std::move(ruleset));
  }
  AdjustVerdicts(report.rulesets);
  for (const ComparisonSums& comparison : sums.comparisons) {
    report.comparisons.push_back(ReportComparison(comparison, run.options));
  }
  return report;
}

const char* VerdictWord(stats::FairnessVerdict verdict) {
  switch (verdict) {
    case stats::FairnessVerdict::kFair:
      return "fair";
    case stats::FairnessVerdict::kUnfair:
      return "unfair";
    case stats::FairnessVerdict::kUndecided:
      break;
  }
  return "undecided";
}

}  // namespace couillon::arena
