// The table of limits: of all bots, and of one bot in place of those.
#include "arena/league/setup/limits.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "absl/status/statusor.h"
#include "arena/league/setup/setup.h"
#include "arena/report/text/policy_text.h"
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
  request.config.set_seed("s");
  request.process.isolation = IsolationRequest::kLimits;
  return request;
}

v1::LeagueConfig LimitsConfig(const std::vector<std::string>& limits,
                              LeagueRequest request = BaseRequest()) {
  const absl::Status read = ReadLimits(
      limits, {LimitUse::kAnswer, LimitUse::kLeague, LimitUse::kProcess},
      *request.config.mutable_limits(), request.bots);
  EXPECT_TRUE(read.ok()) << read;
  const absl::StatusOr<LeagueSetup> setup = SetUpLeague(request, CheckWeak);
  EXPECT_TRUE(setup.ok()) << setup.status();
  return setup.ok() ? setup->config : v1::LeagueConfig();
}

std::string Error(const std::vector<std::string>& limits,
                  LeagueRequest request = BaseRequest()) {
  const absl::Status read = ReadLimits(
      limits, {LimitUse::kAnswer, LimitUse::kLeague, LimitUse::kProcess},
      *request.config.mutable_limits(), request.bots);
  if (!read.ok()) return std::string(read.message());
  return std::string(SetUpLeague(request, CheckWeak).status().message());
}

