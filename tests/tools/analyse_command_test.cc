// solve, replay --values and analyse on the command line: what they print, what
// they refuse, and that a league asked again gives what its records give.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::TemporaryFolder;
using tests::CommandRun;
using tests::RunCommand;

CommandRun Solve(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "solve");
  return RunCommand(tools::AddSolveCommand, arguments);
}

CommandRun Analyse(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "analyse");
  return RunCommand(tools::AddAnalyseCommand, arguments);
}

TEST(SolveCommandTest, NotationAndSeedGiveTheSamePosition) {
  const CommandRun by_seed =
      Solve({"--ruleset", "basic-gerver", "--seed", "x", "--deal", "3",
             "--actions", "pass take", "--format", "json"});
  ASSERT_EQ(by_seed.exit_code, tools::kExitDone) << by_seed.error;
  const json solved = json::parse(by_seed.out);
  EXPECT_EQ(solved["all_cards_seen"], true);
  const std::string deal = solved["deal"];
  EXPECT_EQ(Solve({deal, "--format", "json"}).out, by_seed.out);
}

TEST(SolveCommandTest, TheBestActionsCostNothingAndOthersWhatTheyAreWorthLess) {
  const json solved = json::parse(
      Solve({"--ruleset", "mit-malmedy", "--seed", "x", "--format", "json"})
          .out);
  const int side = solved["position"]["side"];
  int best = -1000;
  for (const json& action : solved["actions"]) {
    best = std::max(best, action["game_points"][side].get<int>());
  }
  for (const json& action : solved["actions"]) {
    EXPECT_EQ(action["cost"], best - action["game_points"][side].get<int>());
  }
}

