// Plans: what their identity depends on, how units are cut, and what cannot be
// planned.
#include "arena/league/shards/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <set>

#include "absl/strings/str_replace.h"
#include "arena/league/shards/engine_build.h"
#include "arena/league/shards/plan_identity.h"
#include "arena/league/shards/shard_sample.h"
#include "arena/league/store/unit_run.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::LeagueOf;
using testing_support::PlanOf;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;
using Change = std::function<void(v1::LeagueConfig&)>;

v1::LeagueConfig Config() {
  return LeagueOf({"random", "greedy"}, {"basic-gerver"});
}

std::string IdentityWith(const Change& change) {
  v1::LeagueConfig config = Config();
  change(config);
  return PlanIdentity(config, {});
}

TEST(PlanIdentityTest, ChangesWithWhatResultsDependOn) {
  std::set<std::string> identities = {PlanIdentity(Config(), {})};
  const std::vector<Change> changes = {
      [](auto& config) { config.set_items(41); },
      [](auto& config) { config.set_block_items(5); },
      [](auto& config) { config.set_coupled(true); },
      [](auto& config) { config.set_record_deals(true); },
      [](auto& config) { config.set_same_deals(true); },
      [](auto& config) { config.set_shared_process(true); },
      [](auto& config) { config.set_mode(v1::LEAGUE_MODE_MATCHES); },
      [](auto& config) { config.set_format(v1::LEAGUE_FORMAT_GAUNTLET); },
      [](auto& config) { config.set_suit_labels(v1::SUIT_LABELS_CHANGED); },
      [](auto& config) { config.set_isolation(v1::ISOLATION_BWRAP); },
      [](auto& config) { config.add_bot_environment("THREADS=2"); },
      [](auto& config) { config.set_seed_commitment("another"); },
      [](auto& config) { config.mutable_limits()->set_max_faults(3); },
      [](auto& config) { config.add_pairings()->set_second(1); },
      [](auto& config) { config.add_tables()->add_first(1); },
      [](auto& config) { config.mutable_rulesets(0)->set_hash("another"); },
      [](auto& config) { config.mutable_bots(0)->set_name("another"); },
      [](auto& config) {
        config.mutable_bots(0)->mutable_identity()->set_digest("another");
      },
      [](auto& config) {
        config.mutable_bots(1)->mutable_own_limits()->set_move_ms(5);
      },
      [](auto& config) {  // the same two, the other way round
        config.mutable_bots()->SwapElements(0, 1);
      }};
  for (const Change& change : changes) identities.insert(IdentityWith(change));
  EXPECT_EQ(identities.size(), changes.size() + 1);
  v1::PlanEngine engine;
  engine.set_signature("another");
  EXPECT_TRUE(identities.insert(PlanIdentity(Config(), engine)).second);
}

TEST(PlanIdentityTest, StaysTheSameWithPathsHostsAndTheCut) {
  const std::string identity = PlanIdentity(Config(), {});
  const std::vector<Change> changes = {
      [](auto& config) { config.set_seed("hidden"); },
      [](auto& config) { config.set_seed_file("/home/a/seed"); },
      [](auto& config) { config.set_seed_origin(v1::SEED_ORIGIN_FILE); },
      [](auto& config) { config.add_readable_paths("/home/a/model"); },
      [](auto& config) { config.mutable_bots(0)->set_directory("/scratch/b"); },
      [](auto& config) { config.mutable_bots(0)->add_command("/scratch/b"); },
      [](auto& config) { config.mutable_rulesets(0)->set_spec("./my.txtpb"); }};
  for (const Change& change : changes) {
    EXPECT_EQ(IdentityWith(change), identity);
  }
  EXPECT_EQ(PlanOf(Config(), 1).identity(), PlanOf(Config(), 3).identity());
}

TEST(PlanTest, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const v1::LeaguePlan plan = PlanOf(Config(), 3);
  ASSERT_TRUE(WritePlan(folder.path("plan"), plan).ok());
  ASSERT_TRUE(WritePlan(folder.path("plan"), plan).ok());  // once more
  const auto read = ReadPlan(folder.path("plan"));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->SerializeAsString(), plan.SerializeAsString());
  const absl::Status other =
      WritePlan(folder.path("plan"), PlanOf(Config(), 2));
  EXPECT_TRUE(absl::IsAlreadyExists(other)) << other;
}

TEST(PlanTest, ChangedPlanIsRefused) {
  const TemporaryFolder folder;
  ASSERT_TRUE(WritePlan(folder.path("plan"), PlanOf(Config(), 3)).ok());
  const std::string path = folder.path("plan") + "/plan.json";
  const std::string text = ReadFile(path);
  for (const auto& [before, after] :
       {std::pair("\"items\": \"20\"", "\"items\": \"80\""),
        std::pair("\"shards\": \"2\"", "\"shards\": \"5\""),
        std::pair("\"seed\": \"", "\"seed\": \"another")}) {
    const std::string changed = absl::StrReplaceAll(text, {{before, after}});
    ASSERT_NE(changed, text);
    WriteFile(path, changed);
    EXPECT_TRUE(absl::IsDataLoss(ReadPlan(folder.path("plan")).status()));
  }
}

