// End-to-end checks, from the deal to the interval or the report: on bots of
// known difference, such as a bot against itself, and on invariances that must
// hold to the last bit.
#include "arena/measure/selftest/played_league.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"

namespace couillon::arena {

namespace {

std::uint64_t SeedOfErrors(const RandomErrors& errors, const Observation& seen,
                           stats::SplitMix64& seeds) {
  switch (errors.source) {
    case RandomSource::kDecision:
      // Not the stream of the reference bot, which may draw from the same seed.
      return ~seen.random_seed ^ errors.stream;
    case RandomSource::kHand:
      return stats::SplitMix64(seen.hand.mask() ^ errors.stream).Next();
    case RandomSource::kNone:
      return seeds.Next();
  }
  return 0;
}

}  // namespace

DecideFunction WithErrors(DecideFunction reference,
                          const RandomErrors& errors) {
  auto seeds = std::make_shared<stats::SplitMix64>(errors.stream);
  return [reference = std::move(reference), errors, seeds](
             const CompiledRules& rules, const Observation& seen) {
    stats::SplitMix64 random(SeedOfErrors(errors, seen, *seeds));
    if (random.NextBelow(1000) >= errors.per_mille) {
      return reference(rules, seen);
    }
    auto action = seen.legal.begin();
    for (std::uint64_t skip =
             random.NextBelow(static_cast<std::uint64_t>(seen.legal.size()));
         skip > 0; --skip) {
      ++action;
    }
    return *action;
  };
}

v1::LeagueConfig ConfigOf(const PlayedLeague& league) {
  v1::LeagueConfig config;
  for (std::size_t i = 0; i < league.bots.size(); ++i) {
    config.add_bots()->set_name(absl::StrCat("bot", i));
  }
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(
      static_cast<std::uint32_t>(league.rules->sides));
  config.set_items(league.deals);
  config.set_block_items(league.block);
  config.set_seed(league.seed);
  config.set_same_deals(league.same_deals);
  return config;
}

std::vector<UnitResult> PlaySchedule(const RefereeConfig& config,
                                     const std::vector<DecideFunction>& bots,
                                     const Schedule& schedule) {
  BotLinks links;
  for (std::size_t bot = 0; bot < bots.size(); ++bot) {
    links.links.push_back(std::make_unique<InProcessLink>(
        LinkIndex(static_cast<int>(bot)), bots[bot], config.rules));
  }
  std::int64_t next = 0;
  std::vector<UnitResult> results;
  Referee referee(
      config, std::move(links),
      [&]() -> std::optional<Unit> {
        if (next == schedule.units()) return std::nullopt;
        return schedule.unit(next++);
      },
      [&results](UnitResult result) { results.push_back(std::move(result)); });
  referee.Run(std::atomic<bool>(false));
  std::ranges::sort(
      results, {}, [](const UnitResult& result) { return result.unit.number; });
  return results;
}

std::vector<StoredUnit> Play(const PlayedLeague& league) {
  const UnitDeals deals(ConfigOf(league));
  std::vector<StoredUnit> units;
  for (UnitResult& result :
       PlaySchedule({.rules = {league.rules},
                     .deals = &deals,
                     .coupled = league.coupled,
                     .max_faults = 1},
                    league.bots,
                    Schedule::RoundRobin(static_cast<int>(league.bots.size()),
                                         1, league.deals, league.block))) {
    units.push_back(
        {.number = result.unit.number, .outcome = std::move(result.outcome)});
  }
  return units;
}

RunningSums SumsOf(const v1::LeagueConfig& config,
                   const std::vector<StoredUnit>& units) {
  SumsBuilder builder(config, EmptySums(config));
  for (const StoredUnit& unit : units) {
    COUILLON_CHECK(builder.Add(unit).ok());
  }
  return builder.Finish();
}

namespace {

constexpr stats::EloOptions kMirroredPairs = {.level = kCheckLevel,
                                              .seatings_per_pair = 2};

// Game points per deal of the spoilt bot against the reference under
// basic-gerver, and their standard error, from 40 leagues of 100,000 deals in
// both seatings with the seeds "long 0" to "long 39".
constexpr double kKnownPoints = -0.07735;
constexpr double kKnownError = 0.00021;

struct PairOfBots {
  stats::PairSums score{.denominator = 4};
  stats::SeatingSums game_points;
  std::int64_t uneven = 0;  // pairs whose score is not 1/2
};

PairOfBots PlayPair(const SelfTestBots& bots, const DecideFunction& first,
                    const DecideFunction& second, const std::string& seed,
                    std::uint64_t deals, bool coupled) {
  PairOfBots pair;
  const std::vector<StoredUnit> units = Play({.rules = bots.rules,
                                              .bots = {first, second},
                                              .seed = seed,
                                              .deals = deals,
                                              .block = 1000,
                                              .coupled = coupled});
  for (const StoredUnit& unit : units) {
    for (const PairScore score : unit.outcome.scores) {
      const int half_points = score.HalfPoints(2);
      pair.score.Add(half_points);
      pair.uneven += half_points == 2 ? 0 : 1;
    }
    // Units of one pairing have one denominator, so they always merge.
    static_cast<void>(
        pair.game_points.Merge(unit.outcome.leads[Quantity::kGamePoints]));
  }
  return pair;
}

}  // namespace

CheckSeries SameBotSeries(const SelfTestBots& bots) {
  constexpr std::uint64_t kDeals = 200;
  const auto coupled = [&bots](const char* name, const DecideFunction& bot) {
    return CheckRow{
        .claims = {{"same bot twice, coupled: pairs that are not even", name,
                    kNever}},
        .runs = {.times = 20},
        .simulate =
            [bots, bot](CheckRun& run) {
              const PairOfBots pair = PlayPair(
                  bots, bot, bot, absl::StrCat("coupled ", run.seed),
                  static_cast<std::uint64_t>(run.runs), /*coupled=*/true);
              const stats::PairSums points =
                  stats::PairResults(pair.game_points);
              run.Add(0, static_cast<double>(
                             std::max(pair.uneven, points.sum_squares)));
            },
        .at_once = true};
  };
  const CheckRow apart = {
      .claims = {{"same bot twice: share of nElo intervals that cover 0",
                  absl::StrCat("random, ", kDeals, " deals each"),
                  Share(0.94, 0.96)}},
      .simulate = [bots](CheckRun& run) {
        const PairOfBots pair =
            PlayPair(bots, bots.random, bots.random,
                     absl::StrCat("same ", run.seed, " ", run.index), kDeals,
                     /*coupled=*/false);
        const auto elo = stats::EstimateElo(pair.score, kMirroredPairs);
        run.Count(0, Covers(elo.nelo_interval, 0));
      }};
  return {.rows = {coupled("random", bots.random),
                   coupled("reference", bots.reference), apart}};
}

CheckSeries KnownBotSeries(const SelfTestBots& bots) {
  const auto play = [bots](CheckRun& run) {
    const PairOfBots pair = PlayPair(
        bots, WithErrors(bots.reference), bots.reference,
        absl::StrCat("known ", run.seed), static_cast<std::uint64_t>(run.runs),
        /*coupled=*/false);
    const stats::MeanEstimate mean =
        stats::EstimateMean(stats::PairResults(pair.game_points), kCheckLevel);
    run.Add(0, mean.mean.value_or(std::nan("")));
    run.found[0].error = mean.standard_error.value_or(0);
  };
  return {.rows = {{.claims = {{"reference with one decision of ten at random",
                                "game points per deal",
                                {.kind = CheckBand::Kind::kKnown,
                                 .lo = kKnownPoints,
                                 .hi = kKnownError}}},
                    .runs = {.times = 20},
                    .simulate = play,
                    .at_once = true}}};
}

namespace {

bool Negates(const std::optional<double>& a, const std::optional<double>& b) {
  return a.has_value() == b.has_value() && (!a || *a == -*b);
}

bool Negates(const stats::Interval& a, const stats::Interval& b) {
  return a.lo == -b.hi && a.hi == -b.lo;
}

// The bounds are symmetric, so that a swap only changes the sign of the ratio.
double Ratio(const stats::PairSums& score) {
  return stats::LookAt({.nelo0 = -5, .nelo1 = 5, .alpha = 0.05, .beta = 0.05},
                       score, stats::ResultScale::kScore)
      .llr;
}

bool NegatesEstimates(const stats::PairSums& a, const stats::PairSums& b) {
  const stats::EloEstimate x = stats::EstimateElo(a, kMirroredPairs);
  const stats::EloEstimate y = stats::EstimateElo(b, kMirroredPairs);
  return Negates(x.elo, y.elo) && Negates(x.nelo, y.nelo) &&
         Negates(x.elo_interval, y.elo_interval) &&
         Negates(x.nelo_interval, y.nelo_interval) &&
         Negates(x.plus_two.elo, y.plus_two.elo) &&
         Negates(x.plus_two.elo_interval, y.plus_two.elo_interval) &&
         x.standard_error == y.standard_error && Ratio(a) == -Ratio(b);
}

stats::PairSums DrawSums(stats::SplitMix64& random) {
  std::vector<std::int64_t> cells(5);
  for (std::int64_t& cell : cells) {
    cell = static_cast<std::int64_t>(random.NextBelow(10'000) >>
                                     random.NextBelow(14));
  }
  return stats::SumsOfCells(cells);
}

std::string ReportBytes(const v1::LeagueConfig& config,
                        const RunningSums& sums) {
  const LeagueReport report =
      ReportOfSums(config, {}, stats::ResultScale::kScore, sums);
  return RenderText(report) + RenderJson(report) + RenderCsv(report);
}

// Merges two random sums at a time until one is left.
RunningSums MergeShuffled(std::vector<RunningSums> shards,
                          stats::SplitMix64& random) {
  while (shards.size() > 1) {
    const std::size_t from = random.NextBelow(shards.size());
    std::swap(shards[from], shards.back());
    const RunningSums last = std::move(shards.back());
    shards.pop_back();
    MergeSums(last, shards[random.NextBelow(shards.size())]);
  }
  return std::move(shards[0]);
}

// Plays a league twice, the second time with its bots swapped.
bool PlayedSwapNegates(const SelfTestBots& bots, std::uint64_t seed) {
  PlayedLeague league{.rules = bots.rules,
                      .bots = {bots.reference, WithErrors(bots.reference)},
                      .seed = absl::StrCat("swap ", seed),
                      .deals = 1000,
                      .block = 1000,
                      .coupled = true};
  const RunningSums straight = SumsOf(ConfigOf(league), Play(league));
  std::swap(league.bots[0], league.bots[1]);
  const RunningSums turned = SumsOf(ConfigOf(league), Play(league));
  return NegatesAll(straight.rulesets[0].pairings[0],
                    turned.rulesets[0].pairings[0]);
}

// Merges the shards of one league, three units each, in a random order per run.
void CountChangedReports(const SelfTestBots& bots, CheckRun& run) {
  constexpr std::ptrdiff_t kUnitsOfAShard = 3;
  const PlayedLeague league{
      .rules = bots.rules,
      .bots = {bots.reference, WithErrors(bots.reference), bots.random},
      .seed = absl::StrCat("shards ", run.seed),
      .deals = 1000,
      .block = 50};
  const v1::LeagueConfig config = ConfigOf(league);
  const std::vector<StoredUnit> units = Play(league);
  const std::string whole = ReportBytes(config, SumsOf(config, units));
  std::vector<RunningSums> shards;
  for (auto at = units.begin(); at != units.end(); at += kUnitsOfAShard) {
    shards.push_back(SumsOf(config, {at, at + kUnitsOfAShard}));
  }
  for (std::int64_t i = 0; i < run.runs; ++i) {
    const RunningSums merged = MergeShuffled(shards, run.random);
    run.Count(0, ReportBytes(config, merged) != whole);
  }
}

}  // namespace

bool NegatesAll(const PairingSums& a, const PairingSums& b) {
  return b.score == stats::SwappedScore(a.score) &&
         NegatesEstimates(a.score, b.score) &&
         stats::PairResults(b.leads[Quantity::kGamePoints]) ==
             stats::SwappedPoints(
                 stats::PairResults(a.leads[Quantity::kGamePoints]));
}

CheckSeries SwapSeries(const SelfTestBots& bots) {
  const char* const group = "results that the order of the bots changed";
  CheckSeries series{.stream = 1111};
  series.Add({group, "drawn counts", kNever}, {}, [](CheckRun& run) {
    const stats::PairSums sums = DrawSums(run.random);
    run.Count(0, !NegatesEstimates(sums, stats::SwappedScore(sums)));
  });
  series.Add({group, "played, 1,000 deals", kNever}, {.fixed = 1},
             [bots](CheckRun& run) {
               run.Count(0, !PlayedSwapNegates(bots, run.seed));
             });
  return series;
}

CheckSeries ShardSeries(const SelfTestBots& bots) {
  return {
      .stream = 1212,
      .rows = {{.claims = {{"reports that the order of merging changed",
                            "20 shards of 3 bots", kNever}},
                .runs = {.over = 100},
                .simulate =
                    [bots](CheckRun& run) { CountChangedReports(bots, run); },
                .at_once = true}}};
}

}  // namespace couillon::arena
