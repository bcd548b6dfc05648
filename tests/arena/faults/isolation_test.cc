// What a bot can see and do in the sandbox, tested by a bot with probes; and
// the processes of a bot with seat isolation.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProcessesWith;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kCouillon;

class IsolationTest : public ::testing::Test {
 protected:
  // A bot that ends with a message if `probe` fails, and otherwise plays.
  std::string Spy(const std::string& probe) {
    const std::string path = folder_.path("spy");
    WriteFile(path, "#!/bin/sh\nleak() { echo \"LEAK: $1\" >&2; exit 1; }\n" +
                        probe + "\nexec " + kBot + " --name random\n");
    EXPECT_EQ(chmod(path.c_str(), 0755), 0);
    return path;
  }

  std::vector<std::string> Command(const std::string& bot,
                                   const std::vector<std::string>& more) {
    std::vector<std::string> command = {
        kCouillon,    "league",    "run",          "--bots",  "builtin:greedy",
        "spy=" + bot, "--ruleset", "basic-gerver", "--deals", "32",
        "--block",    "16",        "--out",        out_};
    command.insert(command.end(), more.begin(), more.end());
    if (std::ranges::find(more, "--seed") == more.end()) {
      command.insert(command.end(), {"--seed", "sandbox"});
    }
    return command;
  }

  // Empty if the bot played without a fault; otherwise the message.
  std::string Play(const std::string& bot,
                   const std::vector<std::string>& more) {
    std::filesystem::remove_all(out_);
    const ProgramResult run = RunProgram(Command(bot, more));
    if (run.exit_code != 0) return run.err;
    report_ = RunProgram({kCouillon, "report", out_, "--format", "json"}).out;
    return json::parse(report_)["faults"].empty() ? "" : run.err;
  }

  bool BwrapWorks() {
    return Play(kBot + " --name random", {"--isolation", "bwrap"}).empty();
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("league");
  std::string report_;
};

TEST_F(IsolationTest, WhatABotMayNotSeeItDoesNotSee) {
  if (!BwrapWorks()) GTEST_SKIP() << "bubblewrap does not work here";
  struct Probe {
    std::string name;
    std::string script;
  };
  // Each is visible without a sandbox, which tests the probe itself.
  for (const Probe& probe : {
           Probe{"the store with the seed",
                 "cat " + out_ + "/league.sqlite >/dev/null 2>&1 && leak here"},
           Probe{"a file beside its own",
                 "touch " + folder_.path("x") + " 2>/dev/null && leak here"},
           Probe{"the homes", "[ -d /home ] && leak here"},
           Probe{"the machine's processes",
                 "grep -ql couillon /proc/[0-9]*/comm && "
                 "[ \"$(ls -d /proc/[0-9]* | wc -l)\" -gt 8 ] && leak here"},
           Probe{"the machine's network",
                 "[ \"$(grep -c : /proc/net/dev)\" -gt 1 ] && leak here"},
       }) {
    const std::string spy = Spy(probe.script);
    EXPECT_EQ(Play(spy, {"--isolation", "bwrap"}), "") << probe.name;
    EXPECT_NE(Play(spy, {"--isolation", "none"}).find("LEAK"),
              std::string::npos)
        << probe.name;
  }
}

TEST_F(IsolationTest, SeedFileIsHiddenAlsoWhereItsFolderIsShown) {
  if (!BwrapWorks()) GTEST_SKIP() << "bubblewrap does not work here";
  const TemporaryFolder shown;
  WriteFile(shown.path("seed"), "secret seed");
  WriteFile(shown.path("beside"), "no secret");
  const std::vector<std::string> options = {
      "--isolation", "bwrap",
      "--allow",     "read:" + shown.path(""),
      "--seed",      "@" + shown.path("seed")};
  const auto reads = [&](const std::string& file) {
    return Play(Spy("grep -q secret " + shown.path(file) + " && leak here"),
                options)
               .find("LEAK") != std::string::npos;
  };
  EXPECT_TRUE(reads("beside")) << "the probe finds nothing";
  EXPECT_FALSE(reads("seed"));
}

TEST_F(IsolationTest, WhatABotNeedsItHas) {
  const std::string spy =
      Spy("touch /tmp/x || leak tmp\n"
          "[ -w \"$(dirname \"${COUILLON_LISTEN#unix:}\")\" ] || leak socket\n"
          "touch \"$TMPDIR/y\" || leak TMPDIR\n"
          "[ -r /usr/bin/env ] || leak usr\n"
          "echo x >/dev/null || leak null\n"
          "head -c 1 /dev/urandom >/dev/null || leak urandom");
  EXPECT_EQ(Play(spy, {}), "");
}

TEST_F(IsolationTest, ItsResultsAreThoseWithoutIt) {
  ASSERT_EQ(Play(kBot + " --name random", {"--isolation", "none"}), "");
  const std::string bare = report_;
  ASSERT_EQ(Play(kBot + " --name random", {}), "");
  EXPECT_EQ(report_, bare);
  EXPECT_NE(RunProgram({kCouillon, "report", out_, "--policy"})
                .out.find("no process is asked about a deal from two seats"),
            std::string::npos);
}

TEST_F(IsolationTest, EverySeatHasAProcessOfItsOwnUnlessTheyShareOne) {
  // The bot has four seats; each process writes one line.
  const std::string lines = folder_.path("lines");
  const std::string spy = Spy("echo \"$COUILLON_LISTEN\" >>" + lines);
  ASSERT_EQ(Play(spy, {"--isolation", "none", "--concurrency", "1", "--trust",
                       "shared-process"}),
            "");
  const auto count = [&lines] {
    const std::string text = ReadFile(lines);
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_EQ(count(), 2);  // the trial, and one
  WriteFile(lines, "");
  ASSERT_EQ(Play(spy, {"--isolation", "none", "--concurrency", "1"}), "");
  EXPECT_EQ(count(), 5);  // the trial, and four
}

TEST_F(IsolationTest, WithoutASandboxChildrenAreEndedAllTheSame) {
  // A child in its own session that outlives its parent.
  const std::string spy =
      Spy("(setsid sh -c 'while :; do sleep 1; done' & ) &");
  setenv("COUILLON_TEST_MARK", "children", 1);
  EXPECT_EQ(Play(spy, {"--isolation", "none"}), "");
  EXPECT_TRUE(ProcessesWith("COUILLON_TEST_MARK=children").empty());
  // Nor does a bot's process outlive a killed referee.
  std::filesystem::remove_all(out_);
  std::vector<std::string> command = Command(spy, {"--isolation", "none"});
  command[command.size() - 8] = "1000000";  // deals
  {
    RunningProgram league(command);
    while (!league.HasEnded() &&
           !std::filesystem::exists(out_ + "/league.sqlite")) {
    }
    league.Signal(SIGKILL);
    league.Wait();
  }
  const auto give_up =
      std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!ProcessesWith("COUILLON_TEST_MARK=children").empty() &&
         std::chrono::steady_clock::now() < give_up) {
  }
  EXPECT_TRUE(ProcessesWith("COUILLON_TEST_MARK=children").empty());
  unsetenv("COUILLON_TEST_MARK");
}

}  // namespace
}  // namespace couillon
