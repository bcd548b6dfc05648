// Bots that change, or do not start, with the real program and real processes.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kCouillon;

class ChangedBotsTest : public ::testing::Test {
 protected:
  // A program that serves the bundled bot `name`.
  std::string WriteBot(const std::string& name, const std::string& comment) {
    const std::string path = folder_.path("bot.sh");
    WriteFile(path, "#!/bin/sh\nexec " + kBot + " --name " + name + "\n# " +
                        comment + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }
  [[nodiscard]] std::string league() const { return folder_.path("league"); }

  ProgramResult Play(const std::vector<std::string>& bots,
                     const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {kCouillon,
                                        "league",
                                        "run",
                                        "--ruleset",
                                        "fr",
                                        "--deals",
                                        "40",
                                        "--seed",
                                        "changes",
                                        "--out",
                                        league(),
                                        "--limit",
                                        "move:250,start:250"};
    command.insert(command.end(), more.begin(), more.end());
    command.emplace_back("--bots");
    command.insert(command.end(), bots.begin(), bots.end());
    return RunProgram(command);
  }
  [[nodiscard]] ProgramResult With(
      const std::vector<std::string>& words,
      const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), words.begin(), words.end());
    command.push_back(league());
    command.insert(command.end(), more.begin(), more.end());
    return RunProgram(command);
  }

  TemporaryFolder folder_;
};

TEST_F(ChangedBotsTest, AChangedFileIsRefusedByItsNameUntilItIsAccepted) {
  const std::string file = WriteBot("greedy", "one");
  const std::vector<std::string> bots = {"builtin:random", "b=" + file};
  ASSERT_EQ(Play(bots).exit_code, 0);
  const std::vector<std::string> permission = {
      "--allow", "read:" + std::filesystem::path(file).parent_path().string()};
  EXPECT_EQ(With({"league", "resume"}, permission).exit_code, 0)
      << "nothing has changed";

  WriteBot("heuristic", "two");
  const std::string refusal = "the file " + file + " has changed";
  for (const ProgramResult& refused :
       {With({"league", "resume"}, permission), Play(bots), With({"verify"})}) {
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find(refusal), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("bot b"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("--allow changed"), std::string::npos);
  }
  EXPECT_EQ(With({"verify"}, {"--allow", "changed"}).exit_code, 0);

  std::vector<std::string> accepting = permission;
  accepting.insert(accepting.end(), {"--allow", "changed"});
  EXPECT_EQ(With({"league", "resume"}, accepting).exit_code, 0);
  EXPECT_EQ(With({"verify"}).exit_code, 0) << "the new bot is the bot now";
  EXPECT_EQ(Play(bots).exit_code, 0);
  const ProgramResult report = With({"report"}, {"--format", "json"});
  const json entry = json::parse(report.out)["league"]["changed_bots"][0];
  EXPECT_EQ(entry["bot"], "b");
  EXPECT_EQ(entry["described_name"], "heuristic");
  EXPECT_EQ(entry["files"][0]["path"], file);
  ASSERT_EQ(entry["changes"].size(), 1U);
  EXPECT_EQ(entry["changes"][0]["units"], 1);
  EXPECT_NE(entry["changes"][0]["before"], entry["digest"]);
  for (const char* format : {"text", "html"}) {
    const ProgramResult shown = With({"report"}, {"--format", format});
    EXPECT_NE(shown.out.find("Changed: b after 1 units (" + file),
              std::string::npos)
        << shown.out;
  }
}

TEST_F(ChangedBotsTest, ALeagueWhoseBotsAreGoneIsVerifiedAllTheSame) {
  const std::string file = WriteBot("greedy", "one");
  ASSERT_EQ(Play({"builtin:random", "b=" + file}).exit_code, 0);
  std::filesystem::remove(file);
  const ProgramResult verified = With({"verify"});
  EXPECT_EQ(verified.exit_code, 0);
  EXPECT_NE(verified.err.find("whether it has changed is not known"),
            std::string::npos)
      << verified.err;
}

TEST_F(ChangedBotsTest, AllBrokenBotsAreNamedAndCanBeLeftOut) {
  const std::vector<std::string> bots = {"builtin:random", "gone=/no/such/file",
                                         "builtin:greedy", "ends=/bin/false"};
  const ProgramResult refused = Play(bots);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("2 of 4 bots do not work"), std::string::npos)
      << refused.err;
  EXPECT_NE(refused.err.find("bot gone: cannot run"), std::string::npos);
  EXPECT_NE(refused.err.find("bot ends (/bin/false)"), std::string::npos);

  const ProgramResult played = Play(bots, {"--skip-broken"});
  EXPECT_EQ(played.exit_code, 0) << played.err;
  EXPECT_NE(played.err.find("Left out: bot gone: cannot run"),
            std::string::npos)
      << played.err;
  EXPECT_NE(played.err.find("Left out: bot ends"), std::string::npos);
  const ProgramResult report = With({"report"}, {"--format", "json"});
  EXPECT_EQ(json::parse(report.out)["league"]["bots"],
            json::parse(R"(["random", "greedy"])"));

  std::filesystem::remove_all(league());
  const ProgramResult alone =
      Play({"builtin:random", "gone=/no/such/file"}, {"--skip-broken"});
  EXPECT_EQ(alone.exit_code, 1);
  EXPECT_NE(alone.err.find("1 of 2 bots work; expected at least 2"),
            std::string::npos)
      << alone.err;
}

}  // namespace
}  // namespace couillon
