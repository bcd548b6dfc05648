#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/store/folder_content.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/sqlite.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;

v1::LeagueConfig Config(bool record) {
  v1::LeagueConfig config;
  config.add_bots()->set_name("a");
  config.add_bots()->set_name("b");
  config.add_rulesets()->mutable_ruleset()->mutable_table()->set_sides(2);
  config.set_items(100);
  config.set_block_items(3);
  config.set_seed("store");
  config.set_record_deals(record);
  return config;
}

UnitResult Result(std::int64_t number) {
  UnitResult result;
  result.unit.number = number;
  result.outcome.scores = {PairScore::OfTwo(0, 0), PairScore::OfTwo(1, 1),
                           PairScore::OfTwo(2, 2)};
  result.outcome.points = {-5, 0, 0};
  result.outcome.leads[Quantity::kGamePoints] = {
      .pairs = 3, .sum_first = -5, .sum_products = -9, .denominator = 2};
  result.outcome.leads[Quantity::kCardPoints] = {
      .pairs = 3, .sum_second = 7, .denominator = 2};
  result.outcome.counts.deals = 6;
  result.outcome.counts.decisions = 99;
  result.faults.push_back({.verdict = Verdict::kTimeout,
                           .bot = BotIndex(1),
                           .unit = number,
                           .item = 17,
                           .forfeits = true,
                           .detail = "slow",
                           .last_stderr = "help",
                           .question = std::string("a\0b", 3)});
  result.records.push_back(
      {.item = 5, .seating = Seating(1), .deals = {"abc", ""}});
  return result;
}

class StoreTest : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
  std::string directory_ = folder_.path("league");
};

TEST_F(StoreTest, WhatWasSavedIsReadBackAsItWas) {
  {
    auto store = LeagueStore::Create(directory_, Config(true));
    ASSERT_TRUE(store.ok()) << store.status();
    ASSERT_TRUE((*store)->Save(std::vector{Result(3), Result(1)}).ok());
  }
  auto store = LeagueStore::OpenToRead(directory_);
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->config().seed(), "store");
  std::vector<StoredUnit> units;
  ASSERT_TRUE(
      (*store)
          ->ForEachUnit([&](const StoredUnit& unit) { units.push_back(unit); })
          .ok());
  ASSERT_EQ(units.size(), 2U);
  const UnitResult expected = Result(1);
  EXPECT_EQ(units[0].outcome.scores, expected.outcome.scores);
  EXPECT_EQ(units[0].outcome.leads[Quantity::kGamePoints],
            expected.outcome.leads[Quantity::kGamePoints]);
  EXPECT_EQ(units[0].outcome.leads[Quantity::kCardPoints],
            expected.outcome.leads[Quantity::kCardPoints]);
  EXPECT_EQ(units[0].outcome.counts.decisions, 99);
  std::vector<DealOfUnit> records;
  ASSERT_TRUE(
      ReadDeals((*store)->deals_path(), *units[0].records, records).ok());
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].item, 5U);
  EXPECT_EQ(records[0].deals, expected.records[0].deals);
  const auto faults = (*store)->Faults();
  ASSERT_EQ(faults->size(), 2U);
  EXPECT_EQ((*faults)[0].unit, 1);
  EXPECT_EQ((*faults)[0].verdict, Verdict::kTimeout);
  EXPECT_EQ((*faults)[0].last_stderr, "help");
  EXPECT_EQ((*faults)[0].question, std::string("a\0b", 3));
}

// The usage of one bot after a run.
BotUsage Used(int decisions, std::chrono::milliseconds each) {
  BotUsage usage{.starts = 1, .busy = decisions * each};
  usage.latency.Add(each, decisions);
  return usage;
}

// Each transaction waits for the disk several times, and counts in the file.
TEST_F(StoreTest, ALeagueIsMadeInOneTransaction) {
  ASSERT_TRUE(LeagueStore::Create(directory_, Config(false)).ok());
  const std::string file =
      testing_support::ReadFile(directory_ + "/league.sqlite");
  ASSERT_GT(file.size(), 28U);
  const auto changes = static_cast<unsigned char>(file[27]);
  EXPECT_LE(changes, 2) << "one, and one that sets the kind of journal";
}