TEST(PlanTest, WhatHasNoUnitsYetIsRefusedWithTheCommandForIt) {
  v1::LeagueConfig arena = Config();
  arena.clear_bots();
  EXPECT_THAT(std::string(CheckPlannable(arena).message()),
              HasSubstr("couillon arena plan"));
  v1::LeagueConfig dial_in = Config();
  dial_in.mutable_bots(1)->mutable_dial_in()->set_author("a");
  EXPECT_THAT(std::string(CheckPlannable(dial_in).message()),
              HasSubstr("couillon arena serve"));
  EXPECT_TRUE(CheckPlannable(Config()).ok());
}

TEST(PlanTest, TooManyShardsAreRefused) {
  v1::LeagueConfig config = Config();
  config.set_items(std::uint64_t{1} << 40);
  const auto plan = MakePlan(config, {}, 1);
  EXPECT_TRUE(absl::IsInvalidArgument(plan.status())) << plan.status();
  EXPECT_TRUE(MakePlan(config, {}, std::int64_t{1} << 30).ok());
}

TEST(PlanTest, ProgramThatBehavesDifferentlyIsRefused) {
  const auto build = [](const std::string& commit,
                        const std::string& signature) {
    return EngineBuild{.version = "1",
                       .commit = commit,
                       .signature = [signature](const v1::LeagueConfig&) {
                         return signature;
                       }};
  };
  v1::LeaguePlan plan;
  *plan.mutable_engine() = DescribeEngine(build("abc", "same"), Config());
  EXPECT_TRUE(CheckEngine(plan, build("abc", "not asked")).ok());
  EXPECT_TRUE(CheckEngine(plan, build("def", "same")).ok());
  EXPECT_FALSE(CheckEngine(plan, build("def", "other")).ok());
  plan.mutable_engine()->set_commit("abc-dirty");
  EXPECT_FALSE(CheckEngine(plan, build("abc-dirty", "other")).ok());
  EngineBuild same_file = build("unknown", "not asked");
  same_file.build_id = "0a1b";
  EXPECT_FALSE(CheckEngine(plan, same_file).ok());
  plan.mutable_engine()->set_build_id("0a1b");
  EXPECT_TRUE(CheckEngine(plan, same_file).ok());
  plan.mutable_config()->set_record_deals(true);
  EXPECT_THAT(std::string(CheckEngine(plan, build("abc", "same")).message()),
              HasSubstr("zstd"));
}

TEST(ShardCutTest, EveryUnitIsInOneShard) {
  for (const std::int64_t units : {1, 7, 12}) {
    for (const std::int64_t each : {1, 3, 12}) {
      const ShardCut cut{.units = units, .shard_units = each};
      std::int64_t next = 0;
      for (std::int64_t shard = 0; shard < cut.shards(); ++shard) {
        EXPECT_EQ(cut.RunOf(shard).first, next);
        next = cut.RunOf(shard).end;
      }
      EXPECT_EQ(next, units);
    }
  }
}

TEST(ShardCutTest, ListsAreReadAsTheyAreWritten) {
  EXPECT_THAT(*ReadShards("9,3,7-9", 10), ElementsAre(3, 7, 8, 9));
  EXPECT_EQ(ShardsText({3, 7, 8, 9}), "3,7-9");
  EXPECT_EQ(ShardsText({}), "");
  for (const char* wrong : {"", "10", "-1", "3-", "5-3", "1,,2", "a", "1-2-3",
                            "99999999999999999999"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ReadShards(wrong, 10).status()))
        << wrong;
  }
}

TEST(ShardCutTest, PartsHaveEveryShardOnce) {
  for (const std::int64_t parts : {1, 3, 10, 25}) {
    std::vector<std::int64_t> all;
    for (std::int64_t part = 0; part < parts; ++part) {
      const auto some =
          ReadPart(std::to_string(part) + "/" + std::to_string(parts), 10);
      ASSERT_TRUE(some.ok()) << some.status();
      all.insert(all.end(), some->begin(), some->end());
    }
    EXPECT_EQ(ShardsText(all), "0-9") << parts;
  }
  for (const char* wrong : {"3/3", "-1/3", "1", "1/2/3", "a/b", "0/0"}) {
    EXPECT_TRUE(absl::IsInvalidArgument(ReadPart(wrong, 10).status())) << wrong;
  }
}

TEST(ShardSampleTest, IsTheSameForTheSameSeedAndNeverEmpty) {
  std::vector<std::int64_t> shards(1000);
  std::iota(shards.begin(), shards.end(), 0);
  EXPECT_EQ(SampleShards(shards, 0.05, "a").size(), 50U);
  EXPECT_EQ(SampleShards(shards, 0.05, "a"), SampleShards(shards, 0.05, "a"));
  EXPECT_NE(SampleShards(shards, 0.05, "a"), SampleShards(shards, 0.05, "b"));
  EXPECT_EQ(SampleShards(shards, 1, "a"), shards);
  EXPECT_EQ(SampleShards({5}, 0.01, "a").size(), 1U);
  EXPECT_THAT(SampleShards({}, 1, "a"), IsEmpty());
}

}  // namespace
}  // namespace couillon::arena
