// couillon faults: from a lost deal to the decision that lost it, and back to
// the bot.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/check/odd_bot.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;
using tests::kOddBot;

class DiagnosisTest : public ::testing::Test {
 protected:
  // A league of the odd bot in `mode` against a sound one.
  std::string League(const std::string& mode,
                     const std::vector<std::string>& options = {}) {
    std::string out = folder_.path(mode);
    std::vector<std::string> command = {kCouillon,
                                        "league",
                                        "run",
                                        "--bots",
                                        "odd=" + kOddBot + " " + mode,
                                        "builtin:random",
                                        "--ruleset",
                                        "mit-malmedy",
                                        "--deals",
                                        "150",
                                        "--seed",
                                        "faults",
                                        "--out",
                                        out,
                                        "--concurrency",
                                        "1"};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }
  nlohmann::json Faults(const std::string& league,
                        const std::vector<std::string>& options = {}) {
    std::vector<std::string> command = {kCouillon, "faults",   league,
                                        "--all",   "--format", "json"};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out, nullptr, false)["faults"];
  }

  TemporaryFolder folder_;
};

TEST_F(DiagnosisTest, CrashLeadsToTheDecisionThatCrashesTheBotAgain) {
  const std::string league = League("crashes");
  const std::string folder = folder_.path("saved");
  const nlohmann::json faults = Faults(league, {"--save", folder});
  std::string file;
  for (const auto& fault : faults) {
    if (!fault["forfeits"] || fault["decision_file"].is_null()) continue;
    EXPECT_EQ(fault["bot"], "odd");
    EXPECT_EQ(fault["verdict"], "crash");
    EXPECT_NE(fault["detail"].get<std::string>().find("signal 6"),
              std::string::npos);
    EXPECT_NE(fault["decision"].get<std::string>().find("kontra"),
              std::string::npos);
    file = fault["decision_file"];
  }
  ASSERT_FALSE(file.empty()) << faults;
  const ProgramResult again =
      RunProgram({kCouillon, "bot", "ask", file, "--", kOddBot, "crashes"});
  EXPECT_EQ(again.exit_code, 3) << again.err;
  EXPECT_NE(again.out.find("signal 6"), std::string::npos) << again.out;
  const ProgramResult sound =
      RunProgram({kCouillon, "bot", "ask", file, "--", kOddBot, "good"});
  EXPECT_EQ(sound.exit_code, 0) << sound.out << sound.err;
  EXPECT_NE(sound.out.find("  phase:      kontra\n"), std::string::npos);
}

TEST_F(DiagnosisTest, TextSaysWhoWhereWhatAndHowToAskAgain) {
  const std::string league = League("illegal");
  const std::string folder = folder_.path("saved");
  const ProgramResult run =
      RunProgram({kCouillon, "faults", league, "--all", "--save", folder});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const std::string words :
       {"1. odd: illegal_action, which costs a forfeit",
        "  where: mit-malmedy, odd - random, deal ", ", seat ",
        "  what:  answered ", "  legal:     ", "bot ask "}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << words << run.out;
  }
  EXPECT_NE(ReadFile(folder + "/001-illegal_action.txtpb").find("\n#   phase:"),
            std::string::npos);
  EXPECT_TRUE(Faults(league, {"--bot", "random"}).empty());
  EXPECT_EQ(Faults(league, {"--most", "2"}).size(), 2U);
}

TEST_F(DiagnosisTest, TheCommandToAskAgainRunsTheBotAsInTheLeague) {
  const std::string league =
      League("illegal", {"--limit", "move:250", "--allow", "env:MODE=a b",
                         "--allow", "env:LANG", "--allow", "read:/usr"});
  const ProgramResult run = RunProgram({kCouillon, "faults", league});
  const std::string options =
      ".txtpb --limit move:250 --allow 'env:MODE=a b' --allow env:LANG "
      "--allow read:/usr "
      "-- ";
  EXPECT_NE(run.out.find(options), std::string::npos) << run.out;
}

TEST_F(DiagnosisTest, AListOfOneOptionDoesNotTakeTheCommand) {
  const ProgramResult run =
      RunProgram({kCouillon, "bot", "check", "--ruleset", "fr", "--decisions",
                  "10", "--allow", "env:A=1", "--allow", "read:/usr", "--",
                  COUILLON_BOT_PROGRAM, "--name", "greedy"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

TEST_F(DiagnosisTest, LeagueWithoutFaultsHasNone) {
  EXPECT_TRUE(Faults(League("good")).empty());
}

}  // namespace
}  // namespace couillon
