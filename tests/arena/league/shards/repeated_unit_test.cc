// Which bot is not deterministic, if results without deal records differ.
#include "arena/league/shards/repeated_unit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/play/observation.h"
#include "tests/support/planned_league.h"

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::LeagueOf;
using testing_support::MakeLinks;
using testing_support::OwnBots;
using testing_support::PlanOf;

// A bot that plays otherwise each time it is started.
OwnBots Changing(const std::string& name) {
  const auto starts = std::make_shared<std::atomic<std::uint64_t>>(0);
  return {{name, [starts] {
             const std::uint64_t start = (*starts)++;
             return [start](const CompiledRules&, const Observation& seen) {
               const auto legal = static_cast<std::uint64_t>(seen.legal.size());
               return seen.legal.Nth(
                   static_cast<int>((seen.random_seed + start) % legal));
             };
           }}};
}

class RepeatedUnitTest : public testing::Test {
 protected:
  UnitRepeats Repeat(const OwnBots& own, bool stopped = false) {
    const auto rules = CompileLeague(plan_.config());
    EXPECT_TRUE(rules.ok()) << rules.status();
    const std::atomic<bool> stop = stopped;
    return RepeatUnit(
        plan_, *rules, 2,
        [&](int) { return MakeLinks(plan_.config(), *rules, own); }, stop);
  }

  v1::LeaguePlan plan_ =
      PlanOf(LeagueOf({"greedy", "flaky", "random"}, {"basic-gerver"}), 4);
};

TEST_F(RepeatedUnitTest, TheBotWhoseDecisionDiffersFirstIsNamed) {
  const UnitRepeats repeats = Repeat(Changing("flaky"));  // flaky - random
  EXPECT_EQ(repeats.plays, 5);
  EXPECT_THAT(repeats.bots, ElementsAre(BotIndex(1)));
  const std::string text = DescribeRepeats(plan_, repeats);
  EXPECT_THAT(text, HasSubstr("unit 2 played again 5 times"));
  EXPECT_THAT(text, HasSubstr("the bot that is not deterministic: flaky"));
}

TEST_F(RepeatedUnitTest, PlaysThatAgreeNameNobody) {
  const UnitRepeats repeats =
      Repeat({{"flaky", [] {
                 return [](const CompiledRules&, const Observation& seen) {
                   return seen.legal.Nth(0);
                 };
               }}});
  EXPECT_EQ(repeats.plays, 5);
  EXPECT_THAT(repeats.bots, IsEmpty());
  EXPECT_THAT(DescribeRepeats(plan_, repeats),
              HasSubstr("the same decisions each time"));
}

TEST_F(RepeatedUnitTest, StopsWhenAsked) {
  EXPECT_EQ(Repeat(Changing("flaky"), true).plays, 0);
}

}  // namespace
}  // namespace couillon::arena
