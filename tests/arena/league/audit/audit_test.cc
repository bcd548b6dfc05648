// The cold audit, with the real program and bots in their own processes: who is
// alike, who is not reproducible, and who is named.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/support/serving_bot.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::ServingBot;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBot;
using testing_support::kCouillon;
const std::string kRemembering = COUILLON_REMEMBERING_BOT;

class AuditTest : public ::testing::Test {
 protected:
  // Plays a league with `options`, on one worker, and expects that it ends.
  std::string Play(const std::vector<std::string>& options) {
    std::string out = folder_.path("league");
    std::vector<std::string> command = {kCouillon, "league", "run"};
    command.insert(command.end(), options.begin(), options.end());
    command.insert(command.end(),
                   {"--record", "deals", "--seed", "audit", "--concurrency",
                    "1", "--isolation", "none", "--limit", "start:250,move:250",
                    "--quiet", "--out", out});
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }

  // The audit of the league as JSON.
  static json Audit(const std::string& directory,
                    const std::vector<std::string>& options = {}) {
    std::vector<std::string> command = {kCouillon,     "audit",    directory,
                                        "--quiet",     "--format", "json",
                                        "--isolation", "none"};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return json::parse(run.out, nullptr, false);
  }

  static std::string Report(const std::string& directory,
                            const std::string& format) {
    const ProgramResult run =
        RunProgram({kCouillon, "report", directory, "--format", format});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  }

  // A league in which a bot meets each deal several times in one process, as
  // the first and as the second of a pairing.
  std::string PlayRemembering() {
    return Play({"--bots", "builtin:random", "builtin:greedy",
                 "memory=" + kRemembering + " memory", "builtin:heuristic",
                 "honest=" + kBot + " --name greedy", "--ruleset",
                 "basic-gerver", "--deals", "200", "--block", "16", "--trust",
                 "same-deals", "--trust", "shared-process"});
  }

  TemporaryFolder folder_;
};

struct AuditCase {
  std::string name;
  std::vector<std::string> options;
};

void PrintTo(const AuditCase& audited, std::ostream* out) {
  *out << audited.name;
}

class HonestBotTest : public AuditTest,
                      public ::testing::WithParamInterface<AuditCase> {};

