// Running sums compared with a simple sum, deal by deal; the store is filled in
// any order, in any portions, and reopened.
#include "arena/league/store/running_sums.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/sqlite.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/ruleset.pb.h"
#include "tests/support/large_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

int Below(SplitMix64& random, int end) {
  return static_cast<int>(random.NextBelow(static_cast<std::uint64_t>(end)));
}

v1::LeagueConfig RandomConfig(SplitMix64& random, bool same_deals) {
  v1::LeagueConfig config;
  config.set_same_deals(same_deals);
  for (int i = 2 + Below(random, 4); i > 0; --i) {
    config.add_bots()->set_name(absl::StrCat("bot", i));
  }
  for (int i = 1 + Below(random, 3); i > 0; --i) {
    v1::LeagueRuleset& entry = *config.add_rulesets();
    entry.set_spec(absl::StrCat("rules", i));
    entry.mutable_ruleset()->mutable_table()->set_sides(
        static_cast<std::uint32_t>(2 + Below(random, 2)));
  }
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_items(static_cast<std::uint64_t>(20 + Below(random, 60)));
  config.set_block_items(static_cast<std::uint32_t>(1 + Below(random, 9)));
  return config;
}

constexpr int kKinds = 5;

int CountSeatings(const v1::LeagueConfig& config, int ruleset) {
  return config.rulesets(ruleset).ruleset().table().sides() == 2 ? 2 : 6;
}

// The kinds of a deal in every view.
void AddKinds(SplitMix64& random, int seatings, UnitOutcome& outcome) {
  outcome.kinds = kKinds;
  for (int view = 0; view < seatings; ++view) {
    outcome.kind_by_view.push_back(static_cast<char>(Below(random, kKinds)));
  }
}

UnitResult RandomUnit(const v1::LeagueConfig& config, Unit unit,
                      SplitMix64& random) {
  UnitResult result;
  result.unit = std::move(unit);
  const int seatings = CountSeatings(config, result.unit.ruleset);
  result.outcome.leads[Quantity::kGamePoints].denominator = seatings;
  result.outcome.leads[Quantity::kCardPoints].denominator = seatings;
  for (std::uint32_t i = 0; i < result.unit.items; ++i) {
    result.outcome.scores.emplace_back(
        static_cast<std::uint8_t>(Below(random, PairScore::Codes(seatings))));
    const int first = Below(random, 9) - 4;
    const int second = Below(random, 9) - 4;
    result.outcome.leads[Quantity::kGamePoints].Add(first, second);
    result.outcome.points.push_back(static_cast<std::int16_t>(first + second));
    AddKinds(random, seatings, result.outcome);
    result.outcome.leads[Quantity::kCardPoints].Add(Below(random, 81) - 40,
                                                    Below(random, 81) - 40);
  }
  result.outcome.counts.deals =
      static_cast<std::int64_t>(result.unit.items) * seatings;
  result.outcome.counts.decisions = 16 * result.outcome.counts.deals;
  result.outcome.counts.forfeits = Below(random, 3);
  return result;
}

UnitResult RandomUnit(const v1::LeagueConfig& config, std::int64_t number,
                      SplitMix64& random) {
  return RandomUnit(config, MakeSchedule(config).unit(number), random);
}

// Half points by pairing and deal.
using Scores = std::map<std::pair<std::size_t, std::uint64_t>, std::int64_t>;

Scores ScoresOf(const std::vector<UnitResult>& units, int ruleset,
                int seatings) {
  Scores scores;
  for (const UnitResult& unit : units) {
    if (unit.unit.ruleset != ruleset) continue;
    for (std::size_t i = 0; i < unit.outcome.scores.size(); ++i) {
      scores[{static_cast<std::size_t>(unit.unit.pairing),
              unit.unit.first_item + i}] =
          unit.outcome.scores[i].HalfPoints(seatings);
    }
  }
  return scores;
}

