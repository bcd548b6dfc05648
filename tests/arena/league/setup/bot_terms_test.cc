// What holds for one bot of a league, with the real program: its limits, its
// stderr and how long its decisions took.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kCouillon;

class BotTermsTest : public ::testing::Test {
 protected:
  // A bot directory whose program runs `script` and then a bundled bot.
  std::string WriteBot(const std::string& name, const std::string& script) {
    const std::string path = folder_.path(name);
    std::filesystem::create_directories(path);
    WriteFile(path + "/bot.txtpb",
              "name: \"" + name + "\" command: \"./run.sh\"\n");
    WriteFile(path + "/run.sh",
              "#!/bin/sh\n" + script + "\nexec " + kBot + " --name greedy\n");
    std::filesystem::permissions(path + "/run.sh",
                                 std::filesystem::perms::owner_all);
    return path;
  }
  // Plays `bot` against a bundled one, with limits that suffice anywhere.
  ProgramResult Match(const std::string& bot,
                      const std::vector<std::string>& options) {
    std::vector<std::string> command = {
        kCouillon,       "match", "builtin:random", bot,
        "--ruleset",     "fr",    "--deals",        "8",
        "--out",         out_,    "--seed",         "terms",
        "--concurrency", "1",     "--limit",        "start:250"};
    command.insert(command.end(), options.begin(), options.end());
    return RunProgram(command);
  }