TEST_P(HonestBotTest, EveryAnswerIsTheRecordedOne) {
  std::vector<std::string> options = {"--bots",
                                      "greedy=" + kBot + " --name greedy",
                                      "heuristic=" + kBot + " --name heuristic",
                                      "random=" + kBot + " --name random",
                                      "b1=builtin:random",
                                      "b2=builtin:greedy"};
  options.insert(options.end(), GetParam().options.begin(),
                 GetParam().options.end());
  const json audit =
      Audit(Play(options), {"--decisions", "60", "--deals", "8"});
  ASSERT_EQ(audit["bots"].size(), 3);
  for (const json& bot : audit["bots"]) {
    EXPECT_EQ(bot["verdict"], "alike") << bot;
    EXPECT_EQ(bot["asked"], 60) << bot;
    EXPECT_EQ(bot["alike"], 60) << bot;
    EXPECT_TRUE(bot["changed_decisions"].empty());
    EXPECT_EQ(bot["seen_deals"]["deals"], 8) << bot;
    EXPECT_EQ(bot["seen_deals"]["recorded_minus_cold"], 0) << bot;
    EXPECT_EQ(bot["seen_deals"]["interval"], json::array({0, 0})) << bot;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Leagues, HonestBotTest,
    ::testing::Values(
        AuditCase{"Deals",
                  {"--ruleset", "basic-gerver,mit-malmedy", "--deals", "16",
                   "--block", "4"}},
        AuditCase{"SameDeals",
                  {"--ruleset", "basic-gerver,fr", "--deals", "16", "--block",
                   "4", "--trust", "same-deals", "--trust", "shared-process"}},
        AuditCase{"Relabelled",
                  {"--ruleset", "basic-gerver", "--deals", "16", "--block", "4",
                   "--trust", "strangers"}},
        AuditCase{"Coupled",
                  {"--ruleset", "kujong", "--deals", "16", "--coupled"}},
        AuditCase{"Matches", {"--ruleset", "fr", "--matches", "8"}},
        AuditCase{"ThreeSides",
                  {"--ruleset", "troeven-3-solo", "--deals", "8"}},
        AuditCase{"ThreeWay",
                  {"--format", "three-way", "--ruleset", "troeven-3-solo",
                   "--deals", "8"}},
        AuditCase{"Individual",
                  {"--format", "individual", "--ruleset", "basic-gerver",
                   "--deals", "16", "--block", "8"}}),
    [](const auto& of) { return of.param.name; });

TEST_F(AuditTest, MemoryOfDealsIsNamedWithItsGainAndItsDecisions) {
  const std::string league = PlayRemembering();
  const json audit = Audit(league, {"--decisions", "100", "--deals", "200"});
  ASSERT_EQ(audit["bots"].size(), 2);
  const json& memory = audit["bots"][0];
  EXPECT_EQ(memory["verdict"], "better") << memory;
  EXPECT_GT(memory["changed"], 10);
  // Hands of different deals are sometimes equal, which confuses the bot.
  EXPECT_LT(memory["not_reproducible"], 5);
  EXPECT_LT(memory["changed_probability"], 1e-4);
  EXPECT_EQ(memory["asked"], 100);
  EXPECT_GT(memory["seen_deals"]["interval"][0], 0.05);
  ASSERT_EQ(memory["changed_decisions"].size(), memory["changed"]);
  EXPECT_EQ(audit["bots"][1]["verdict"], "alike") << audit["bots"][1];

  // The command that is shown prints the deal, with the recorded action.
  const json& changed = memory["changed_decisions"][0];
  EXPECT_NE(changed["recorded"], changed["cold"]);
  EXPECT_TRUE(std::ranges::any_of(
      memory["changed_decisions"],
      [](const json& decision) { return decision["ply"] > 0; }));
  const std::string command = changed["command"];
  const ProgramResult shown = RunProgram({"/bin/sh", "-c", command});
  EXPECT_EQ(shown.exit_code, 0) << command << shown.err;

  const ProgramResult text =
      RunProgram({kCouillon, "audit", league, "--decisions", "100", "--deals",
                  "200", "--quiet", "--strict", "--isolation", "none"});
  EXPECT_EQ(text.exit_code, 3);
  EXPECT_NE(text.out.find("memory does better than cold by +"),
            std::string::npos)
      << text.out;
  EXPECT_EQ(text.out.find("honest does better"), std::string::npos);
}

TEST_F(AuditTest, SameLeagueIsAuditedAlikeEachTime) {
  const std::string league = PlayRemembering();
  const std::vector<std::string> options = {"--decisions", "40", "--deals",
                                            "10"};
  EXPECT_EQ(Audit(league, options), Audit(league, options));
}

TEST_F(AuditTest, OwnRandomSourceIsNotAccused) {
  const std::string league =
      Play({"--bots", "counter=" + kRemembering + " counter", "builtin:greedy",
            "--ruleset", "basic-gerver", "--deals", "200"});
  const json audit = Audit(league, {"--deals", "0"});
  const json& counter = audit["bots"][0];
  EXPECT_EQ(counter["verdict"], "not_reproducible") << counter;
  EXPECT_GT(counter["not_reproducible"], 20);
  EXPECT_EQ(counter["seen_deals"], nullptr);
  EXPECT_EQ(counter["asked"], 200);
}

TEST_F(AuditTest, MoreDecisionsThanDealsNeedMoreProcesses) {
  const std::string league =
      Play({"--bots", "greedy=" + kBot + " --name greedy", "builtin:random",
            "--ruleset", "basic-gerver", "--deals", "5"});
  const json some = Audit(league, {"--decisions", "12", "--deals", "0"});
  EXPECT_EQ(some["bots"][0]["asked"], 12);
  EXPECT_EQ(some["bots"][0]["processes"], 3);
  const json most = Audit(league, {"--decisions", "1000", "--deals", "0"});
  EXPECT_EQ(most["bots"][0]["asked"], 40);
  EXPECT_EQ(most["bots"][0]["processes"], 8);
  EXPECT_NE(Report(league, "text").find("40 decisions instead of 1000"),
            std::string::npos);
}

TEST_F(AuditTest, BotThatDoesNotStartIsReportedWithTheReason) {
  const std::string copy = folder_.path("copy-of-bot");
  std::filesystem::copy_file(kBot, copy);
  const std::string league =
      Play({"--bots", "gone=" + copy + " --name greedy",
            "here=" + kBot + " --name greedy", "--ruleset", "basic-gerver",
            "--deals", "8"});
  std::filesystem::remove(copy);
  const json audit = Audit(league, {"--decisions", "8", "--deals", "2"});
  const json& gone = audit["bots"][0];
  EXPECT_EQ(gone["verdict"], "failed");
  EXPECT_EQ(gone["asked"], 0);
  ASSERT_EQ(gone["failures"].size(), 1) << gone;
  EXPECT_NE(gone["failures"][0].get<std::string>().find("copy-of-bot"),
            std::string::npos)
      << gone;
  // Its opponent is asked all the same.
  EXPECT_EQ(audit["bots"][1]["verdict"], "alike") << audit["bots"][1];
}

TEST_F(AuditTest, ReportsOfALeagueCarryItsAudit) {
  const std::string league = folder_.path("audited");
  const ProgramResult run =
      RunProgram({kCouillon, "league", "run", "--bots",
                  "greedy=" + kBot + " --name greedy", "builtin:random",
                  "--ruleset", "fr", "--deals", "40", "--isolation", "none",
                  "--audit", "25", "--quiet", "--out", league});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = json::parse(Report(league, "json"), nullptr, false);
  const json& bots = report["audit"]["bots"];
  ASSERT_EQ(bots.size(), 1);
  EXPECT_EQ(bots[0]["bot"], "greedy");
  EXPECT_EQ(bots[0]["verdict"], "alike");
  EXPECT_EQ(bots[0]["asked"], 25);
  EXPECT_NE(Report(league, "text").find("Cold audit"), std::string::npos);
  const std::string csv = Report(league, "csv");
  EXPECT_NE(csv.find(",first_audit,first_audit_alike,first_audit_asked,"),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find(",alike,25,25,,,\n"), std::string::npos) << csv;

  // A league that is finished can be audited again.
  const ProgramResult again =
      RunProgram({kCouillon, "league", "resume", league, "--audit", "30",
                  "--quiet", "--isolation", "none"});
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(json::parse(Report(league, "json"))["audit"]["decisions"], 30);
}

TEST_F(AuditTest, DamagedAuditIsNamed) {
  const std::string league = Play({"--bots", "builtin:greedy", "builtin:random",
                                   "--ruleset", "fr", "--deals", "4"});
  WriteFile(league + "/audit.json", "{ \"units\": ");
  const ProgramResult report = RunProgram({kCouillon, "report", league});
  EXPECT_EQ(report.exit_code, 1);
  EXPECT_NE(report.err.find("audit.json"), std::string::npos) << report.err;
}

TEST_F(AuditTest, ResumeRefusesAnAuditWithoutRecordsBeforePlay) {
  const std::string out = folder_.path("bare");
  ASSERT_EQ(
      RunProgram({kCouillon, "match", "builtin:greedy", "builtin:random",
                  "--ruleset", "fr", "--deals", "4", "--quiet", "--out", out})
          .exit_code,
      0);
  const ProgramResult run =
      RunProgram({kCouillon, "league", "resume", out, "--audit", "5"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("--record deals"), std::string::npos) << run.err;
}

TEST_F(AuditTest, RemoteBotIsAskedOnNewConnectionsAndTheReportSaysSo) {
  const ServingBot bot({kBot, "--name", "greedy", "--listen", "127.0.0.1:0"});
  const std::string league =
      Play({"--bots", "far=grpc://" + bot.address(), "builtin:random",
            "--ruleset", "basic-gerver", "--deals", "20"});
  const json audit = Audit(league, {"--decisions", "20", "--deals", "3"});
  const json& far = audit["bots"][0];
  EXPECT_EQ(far["verdict"], "alike") << far;
  EXPECT_EQ(far["remote"], true);
  EXPECT_EQ(far["asked"], 20);
  EXPECT_NE(Report(league, "text").find("weaker"), std::string::npos);
}

TEST_F(AuditTest, LeagueWithoutRecordsIsRefused) {
  const std::string out = folder_.path("bare");
  ASSERT_EQ(RunProgram({kCouillon, "league", "run", "--bots", "builtin:greedy",
                        "builtin:random", "--ruleset", "fr", "--deals", "4",
                        "--quiet", "--out", out})
                .exit_code,
            0);
  const ProgramResult run = RunProgram({kCouillon, "audit", out});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("--record deals"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace couillon