void ExpectSumsOf(const Scores& scores, const v1::LeagueConfig& config,
                  const TableSums& table) {
  std::vector<std::uint64_t> played;
  for (std::uint64_t item = 0; item < config.items(); ++item) {
    for (std::size_t k = 0; k < table.pairings.size(); ++k) {
      if (!scores.contains({k, item})) continue;
      played.push_back(item);
      break;
    }
  }
  EXPECT_EQ(table.items, static_cast<std::int64_t>(played.size()));
  for (std::size_t k = 0; k < table.pairings.size(); ++k) {
    stats::PairSums expected{.denominator =
                                 table.pairings[k].score.denominator};
    for (std::uint64_t item = 0; item < config.items(); ++item) {
      if (const auto at = scores.find({k, item}); at != scores.end()) {
        expected.Add(at->second);
      }
    }
    EXPECT_EQ(table.pairings[k].score, expected);
  }
  const std::size_t pairings = table.pairings.size();
  EXPECT_EQ(table.crosses.size(),
            config.same_deals() ? pairings * (pairings - 1) / 2 : 0);
  for (const stats::CrossSums& cross : table.crosses) {
    stats::CrossSums expected;
    for (std::uint64_t item = 0; item < config.items(); ++item) {
      const auto k = scores.find({static_cast<std::size_t>(cross.k), item});
      const auto l = scores.find({static_cast<std::size_t>(cross.l), item});
      if (k == scores.end() || l == scores.end()) continue;
      ++expected.deals;
      expected.sum_k += k->second;
      expected.sum_l += l->second;
      expected.sum_products += k->second * l->second;
    }
    EXPECT_EQ(cross.deals, expected.deals);
    EXPECT_EQ(cross.sum_k, expected.sum_k);
    EXPECT_EQ(cross.sum_l, expected.sum_l);
    EXPECT_EQ(cross.sum_products, expected.sum_products);
  }
}

// The mean over the rulesets, in twelfths, of deals played under all of them.
Scores OverallScores(const std::vector<UnitResult>& units,
                     const v1::LeagueConfig& config) {
  std::map<std::pair<std::size_t, std::uint64_t>, int> times;
  Scores sums;
  for (int i = 0; i < config.rulesets_size(); ++i) {
    const int seatings = CountSeatings(config, i);
    for (const auto& [key, score] : ScoresOf(units, i, seatings)) {
      ++times[key];
      sums[key] += score * (seatings == 2 ? 3 : 1);
    }
  }
  Scores whole;
  for (const auto& [key, sum] : sums) {
    if (times[key] == config.rulesets_size()) whole[key] = sum;
  }
  return whole;
}

void ExpectAllSums(const std::vector<UnitResult>& units,
                   const v1::LeagueConfig& config, const RunningSums& sums) {
  EXPECT_EQ(sums.units, static_cast<std::int64_t>(units.size()));
  for (int i = 0; i < config.rulesets_size(); ++i) {
    ExpectSumsOf(ScoresOf(units, i, CountSeatings(config, i)), config,
                 sums.rulesets[static_cast<std::size_t>(i)]);
  }
  if (sums.overall) {
    ExpectSumsOf(OverallScores(units, config), config, *sums.overall);
  }
}

std::string AllForms(LeagueStore& store, SumsFrom from) {
  const auto report = MakeReport(store, {.from = from});
  EXPECT_TRUE(report.ok()) << report.status();
  return RenderText(*report) + RenderJson(*report) + RenderCsv(*report);
}

// ForEachPairing() has the sums of every pairing, once.
void ExpectPairingsOf(const RunningSums& sums, LeagueStore& store) {
  RunningSums found = EmptySums(store.config());
  std::mutex mutex;
  const auto units =
      store.ForEachPairing([&](std::optional<std::size_t> ruleset,
                               std::size_t pairing, const PairingSums& of) {
        const std::lock_guard lock(mutex);
        TableSums& table = ruleset ? found.rulesets[*ruleset] : *found.overall;
        MergePairing(of, table.pairings[pairing]);
      });
  ASSERT_TRUE(units.ok()) << units.status();
  EXPECT_EQ(*units, sums.units);
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    EXPECT_EQ(found.rulesets[i].pairings, sums.rulesets[i].pairings);
  }
  ASSERT_EQ(found.overall.has_value(), sums.overall.has_value());
  if (sums.overall) {
    EXPECT_EQ(found.overall->pairings, sums.overall->pairings);
  }
}

