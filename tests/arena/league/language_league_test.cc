// A league has the same bytes in every language: `random` and `greedy` of each
// SDK play all rulesets over gRPC like the bundled bots inside the referee.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::CommandOf;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;

const std::string kCouillon = COUILLON_PROGRAM;

// The report of a small league of two bots, with limits that suffice even on a
// busy machine.
std::string Play(const std::string& greedy, const std::string& random) {
  const TemporaryFolder folder;
  const std::string out = folder.path("league");
  const ProgramResult run =
      RunProgram({kCouillon, "league", "run", "--bots", greedy, random,
                  "--ruleset", "all", "--deals", "48", "--seed", "languages",
                  "--start-limit", "250", "--st", "250", "--out", out});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return RunProgram({kCouillon, "report", out, "--format", "json"}).out;
}

class LanguageLeagueTest : public ::testing::TestWithParam<BotLanguage> {};

TEST_P(LanguageLeagueTest, EveryRulesetIsTheSameBytesAsInside) {
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  const std::string inside =
      Play("greedy=builtin:greedy", "random=builtin:random");
  ASSERT_NE(inside.find("troeven-3-dummy"), std::string::npos);
  EXPECT_EQ(
      Play("greedy=" + CommandOf(GetParam(), "greedy", COUILLON_BOT_PROGRAM),
           "random=" + CommandOf(GetParam(), "random", COUILLON_BOT_PROGRAM)),
      inside);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageLeagueTest,
                         ::testing::ValuesIn(BotLanguages()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
