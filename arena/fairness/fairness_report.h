// The report of a fairness run: estimates and verdicts from its sums, and their
// four output formats.
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
  stats::RatioEstimate estimate;  // in whole units, not in 1 / figure.scale
  // Advantages only: the equivalence test against the declared margin, and its
  // p-value after Holm's correction over all rulesets of the report, for the
  // same bot and figure.
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
  stats::MeanEstimate game_points;  // likewise, per deal
  std::optional<double> luck_share;
  stats::Interval luck_interval;  // bootstrap over blocks of deals; unbounded
                                  // with too few blocks
  std::optional<double> pairing_gain;
  // Tables until the lower 95% bound of game points is expected at zero: with
  // mirrored pairs, and with a separate deal for each table.
  std::optional<double> tables_to_95_mirrored;
  std::optional<double> tables_to_95_independent;
};

// The win rate from one standing of a match.
struct RaceReport {
  int needs = 0;           // lines left
  int opponent_needs = 0;  // lines left of the opponent
  std::int64_t seen = 0;   // how often it occurred
  double won = 0;          // win rate, 0 to 1
  double even_race = 0;    // win probability in a race between equals
};

struct MatchReport {
  std::int64_t matches = 0;
  std::vector<FigureReport> figures;
  int median_deals = 0;
  int deals_95 = 0;  // 95th percentile
  std::vector<RaceReport> races;
};

struct RulesetReport {
  std::string ruleset;
  std::string title;
  std::optional<PlayoutReport> playouts;  // null without playouts
  std::vector<MirrorReport> mirrors;
  std::vector<LadderReport> ladder;
  MatchReport matches;
  // Elo of the last bot above the first, and the number of 75% steps in it.
  std::optional<double> span_elo;
  std::optional<double> span_levels;
};

struct ComparedFigure {
  FigureReport first;
  FigureReport second;
  stats::RatioEstimate difference;  // second minus first
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
// One line per figure: ruleset, section, bot, figure, value, interval, counts,
// verdict; with a header line.
std::string FairnessCsv(const FairnessReport& report);
// One page without scripts or external resources.
std::string FairnessHtml(const FairnessReport& report);

// Returns "fair", "unfair" or "undecided".
const char* VerdictWord(stats::FairnessVerdict verdict);

}  // namespace couillon::arena