TEST(SolveCommandTest, RefusesInWordsWhatWouldTakeTooLong) {
  const CommandRun run = Solve({"--ruleset", "troeven-2-stock", "--seed", "x"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_EQ(run.error,
            "couillon: troeven-2-stock: the position is not solved, since it "
            "would take too long: 16 tricks are left, with 16 cards of the "
            "stock not drawn; it is solved from trick 9 on\n");
}

TEST(SolveCommandTest, NeedsAPosition) {
  EXPECT_EQ(Solve({}).exit_code, tools::kExitUsage);
  const CommandRun wrong = Solve({"fr dealer 7"});
  EXPECT_EQ(wrong.exit_code, tools::kExitError);
  EXPECT_NE(wrong.error.find("word 3 is \"7\""), std::string::npos)
      << wrong.error;
}

class AnalyseCommandTest : public ::testing::Test {
 protected:
  // Plays a league of bundled bots. Returns its directory.
  std::string Play(const std::string& name,
                   const std::vector<std::string>& arguments) {
    std::string out = folder_.path(name);
    std::vector<std::string> command = {"league", "run"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"--seed", "x", "--quiet", "--out", out});
    const CommandRun run = RunCommand(tools::AddLeagueCommand, command);
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return out;
  }

  // Whether the records and the bots asked again give the same losses.
  void ExpectSameLosses(const std::string& league,
                        const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {league, "--losses", "--format",
                                          "json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const CommandRun recorded = Analyse(arguments);
    ASSERT_EQ(recorded.exit_code, tools::kExitDone) << recorded.error;
    arguments.emplace_back("--record");
    const CommandRun asked = Analyse(arguments);
    EXPECT_EQ(asked.out, recorded.out);
    EXPECT_EQ(asked.error, "");
    const json losses = json::parse(recorded.out);
    EXPECT_EQ(losses["changed_items"], 0);
    EXPECT_GT(losses["tables"], 0);
  }

  TemporaryFolder folder_;
};

TEST_F(AnalyseCommandTest, BotsAskedAgainGiveWhatTheRecordsGive) {
  ExpectSameLosses(
      Play("deals", {"--bots", "builtin:random", "builtin:heuristic",
                     "--ruleset", "basic-gerver,kujong", "--deals", "8",
                     "--block", "4", "--record", "deals"}));
  ExpectSameLosses(Play(
      "matches", {"--bots", "builtin:random", "builtin:heuristic", "--ruleset",
                  "fr", "--matches", "3", "--record", "deals"}));
  ExpectSameLosses(
      Play("individual",
           {"--bots", "a=builtin:greedy", "b=builtin:random",
            "c=builtin:heuristic", "d=builtin:greedy", "e=builtin:random",
            "--format", "individual", "--ruleset", "basic-gerver", "--deals",
            "4", "--block", "4", "--record", "deals"}));
  ExpectSameLosses(
      Play("three-way",
           {"--bots", "builtin:greedy", "builtin:random", "builtin:heuristic",
            "--format", "three-way", "--ruleset", "troeven-3-solo", "--deals",
            "2", "--record", "deals"}),
      {"--tricks", "3"});
}

TEST_F(AnalyseCommandTest, MoreTricksThanTheDefaultMayBeSolved) {
  const std::string league =
      Play("deals", {"--bots", "builtin:random", "builtin:greedy", "--ruleset",
                     "basic-gerver", "--deals", "2", "--record", "deals"});
  const CommandRun run =
      Analyse({league, "--losses", "--deals", "1", "--tricks", "16"});
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
}

TEST_F(AnalyseCommandTest, RandomCardsCostMoreThanThoseOfTheHeuristicBot) {
  const std::string league = Play(
      "deals", {"--bots", "builtin:random", "builtin:heuristic", "--ruleset",
                "basic-gerver", "--deals", "200", "--record", "deals"});
  const CommandRun run =
      Analyse({league, "--losses", "--deals", "200", "--bot", "random",
               "--samples", "5", "--tricks", "3", "--format", "json"});
  ASSERT_EQ(run.exit_code, tools::kExitDone) << run.error;
  const json losses = json::parse(run.out)["losses"];
  ASSERT_EQ(losses.size(), 1U);
  for (const char* sight : {"all_cards_seen", "sampled"}) {
    EXPECT_GT(losses[0][sight]["all"]["difference"]["interval"][0], 0) << sight;
  }
  EXPECT_EQ(losses[0]["worst"].size(), 5U);
}

TEST_F(AnalyseCommandTest, EachWorstTableCanBeReplayed) {
  const std::string league = Play(
      "deals", {"--bots", "builtin:random", "builtin:heuristic", "--ruleset",
                "basic-gerver,fr", "--deals", "20", "--record", "deals"});
  const json losses = json::parse(
      Analyse({league, "--losses", "--format", "json"}).out)["losses"];
  for (const json& of_bot : losses) {
    for (const json& table : of_bot["worst"]) {
      std::vector<std::string> words;
      std::string word;
      std::istringstream replay(table["replay"].get<std::string>());
      while (replay >> word) words.push_back(word);
      words.erase(words.begin());  // "couillon"
      const CommandRun run = RunCommand(tools::AddReplayCommand, words);
      EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
      EXPECT_TRUE(absl::StrContains(run.out, ", costs ")) << run.out;
      const bool played = !absl::StrContains(run.out, "Abandoned.");
      EXPECT_EQ(absl::StrContains(run.out, " takes it, "), played) << run.out;
      EXPECT_TRUE(absl::StrContains(run.out, "all cards seen")) << run.out;
    }
  }
}

TEST_F(AnalyseCommandTest, ADealOnOneLineIsAnalysedLikeItsRecord) {
  const std::string league =
      Play("deals", {"--bots", "builtin:random", "builtin:heuristic",
                     "--ruleset", "fr", "--deals", "2", "--record", "deals"});
  const json tables =
      json::parse(Analyse({league, "--format", "json"}).out)["tables"];
  ASSERT_EQ(tables.size(), 4U);
  for (const json& table : tables) {
    const json& deal = table["deals"][0];
    const CommandRun alone =
        Analyse({deal["deal"].get<std::string>(), "--format", "json"});
    json analysed = json::parse(alone.out);
    EXPECT_EQ(analysed.erase("schema"), 1U);
    EXPECT_EQ(analysed, deal);
  }
}

TEST_F(AnalyseCommandTest, ErrorsNameTheOptionAndWhatTheLeagueHas) {
  const std::string league =
      Play("deals", {"--bots", "builtin:random", "builtin:heuristic",
                     "--ruleset", "fr", "--deals", "2"});
  const CommandRun no_records = Analyse({league});
  EXPECT_EQ(no_records.exit_code, tools::kExitError);
  EXPECT_NE(no_records.error.find("stores no deals; play it with --record "
                                  "deals, or ask its bots again with --record"),
            std::string::npos)
      << no_records.error;
  const CommandRun no_bot = Analyse({league, "--record", "--bot", "nobody"});
  EXPECT_NE(no_bot.error.find("--bot is \"nobody\"; expected one of the "
                              "league: "),
            std::string::npos)
      << no_bot.error;
}

}  // namespace
}  // namespace couillon
