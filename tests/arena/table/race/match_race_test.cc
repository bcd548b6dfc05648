// The race on the slate, held against played matches under every ruleset and
// switch.
#include "arena/table/race/match_race.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_kinds.h"
#include "engine/play/deal_result.h"
#include "engine/play/slate.h"
#include "engine/rules/deal_limits.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/deal_race.h"

namespace couillon::arena {
namespace {

using tests::Rules;
using tests::SpecsOf;
using tests::TestName;

// Two bundled bots at the tables of one ruleset.
class Pairing {
 public:
  Pairing(const CompiledRules& rules, const std::string& first,
          const std::string& second)
      : rules_(rules),
        bots_{*bots::MakeStrategy(first), *bots::MakeStrategy(second)} {}

  [[nodiscard]] DealCounts PlayDeals(const KindsByView& views,
                                     int pairs) const {
    DealCounts counts(views.kinds(), views.views());
    std::vector<std::uint8_t> kinds(static_cast<std::size_t>(views.views()));
    for (int pair = 0; pair < pairs; ++pair) {
      for (const Seating seating : Seatings(rules_.sides)) {
        const Table table = PlayTable(Spec(pair, seating, false));
        const Side dealer = rules_.SideOf(table.position().dealer());
        kinds[static_cast<std::size_t>(views.ViewOf(seating, dealer))] =
            static_cast<std::uint8_t>(
                views.deal_kinds().KindOf(table.position().Result(), dealer));
      }
      counts.Add(kinds);
    }
    return counts;
  }

  [[nodiscard]] stats::PairSums PlayMatches(int pairs) const {
    const auto seatings = Seatings(rules_.sides);
    stats::PairSums sums{.denominator =
                             2 * static_cast<std::int64_t>(seatings.size())};
    for (int pair = 0; pair < pairs; ++pair) {
      int half_points = 0;
      for (const Seating seating : seatings) {
        half_points +=
            PlayTable(Spec(pair, seating, true)).outcome().half_points;
      }
      sums.Add(half_points);
    }
    return sums;
  }

 private:
  [[nodiscard]] TableSpec Spec(int item, Seating seating, bool is_match) const {
    return {.rules = &rules_,
            .deals = is_match ? &matches_ : &deals_,
            .item = static_cast<std::uint64_t>(item),
            .seating = seating,
            .is_match = is_match};
  }

  [[nodiscard]] Table PlayTable(const TableSpec& spec) const {
    Table table(spec);
    while (!table.done()) {
      bots::Strategy& bot =
          *bots_[static_cast<std::size_t>(table.team() == Team::kSecond)];
      EXPECT_TRUE(table.Apply(bot.Decide(rules_, table.Observe())));
    }
    return table;
  }

