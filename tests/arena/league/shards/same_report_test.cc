// A league that was played in shards has the report of one process, byte for
// byte, in every format and mode, however it was cut, whatever was played
// twice, and in whatever order and tree the results were merged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/league/shards/merge_results.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/play_shards.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/shards/saved_result.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::AllForms;
using testing_support::AllShards;
using testing_support::LeagueOf;
using testing_support::PlanOf;
using testing_support::PlayAsOne;
using testing_support::PlayShardsOf;
using testing_support::ReadFile;
using testing_support::ResultPaths;
using testing_support::TemporaryFolder;

struct Case {
  const char* name;
  std::function<v1::LeagueConfig()> config;
};

std::ostream& operator<<(std::ostream& out, const Case& one) {
  return out << one.name;
}

v1::LeagueConfig RoundRobin() {
  return LeagueOf({"random", "greedy", "heuristic"},
                  {"basic-gerver", "mit-malmedy"});
}

std::vector<Case> Cases() {
  return {
      {"RoundRobin", RoundRobin},
      {"RecordedSameDeals",
       [] {
         v1::LeagueConfig config = RoundRobin();
         config.set_record_deals(true);
         config.set_same_deals(true);
         config.set_coupled(true);
         return config;
       }},
      {"Matches",
       [] {
         v1::LeagueConfig config = RoundRobin();
         config.set_mode(v1::LEAGUE_MODE_MATCHES);
         config.set_items(4);
         config.set_block_items(1);
         config.set_record_deals(true);
         return config;
       }},
      {"Gauntlet",
       [] {
         v1::LeagueConfig config = RoundRobin();
         config.set_format(v1::LEAGUE_FORMAT_GAUNTLET);
         return config;
       }},
      {"ListedPairings",
       [] {
         v1::LeagueConfig config = RoundRobin();
         config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
         v1::LeaguePairing& pairing = *config.add_pairings();
         pairing.set_first(2);
         pairing.set_second(0);
         pairing.set_first_item(8);
         return config;
       }},
      {"Individual",
       [] {
         v1::LeagueConfig config =
             LeagueOf({"random", "greedy", "heuristic", "first-legal"},
                      {"basic-gerver"});
         config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
         return config;
       }},
      {"ThreeWay",
       [] {
         v1::LeagueConfig config =
             LeagueOf({"random", "greedy", "heuristic", "first-legal"},
                      {"troeven-3-solo"});
         config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
         return config;
       }},
  };
}

class SameReportTest : public testing::TestWithParam<Case> {
 protected:
  // Plays a plan in parts: shuffled shards, some of them twice.
  std::string PlayCut(std::int64_t shard_units, int workers) {
    const v1::LeaguePlan plan = PlanOf(config_, shard_units);
    const std::string name = absl::StrCat("plan", shard_units);
    std::vector<std::int64_t> shards = AllShards(plan);
    std::ranges::shuffle(shards, random_);
    for (const std::int64_t shard : shards) {
      PlayShardsOf(folder_.path(name), plan, {shard}, workers);
    }
    const ShardsPlayed again = PlayShardsOf(
        folder_.path(name), plan, {shards.front()}, workers, {}, true);
    EXPECT_EQ(again.shards.size(), 1U);
    for (const PlayedShard& shard : again.shards) {
      EXPECT_EQ(shard.saved.how, SavedResult::How::kSame);
    }
    std::vector<std::string> paths = ResultPaths(folder_.path(name), plan);
    std::ranges::shuffle(paths, random_);
    const std::string merged = folder_.path(name + "-merged");
    const auto league = MergeIntoStore(plan, paths, "", merged);
    EXPECT_TRUE(league.ok()) << league.status();
    EXPECT_EQ(ReadMerged(merged)->identity(), plan.identity());
    return AllForms(merged);
  }

  TemporaryFolder folder_;
  v1::LeagueConfig config_ = GetParam().config();
  std::mt19937 random_{3};
};

TEST_P(SameReportTest, EveryCutGivesTheReportOfOneProcess) {
  PlayAsOne(config_, 8, folder_.path("one"));
  const std::string one = AllForms(folder_.path("one"));
  EXPECT_EQ(PlayCut(3, 1), one);
  EXPECT_EQ(PlayCut(7, 3), one);
}

TEST_P(SameReportTest, OneWorkerAndEightWriteTheSameBytes) {
  const v1::LeaguePlan plan = PlanOf(config_, 7);
  PlayShardsOf(folder_.path("a"), plan, AllShards(plan), 1);
  PlayShardsOf(folder_.path("b"), plan, AllShards(plan), 8);
  const std::vector<std::string> a = ResultPaths(folder_.path("a"), plan);
  const std::vector<std::string> b = ResultPaths(folder_.path("b"), plan);
  for (std::size_t at = 0; at < a.size(); ++at) {
    EXPECT_EQ(ReadFile(a[at]), ReadFile(b[at])) << a[at];
  }
}

INSTANTIATE_TEST_SUITE_P(All, SameReportTest, testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

// Merges `paths` in random groups until one file is left.
std::string MergeTree(std::vector<std::string> paths, const std::string& folder,
                      const std::string& identity, std::mt19937& random) {
  std::filesystem::create_directories(folder);
  for (int step = 0; paths.size() > 1; ++step) {
    std::ranges::shuffle(paths, random);
    const std::size_t many = 2 + random() % (paths.size() - 1);
    const std::vector<std::string> some(
        paths.end() - static_cast<std::ptrdiff_t>(many), paths.end());
    paths.resize(paths.size() - many);
    paths.push_back(absl::StrCat(folder, "/", step));
    const auto merged = MergeResults(some, identity, paths.back());
    EXPECT_TRUE(merged.ok()) << merged.status();
  }
  return paths.front();
}

TEST(MergeTreeTest, RandomCutsInRandomTreesGiveTheSameBytes) {
  const TemporaryFolder folder;
  v1::LeagueConfig config = RoundRobin();
  config.set_items(12);
  config.set_record_deals(true);
  PlayAsOne(config, 2, folder.path("one"));
  std::mt19937 random(8);
  std::string whole;
  for (int tree = 0; tree < 6; ++tree) {
    const v1::LeaguePlan plan =
        PlanOf(config, 1 + static_cast<std::int64_t>(random() % 20));
    const std::string cut = folder.path(absl::StrCat("plan", tree));
    PlayShardsOf(cut, plan, AllShards(plan), 2);
    const std::string path = MergeTree(ResultPaths(cut, plan), cut + "-tree",
                                       plan.identity(), random);
    if (whole.empty()) {
      whole = ReadFile(path);
      const std::string store = folder.path("store");
      ASSERT_TRUE(MergeIntoStore(plan, {path}, "", store).ok());
      EXPECT_EQ(AllForms(store), AllForms(folder.path("one")));
    }
    EXPECT_EQ(ReadFile(path), whole) << plan.shard_units();
  }
}

}  // namespace
}  // namespace couillon::arena