TEST_F(StoreTest, UsageAddsUpOverRuns) {
  const std::vector<BotUsage> first = {Used(7, std::chrono::milliseconds(2)),
                                       BotUsage()};
  std::vector<BotUsage> second = {Used(5, std::chrono::milliseconds(90)),
                                  Used(3, std::chrono::milliseconds(1))};
  second[0].latency.Add(std::chrono::milliseconds(2), 4);
  {
    auto store = LeagueStore::Create(directory_, Config(false));
    ASSERT_TRUE(store.ok()) << store.status();
    ASSERT_TRUE((*store)->AddUsage(first).ok());
    ASSERT_TRUE((*store)->AddUsage(second).ok());
  }
  auto store = LeagueStore::OpenToRead(directory_);
  ASSERT_TRUE(store.ok()) << store.status();
  const auto usage = (*store)->Usage();
  ASSERT_TRUE(usage.ok()) << usage.status();
  ASSERT_EQ(usage->size(), 2U);
  BotUsage sum = first[0];
  sum += second[0];
  EXPECT_EQ((*usage)[0].usage.starts, 2);
  EXPECT_EQ((*usage)[0].usage.busy, sum.busy);
  EXPECT_EQ((*usage)[0].usage.latency, sum.latency);
  EXPECT_EQ((*usage)[0].usage.latency.size(), 16);
  EXPECT_EQ((*usage)[1].usage.latency, second[1].latency);
}

// Leagues of this format were made before latencies were stored.
TEST_F(StoreTest, ALeagueWithoutLatenciesGoesOnAndGetsThem) {
  ASSERT_TRUE(LeagueStore::Create(directory_, Config(false)).ok());
  {
    auto database =
        Database::Open(directory_ + "/league.sqlite", Database::Mode::kWrite);
    ASSERT_TRUE(database.ok()) << database.status();
    ASSERT_TRUE(database
                    ->Run("DROP TABLE latency;"
                          "INSERT INTO usage VALUES (1, 4, 5, 6)")
                    .ok());
  }
  {
    auto old = LeagueStore::OpenToRead(directory_);
    ASSERT_TRUE(old.ok()) << old.status();
    const auto usage = (*old)->Usage();
    ASSERT_TRUE(usage.ok()) << usage.status();
    EXPECT_EQ((*usage)[0].usage.starts, 4);
    EXPECT_EQ((*usage)[0].usage.latency.size(), 0);
  }
  auto store = LeagueStore::OpenToPlay(directory_);
  ASSERT_TRUE(store.ok()) << store.status();
  const std::vector<BotUsage> run = {BotUsage(),
                                     Used(3, std::chrono::milliseconds(1))};
  ASSERT_TRUE((*store)->AddUsage(run).ok());
  const auto usage = (*store)->Usage();
  ASSERT_TRUE(usage.ok()) << usage.status();
  EXPECT_EQ((*usage)[1].usage.starts, 5);
  EXPECT_EQ((*usage)[1].usage.latency, run[1].latency);
}

TEST_F(StoreTest, SessionsAreReadBackInOrderAndEmptyOnesAreNot) {
  auto store = LeagueStore::Create(directory_, Config(false));
  ASSERT_TRUE(store.ok()) << store.status();
  PlaySession first{.began = 100,
                    .workers = 2,
                    .cpu = "a cpu",
                    .cores = 4,
                    .kernel = "Linux 6",
                    .version = "0.1.0",
                    .commit = "abc"};
  const auto killed = (*store)->BeginSession(first);
  const auto empty = (*store)->BeginSession(first);
  const auto whole = (*store)->BeginSession(first);
  ASSERT_TRUE(killed.ok() && empty.ok() && whole.ok());
  first.ended = 160;
  ASSERT_TRUE((*store)->EndSession(*empty, first).ok());
  first.units = 7;
  ASSERT_TRUE((*store)->EndSession(*whole, first).ok());
  const auto sessions = (*store)->Sessions();
  ASSERT_TRUE(sessions.ok()) << sessions.status();
  ASSERT_EQ(sessions->size(), 2U);
  EXPECT_EQ((*sessions)[0].ended, std::nullopt);
  EXPECT_EQ((*sessions)[0].units, 0);
  EXPECT_EQ((*sessions)[1].ended, 160);
  EXPECT_EQ((*sessions)[1].units, 7);
  EXPECT_EQ((*sessions)[1].cpu, "a cpu");
  EXPECT_EQ((*sessions)[1].cores, 4);
  EXPECT_EQ((*sessions)[1].kernel, "Linux 6");
  EXPECT_EQ((*sessions)[1].commit, "abc");
}

