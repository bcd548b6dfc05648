// A league has the same bytes in every language: `random` and `greedy` of each
// SDK play all rulesets over gRPC like the bundled bots inside the referee. The
// league knows which SDK each bot is made with. One process per bot plays all
// seats here; tests/install/install_test.cc plays leagues in which seats do not
// share one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::CommandOf;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;

using testing_support::kCouillon;

// The report of a small league of two bots, with limits that suffice even on a
// busy machine.
std::string Play(const std::string& greedy, const std::string& random,
                 const std::string& out) {
  const ProgramResult run = RunProgram({kCouillon,       "league",
                                        "run",           "--bots",
                                        greedy,          random,
                                        "--ruleset",     "all",
                                        "--deals",       "48",
                                        "--seed",        "languages",
                                        "--limit",       "start:250,move:250",
                                        "--trust",       "shared-process",
                                        "--concurrency", "1",
                                        "--out",         out});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return RunProgram({kCouillon, "report", out, "--format", "json"}).out;
}

// The SDK that each bot of a league names, by the bot's name.
std::map<std::string, std::string> SdksOf(const std::string& league) {
  std::map<std::string, std::string> sdks;
  const json status = json::parse(
      RunProgram({kCouillon, "league", "status", league, "--format", "json"})
          .out);
  for (const json& bot : status["identities"]) {
    sdks[bot["bot"]] = bot["sdk"];
  }
  return sdks;
}

class LanguageLeagueTest : public ::testing::TestWithParam<BotLanguage> {};

TEST_P(LanguageLeagueTest, EveryRulesetIsTheSameBytesAsInside) {
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  const TemporaryFolder folder;
  const std::string inside = Play(
      "greedy=builtin:greedy", "random=builtin:random", folder.path("inside"));
  ASSERT_NE(inside.find("troeven-3-dummy"), std::string::npos);
  const std::string out = folder.path("league");
  EXPECT_EQ(
      Play("greedy=" + CommandOf(GetParam(), "greedy", COUILLON_BOT_PROGRAM),
           "random=" + CommandOf(GetParam(), "random", COUILLON_BOT_PROGRAM),
           out),
      inside);
  for (const auto& [bot, sdk] : SdksOf(out)) {
    EXPECT_THAT(sdk, ::testing::MatchesRegex("couillon-" + GetParam().name +
                                             R"( [0-9]+\.[0-9]+\.[0-9]+)"))
        << bot;
  }
  EXPECT_EQ(SdksOf(out).size(), 2U);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageLeagueTest,
                         ::testing::ValuesIn(BotLanguages()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