TEST(RunningSumsTest, ReportsAreThoseOfAllUnitsHoweverTheLeagueWasStored) {
  SplitMix64 random(11);
  int kept = 0;
  for (int league = 0; league < 6; ++league) {
    const testing_support::TemporaryFolder folder;
    const v1::LeagueConfig config = RandomConfig(random, league % 2 == 0);
    const std::int64_t units = MakeSchedule(config).units();
    auto store = LeagueStore::Create(folder.path("league"), config);
    ASSERT_TRUE(store.ok()) << store.status();
    std::vector<std::int64_t> left;
    for (std::int64_t i = 0; i < units; ++i) left.push_back(i);
    std::vector<UnitResult> stored;
    while (!left.empty()) {
      std::vector<UnitResult> portion;
      for (int i = 1 + Below(random, static_cast<int>(units) / 5);
           i > 0 && !left.empty(); --i) {
        // Nearly in order, as workers finish them.
        const auto at = random.NextBelow(std::min<std::size_t>(left.size(), 9));
        portion.push_back(RandomUnit(config, left[at], random));
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
      }
      ASSERT_TRUE((*store)->Save(portion).ok());
      stored.insert(stored.end(), portion.begin(), portion.end());
      if (random.NextBelow(4) == 0) {
        store->reset();  // as if the process were killed and resumed
        store = LeagueStore::OpenToPlay(folder.path("league"));
        ASSERT_TRUE(store.ok()) << store.status();
      }
      const auto running = (*store)->StoredSums();
      ASSERT_TRUE(running.ok()) << running.status();
      if (!left.empty() && running->units > 0) ++kept;
      const auto sums = (*store)->Sums();
      ASSERT_TRUE(sums.ok()) << sums.status();
      ExpectAllSums(stored, config, *sums);
      ExpectPairingsOf(*sums, **store);
      EXPECT_EQ(AllForms(**store, SumsFrom::kStore),
                AllForms(**store, SumsFrom::kAllUnits));
    }
    EXPECT_EQ((*store)->StoredSums()->units, units);
  }
  EXPECT_GT(kept, 20) << "hardly any report used running sums";
}

// So many that two threads read them.
TEST(RunningSumsTest, ManyPairingsAreReadOnceEach) {
  const testing_support::TemporaryFolder folder;
  v1::LeagueConfig config = testing_support::LargeLeague(150, 2);
  config.set_same_deals(false);
  config.set_items(4);
  SplitMix64 random(13);
  auto store = LeagueStore::Create(folder.path("league"), config);
  ASSERT_TRUE(store.ok()) << store.status();
  const Schedule schedule = MakeSchedule(config);
  std::vector<UnitResult> units;
  for (std::int64_t i = 0; i < UnitsOfABlock(config); ++i) {
    units.push_back(RandomUnit(config, schedule.unit(i), random));
  }
  ASSERT_TRUE((*store)->Save(units).ok());
  for (const bool more : {false, true}) {
    if (more) {  // that is not in the running sums
      const UnitResult unit =
          RandomUnit(config, schedule.unit(UnitsOfABlock(config)), random);
      ASSERT_TRUE((*store)->Save(std::span(&unit, 1)).ok());
    }
    const auto sums = (*store)->Sums();
    ASSERT_TRUE(sums.ok()) << sums.status();
    EXPECT_EQ(sums->units, UnitsOfABlock(config) + (more ? 1 : 0));
    ExpectPairingsOf(*sums, **store);
  }
}

// The sums of all units, in the order of their numbers.
RunningSums SumsOf(const v1::LeagueConfig& config,
                   const std::vector<UnitResult>& units) {
  SumsBuilder builder(config, EmptySums(config));
  for (const UnitResult& unit : units) {
    EXPECT_TRUE(
        builder.Add({.number = unit.unit.number, .outcome = unit.outcome})
            .ok());
  }
  return builder.Finish();
}

TEST(RunningSumsTest, SumsOfBlocksMergeIntoThoseOfTheLeague) {
  SplitMix64 random(14);
  for (const bool same_deals : {false, true}) {
    const v1::LeagueConfig config = RandomConfig(random, same_deals);
    std::vector<UnitResult> units;
    for (std::int64_t i = 0; i < MakeSchedule(config).units(); ++i) {
      units.push_back(RandomUnit(config, i, random));
    }
    const auto half = units.begin() + 2 * UnitsOfABlock(config);
    const std::vector<UnitResult> first(units.begin(), half);
    const std::vector<UnitResult> second(half, units.end());
    RunningSums merged = SumsOf(config, second);
    MergeSums(SumsOf(config, first), merged);
    ExpectAllSums(units, config, merged);
    EXPECT_TRUE(CompareSums(config, merged, SumsOf(config, units)).ok());
  }
}

