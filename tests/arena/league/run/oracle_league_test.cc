// Leagues with a bot that sees all cards, from the command line: refused
// without --allow cheating, and marked in every report.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using Words = std::vector<std::string>;

constexpr char kMark[] = "sees all cards: not comparable";

ProgramResult RunCouillon(Words arguments, const Words& more = {}) {
  arguments.insert(arguments.begin(), COUILLON_PROGRAM);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunProgram(arguments);
}

class OracleLeagueTest : public testing::Test {
 protected:
  // A league of the oracle and others; `more` says which.
  ProgramResult Play(const Words& more) {
    return RunCouillon({"league", "run", "--seed", "oracle", "--record",
                        "deals", "--quiet", "--out", out_},
                       more);
  }
  void ExpectRefused(const ProgramResult& run) const {
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_TRUE(absl::StrContains(run.err, "sees all cards")) << run.err;
    EXPECT_TRUE(absl::StrContains(run.err, "not comparable")) << run.err;
    EXPECT_TRUE(absl::StrContains(run.err, "--allow cheating")) << run.err;
  }
  [[nodiscard]] std::string Report(const std::string& format) const {
    const ProgramResult run = RunCouillon({"report", out_, "--format", format});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  }
  void ExpectMarked() const {
    for (const char* format : {"text", "json", "csv", "html"}) {
      EXPECT_TRUE(absl::StrContains(Report(format), kMark)) << format << "\n"
                                                            << Report(format);
    }
    EXPECT_TRUE(absl::StrContains(Report("text"), "oracle (sees all cards)"));
    const json report = json::parse(Report("json"));
    for (const json& bot : report["league"]["integrity"]["bots"]) {
      EXPECT_EQ(bot["cards"], bot["bot"] == "oracle" ? kMark : "own");
    }
    EXPECT_TRUE(report["faults"].empty()) << report["faults"];
    const ProgramResult status = RunCouillon({"league", "status", out_});
    EXPECT_TRUE(absl::StrContains(status.out, kMark)) << status.out;
  }
  // With the flag alone a stored league can be verified and resumed.
  void ExpectFlagIsNeeded() const {
    ExpectRefused(RunCouillon({"verify", out_}));
    ExpectRefused(RunCouillon({"league", "resume", out_}));
    ExpectRefused(RunCouillon({"league", "resume", out_, "--forfeit"}));
    for (const Words& command :
         {Words{"verify", out_}, Words{"league", "resume", out_, "--quiet"}}) {
      const ProgramResult run = RunCouillon(command, {"--allow", "cheating"});
      EXPECT_EQ(run.exit_code, 0) << run.err;
    }
  }

  TemporaryFolder folder_;
  std::string out_ = folder_.path("league");
};

TEST_F(OracleLeagueTest, IsRefusedWithoutTheFlag) {
  const Words deals = {"--ruleset", "basic-gerver", "--deals", "2"};
  Words round = {"--bots", "builtin:oracle", "builtin:greedy"};
  round.insert(round.end(), deals.begin(), deals.end());
  ExpectRefused(Play(round));
  EXPECT_FALSE(std::filesystem::exists(out_));
  ExpectRefused(RunCouillon(
      {"match", "other=builtin:random", "seer=builtin:oracle", "--out", out_},
      deals));
  EXPECT_FALSE(std::filesystem::exists(out_));
  const std::string list = folder_.path("bots.txtpb");
  WriteFile(list,
            "bots { name: 'a' builtin: 'oracle' }\n"
            "bots { name: 'b' builtin: 'greedy' }\n");
  Words from_list = {"--bots", list};
  from_list.insert(from_list.end(), deals.begin(), deals.end());
  ExpectRefused(Play(from_list));
  EXPECT_FALSE(std::filesystem::exists(out_));
}

TEST_F(OracleLeagueTest, RoundRobinIsMarked) {
  const ProgramResult run =
      Play({"--bots", "builtin:oracle", "builtin:greedy", "builtin:random",
            "--ruleset", "basic-gerver,fr", "--deals", "3", "--trust",
            "strangers", "--allow", "cheating"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ExpectMarked();
  ExpectFlagIsNeeded();
}

TEST_F(OracleLeagueTest, MatchOfMatchesIsMarked) {
  const ProgramResult run =
      RunCouillon({"match", "builtin:oracle", "builtin:greedy", "--ruleset",
                   "basic-gerver", "--matches", "2", "--seed", "m", "--out",
                   out_, "--quiet", "--allow", "cheating"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ExpectMarked();
}

TEST_F(OracleLeagueTest, IndividualTournamentIsMarked) {
  const ProgramResult run = Play(
      {"--format", "individual", "--bots", "builtin:oracle", "builtin:greedy",
       "builtin:random", "builtin:first-legal", "--ruleset", "basic-gerver",
       "--deals", "2", "--allow", "cheating"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ExpectMarked();
  ExpectFlagIsNeeded();
}

TEST_F(OracleLeagueTest, ThreeWayLeagueIsMarked) {
  const ProgramResult run =
      Play({"--format", "three-way", "--bots", "builtin:oracle",
            "builtin:greedy", "builtin:random", "--ruleset", "troeven-3-solo",
            "--deals", "1", "--allow", "cheating"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ExpectMarked();
  ExpectFlagIsNeeded();
}

TEST_F(OracleLeagueTest, ResultsDoNotDependOnTheNumberOfWorkers) {
  const Words league = {"--bots",    "builtin:oracle", "builtin:greedy",
                        "--ruleset", "basic-gerver",   "--deals",
                        "12",        "--block",        "2",
                        "--allow",   "cheating"};
  Words one = league;
  one.insert(one.end(), {"--concurrency", "1"});
  ASSERT_EQ(Play(one).exit_code, 0);
  const std::string report = Report("json");
  out_ = folder_.path("other");
  Words three = league;
  three.insert(three.end(), {"--concurrency", "3"});
  ASSERT_EQ(Play(three).exit_code, 0);
  EXPECT_EQ(Report("json"), report);
}

}  // namespace
}  // namespace couillon
