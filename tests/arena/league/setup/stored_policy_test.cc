// A league that somebody sends: what it stores starts nothing outside the
// sandbox, unless the command line permits it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/program.h"

namespace couillon::testing_support {
namespace {

using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

class StoredPolicyTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam() && geteuid() != 0) GTEST_SKIP() << "is a user already";
  }
  [[nodiscard]] ProgramResult Couillon(const Words& words) const {
    return RunProgram(
        folder_.Command(Words{"/usr/bin/env", "-C", folder_.path("programs"),
                              folder_.CopyOf(kCouillon)} +
                            words,
                        GetParam()));
  }
  // A league of four deals, of which eight more are to be played.
  void MakeLeague(const std::string& bot, const Words& options) const {
    const ProgramResult run =
        Couillon(Words{"league", "run", "--bots", "builtin:random", bot,
                       "--ruleset", "fr", "--deals", "4", "--record", "deals",
                       "--concurrency", "1", "--quiet", "--out", league_} +
                 options);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    ASSERT_EQ(Couillon({"league", "extend", league_, "--to", "12"}).exit_code,
              0);
  }
  // The commands that start the bots of a league.
  [[nodiscard]] std::vector<Words> Starters() const {
    return {{"audit", league_, "--decisions", "2", "--deals", "0"},
            {"replay", league_, "--deal", "0", "--record"},
            {"analyse", league_, "--deals", "1", "--tricks", "1", "--record"},
            {"league", "add", league_, "third=" + folder_.CopyOf(kBot)},
            {"league", "resume", league_, "--quiet"}};
  }

  static bool HasSandbox() {
    return RunProgram({"/usr/bin/env", "bwrap", "--ro-bind", "/", "/", "true"})
               .exit_code == 0;
  }

  PublicFolder folder_;
  const std::string league_ = folder_.path("league");
};

TEST_P(StoredPolicyTest, NoProgramStartsWithoutASandboxUnlessPermitted) {
  const std::string mark = folder_.path("mark");
  const std::string bot = folder_.path("bot.sh");
  WriteFile(bot, "#!/bin/sh\ntouch " + mark + "\nexec " + folder_.CopyOf(kBot) +
                     " --name greedy\n");
  std::filesystem::permissions(bot, std::filesystem::perms(0755));
  MakeLeague("mine=" + bot, {"--isolation", "none"});
  ASSERT_TRUE(std::filesystem::remove(mark)) << "the bot leaves its mark";
  for (const Words& command : Starters()) {
    const ProgramResult refused = Couillon(command);
    EXPECT_EQ(refused.exit_code, 1) << command[0];
    EXPECT_NE(refused.err.find("--isolation none"), std::string::npos)
        << refused.err;
    EXPECT_NE(refused.err.find("none of which was started"), std::string::npos)
        << refused.err;
    EXPECT_FALSE(std::filesystem::exists(mark)) << command[0];
  }
  const ProgramResult resumed =
      Couillon(Starters().back() + Words{"--isolation", "none"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("mine: " + bot), std::string::npos) << resumed.err;
  EXPECT_TRUE(std::filesystem::remove(mark));
  if (!HasSandbox()) return;
  const ProgramResult added = Couillon(
      {"league", "add", league_, "builtin:heuristic", "--isolation", "bwrap"});
  EXPECT_NE(added.out.find("resume " + league_ + " --isolation bwrap"),
            std::string::npos)
      << "the advice gives up the sandbox: " << added.out << added.err;
}

// The dynamic loader obeys its variables before any sandbox is made.
TEST_P(StoredPolicyTest, VariablesOfTheLoaderStayInTheSandbox) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap does not work here";
  std::filesystem::create_directory(folder_.path("out"));
  std::filesystem::permissions(folder_.path("out"),
                               std::filesystem::perms(0777));
  const Words variables = {"--allow", "env:LD_DEBUG=files", "--allow",
                           "env:LD_DEBUG_OUTPUT=" + folder_.path("out/mark")};
  MakeLeague("mine=" + folder_.CopyOf(kBot) + " --name greedy",
             Words{"--isolation", "bwrap"} + variables);
  for (const Words& command : Starters()) {
    const ProgramResult refused = Couillon(command);
    EXPECT_EQ(refused.exit_code, 1) << command[0];
    EXPECT_NE(refused.err.find("--allow env:LD_DEBUG=files"), std::string::npos)
        << refused.err;
  }
  const ProgramResult resumed = Couillon(Starters().back() + variables);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path("out")))
      << "a program outside the sandbox obeyed the stored variables";
}

