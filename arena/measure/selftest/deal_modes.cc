// Rates each league in both deal modes, simulated or played, and counts the
// intervals that contain the true difference.
#include "arena/measure/selftest/deal_modes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/schema.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

constexpr int kDealsOfAMode = 100;  // per pairing
constexpr int kSizes[] = {3, 8, 20};

void Count(const stats::Interval& interval, double truth,
           IntervalCount& count) {
  ++count.intervals;
  count.covering += Covers(interval, truth) ? 1 : 0;
  count.total_width += interval.hi - interval.lo;
}

double PerInterval(double total, const IntervalCount& count) {
  return count.intervals == 0 ? std::numeric_limits<double>::quiet_NaN()
                              : total / static_cast<double>(count.intervals);
}

const stats::Pairing& PairingOf(const stats::LeagueSums& league, int k) {
  return league.pairings[static_cast<std::size_t>(k)];
}

// 1 if the bot that both pairings have is on the same side of both, -1 if on
// different ones, 0 if they have none in common.
int SignOfCommonBot(const stats::Pairing& a, const stats::Pairing& b) {
  if (a.first == b.first || a.second == b.second) return 1;
  return a.first == b.second || a.second == b.first ? -1 : 0;
}

// Of numerators, over all pairs.
double VarianceOf(const stats::PairSums& score) {
  const auto n = static_cast<double>(score.pairs);
  const double mean = static_cast<double>(score.sum) / n;
  return static_cast<double>(score.sum_squares) / n - mean * mean;
}

double CovarianceOf(const stats::CrossSums& cross) {
  const auto n = static_cast<double>(cross.deals);
  return static_cast<double>(cross.sum_products) / n -
         static_cast<double>(cross.sum_k) / n *
             (static_cast<double>(cross.sum_l) / n);
}

}  // namespace

double IntervalCount::coverage() const {
  return PerInterval(static_cast<double>(covering), *this);
}

double IntervalCount::mean_width() const {
  return PerInterval(total_width, *this);
}

void IntervalTally::Add(const stats::LeagueRating& rating,
                        std::span<const double> true_elo) {
  const bool rated = std::ranges::all_of(rating.bots, [](const auto& bot) {
    return bot.value.has_value() && bot.standard_error.has_value();
  });
  if (!rated) return;
  ++leagues;
  for (std::size_t i = 1; i < rating.bots.size(); ++i) {
    Count(rating.bots[i].interval, true_elo[i], anchor);
    const int bot = static_cast<int>(i);
    const std::optional<stats::RatingDifference> difference =
        stats::DifferenceBetween(rating, bot, bot - 1, kCheckLevel);
    if (!difference) continue;
    Count(difference->interval, true_elo[i] - true_elo[i - 1], neighbours);
  }
}

void OpponentsCorrelation::Add(const stats::LeagueSums& league) {
  league.crosses.ForEach([&](const stats::CrossSums& cross) {
    const stats::Pairing& a = PairingOf(league, cross.k);
    const stats::Pairing& b = PairingOf(league, cross.l);
    const int sign = SignOfCommonBot(a, b);
    if (sign == 0 || cross.deals == 0) return;
    covariance_ += sign * CovarianceOf(cross);
    variance_ += std::sqrt(VarianceOf(a.score) * VarianceOf(b.score));
  });
}

double OpponentsCorrelation::value() const {
  return variance_ > 0 ? covariance_ / variance_
                       : std::numeric_limits<double>::quiet_NaN();
}

double ExpectedWidthRatio(int bots, double correlation) {
  return std::sqrt(1 + (bots - 2) * correlation);
}

