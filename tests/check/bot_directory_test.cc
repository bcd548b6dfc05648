// Bots in directories: an error names the bot's own program, and everybody can
// read its system card.
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

using testing_support::kCouillon;

class BotDirectoryTest : public ::testing::Test {
 protected:
  BotDirectoryTest() { std::filesystem::create_directory(directory_); }

  void Write(const std::string& manifest) {
    WriteFile(directory_ + "/bot.txtpb", manifest);
  }

  [[nodiscard]] ProgramResult Play(const std::string& isolation) const {
    return RunProgram({kCouillon, "league", "run", "--bots", directory_,
                       "builtin:random", "--ruleset", "basic-gerver", "--deals",
                       "20", "--seed", "x", "--isolation", isolation, "--out",
                       out_});
  }

  TemporaryFolder folder_;
  std::string directory_ = folder_.path("anna");
  std::string out_ = folder_.path("league");
};

TEST_F(BotDirectoryTest, ErrorNamesTheBotsOwnProgram) {
  for (const std::string isolation : {"none", "auto"}) {
    Write(R"(name: "anna" command: ["./missing"]
             options { name: "depth" value: "3" })");
    EXPECT_NE(
        Play(isolation).err.find("bot anna: cannot run \"./missing\" in " +
                                 directory_ + ": No such file or directory"),
        std::string::npos)
        << Play(isolation).err;
    Write(R"(name: "anna" command: ["sh", "-c", "exit 4"])");
    EXPECT_NE(Play(isolation).err.find("bot anna (sh): ended before it was "
                                       "ready; it exited with status 4"),
              std::string::npos)
        << Play(isolation).err;
  }
}

// The bot's own program, an interpreter, a link and an argument: all exist, so
// that "does not exist" would be no help.
TEST_F(BotDirectoryTest, WhatIsNotInTheSandboxIsNamedWithWhatHelps) {
  const std::string outside = folder_.path("outside");
  WriteFile(outside, "#!/bin/sh\nexit 0\n");
  WriteFile(directory_ + "/script", "#!" + outside + "\n");
  for (const std::string& program : {outside, directory_ + "/script"}) {
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  }
  std::filesystem::create_symlink(outside, directory_ + "/link");
  for (const std::string& command :
       {"\"" + outside + "\"", std::string(R"("./script")"),
        std::string(R"("./link")"), R"("sh", ")" + outside + "\"",
        R"("sh", "--file=)" + outside + "\""}) {
    Write(R"(name: "anna" command: [)" + command + "]");
    const ProgramResult run = Play("auto");
    if (run.err.find("NO SANDBOX") != std::string::npos) {
      GTEST_SKIP() << run.err;
    }
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(
        run.err.find("bot anna: " + outside +
                     " is there, but not in the sandbox: copy it into "
                     "the bot's folder, or show it with --allow read:PATH"),
        std::string::npos)
        << command << ": " << run.err;
  }
}

TEST_F(BotDirectoryTest, CheckSaysWhatAnArenaWouldRefuse) {
  Write(R"(name: "anna b" command: ["./missing"])");
  std::filesystem::create_symlink("link", directory_ + "/a");
  std::filesystem::create_symlink("/etc/shadow", directory_ + "/link");
  const ProgramResult check =
      RunProgram({kCouillon, "bot", "check", directory_});
  EXPECT_NE(check.err.find("Warning: no new league or arena takes the name: "
                           "name is \"anna b\""),
            std::string::npos)
      << check.err;
  EXPECT_NE(check.err.find("Warning: no arena takes a copy of the directory: " +
                           directory_ + "/link: is a link to /etc/shadow"),
            std::string::npos)
      << check.err;
}

TEST_F(BotDirectoryTest, AdviceForABotThatDoesNotStartAgainIsAboutItsStart) {
  WriteFile(directory_ + "/start",
            "echo >> starts\ntest $(wc -l < starts) -gt 3 && exit 4\nexec " +
                std::string(COUILLON_BOT_PROGRAM) + " --name greedy\n");
  Write(R"(name: "anna" command: ["sh", "start"])");
  const ProgramResult check = RunProgram(
      {kCouillon, "bot", "check", directory_, "--decisions", "10", "--ruleset",
       "basic-gerver", "--isolation", "none", "--format", "json"});
  for (const json& finding : json::parse(check.out)["checks"]) {
    if (finding["result"] != "fail") continue;
    EXPECT_NE(finding["fix"].get<std::string>().find("does not start again"),
              std::string::npos)
        << finding;
  }
  EXPECT_EQ(check.exit_code, 3) << check.out;
}

TEST_F(BotDirectoryTest, RunsInItsDirectoryWithItsOptions) {
  WriteFile(directory_ + "/start",
            "[ \"$COUILLON_OPTION_NAME\" = greedy ] && exec " +
                std::string(COUILLON_BOT_PROGRAM) +
                " --name \"$COUILLON_OPTION_NAME\"\n");
  Write(R"(name: "anna" command: ["sh", "start"]
           options { name: "name" value: "greedy" })");
  for (const std::string isolation : {"none", "auto"}) {
    std::filesystem::remove_all(out_);
    const ProgramResult run = Play(isolation);
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
}

TEST_F(BotDirectoryTest, SystemCardIsShownWhereItsBotIs) {
  Write(R"(name: "anna" command: [")" + std::string(COUILLON_BOT_PROGRAM) +
        R"(", "--name", "greedy"]
        conventions { play: "leads <b>high</b>" meaning: "holds \"the\" ace" })");
  const std::string line = "leads <b>high</b>: holds \"the\" ace\n";
  const std::string meaning = "holds \"the\" ace";

  const ProgramResult check =
      RunProgram({kCouillon, "bot", "check", directory_, "--decisions", "10",
                  "--ruleset", "basic-gerver"});
  EXPECT_NE(check.out.find("\n  " + line), std::string::npos) << check.out;
  const ProgramResult check_json =
      RunProgram({kCouillon, "bot", "check", directory_, "--decisions", "10",
                  "--format", "json", "--ruleset", "basic-gerver"});
  const json checked = json::parse(check_json.out);
  EXPECT_EQ(checked["conventions"][0]["meaning"], meaning);
  EXPECT_EQ(checked["schema"],
            (json{{"name", "couillon.bot_check"}, {"version", 1}}));

  const ProgramResult run = Play("none");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"league", "status", out_},
        {"report", out_, "--policy"}}) {
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), words.begin(), words.end());
    EXPECT_NE(RunProgram(command).out.find("  anna\n    " + line),
              std::string::npos)
        << words[0];
  }
  const json report = json::parse(
      RunProgram({kCouillon, "report", out_, "--format", "json"}).out);
  const json& card = report["league"]["system_cards"][0];
  EXPECT_EQ(card["bot"], "anna");
  EXPECT_EQ(card["conventions"][0]["meaning"], meaning);
  const std::string page =
      RunProgram({kCouillon, "report", out_, "--format", "html"}).out;
  EXPECT_NE(page.find(R"(leads \u003cb>high\u003c/b>: holds \"the\")"),
            std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace couillon