// What a stored league names may be a folder of the user, also by a link that
// lies in the league.
TEST_P(StoredPolicyTest, FoldersThatItsBotsNameHaveToBePermitted) {
  if (!HasSandbox()) GTEST_SKIP() << "bubblewrap does not work here";
  const std::string mine = folder_.path("mine");
  std::filesystem::create_directory(mine);
  WriteFile(mine + "/play.sh",
            "exec " + folder_.CopyOf(kBot) + " --name greedy\n");
  WriteFile(mine + "/bot.txtpb",
            "name: \"own\" command: [\"/bin/sh\", \"play.sh\"]\n");
  std::filesystem::create_directory_symlink(mine, folder_.path("programs/to"));
  const Words permission = {"--allow", "read:" + mine};
  for (const std::string& bot :
       {"named=/bin/sh " + mine + "/play.sh",
        "linked=/bin/sh " + folder_.path("programs/to/play.sh")}) {
    MakeLeague(bot, {"--isolation", "bwrap"});
    for (const Words& command : Starters()) {
      if (command[1] == "add") continue;  // starts the bot that it names
      const ProgramResult refused = Couillon(command);
      EXPECT_EQ(refused.exit_code, 1) << bot << "\n" << command[0];
      EXPECT_NE(refused.err.find("--allow read:" + mine + ": bot "),
                std::string::npos)
          << refused.err;
    }
    const ProgramResult resumed = Couillon(Starters().back() + permission);
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    std::filesystem::remove_all(league_);
  }
  // A directory is the user's own if its files are those that are stored.
  MakeLeague(mine, {"--isolation", "bwrap"});
  for (const Words& command : Starters()) {
    if (command[1] == "add") continue;
    EXPECT_EQ(Couillon(command).exit_code, 0) << command[0];
  }
  for (const char* more : {"/secret", "/.git"}) {
    WriteFile(mine + more, "of the user");
    const ProgramResult refused = Couillon(Starters().front());
    EXPECT_EQ(refused.exit_code, 1) << more;
    EXPECT_NE(refused.err.find("--allow read:" + mine + ": bot own"),
              std::string::npos)
        << refused.err;
    std::filesystem::remove(mine + more);
  }
  std::filesystem::remove_all(league_);
  ASSERT_EQ(
      Couillon({"arena", "init", league_, "--ruleset", "fr", "--deals", "4"})
          .exit_code,
      0);
  ASSERT_EQ(Couillon({"arena", "submit", league_, "--allow", "unchecked", mine,
                      "builtin:random", "named=/bin/sh " + mine + "/play.sh"})
                .exit_code,
            0);
  const Words run = {"arena", "run", league_, "--quiet"};
  const ProgramResult refused = Couillon(run);
  EXPECT_EQ(refused.exit_code, 1) << refused.out;
  EXPECT_NE(refused.err.find("mine: bot named v1 can read it"),
            std::string::npos)
      << refused.err;
  EXPECT_EQ(refused.err.find("bot own v1"), std::string::npos)
      << "the arena's own copy: " << refused.err;
  EXPECT_EQ(Couillon(run + permission).exit_code, 0);
}

// A token is sent to the address that is stored with it.
TEST_P(StoredPolicyTest, TokensHaveToBePermitted) {
  const std::string token = folder_.path("token");
  WriteFile(token, "secret");
  std::filesystem::permissions(token, std::filesystem::perms(0644));
  const std::string socket = folder_.path("temporary/bot");
  RunningProgram bot(
      folder_.Command({folder_.CopyOf(kBot), "--name", "greedy", "--listen",
                       "unix:" + socket, "--token-file", token},
                      GetParam()),
      "/dev/null");
  while (!std::filesystem::exists(socket)) {
    ASSERT_FALSE(bot.HasEnded());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  MakeLeague("far=unix:" + socket + " token-file=" + token, {});
  for (const Words& command : Starters()) {
    if (command[1] == "add") continue;
    const ProgramResult refused = Couillon(command);
    EXPECT_EQ(refused.exit_code, 1) << command[0];
    EXPECT_NE(
        refused.err.find("--allow token:" + token + ": it is sent to unix:"),
        std::string::npos)
        << refused.err;
  }
  const ProgramResult resumed =
      Couillon(Starters().back() + Words{"--allow", "token:" + token});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
}

TEST_P(StoredPolicyTest, AnArenaRefusesNoBotForAMissingPermission) {
  const std::string arena = folder_.path("arena");
  ASSERT_EQ(Couillon({"arena", "init", arena, "--ruleset", "fr", "--deals", "4",
                      "--isolation", "none"})
                .exit_code,
            0);
  const std::string journal = ReadFile(arena + "/journal.jsonl");
  const ProgramResult run =
      Couillon({"arena", "submit", arena, "greedy",
                "mine=" + folder_.CopyOf(kBot) + " --name greedy"});
  EXPECT_EQ(run.exit_code, 1) << run.out;
  EXPECT_NE(run.err.find(arena + ": what is stored"), std::string::npos)
      << run.err;
  EXPECT_EQ(ReadFile(arena + "/journal.jsonl"), journal);
}

INSTANTIATE_TEST_SUITE_P(Accounts, StoredPolicyTest, testing::Bool(),
                         [](const auto& account) {
                           return account.param ? "AsUser" : "AsRoot";
                         });

}  // namespace
}  // namespace couillon::testing_support