// Leagues of this format were made before sessions were stored.
TEST_F(StoreTest, ALeagueWithoutSessionsGoesOnAndGetsThem) {
  ASSERT_TRUE(LeagueStore::Create(directory_, Config(false)).ok());
  {
    auto database =
        Database::Open(directory_ + "/league.sqlite", Database::Mode::kWrite);
    ASSERT_TRUE(database.ok()) << database.status();
    ASSERT_TRUE(database->Run("DROP TABLE session").ok());
  }
  {
    auto old = LeagueStore::OpenToRead(directory_);
    ASSERT_TRUE(old.ok()) << old.status();
    const auto sessions = (*old)->Sessions();
    ASSERT_TRUE(sessions.ok()) << sessions.status();
    EXPECT_TRUE(sessions->empty());
  }
  auto store = LeagueStore::OpenToPlay(directory_);
  ASSERT_TRUE(store.ok()) << store.status();
  ASSERT_TRUE((*store)->BeginSession({.began = 1}).ok());
  EXPECT_EQ((*store)->Sessions()->size(), 1U);
}

TEST_F(StoreTest, ALatencyThatWasNeverStoredIsNamed) {
  auto store = LeagueStore::Create(directory_, Config(false));
  ASSERT_TRUE(store.ok()) << store.status();
  const std::vector<BotUsage> run = {Used(3, std::chrono::milliseconds(1))};
  ASSERT_TRUE((*store)->AddUsage(run).ok());
  auto database =
      Database::Open(directory_ + "/league.sqlite", Database::Mode::kWrite);
  ASSERT_TRUE(database->Run("UPDATE latency SET bucket = 5000").ok());
  const auto usage = (*store)->Usage();
  EXPECT_EQ(usage.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(usage.status().message().find("bucket 5000"), std::string::npos)
      << usage.status();
}

TEST_F(StoreTest, PointsOfThreeTeamsAreReadBackAsTheyWere) {
  UnitResult result = Result(0);
  ThreeWayPoints points;
  points[Team::kFirst] = {0, -1, 255};
  points[Team::kSecond] = {256, -256, 32767};
  points[Team::kThird] = {-32768, 1, -255};
  result.outcome.three_way_points = {ThreeWayPoints{}, points, points};
  for (const Quantity quantity : kAllQuantities) {
    result.outcome.leads[quantity].denominator = 6;
  }
  v1::LeagueConfig config = Config(false);
  config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
  config.add_bots()->set_name("c");
  config.mutable_rulesets(0)->mutable_ruleset()->mutable_table()->set_sides(3);
  auto store = LeagueStore::Create(directory_, config);
  ASSERT_TRUE(store.ok()) << store.status();
  ASSERT_TRUE((*store)->Save(std::vector{result}).ok());
  std::vector<StoredUnit> units;
  ASSERT_TRUE(
      (*store)
          ->ForEachUnit([&](const StoredUnit& unit) { units.push_back(unit); })
          .ok());
  ASSERT_EQ(units.size(), 1U);
  EXPECT_EQ(units[0].outcome.three_way_points, result.outcome.three_way_points);
}

// Which no league of two bots has, so that the store could not be read again.
TEST_F(StoreTest, AFaultOfAThirdBotIsNotStored) {
  auto store = LeagueStore::Create(directory_, Config(false));
  ASSERT_TRUE(store.ok()) << store.status();
  UnitResult result = Result(0);
  result.faults[0].bot = BotIndex(2);
  EXPECT_TRUE(absl::IsDataLoss((*store)->Save(std::vector{result})));
  EXPECT_TRUE((*store)->StoredRuns()->empty());
}

TEST_F(StoreTest, StoredUnitsAreListedAsRunsWithoutGaps) {
  auto store = LeagueStore::Create(directory_, Config(false));
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_TRUE((*store)->StoredRuns()->empty());
  ASSERT_TRUE(
      (*store)->Save(std::vector{Result(4), Result(2), Result(1)}).ok());
  const std::vector<UnitRun> runs = {{.first = 1, .end = 3},
                                     {.first = 4, .end = 5}};
  EXPECT_EQ(*(*store)->StoredRuns(), runs);
  EXPECT_EQ(CountUnits(runs), 3);
}

TEST_F(StoreTest, OnlyOneProcessPlays) {
  auto first = LeagueStore::Create(directory_, Config(false));
  ASSERT_TRUE(first.ok());
  auto second = LeagueStore::OpenToPlay(directory_);
  EXPECT_EQ(second.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(LeagueStore::OpenToRead(directory_).ok());
}

TEST_F(StoreTest, ALeagueIsNotOverwritten) {
  ASSERT_TRUE(LeagueStore::Create(directory_, Config(false)).ok());
  EXPECT_EQ(LeagueStore::Create(directory_, Config(false)).status().code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(StoreTest, LeavingsOfUnitsThatWereNeverStoredAreCutOff) {
  {
    auto store = LeagueStore::Create(directory_, Config(true));
    ASSERT_TRUE((*store)->Save(std::vector{Result(0)}).ok());
  }
  const std::string path = directory_ + "/deals.zst";
  const std::string whole = testing_support::ReadFile(path);
  testing_support::WriteFile(path, whole + "half a unit");
  ASSERT_TRUE(LeagueStore::OpenToPlay(directory_).ok());
  EXPECT_EQ(testing_support::ReadFile(path), whole);
}

TEST_F(StoreTest, MissingRecordsAreReported) {
  {
    auto store = LeagueStore::Create(directory_, Config(true));
    ASSERT_TRUE((*store)->Save(std::vector{Result(0)}).ok());
  }
  testing_support::WriteFile(directory_ + "/deals.zst", "x");
  const auto store = LeagueStore::OpenToPlay(directory_);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(store.status().message().find("deals.zst"), std::string::npos);
}

TEST_F(StoreTest, ADirectoryWithoutALeagueIsNotFound) {
  EXPECT_EQ(LeagueStore::OpenToRead(folder_.path("none")).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(StoreTest, AFileThatIsNoDatabaseIsAnError) {
  std::filesystem::create_directories(directory_);
  testing_support::WriteFile(directory_ + "/league.sqlite",
                             std::string(5000, 'x'));
  const auto store = LeagueStore::OpenToRead(directory_);
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.status().message().find("league.sqlite"), std::string::npos);
}

TEST(FolderContentTest, AfterAFullDiskTheCommandThatGoesOnIsNamed) {
  const testing_support::TemporaryFolder folder;
  const auto make = [&folder](const std::string& name) {
    std::filesystem::create_directories(folder.path(name));
    testing_support::WriteFile(folder.path(name + "/league.sqlite"), "");
    return folder.path(name);
  };
  std::filesystem::create_directories(folder.path("empty"));
  EXPECT_EQ(AfterFullDisk(folder.path("empty")),
            "nothing is stored yet: free space, then give the same command "
            "again");
  const std::string league = make("league");
  EXPECT_TRUE(AfterFullDisk(league).ends_with("with league resume " + league));
  const std::string round = make("open/rounds/0001");
  testing_support::WriteFile(folder.path("open/journal.jsonl"), "");
  EXPECT_TRUE(AfterFullDisk(round).ends_with(
      "with arena run " + folder.path("open") + " (or arena serve)"));
  EXPECT_TRUE(AfterFullDisk(make("whole.merging-123"))
                  .ends_with("free space, then merge them again"));
}

}  // namespace
}  // namespace couillon::arena