class StoredSumsTest : public ::testing::Test {
 protected:
  explicit StoredSumsTest(bool same_deals = true) {
    config_.set_same_deals(same_deals);
    for (const char* name : {"a", "b", "c"}) config_.add_bots()->set_name(name);
    auto& entry = *config_.add_rulesets();
    entry.set_spec("some-rules");
    entry.mutable_ruleset()->mutable_table()->set_sides(2);
    config_.set_items(40);
    config_.set_block_items(20);
    SplitMix64 random(12);
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    std::vector<UnitResult> units;
    for (std::int64_t i = 0; i < 6; ++i) {
      units.push_back(RandomUnit(config_, i, random));
    }
    EXPECT_TRUE((*store)->Save(units).ok());
  }

  // Runs SQL on the league and returns the result of comparing the sums.
  absl::Status AfterRunning(const std::string& sql) {
    {
      auto database = Database::Open(folder_.path("league/league.sqlite"),
                                     Database::Mode::kWrite);
      EXPECT_TRUE(database->Run(sql).ok());
    }
    auto store = LeagueStore::OpenToRead(folder_.path("league"));
    const auto stored = (*store)->StoredSums();
    if (!stored.ok()) return stored.status();
    return CompareSums(config_, *stored, *(*store)->SumsOfAllUnits());
  }

  testing_support::TemporaryFolder folder_;
  v1::LeagueConfig config_;
};

TEST_F(StoredSumsTest, AreThoseOfTheUnits) {
  EXPECT_TRUE(AfterRunning("SELECT 1").ok());
}

TEST_F(StoredSumsTest, AChangedNumberIsNamed) {
  const absl::Status status = AfterRunning(
      "UPDATE running_pairing SET game_second = game_second + 1 "
      "WHERE pairing = 1");
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("some-rules, a - c"), std::string::npos)
      << status;
}

TEST_F(StoredSumsTest, AChangedProductIsNamed) {
  const absl::Status status = AfterRunning(
      "UPDATE running_pairing SET products = zeroblob(8) WHERE pairing = 1");
  EXPECT_NE(status.message().find("a - c with b - c"), std::string::npos)
      << status;
}

TEST_F(StoredSumsTest, AChangedProductOfPointsIsNamed) {
  const absl::Status status = AfterRunning(
      "UPDATE running_pairing SET point_products = zeroblob(8) "
      "WHERE pairing = 1");
  EXPECT_NE(status.message().find("game points, a - c with b - c"),
            std::string::npos)
      << status;
}

TEST_F(StoredSumsTest, ChangedCountsOfDealsAreNamed) {
  EXPECT_NE(AfterRunning("UPDATE running_pairing SET deal_counts = x'0001' "
                         "WHERE pairing = 1")
                .message()
                .find("some-rules, a - c"),
            std::string::npos);
}

TEST_F(StoredSumsTest, CountsThatCannotBeReadAreAnError) {
  for (const char* counts : {"x'00'", "x'80'", "x'7f01'", "zeroblob(3)"}) {
    const absl::Status status = AfterRunning(
        absl::StrCat("UPDATE running_pairing SET deal_counts = ", counts,
                     " WHERE pairing = 1"));
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss) << counts;
    EXPECT_NE(status.message().find("bytes of counts"), std::string::npos)
        << status;
  }
}

TEST_F(StoredSumsTest, AShortRowIsAnError) {
  const absl::Status status = AfterRunning(
      "UPDATE running_pairing SET products = zeroblob(7) WHERE pairing = 1");
  EXPECT_NE(status.message().find("found 7 and 8 bytes of products"),
            std::string::npos)
      << status;
}