namespace {

// Adds the intervals of `leagues` leagues in each mode. `rate` returns the sums
// and the rating of a league: rate(run, same_deals).
template <typename Rate>
DealModes CompareLeagues(const std::vector<double>& true_elo,
                         std::int64_t leagues, const Rate& rate) {
  DealModes modes{.bots = static_cast<int>(true_elo.size())};
  OpponentsCorrelation correlation;
  for (std::int64_t run = 0; run < leagues; ++run) {
    for (const bool same_deals : {false, true}) {
      const auto [sums, rating] = rate(run, same_deals);
      (same_deals ? modes.same : modes.own).Add(rating, true_elo);
      correlation.Add(sums);
    }
  }
  modes.correlation = correlation.value();
  return modes;
}

// Bots that differ in their random errors.
struct PlayedBots {
  const char* group = "";
  std::uint64_t first_per_mille = 100;
  std::uint64_t last_per_mille = 100;
  RandomSource source = RandomSource::kHand;
  bool same_stream = false;
};

constexpr PlayedBots kPlayedBots[] = {
    {.group = "played: equal bots, errors at random",
     .source = RandomSource::kNone},
    {.group = "played: equal bots, errors by random_seed",
     .source = RandomSource::kDecision},
    {.group = "played: equal bots, errors by hand"},
    {.group = "played: copies, errors by random_seed",
     .source = RandomSource::kDecision,
     .same_stream = true},
    {.group = "played: ladder, errors by hand",
     .first_per_mille = 20,
     .last_per_mille = 500}};

std::vector<DecideFunction> MakeBots(const PlayedBots& played, int bots,
                                     const DecideFunction& reference) {
  SplitMix64 streams(1);
  std::vector<DecideFunction> made;
  for (int i = 0; i < bots; ++i) {
    const auto at = static_cast<std::uint64_t>(i);
    const auto steps = static_cast<std::uint64_t>(bots - 1);
    const std::uint64_t more = played.last_per_mille - played.first_per_mille;
    const std::uint64_t stream = streams.Next();
    made.push_back(WithErrors(
        reference, {.per_mille = played.first_per_mille + more * at / steps,
                    .stream = played.same_stream ? 0 : stream,
                    .source = played.source}));
  }
  return made;
}

// Returns the table that the report of the league has, relative to the first
// bot.
RatingTable PlayedTable(const PlayedLeague& league) {
  const v1::LeagueConfig config = ConfigOf(league);
  return ReportOfSums(config, {}, stats::ResultScale::kScore,
                      SumsOf(config, Play(league)), kMaxListedPairings,
                      {.anchor = 0})
      .rulesets[0];
}

// Returns the true Elo of equal bots, and otherwise that of a league as long as
// `leagues` of them; 10 to 100 are enough.
std::vector<double> PlayedElo(const PlayedBots& played, PlayedLeague league,
                              std::int64_t leagues) {
  std::vector<double> elo(league.bots.size(), 0.0);
  if (played.first_per_mille == played.last_per_mille) return elo;
  league.seed += " in the long run";
  league.deals *=
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(leagues, 10, 100));
  league.same_deals = false;
  const stats::LeagueRating rating = PlayedTable(league).sheet.rating;
  for (std::size_t i = 0; i < elo.size(); ++i) {
    elo[i] = rating.bots[i].value.value_or(0);
  }
  return elo;
}

DealModes PlayModes(const PlayedBots& played, int bots, std::int64_t leagues,
                    const SelfTestPlan& plan, const SelfTestBots& known) {
  PlayedLeague league{.rules = known.rules,
                      .bots = MakeBots(played, bots, known.reference),
                      .seed = absl::StrCat("modes ", plan.seed),
                      .deals = kDealsOfAMode,
                      .block = kDealsOfAMode};
  DealModes modes = CompareLeagues(
      PlayedElo(played, league, leagues), leagues,
      [&](std::int64_t run, bool same_deals) {
        league.seed = absl::StrCat("modes ", plan.seed, " ", run);
        league.same_deals = same_deals;
        RatingTable table = PlayedTable(league);
        return std::pair(std::move(table.sums), std::move(table.sheet.rating));
      });
  modes.group = played.group;
  return modes;
}

// Bots of equal or ascending strength.
struct SimulatedBots {
  const char* group;
  double total;  // the strength of the last bot; the first has 0
  double deal_effect;
};

constexpr SimulatedBots kSimulatedBots[] = {
    {"simulated: equal bots, deal effects of 0", 0, 0},
    {"simulated: equal bots, deal effects of 0.5", 0, 0.5},
    {"simulated: equal bots, deal effects of 1.5", 0, 1.5},
    {"simulated: ladder, deal effects of 0.5", 1, 0.5}};

}  // namespace

DealModes CompareModes(SimulatedLeague league, std::int64_t leagues,
                       SplitMix64& random) {
  league.deals = kDealsOfAMode;
  return CompareLeagues(
      LongRunElo(league), leagues, [&](std::int64_t /*run*/, bool same_deals) {
        league.same_deals = same_deals;
        stats::LeagueSums sums = DrawLeague(league, random);
        stats::LeagueRating rating =
            stats::RateLeague(sums, {.level = kCheckLevel, .anchor = 0});
        return std::pair(std::move(sums), std::move(rating));
      });
}

