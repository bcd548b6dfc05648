// Limits of one bot in place of those of the league.
#include "arena/league/setup/own_limits.h"

#include <gtest/gtest.h>

#include "absl/status/statusor.h"
#include "arena/league/setup/setup.h"
#include "arena/report/policy_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/unit_budget.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

absl::Status CheckWeak(const std::string& name) {
  if (name == "weak") return absl::OkStatus();
  return absl::InvalidArgumentError("no bot " + name);
}

// A bundled bot, two that are started, and one at an address.
LeagueRequest BaseRequest() {
  LeagueRequest request;
  request.bots.resize(4);
  request.bots[0].set_name("weak");
  request.bots[0].set_builtin("weak");
  request.bots[1].set_name("fast");
  request.bots[1].add_command("/bin/true");
  request.bots[2].set_name("a-b");
  request.bots[2].add_command("/bin/true");
  request.bots[3].set_name("far");
  request.bots[3].mutable_remote()->set_address("grpc://localhost:1");
  request.rulesets = {"basic-gerver"};
  request.deals = 1000;
  request.seed = "s";
  request.process.isolation = IsolationRequest::kLimits;
  return request;
}

v1::LeagueConfig LimitsConfig(const std::vector<std::string>& limits,
                              LeagueRequest request = BaseRequest()) {
  const absl::Status read = ReadOwnLimits(limits, request.bots);
  EXPECT_TRUE(read.ok()) << read;
  const absl::StatusOr<LeagueSetup> setup = SetUpLeague(request, CheckWeak);
  EXPECT_TRUE(setup.ok()) << setup.status();
  return setup.ok() ? setup->config : v1::LeagueConfig();
}

std::string Error(const std::vector<std::string>& limits,
                  LeagueRequest request = BaseRequest()) {
  const absl::Status read = ReadOwnLimits(limits, request.bots);
  if (!read.ok()) return std::string(read.message());
  return std::string(SetUpLeague(request, CheckWeak).status().message());
}