  // The faults of a bot that fails in one way and has one limit of its own.
  std::string FaultsWith(const std::string& fault, const std::string& limit) {
    const ProgramResult run =
        Match("bad=" COUILLON_BROKEN_BOT_PROGRAM " --fault " + fault,
              {"--limit", "move:250", "--limit", "bad=" + limit, "--limit",
               "faults:1,forfeits:1"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return RunProgram({kCouillon, "faults", out_}).out;
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("league");
  std::string kept_ = folder_.path("kept");
};

TEST_F(BotTermsTest, EveryAnsweredDecisionHasALatency) {
  const ProgramResult run =
      Match("mine=" + kBot + " --name greedy", {"--limit", "move:250"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string text =
      RunProgram({kCouillon, "league", "status", out_}).out;
  EXPECT_NE(text.find("; per decision p50 "), std::string::npos) << text;
  const json status = json::parse(
      RunProgram({kCouillon, "league", "status", out_, "--format", "json"}).out,
      nullptr, false);
  ASSERT_EQ(status["usage"].size(), 1U) << status;
  const json& usage = status["usage"][0];
  EXPECT_EQ(usage["bot"], "mine");
  EXPECT_GE(usage["decisions"], 100) << usage;
  EXPECT_GT(usage["latency_ms"]["p50"], 0) << usage;
  EXPECT_GE(usage["latency_ms"]["p99"], usage["latency_ms"]["p50"]) << usage;
  const ProgramResult report =
      RunProgram({kCouillon, "report", out_, "--format", "json"});
  EXPECT_EQ(report.out.find("latency"), std::string::npos);
}

TEST_F(BotTermsTest, AFaultNamesTheFileWithTheWholeStderr) {
  const std::string bot =
      WriteBot("noisy", "seq 3000 >&2; exec " COUILLON_BROKEN_BOT_PROGRAM
                        " --fault crashes");
  const ProgramResult run = Match(bot, {"--limit", "move:250", "--keep-stderr",
                                        kept_, "--isolation", "none"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json faults = json::parse(
      RunProgram({kCouillon, "faults", out_, "--all", "--format", "json"}).out,
      nullptr, false);
  ASSERT_FALSE(faults.empty());
  const std::string detail = faults.at("faults").at(0).at("detail");
  const std::string label = "; whole stderr: ";
  const std::size_t at = detail.find(label);
  ASSERT_NE(at, std::string::npos) << detail;
  const std::string all =
      ReadFile((std::filesystem::path(kept_) / detail.substr(at + label.size()))
                   .string());
  EXPECT_TRUE(all.starts_with("1\n2\n3\n")) << all.substr(0, 100);
  EXPECT_NE(all.find("\n3000\n"), std::string::npos);
  // Equal causes stay one cause, although the files differ.
  const std::string causes = RunProgram({kCouillon, "faults", out_}).out;
  EXPECT_TRUE(causes.starts_with("1. noisy: crash ")) << causes;
  EXPECT_EQ(causes.find("\n2. "), std::string::npos) << causes;
}

TEST_F(BotTermsTest, ABotThatDoesNotStartHasItsWholeStderrToo) {
  const std::string bot = WriteBot("broken", "seq 3000 >&2; exit 3");
  const ProgramResult run =
      Match(bot, {"--keep-stderr", kept_, "--isolation", "none"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("; whole stderr: broken-1.txt"), std::string::npos)
      << run.err;
  EXPECT_TRUE(ReadFile(kept_ + "/broken-1.txt").starts_with("1\n2\n3\n"));
}

TEST_F(BotTermsTest, OwnLimitsArePartOfTheLeague) {
  const std::string bot = "mine=" + kBot + " --name greedy";
  const std::vector<std::string> own = {"--limit", "move:250", "--limit",
                                        "mine=clock:250+1,memory:2000"};
  const ProgramResult run = Match(bot, own);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("Own limits: mine: 250 s per table plus 1 s per "
                         "decision, 2000 MB of memory."),
            std::string::npos)
      << run.err;
  EXPECT_NE(run.out.find("OWN LIMITS of some bots"), std::string::npos)
      << run.out;
  const json report = json::parse(
      RunProgram({kCouillon, "report", out_, "--format", "json"}).out, nullptr,
      false);
  const json expected = {{{"bot", "mine"},
                          {"table_budget_ms", 250000},
                          {"increment_ms", 1000},
                          {"memory_mb", 2000}}};
  EXPECT_EQ(report["league"]["own_limits"], expected);
  const ProgramResult other = Match(bot, {"--limit", "move:250"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("holds another league"), std::string::npos)
      << other.err;
  EXPECT_EQ(Match(bot, own).exit_code, 0);
}

TEST_F(BotTermsTest, ABotIsTimedByItsOwnLimit) {
  EXPECT_NE(FaultsWith("hangs", "move:0.05").find("gave no answer for 150 ms"),
            std::string::npos);
}

TEST_F(BotTermsTest, ABotIsLimitedByItsOwnMemory) {
  EXPECT_NE(
      FaultsWith("eats-memory", "memory:150").find("at most 150 are allowed"),
      std::string::npos);
}

TEST_F(BotTermsTest, AnArenaKeepsTheLimitsOfAnEntrant) {
  const auto arena = [this](std::vector<std::string> words) {
    words.insert(words.begin(), {kCouillon, "arena", words.front(), out_});
    words.erase(words.begin() + 4);
    return RunProgram(words);
  };
  ASSERT_EQ(arena({"init", "--ruleset", "fr", "--deals", "8", "--limit",
                   "start:250,move:250"})
                .exit_code,
            0);
  const std::string bot = WriteBot("mine", "");
  const auto submit = [&](const std::string& limits) {
    const ProgramResult submitted =
        arena({"submit", bot, "--allow", "unchecked", "--limit", limits});
    EXPECT_EQ(submitted.exit_code, 0) << submitted.out << submitted.err;
    return submitted.out;
  };
  EXPECT_NE(submit("mine=memory:900").find("mine v1: plays"),
            std::string::npos);
  EXPECT_NE(submit("mine=memory:900").find("mine v1: this very program"),
            std::string::npos);
  EXPECT_NE(submit("mine=memory:901").find("mine v2: plays"),
            std::string::npos);
  ASSERT_EQ(arena({"submit", "builtin:random"}).exit_code, 0);
  const ProgramResult refused =
      arena({"submit", "builtin:greedy", "--limit", "greedy=memory:5"});
  EXPECT_EQ(refused.exit_code, 3) << refused.err;
  const ProgramResult run =
      arena({"run", "--quiet", "--keep-stderr", kept_, "--concurrency", "1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(
      arena({"report", "--policy"}).out.find("Own limits: mine v2: 901 MB"),
      std::string::npos);
  const ProgramResult text = arena({"status"});
  EXPECT_NE(text.out.find("  mine v2: "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("per decision p50"), std::string::npos) << text.out;
  const json status =
      json::parse(arena({"status", "--format", "json"}).out, nullptr, false);
  ASSERT_EQ(status["usage"].size(), 1U) << status;
  EXPECT_EQ(status["usage"][0]["bot"], "mine v2");
  EXPECT_EQ(status["entrants"].size(), 3U) << status;
  EXPECT_EQ(arena({"verify"}).exit_code, 0);
}

}  // namespace
}  // namespace couillon
