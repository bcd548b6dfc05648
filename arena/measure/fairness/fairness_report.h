// The report of a fairness run: estimates and verdicts from its sums, and their
// output formats. Its page is made of the JSON; see tools/page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/measure/fairness/advantage_verdict.h"
#include "arena/measure/fairness/card_control.h"
#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/bot_index.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {

struct ComparisonReport;

// Tests the differences between two readings of the rules and orders them by
// size. Fills in all but the estimates of the compared figures: their p, their
// sizes and their order. The tests are Student's on deals; where the difference
// is the same in every deal, the sign test.
void FindChanges(ComparisonReport& comparison);

// Rulesets of one report that are the same but for their names.

// Returns the hash of the rules of a single deal: RulesetHash without the rules
// of the match and without those of carries, which no deal played alone has.
[[nodiscard]] std::string HashOfDealRules(const Ruleset& ruleset);

// The first ruleset of the list with the same rules; null for that one itself.
struct SameRules {
  std::optional<std::size_t> all;   // by RulesetHash
  std::optional<std::size_t> deal;  // by HashOfDealRules
};

// Returns this for each of `rules`.
[[nodiscard]] std::vector<SameRules> FindSameRules(
    std::span<const CompiledRules* const> rules);

struct FigureReport {
  Figure figure;
  stats::RatioEstimate estimate;  // in whole units, not in 1 / figure.scale
  // Advantages only: the tests against the declared margin. A family are all
  // rulesets of the report and all their seats: for one bot and for game points
  // or scores.
  std::optional<AdvantageVerdict> verdict;
};

// Random play in bulk, without bots.
struct PlayoutReport {
  std::int64_t tables = 0;
  std::vector<FigureReport> figures;
};

// Deals with all cards seen and best play.
struct SolvedReport {
  std::int64_t deals = 0;
  std::uint64_t positions = 0;  // searched
  std::string why_not;          // why no deal is solved; else empty
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
  // These two are of the two seatings of a pair: null with more than two sides,
  // whose six seatings are no mirror images.
  std::optional<double> luck_share;  // also null where it is below 0 beyond
                                     // noise: then no model of luck holds
  std::optional<double> pairing_gain;
  stats::Interval luck_interval;  // BCa bootstrap over blocks of deals;
                                  // unbounded with too few blocks
  // Tables until the lower 95% bound of game points is expected at zero: with
  // mirrored pairs, and with a separate deal for each table.
  std::optional<double> tables_to_95_mirrored;
  std::optional<double> tables_to_95_independent;
  // The share of the cards, from deals that are also solved; null without such
  // deals.
  std::optional<CardControl> cards;
  // As tables_to_95_independent, with the cards as a control variate.
  std::optional<double> tables_to_95_controlled;
};

// The win rate from one standing of a match.
struct RaceReport {
  int needs = 0;           // lines left
  int opponent_needs = 0;  // lines left of the opponent
  std::int64_t seen = 0;   // how often it occurred
  double won = 0;          // win rate, 0 to 1
  // The win rate between equal sides; see race/even_race.h. Null if they never
  // have this standing, or their matches are too long to be computed.
  std::optional<double> even_race;
};

struct MatchReport {
  std::int64_t matches = 0;
  std::vector<FigureReport> figures;
  int median_deals = 0;
  int deals_95 = 0;                  // 95th percentile
  std::optional<double> even_deals;  // per match between equal sides; null
                                     // unless there are two
  // Whether their matches would be too long to be computed (match_race.h).
  bool equals_are_too_long = false;
  std::vector<RaceReport> races;
};

struct RulesetReport {
  std::string ruleset;
  std::string title;
  int sides = 2;
  SameRules same;  // earlier rulesets of the report that are the same
  std::optional<PlayoutReport> playouts;  // null without playouts
  std::optional<SolvedReport> solved;     // null if none was asked for
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
  // The p-value of H0, that there is no difference; null where the difference
  // is not known.
  std::optional<double> p;
  std::optional<double> p_adjusted;  // Holm, over the figures of the bot
  bool significant = false;          // p_adjusted is at most kVerdictError
  // The difference in standard deviations of the figure from deal to deal, of
  // the reading that varies more: comparable between units. Null without any.
  std::optional<double> size;
  stats::Interval size_interval;
};

struct ComparisonReport {
  BotIndex bot{};
  std::vector<ComparedFigure> figures;
  // Indices of figures, those of the largest size first: what changed
  // significantly, and the rest. Neither has figures that the rules fix.
  std::vector<std::size_t> changed;
  std::vector<std::size_t> unchanged;
};

struct FairnessReport {
  FairnessOptions options;
  std::vector<std::string> bots;
  std::vector<RulesetReport> rulesets;
  std::vector<ComparisonReport> comparisons;
};

FairnessReport MakeFairnessReport(const FairnessRun& run,
                                  const FairnessSums& sums);

// Returns true if a report shows a figure: not if the rules fix it.
bool IsShown(const FigureReport& figure);

std::string FairnessText(const FairnessReport& report);
std::string FairnessJson(const FairnessReport& report);
// The same, not as text: a couillon.fairness document.
Json FairnessDocument(const FairnessReport& report);
// One line per figure: ruleset, section, bot, figure, value, interval, counts,
// verdict; with a header line.
std::string FairnessCsv(const FairnessReport& report);

}  // namespace couillon::arena