std::vector<DealModes> CompareDealModes(const SelfTestPlan& plan,
                                        const SelfTestBots& bots) {
  SplitMix64 random(plan.seed ^ 1414);
  std::vector<DealModes> all;
  for (const SimulatedBots& each : kSimulatedBots) {
    for (const int size : kSizes) {
      all.push_back(CompareModes({.strength = Ladder(size, each.total),
                                  .deal_effect = each.deal_effect},
                                 plan.runs, random));
      all.back().group = each.group;
    }
  }
  const std::int64_t played = std::max<std::int64_t>(1, plan.runs / 10);
  for (const PlayedBots& each : kPlayedBots) {
    for (const int size : kSizes) {
      all.push_back(PlayModes(each, size, played, plan, bots));
    }
  }
  return all;
}

namespace {

constexpr char kNotes[] =
    "\nShare of 95% intervals that contain the true difference, and their mean "
    "width\nin Elo: each bot against the first (anchor), and against the bot "
    "before it.\nratio: width with the same deals over that with deals of "
    "their own (anchor);\nexpected: sqrt(1 + (bots - 2) r), of equal bots; r: "
    "correlation of a bot's scores\nagainst two opponents on the same deal.\n";

std::string Number(const char* unit, double value, int digits) {
  return std::isfinite(value) ? absl::StrFormat("%.*f%s", digits, value, unit)
                              : "-";
}

std::vector<std::string> LineOf(const std::string& name,
                                const IntervalTally& tally) {
  return {"  " + name,
          Grouped(tally.leagues),
          Number("%", 100 * tally.anchor.coverage(), 1),
          Number("", tally.anchor.mean_width(), 1),
          Number("%", 100 * tally.neighbours.coverage(), 1),
          Number("", tally.neighbours.mean_width(), 1)};
}

double WidthRatio(const DealModes& modes) {
  return modes.same.anchor.mean_width() / modes.own.anchor.mean_width();
}

Json TallyJson(const IntervalTally& tally) {
  return {{"leagues", tally.leagues},
          {"anchor_coverage", JsonNumber(tally.anchor.coverage())},
          {"anchor_width", JsonNumber(tally.anchor.mean_width())},
          {"neighbour_coverage", JsonNumber(tally.neighbours.coverage())},
          {"neighbour_width", JsonNumber(tally.neighbours.mean_width())}};
}

}  // namespace

std::string DealModesText(const std::vector<DealModes>& all) {
  Rows rows = {{"league", "leagues", "anchor", "width", "neighbours", "width",
                "ratio", "expected", "r"}};
  std::string group;
  for (const DealModes& modes : all) {
    if (modes.group != group) {
      group = modes.group;
      rows.push_back({group, "", "", "", "", "", "", "", ""});
    }
    std::vector<std::string> own =
        LineOf(absl::StrCat(modes.bots, " bots, own deals"), modes.own);
    own.insert(own.end(), {"", "", ""});
    rows.push_back(std::move(own));
    std::vector<std::string> same =
        LineOf(absl::StrCat(modes.bots, " bots, same deals"), modes.same);
    const double expected = ExpectedWidthRatio(modes.bots, modes.correlation);
    same.insert(same.end(),
                {Number("x", WidthRatio(modes), 2), Number("x", expected, 2),
                 Number("", modes.correlation, 3)});
    rows.push_back(std::move(same));
  }
  return Columns(rows) + kNotes;
}

std::string DealModesJson(const SelfTestPlan& plan,
                          const std::vector<DealModes>& all) {
  Json json = NewDocument(kDealModesSchema);
  json["runs"] = plan.runs;
  json["seed"] = plan.seed;
  json["deals"] = kDealsOfAMode;
  json["leagues"] = Json::array();
  for (const DealModes& modes : all) {
    json["leagues"].push_back(
        {{"group", modes.group},
         {"bots", modes.bots},
         {"own_deals", TallyJson(modes.own)},
         {"same_deals", TallyJson(modes.same)},
         {"width_ratio", JsonNumber(WidthRatio(modes))},
         {"expected_width_ratio",
          JsonNumber(ExpectedWidthRatio(modes.bots, modes.correlation))},
         {"correlation", JsonNumber(modes.correlation)}});
  }
  return json.dump(2) + "\n";
}

}  // namespace couillon::arena
