// What a fairness run has shown: estimates and verdicts from its sums, and the
// four forms in which they are read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/fairness/fairness_run.h"
#include "arena/fairness/figures.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/equivalence.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/sample/ratio.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

struct FigureReport {
  Figure figure;
  stats::RatioEstimate estimate;  // in units, not in parts of one
  // Advantages only: is it small enough to be none? The p-value is Holm's over
  // all rulesets of the report, for the same bot and figure.
  std::optional<stats::Equivalence> verdict;
  double adjusted_p = 1;
};

// Random play in bulk, without bots.
struct PlayoutReport {
  std::int64_t tables = 0;
  std::vector<FigureReport> figures;
};

// A bot against itself.
struct MirrorReport {
  BotIndex bot{};
  std::int64_t tables = 0;
  std::int64_t forfeits = 0;
  std::vector<FigureReport> figures;
};

struct LadderReport {
  BotIndex weaker{};
  BotIndex stronger{};
  stats::EloEstimate elo;           // of the stronger
  stats::MeanEstimate game_points;  // likewise, a deal
  std::optional<double> luck_share;
  stats::Interval luck_interval;  // bootstrap over blocks of deals; unbounded
                                  // where these are too few
  std::optional<double> pairing_gain;
  // Hands until the lower 95% bound is expected at zero, by game points: in
  // mirrored pairs, and if every hand had been a deal of its own.
  std::optional<double> tables_to_95_mirrored;
  std::optional<double> tables_to_95_independent;
};

// A standing of a match against the race between equals.
struct RaceReport {
  int needs = 0;
  int opponent_needs = 0;
  std::int64_t seen = 0;
  double won = 0;
  double even_race = 0;
};

struct MatchReport {
  std::int64_t matches = 0;
  std::vector<FigureReport> figures;
  int median_deals = 0;
  int deals_95 = 0;  // 95% of matches are no longer
  std::vector<RaceReport> races;
};

struct RulesetReport {
  std::string ruleset;
  std::string title;
  std::optional<PlayoutReport> playouts;
  std::vector<MirrorReport> mirrors;
  std::vector<LadderReport> ladder;
  MatchReport matches;
  // From the first bot to the last, and how many steps of 75% that holds.
  std::optional<double> span_elo;
  std::optional<double> span_levels;
};

struct ComparedFigure {
  FigureReport first;
  FigureReport second;
  stats::RatioEstimate difference;  // the second less the first
};

struct ComparisonReport {
  BotIndex bot{};
  std::vector<ComparedFigure> figures;
};

struct FairnessReport {
  FairnessOptions options;
  std::vector<std::string> bots;
  std::vector<RulesetReport> rulesets;
  std::vector<ComparisonReport> comparisons;
};

FairnessReport MakeFairnessReport(const FairnessRun& run,
                                  const FairnessSums& sums);

std::string FairnessText(const FairnessReport& report);
std::string FairnessJson(const FairnessReport& report);
// A line a figure: ruleset, of what, figure, value, interval, verdict.
std::string FairnessCsv(const FairnessReport& report);
// One page without scripts and without anything from elsewhere.
std::string FairnessHtml(const FairnessReport& report);

// "fair", "unfair" or "undecided".
const char* VerdictWord(stats::FairnessVerdict verdict);

}  // namespace couillon::arena