  const CompiledRules& rules_;
  std::array<std::unique_ptr<bots::Strategy>, 2> bots_;
  DealSource deals_{"deals of the race"};
  DealSource matches_{"matches of the race"};
};

class MatchRaceTest : public testing::TestWithParam<std::string> {};

// Within five standard errors of the difference; there are some 150 rows.
void ExpectPlayedScore(const std::string& spec, const std::string& first,
                       const std::string& second) {
  SCOPED_TRACE(spec + ": " + first + " against " + second);
  const CompiledRules rules = Rules(spec);
  const MatchRace race(rules);
  const Pairing pairing(rules, first, second);
  const MatchEstimate expected = EstimateMatch(
      race, pairing.PlayDeals(race.views(), 2000), /*level=*/0.95);
  const stats::PairSums played = pairing.PlayMatches(500);
  ASSERT_TRUE(expected.score.has_value());
  const double error =
      std::hypot(*expected.standard_error,
                 std::sqrt(*stats::SampleVariance(played) / 500) + 1e-3);
  EXPECT_NEAR(*expected.score, *stats::ComputeMean(played), 5 * error);
  testing::Test::RecordProperty("standard_error", std::to_string(error));
  EXPECT_LT(error, 0.04) << "the test sees nothing";
}

TEST_P(MatchRaceTest, ScoreIsThatOfPlayedMatches) {
  ExpectPlayedScore(GetParam(), "random", "first-legal");
  ExpectPlayedScore(GetParam(), "greedy", "random");
  for (const std::string& spec : SpecsOf(GetParam())) {
    if (spec != GetParam()) ExpectPlayedScore(spec, "greedy", "random");
  }
}

TEST_P(MatchRaceTest, EqualBotsScoreHalf) {
  const CompiledRules rules = Rules(GetParam());
  const MatchRace race(rules);
  const Pairing pairing(rules, "greedy", "greedy");
  const DealCounts counts = pairing.PlayDeals(race.views(), 50);
  EXPECT_NEAR(*EstimateMatch(race, counts, 0.95).score, 0.5, 1e-12);
}

// The derivative, by a small change of two frequencies.
TEST_P(MatchRaceTest, SlopesAreTheDerivative) {
  const CompiledRules rules = Rules(GetParam());
  const MatchRace race(rules);
  const Pairing pairing(rules, "greedy", "random");
  const DealCounts counts = pairing.PlayDeals(race.views(), 200);
  std::vector<double> frequencies;
  for (const std::int64_t count : counts.Marginals()) {
    frequencies.push_back(static_cast<double>(count) / 200);
  }
  const MatchRace::Value value = race.Play(frequencies);
  const auto kinds = static_cast<std::size_t>(race.views().kinds());
  for (std::size_t view = 0;
       view < static_cast<std::size_t>(race.views().views()); ++view) {
    const std::size_t row = view * kinds;
    std::size_t common = row;
    for (std::size_t at = row; at < row + kinds; ++at) {
      if (frequencies[at] > frequencies[common]) common = at;
    }
    for (std::size_t at = row; at < row + kinds; ++at) {
      if (at == common) continue;
      constexpr double kStep = 1e-5;
      std::vector<double> moved = frequencies;
      moved[at] += kStep;
      moved[common] -= kStep;
      EXPECT_NEAR((race.Play(moved).score - value.score) / kStep,
                  value.slopes[at] - value.slopes[common], 2e-3)
          << "view " << view << ", kind " << at - row;
    }
  }
}

// Draws a kind with these frequencies, which start at `first`.
std::uint8_t DrawKind(const std::vector<double>& frequencies, std::size_t first,
                      int kinds, stats::SplitMix64& random) {
  double left = random.NextUnit();
  int kind = 0;
  while (kind + 1 < kinds) {
    left -= frequencies[first + static_cast<std::size_t>(kind)];
    if (left < 0) break;
    ++kind;
  }
  return static_cast<std::uint8_t>(kind);
}

// Plays a match on a slate whose deals are drawn, seen from the dealer's side.
double PlaySlate(const CompiledRules& rules, const KindsByView& views,
                 const std::vector<double>& frequencies, Seating seating,
                 Seat dealer, stats::SplitMix64& random) {
  const Ruleset& ruleset = rules.ruleset;
  Slate slate(ruleset);
  while (!slate.ended() && slate.deals() < kMaxDealsOfAMatch) {
    const Side zero = rules.SideOf(dealer);
    const auto row = static_cast<std::size_t>(views.ViewOf(seating, zero)) *
                     static_cast<std::size_t>(views.kinds());
    const int kind =
        DrawKind(frequencies, row, views.deal_kinds().count(), random);
    const DealScore seen =
        views.deal_kinds().ScoreOf(kind, slate.pending_carry());
    DealScore score = seen;
    for (int side = 0; side < rules.sides; ++side) {
      const auto to = static_cast<std::size_t>((side + zero) % rules.sides);
      score.erase[to] = seen.erase[static_cast<std::size_t>(side)];
      score.add[to] = seen.add[static_cast<std::size_t>(side)];
    }
    if (seen.winner != kNoSide) {
      score.winner = static_cast<Side>((seen.winner + zero) % rules.sides);
    }
    slate.Apply(score);
    dealer = Slate::NextDealer(ruleset, dealer, score.tie,
                               views.deal_kinds().IsAbandoned(kind));
  }
  const Side winner = WinnerOfMatch(ruleset, slate);
  if (winner == kNoSide) return 0.5;
  return HolderOf(rules.sides, seating, winner) == Team::kFirst ? 1 : 0;
}

// All kinds are common here, ties with their carries too.
TEST_P(MatchRaceTest, ScoreIsThatOfMatchesOnASlate) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    const MatchRace race(rules);
    const KindsByView& views = race.views();
    stats::SplitMix64 random(7);
    std::vector<double> frequencies;
    for (int view = 0; view < views.views(); ++view) {
      double total = 0;
      for (int kind = 0; kind < views.kinds(); ++kind) {
        const bool played = kind < views.deal_kinds().count();
        const double weight = random.NextUnit();
        frequencies.push_back(played ? weight * weight : 0);
        total += frequencies.back();
      }
      for (int kind = 1; kind <= views.kinds(); ++kind) {
        frequencies[frequencies.size() - static_cast<std::size_t>(kind)] /=
            total;
      }
    }
    const double expected = race.Play(frequencies).score;
    double won = 0;
    constexpr int kMatches = 12'000;
    const auto seatings = Seatings(rules.sides);
    for (int match = 0; match < kMatches; ++match) {
      won +=
          PlaySlate(rules, views, frequencies,
                    seatings[static_cast<std::size_t>(match) % seatings.size()],
                    static_cast<Seat>(match / 6 % rules.players), random);
    }
    // Four standard errors of a share, at most.
    EXPECT_NEAR(won / kMatches, expected, 4 * 0.5 / std::sqrt(kMatches));
  }
}