TEST(OwnLimitsTest, HoldForTheirBotAlone) {
  const v1::LeagueConfig config =
      LimitsConfig({"fast=tc:60+0.5,memory:8192,processes:0",
                    "a-b=start-limit:99,cpu:7,"
                    "files:30,file-size:20,scratch:5",
                    "far=st:2.5,unit-budget:77"});
  const v1::Limits fast = LimitsOf(config, BotIndex(1));
  EXPECT_EQ(fast.table_budget_ms(), 60'000U);
  EXPECT_EQ(fast.increment_ms(), 500U);
  EXPECT_EQ(fast.unit_budget_ms(), 0U) << "the clock bounds the unit";
  EXPECT_EQ(fast.memory_mb(), 8192U);
  EXPECT_EQ(fast.processes(), 0U);
  EXPECT_EQ(fast.move_ms(), config.limits().move_ms());
  const v1::Limits other = LimitsOf(config, BotIndex(2));
  EXPECT_EQ(other.start_ms(), 99'000U);
  EXPECT_EQ(other.cpu_seconds(), 7U);
  EXPECT_EQ(other.open_files(), 30U);
  EXPECT_EQ(other.file_mb(), 20U);
  EXPECT_EQ(other.scratch_mb(), 5U);
  EXPECT_EQ(other.memory_mb(), config.limits().memory_mb());
  const v1::Limits far = LimitsOf(config, BotIndex(3));
  EXPECT_EQ(far.move_ms(), 2500U);
  EXPECT_EQ(far.unit_budget_ms(), 77'000U);
  EXPECT_EQ(LimitsOf(config, BotIndex(0)).SerializeAsString(),
            config.limits().SerializeAsString());
}

TEST(OwnLimitsTest, AClockOfOneBotMakesAllWaitForEachOther) {
  EXPECT_FALSE(AsksOneAtATime(LimitsConfig({"fast=st:5"})));
  EXPECT_FALSE(AsksOneAtATime(LimitsConfig({"fast=tc:0"})));
  EXPECT_TRUE(AsksOneAtATime(LimitsConfig({"fast=tc:5"})));
}

TEST(OwnLimitsTest, AnotherMoveLimitHasItsOwnDefaultBudget) {
  LeagueRequest request = BaseRequest();
  const v1::LeagueConfig config = LimitsConfig({"fast=st:20"}, request);
  EXPECT_EQ(LimitsOf(config, BotIndex(1)).unit_budget_ms(),
            2 * config.limits().unit_budget_ms());
  request.limits.unit_budget_seconds = 50;
  const v1::LeagueConfig chosen = LimitsConfig({"fast=st:20"}, request);
  EXPECT_EQ(LimitsOf(chosen, BotIndex(1)).unit_budget_ms(), 50'000U);
}

TEST(OwnLimitsTest, TheBoundOfPlayCountsEachBotByItsOwn) {
  const PlayBound common = BoundOfPlay(LimitsConfig({}));
  const PlayBound longer = BoundOfPlay(LimitsConfig({"fast=st:20"}));
  EXPECT_GT(common.seconds, 0);
  EXPECT_DOUBLE_EQ(longer.seconds, common.seconds * 4 / 3);
  EXPECT_FALSE(longer.without_end);
  EXPECT_TRUE(BoundOfPlay(LimitsConfig({"fast=unit-budget:0"})).without_end);
}

TEST(OwnLimitsTest, ThePolicyStatesThem) {
  const std::string policy =
      DescribePolicy(LimitsConfig({"fast=tc:60+0.5,memory:8192,processes:0"}));
  EXPECT_NE(policy.find("Own limits: fast: 60 s per table plus 0.5 s per "
                        "decision, 8192 MB of memory, any number of "
                        "processes.\n"),
            std::string::npos)
      << policy;
  EXPECT_EQ(DescribePolicy(LimitsConfig({})).find("Own limits"),
            std::string::npos);
}

TEST(OwnLimitsTest, AreRefusedWhereTheyHaveNoEffect) {
  EXPECT_NE(Error({"weak=memory:5"}).find("bot weak: has limits of its own"),
            std::string::npos);
  EXPECT_NE(Error({"far=memory:5"}).find("bot far: has a limit memory"),
            std::string::npos);
  LeagueRequest individual = BaseRequest();
  individual.format = v1::LEAGUE_FORMAT_INDIVIDUAL;
  EXPECT_NE(Error({"fast=tc:5"}, individual).find("a clock of its own"),
            std::string::npos);
  EXPECT_EQ(Error({"fast=memory:5"}, individual), "");
  EXPECT_TRUE(CheckNoOwnTime(LimitsConfig({"fast=memory:5"})).ok());
  for (const char* limit : {"fast=tc:5", "fast=st:5", "fast=unit-budget:5"}) {
    EXPECT_FALSE(CheckNoOwnTime(LimitsConfig({limit})).ok()) << limit;
  }
}

TEST(OwnLimitsTest, AWrongTextIsQuotedWithWhatWasExpected) {
  struct Case {
    std::string text;
    std::string error;
  };
  for (const Case& wrong : std::vector<Case>{
           {"fast", "expected NAME=LIMIT:VALUE"},
           {"slow=st:5", "no bot is called \"slow\"; there are weak, fast"},
           {"fast=speed:5", "found \"speed:5\"; expected LIMIT:VALUE"},
           {"fast=st", "found \"st\"; expected LIMIT:VALUE"},
           {"fast=st:0", "found st:0; expected a number from 0.001 to 86400"},
           {"fast=st:nan", "found st:nan"},
           {"fast=tc:5+x", "found tc increment:x"},
           {"fast=memory:1.5", "expected a whole number from 0"},
           {"fast=scratch:0", "expected a whole number from 1 to 1048576"},
           {"fast=st:1,st:2", "found st twice"}}) {
    const std::string error = Error({wrong.text});
    EXPECT_TRUE(error.starts_with("--bot-limits: \"" + wrong.text + "\": "))
        << error;
    EXPECT_NE(error.find(wrong.error), std::string::npos) << error;
  }
}

TEST(OwnLimitsTest, AListOfBotsIsCheckedLikeTheCommandLine) {
  LeagueRequest request = BaseRequest();
  request.bots[1].mutable_own_limits()->set_move_ms(100'000'000);
  EXPECT_NE(Error({}, request).find("bot fast: own limit st is 100000"),
            std::string::npos);
  request = BaseRequest();
  request.bots[1].mutable_own_limits()->set_increment_ms(5);
  EXPECT_NE(Error({}, request).find("an increment of its own and no clock"),
            std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
