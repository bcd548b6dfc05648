#include "arena/measure/selftest/deal_modes.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "arena/measure/selftest/opponents_correlation.h"
#include "arena/measure/selftest/simulated_league.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

constexpr int kSizes[] = {3, 8, 20};

// Bots that differ in their random errors.
struct PlayedBots {
  const char* group = "";
  std::uint64_t first_per_mille = 0;
  std::uint64_t last_per_mille = 0;
  RandomSource source = RandomSource::kHand;
  bool same_stream = false;
};

constexpr PlayedBots kPlayedBots[] = {
    {.group = "played: equal bots, errors at random",
     .first_per_mille = 100,
     .last_per_mille = 100,
     .source = RandomSource::kNone},
    {.group = "played: equal bots, errors by random_seed",
     .first_per_mille = 100,
     .last_per_mille = 100,
     .source = RandomSource::kDecision},
    {.group = "played: equal bots, errors by hand",
     .first_per_mille = 100,
     .last_per_mille = 100},
    {.group = "played: copies, errors by random_seed",
     .first_per_mille = 100,
     .last_per_mille = 100,
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
    made.push_back(Spoilt(
        reference, {.per_mille = played.first_per_mille + more * at / steps,
                    .stream = played.same_stream ? 0 : stream,
                    .source = played.source}));
  }
  return made;
}

// Returns the table that the report of the league has.
RatingTable PlayedTable(const PlayedLeague& league) {
  const v1::LeagueConfig config = ConfigOf(league);
  return ReportOfSums(config, {}, stats::ResultScale::kScore,
                      SumsOf(config, Play(league)))
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
  DealModes modes{.group = played.group, .bots = bots};
  PlayedLeague league{.rules = known.rules,
                      .bots = MakeBots(played, bots, known.reference),
                      .seed = absl::StrCat("modes ", plan.seed),
                      .deals = kDealsOfAMode,
                      .block = kDealsOfAMode};
  const std::vector<double> elo = PlayedElo(played, league, leagues);
  OpponentsCorrelation correlation;
  for (std::int64_t run = 0; run < leagues; ++run) {
    for (const bool same_deals : {false, true}) {
      league.seed = absl::StrCat("modes ", plan.seed, " ", run);
      league.same_deals = same_deals;
      const RatingTable table = PlayedTable(league);
      (same_deals ? modes.same : modes.own).Add(table.sheet.rating, elo);
      correlation.Add(table.sums);
    }
  }
  modes.correlation = correlation.value();
  return modes;
}

}  // namespace

std::vector<double> Ladder(int bots, double total) {
  std::vector<double> strength;
  strength.reserve(static_cast<std::size_t>(bots));
  for (int i = 0; i < bots; ++i) strength.push_back(total * i / (bots - 1));
  return strength;
}

DealModes CompareModes(const SimulatedModes& modes, SplitMix64& random) {
  DealModes found{.group = modes.group,
                  .bots = static_cast<int>(modes.strength.size())};
  SimulatedLeague league{.strength = modes.strength,
                         .deal_effect = modes.deal_effect,
                         .deals = kDealsOfAMode};
  const std::vector<double> elo = LongRunElo(league);
  OpponentsCorrelation correlation;
  for (std::int64_t run = 0; run < modes.leagues; ++run) {
    for (const bool same_deals : {false, true}) {
      league.same_deals = same_deals;
      const stats::LeagueSums sums = DrawLeague(league, random);
      const stats::LeagueRating rating =
          stats::RateLeague(sums, {.level = kConfidence, .anchor = 0});
      (same_deals ? found.same : found.own).Add(rating, elo);
      correlation.Add(sums);
    }
  }
  found.correlation = correlation.value();
  return found;
}

std::vector<DealModes> CompareSimulatedModes(const SelfTestPlan& plan) {
  SplitMix64 random(plan.seed ^ 1414);
  std::vector<DealModes> all;
  for (const double effect : {0.0, 0.5, 1.5}) {
    for (const int bots : kSizes) {
      all.push_back(CompareModes(
          {.group =
               absl::StrCat("simulated: equal bots, deal effects of ", effect),
           .strength = Ladder(bots, 0),
           .deal_effect = effect,
           .leagues = plan.runs},
          random));
    }
  }
  for (const int bots : kSizes) {
    all.push_back(
        CompareModes({.group = "simulated: ladder, deal effects of 0.5",
                      .strength = Ladder(bots, 1),
                      .deal_effect = 0.5,
                      .leagues = plan.runs},
                     random));
  }
  return all;
}

std::vector<DealModes> ComparePlayedModes(const SelfTestPlan& plan,
                                          const SelfTestBots& bots) {
  const std::int64_t leagues = std::max<std::int64_t>(1, plan.runs / 10);
  std::vector<DealModes> all;
  for (const PlayedBots& played : kPlayedBots) {
    for (const int size : kSizes) {
      all.push_back(PlayModes(played, size, leagues, plan, bots));
    }
  }
  return all;
}

}  // namespace couillon::arena