// Deals drawn from the frequencies of played ones: the interval covers the
// score that those frequencies have.
TEST_P(MatchRaceTest, IntervalsCover) {
  const CompiledRules rules = Rules(GetParam());
  const MatchRace race(rules);
  const KindsByView& views = race.views();
  const Pairing pairing(rules, "random", "first-legal");
  std::vector<double> frequencies;
  for (const std::int64_t count : pairing.PlayDeals(views, 1000).Marginals()) {
    frequencies.push_back(static_cast<double>(count) / 1000);
  }
  const double truth = stats::EloOfScore(race.Play(frequencies).score);
  stats::SplitMix64 random(1);
  for (const int pairs : {30, 200}) {
    constexpr int kRuns = 150;
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      DealCounts counts(views.kinds(), views.views());
      std::vector<std::uint8_t> kinds(static_cast<std::size_t>(views.views()));
      for (int pair = 0; pair < pairs; ++pair) {
        for (std::size_t view = 0; view < kinds.size(); ++view) {
          kinds[view] = DrawKind(frequencies,
                                 view * static_cast<std::size_t>(views.kinds()),
                                 views.kinds(), random);
        }
        counts.Add(kinds);
      }
      const stats::Interval interval =
          EstimateMatch(race, counts, 0.95).elo_interval;
      covered += interval.lo <= truth && truth <= interval.hi ? 1 : 0;
    }
    EXPECT_GT(covered / double{kRuns}, 0.9) << pairs;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, MatchRaceTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

// Without stakes and penalties the race is a binomial one.
TEST(PlainRaceTest, ScoreIsThatOfTheBinomialRace) {
  CompiledRules rules = Rules("basic-gerver");
  rules.ruleset.scoring.maker_loss = 0;
  const MatchRace race(rules);
  const KindsByView& views = race.views();
  for (const double p : {0.2, 0.5, 0.53}) {
    std::vector<double> frequencies(
        static_cast<std::size_t>(views.views() * views.kinds()));
    for (int view = 0; view < views.views(); ++view) {
      for (const Team team : kBothTeams) {
        const int at = view * views.kinds() + views.PlainWin(view, team);
        frequencies[static_cast<std::size_t>(at)] +=
            team == Team::kFirst ? p : 1 - p;
      }
    }
    EXPECT_NEAR(race.Play(frequencies).score,
                stats::RaceWinProbability(p, 5, 5), 1e-12);
  }
}

// The rules of a file may make a match of any length.
TEST(PlainRaceTest, TheStatesOfAMatchAreBounded) {
  CompiledRules rules = Rules("cooyah");
  const std::size_t usual = MatchRace(rules).states();
  rules.ruleset.scoring.tie_both = 33;  // both sides beyond the end
  const MatchRace ties(rules);
  EXPECT_TRUE(ties.is_whole());
  EXPECT_LT(ties.states(), 10 * usual);
  rules.ruleset.scoring.tie_both = 0;
  rules.ruleset.match.cows_to_win = 100;
  rules.ruleset.match.targets = {100};
  EXPECT_FALSE(MatchRace(rules).is_whole());
  rules.ruleset.match = {.targets = {100}, .fixed_deals = 4096};
  EXPECT_FALSE(MatchRace(rules).is_whole());
}

// Frequencies of which `ties` are ties, and the others plain wins of both.
std::vector<double> MostlyTied(const MatchRace& race, double ties) {
  const KindsByView& views = race.views();
  const DealKinds& kinds = views.deal_kinds();
  int tie = 0;
  while (!kinds.ScoreOf(tie, 0).tie) ++tie;
  std::vector<double> frequencies(
      static_cast<std::size_t>(views.views() * views.kinds()));
  for (int view = 0; view < views.views(); ++view) {
    const auto at = [&](int kind) -> double& {
      return frequencies[static_cast<std::size_t>(view * views.kinds() + kind)];
    };
    at(tie) += ties;
    for (const Team team : kBothTeams) {
      at(views.PlainWin(view, team)) += (1 - ties) / 2;
    }
  }
  return frequencies;
}

// No number of sweeps that anybody waits for reaches the end of such a match.
TEST(PlainRaceTest, AMatchThatHardlyEndsHasNoScore) {
  CompiledRules rules = Rules("cooyah");
  rules.ruleset.scoring.bonus_on_tie = false;
  const MatchRace race(rules);
  const std::vector<double> usual = MostlyTied(race, 0.5);
  EXPECT_NEAR(race.Score(usual).value_or(0), 0.5, 1e-12);
  EXPECT_TRUE(race.Play(usual).is_exact);
  const std::vector<double> endless = MostlyTied(race, 1 - 1e-6);
  EXPECT_FALSE(race.Score(endless).has_value());
  EXPECT_FALSE(race.Play(endless).is_exact);
}

TEST(PlainRaceTest, SweepsOfAllStatesAreBounded) {
  EXPECT_EQ(CountSweeps(100, 10), kMaxSweeps);
  EXPECT_LE(std::size_t{1000} * kMaxRaceStates *
                static_cast<std::size_t>(CountSweeps(kMaxRaceStates, 1000)),
            kMaxRaceSteps);
  EXPECT_EQ(CountSweeps(kMaxRaceSteps, kMaxRaceSteps), 1);
}

TEST_P(MatchRaceTest, IsWhole) {
  EXPECT_LT(MatchRace(Rules(GetParam())).states(), kMaxRaceStates / 2);
}

TEST(PlainRaceTest, ForfeitLosesTheMatch) {
  const CompiledRules rules = Rules("fr");
  const MatchRace race(rules);
  const KindsByView& views = race.views();
  DealCounts counts(views.kinds(), views.views());
  const auto forfeit = static_cast<std::uint8_t>(views.ForfeitBy(Team::kFirst));
  counts.Add(std::array{forfeit, forfeit});
  const MatchEstimate all = EstimateMatch(race, counts, 0.95);
  EXPECT_EQ(*all.score, 0);
  EXPECT_TRUE(std::isfinite(all.elo_interval.hi));
  EXPECT_LT(all.elo_interval.lo, all.elo_interval.hi);
}

// A match in which nobody ever wins a deal has no winner.
TEST(PlainRaceTest, NobodyWinsIfAllDealsAreThrownIn) {
  const CompiledRules rules = Rules("tongres");
  const MatchRace race(rules);
  const KindsByView& views = race.views();
  std::vector<double> frequencies(
      static_cast<std::size_t>(views.views() * views.kinds()));
  int thrown_in = 0;
  while (!views.deal_kinds().IsAbandoned(thrown_in)) ++thrown_in;
  for (int view = 0; view < views.views(); ++view) {
    const int at = view * views.kinds() + thrown_in;
    frequencies[static_cast<std::size_t>(at)] = 1;
  }
  EXPECT_EQ(race.Play(frequencies).score, 0.5);
}

}  // namespace
}  // namespace couillon::arena