TEST(LimitsTest, HoldForTheirBotAlone) {
  const v1::LeagueConfig config =
      LimitsConfig({"fast=clock:60+0.5,memory:8192,processes:0",
                    "a-b=start:99,cpu:7,"
                    "files:30,file-size:20,scratch:5",
                    "far=move:2.5,unit:77"});
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

TEST(LimitsTest, OfAllBotsAreWrittenAndReadAlike) {
  LeagueRequest request = BaseRequest();
  const LimitUses uses = {LimitUse::kAnswer, LimitUse::kLeague,
                          LimitUse::kProcess};
  v1::Limits limits = DefaultLimits();
  for (const Limit& limit : AllLimits()) {
    const std::string value = limit.is_yes_no ? "yes" : "7";
    const std::string more = limit.plus_field != nullptr ? "+0.5" : "";
    ASSERT_TRUE(ReadLimits({absl::StrCat(limit.key, ":", value, more)}, uses,
                           limits, request.bots)
                    .ok())
        << limit.key;
  }
  EXPECT_EQ(LimitsText(limits, uses),
            "start:7,move:7,margin:7,clock:7+0.5,strict:yes,unit:7,total:7,"
            "faults:7,unattributed:7,forfeits:7,batch:7,memory:7,cpu:7,"
            "processes:7,files:7,file-size:7,scratch:7");
  EXPECT_EQ(limits.start_ms(), 7000U);
  EXPECT_EQ(limits.margin_ms(), 7U);
  EXPECT_EQ(limits.increment_ms(), 500U);
  v1::Limits again = DefaultLimits();
  ASSERT_TRUE(
      ReadLimits({LimitsText(limits, uses)}, uses, again, request.bots).ok());
  EXPECT_EQ(again.SerializeAsString(), limits.SerializeAsString());
}

TEST(LimitsTest, ThePageOfFaultsHasThemAllWithTheirDefaults) {
  std::ifstream file(COUILLON_SOURCE "/docs/faults.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const Limit& limit : AllLimits()) {
    std::string text = absl::StrCat("`--limit ", limit.key);
    if (limit.normal > 0) absl::StrAppend(&text, ":", limit.normal, "`");
    EXPECT_NE(page.find(text), std::string::npos) << text;
  }
}

TEST(LimitsTest, AClockOfOneBotMakesAllWaitForEachOther) {
  EXPECT_FALSE(AsksOneAtATime(LimitsConfig({"fast=move:5"})));
  EXPECT_FALSE(AsksOneAtATime(LimitsConfig({"fast=clock:0"})));
  EXPECT_TRUE(AsksOneAtATime(LimitsConfig({"fast=clock:5"})));
}

TEST(LimitsTest, AnotherMoveLimitHasItsOwnDefaultBudget) {
  LeagueRequest request = BaseRequest();
  const v1::LeagueConfig config = LimitsConfig({"fast=move:20"}, request);
  EXPECT_EQ(LimitsOf(config, BotIndex(1)).unit_budget_ms(),
            2 * config.limits().unit_budget_ms());
  request.config.mutable_limits()->set_unit_budget_ms(50'000);
  const v1::LeagueConfig chosen = LimitsConfig({"fast=move:20"}, request);
  EXPECT_EQ(LimitsOf(chosen, BotIndex(1)).unit_budget_ms(), 50'000U);
}

TEST(LimitsTest, TheBoundOfPlayCountsEachBotByItsOwn) {
  const PlayBound common = BoundOfPlay(LimitsConfig({}));
  const PlayBound longer = BoundOfPlay(LimitsConfig({"fast=move:20"}));
  EXPECT_GT(common.seconds, 0);
  EXPECT_DOUBLE_EQ(longer.seconds, common.seconds * 4 / 3);
  EXPECT_FALSE(longer.without_end);
  EXPECT_TRUE(BoundOfPlay(LimitsConfig({"fast=unit:0"})).without_end);
}

TEST(LimitsTest, ThePolicyStatesThem) {
  const std::string policy = DescribePolicy(
      LimitsConfig({"fast=clock:60+0.5,memory:8192,processes:0"}));
  EXPECT_NE(policy.find("Own limits: fast: 60 s per table plus 0.5 s per "
                        "decision, 8192 MB of memory, any number of "
                        "processes.\n"),
            std::string::npos)
      << policy;
  EXPECT_EQ(DescribePolicy(LimitsConfig({})).find("Own limits"),
            std::string::npos);
}

TEST(LimitsTest, AreRefusedWhereTheyHaveNoEffect) {
  EXPECT_NE(Error({"weak=memory:5"}).find("bot weak: has limits of its own"),
            std::string::npos);
  EXPECT_NE(Error({"far=memory:5"}).find("bot far: has a limit memory"),
            std::string::npos);
  LeagueRequest individual = BaseRequest();
  individual.config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  EXPECT_NE(Error({"fast=clock:5"}, individual).find("a clock of its own"),
            std::string::npos);
  EXPECT_EQ(Error({"fast=memory:5"}, individual), "");
  EXPECT_TRUE(CheckNoOwnTime(LimitsConfig({"fast=memory:5"})).ok());
  for (const char* limit : {"fast=clock:5", "fast=move:5", "fast=unit:5"}) {
    EXPECT_FALSE(CheckNoOwnTime(LimitsConfig({limit})).ok()) << limit;
  }
}

TEST(LimitsTest, AWrongTextIsQuotedWithWhatWasExpected) {
  struct Case {
    std::string text;
    std::string error;
  };
  for (const Case& wrong : std::vector<Case>{
           {"fast", "found \"fast\"; expected LIMIT:VALUE"},
           {"fast=faults:5", "faults holds for all bots"},
           {"start:0", "found start:0; expected a number from 0.001 to 86400"},
           {"clock:1+2+3", "found clock:1+2+3; expected a number"},
           {"clock:-1", "found clock:-1"},
           {"strict:1", "expected an answer from yes or no"},
           {"faults:0", "expected a whole number from 1 to 1000000"},
           {"move:1,move:1", "found move twice for all bots"},
           {"slow=move:5", "no bot is called \"slow\"; there are weak, fast"},
           {"fast=speed:5", "found \"speed:5\"; expected LIMIT:VALUE"},
           {"fast=move", "found \"move\"; expected LIMIT:VALUE"},
           {"fast=move:0",
            "found move:0; expected a number from 0.001 to 86400"},
           {"fast=move:nan", "found move:nan"},
           {"fast=clock:5+x", "found clock:5+x"},
           {"fast=memory:1.5", "expected a whole number from 0"},
           {"fast=scratch:0", "expected a whole number from 1 to 1048576"},
           {"fast=move:1,move:2", "found move twice for one bot"}}) {
    const std::string error = Error({wrong.text});
    EXPECT_TRUE(error.starts_with("limits: \"" + wrong.text + "\": ")) << error;
    EXPECT_NE(error.find(wrong.error), std::string::npos) << error;
  }
}

TEST(LimitsTest, AListOfBotsIsCheckedLikeTheCommandLine) {
  LeagueRequest request = BaseRequest();
  request.bots[1].mutable_own_limits()->set_move_ms(100'000'000);
  EXPECT_NE(Error({}, request).find("bot fast: own limit move is 100000"),
            std::string::npos);
  request = BaseRequest();
  request.bots[1].mutable_own_limits()->set_increment_ms(5);
  EXPECT_NE(Error({}, request).find("an increment of its own and no clock"),
            std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