TEST(SumsBuilderTest, CountsKindsOfDealsInAllViewsAtOnce) {
  SplitMix64 random(17);
  const v1::LeagueConfig config = RandomConfig(random, false);
  const UnitResult unit = RandomUnit(config, 0, random);
  SumsBuilder builder(config, EmptySums(config));
  ASSERT_TRUE(builder.Add({.number = 0, .outcome = unit.outcome}).ok());
  const RunningSums sums = builder.Finish();
  const auto seatings =
      static_cast<std::size_t>(CountSeatings(config, unit.unit.ruleset));
  const DealCounts& counts =
      sums.rulesets[static_cast<std::size_t>(unit.unit.ruleset)]
          .pairings[static_cast<std::size_t>(unit.unit.pairing)]
          .deal_counts;
  EXPECT_EQ(counts.pairs(), unit.unit.items);
  const std::vector<std::int64_t> marginals = counts.Marginals();
  for (std::size_t view = 0; view < seatings; ++view) {
    std::vector<std::int64_t> expected(kKinds);
    for (std::size_t item = 0; item < unit.unit.items; ++item) {
      ++expected[static_cast<std::size_t>(
          unit.outcome.kind_by_view[item * seatings + view])];
    }
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      EXPECT_EQ(marginals[view * kKinds + kind], expected[kind]);
    }
  }
}

class OwnDealsSumsTest : public StoredSumsTest {
 protected:
  OwnDealsSumsTest() : StoredSumsTest(false) {}
};

TEST_F(OwnDealsSumsTest, AreThoseOfTheUnitsAndHaveNoProducts) {
  EXPECT_TRUE(AfterRunning("SELECT 1").ok());
  const auto store = LeagueStore::OpenToRead(folder_.path("league"));
  ASSERT_TRUE(store.ok()) << store.status();
  const auto sums = (*store)->StoredSums();
  ASSERT_TRUE(sums.ok()) << sums.status();
  EXPECT_EQ(sums->units, 6);
  EXPECT_TRUE(sums->rulesets[0].crosses.empty());
  EXPECT_EQ(sums->rulesets[0].items, 40);
}

TEST_F(OwnDealsSumsTest, ProductsAreAnError) {
  const absl::Status status = AfterRunning(
      "UPDATE running_pairing SET products = zeroblob(16) WHERE pairing = 0");
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(status.message().find("found 16 and 0 bytes of products"),
            std::string::npos)
      << status;
}

TEST(LargeLeagueTest, ABillionTablesAreReportedFromLessThanAMegabyte) {
  const v1::LeagueConfig config = testing_support::LargeLeague(20, 2000);
  const RunningSums sums = testing_support::LargeSums(config, 1316);
  const TableSums& table = sums.rulesets[0];
  std::int64_t deals = 0;
  for (const PairingSums& pairing : table.pairings)
    deals += pairing.counts.deals;
  EXPECT_GE(deals, 1'000'000'000);
  EXPECT_LT(table.pairings.size() * sizeof(PairingSums) +
                table.crosses.size() * sizeof(std::int64_t),
            1U << 20U);
  const LeagueReport report =
      ReportOfSums(config, {}, stats::ResultScale::kPoints, sums);
  const auto json = nlohmann::json::parse(RenderJson(report));
  const auto& rulesets = json["rulesets"][0];
  EXPECT_EQ(rulesets["ratings"].size(), 20U);
  EXPECT_EQ(rulesets["pairings"].size(), 190U);
  EXPECT_EQ(rulesets["ratings"][0]["bot"], "bot0");
  EXPECT_NE(RenderText(report).find("  2,632,000  "), std::string::npos);
  const std::string csv = RenderCsv(report);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 191);
}

TEST(SumsBuilderTest, RefusesUnitsThatAreNotOfTheSchedule) {
  SplitMix64 random(13);
  v1::LeagueConfig config = RandomConfig(random, true);
  const UnitResult result = RandomUnit(config, 1, random);
  const auto add = [&](std::int64_t number, const PairScores& scores) {
    SumsBuilder builder(config, EmptySums(config));
    return builder
        .Add({.number = number,
              .outcome = {.scores = scores,
                          .leads = result.outcome.leads,
                          .points = result.outcome.points}})
        .code();
  };
  EXPECT_EQ(add(1, result.outcome.scores), absl::StatusCode::kOk);
  EXPECT_EQ(add(-1, result.outcome.scores), absl::StatusCode::kDataLoss);
  EXPECT_EQ(add(MakeSchedule(config).units(), result.outcome.scores),
            absl::StatusCode::kDataLoss);
  EXPECT_EQ(add(1, PairScores(result.outcome.scores.size() + 1)),
            absl::StatusCode::kDataLoss);
  EXPECT_EQ(add(1, PairScores(result.outcome.scores.size(), PairScore(0x7f))),
            absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace couillon::arena
