// A league is the same bytes in every language: `random` and `greedy` of each
// SDK play all rulesets over gRPC as the bundled ones do inside the referee.
#include <gtest/gtest.h>
#include <unistd.h>

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

const std::string kCouillon = COUILLON_PROGRAM;
const std::string kSource = COUILLON_SOURCE;

struct Language {
  std::string name;
  std::string made;  // the last file that building it makes
  std::string greedy;
  std::string random;
};

std::ostream& operator<<(std::ostream& out, const Language& language) {
  return out << language.name;
}

std::vector<Language> Languages() {
  const std::string cpp = std::string(COUILLON_BOT_PROGRAM) + " --name ";
  const std::string python =
      kSource + "/build/venv/bin/python " + kSource + "/bots/python/";
  const std::string node = "node " + kSource + "/bots/node/dist/";
  const std::string built = kSource + "/build/bots/";
  const std::string java =
      "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp " + built +
      "java/couillon-bot.jar couillon.bots.";
  return {
      {"cpp", COUILLON_BOT_PROGRAM, cpp + "greedy", cpp + "random"},
      {"python", kSource + "/build/venv/.installed", python + "greedy_bot.py",
       python + "random_bot.py"},
      {"node", built + "node.built", node + "greedy_bot.js",
       node + "random_bot.js"},
      {"go", built + "go.built", built + "go/greedy", built + "go/random"},
      {"rust", built + "rust.built", built + "rust/release/greedy",
       built + "rust/release/random"},
      {"java", built + "java.built", java + "GreedyBot", java + "RandomBot"},
  };
}

// Why the bots of a language cannot be played here.
std::string WhyNot(const Language& language) {
  const std::string skipped =
      kSource + "/build/bots/" + language.name + ".skipped";
  return access(skipped.c_str(), R_OK) == 0
             ? ReadFile(skipped)
             : language.made + " is missing: run tools/setup.sh --bots";
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

class LanguageLeagueTest : public ::testing::TestWithParam<Language> {};

TEST_P(LanguageLeagueTest, EveryRulesetIsTheSameBytesAsInside) {
  const Language& language = GetParam();
  if (access(language.made.c_str(), R_OK) != 0) {
    GTEST_SKIP() << WhyNot(language);
  }
  const std::string inside =
      Play("greedy=builtin:greedy", "random=builtin:random");
  ASSERT_NE(inside.find("troeven-3-dummy"), std::string::npos);
  EXPECT_EQ(Play("greedy=" + language.greedy, "random=" + language.random),
            inside);
}

INSTANTIATE_TEST_SUITE_P(All, LanguageLeagueTest,
                         ::testing::ValuesIn(Languages()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
