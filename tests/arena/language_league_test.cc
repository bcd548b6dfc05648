// A league is the same bytes in every language: `random` and `greedy` of each
// SDK play all rulesets over gRPC as the bundled ones do inside the referee.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;

const std::string kCouillon = COUILLON_PROGRAM;
const std::string kSource = COUILLON_SOURCE;

// How the bots of a language are started.
struct Commands {
  std::string greedy;
  std::string random;
};

// By name of the language.
std::map<std::string, Commands> AllCommands() {
  const std::string cpp = std::string(COUILLON_BOT_PROGRAM) + " --name ";
  const std::string python =
      kSource + "/build/venv/bin/python " + kSource + "/bots/python/";
  const std::string node = "node " + kSource + "/bots/node/dist/";
  const std::string built = kSource + "/build/bots/";
  const std::string java =
      "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp " + built +
      "java/couillon-bot.jar couillon.bots.";
  return {
      {"cpp", {cpp + "greedy", cpp + "random"}},
      {"python", {python + "greedy_bot.py", python + "random_bot.py"}},
      {"node", {node + "greedy_bot.js", node + "random_bot.js"}},
      {"go", {built + "go/greedy", built + "go/random"}},
      {"rust", {built + "rust/release/greedy", built + "rust/release/random"}},
      {"java", {java + "GreedyBot", java + "RandomBot"}},
  };
}

// The report of a small league between two bots, which have time enough,
// however busy the machine is.
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
  const std::map<std::string, Commands> all = AllCommands();
  const auto commands = all.find(GetParam().name);
  ASSERT_NE(commands, all.end()) << "how are its bots started?";
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  const std::string inside =
      Play("greedy=builtin:greedy", "random=builtin:random");
  ASSERT_NE(inside.find("troeven-3-dummy"), std::string::npos);
  EXPECT_EQ(Play("greedy=" + commands->second.greedy,
                 "random=" + commands->second.random),
            inside);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageLeagueTest,
                         ::testing::ValuesIn(BotLanguages()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
