// The guarantees of a league, tested with the real program and bots in their
// own processes: the same bytes for every way to run it, nothing lost when it
// is killed, nothing left behind when a bot fails.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
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

std::vector<std::string> Bundled() {
  return {"builtin:first-legal", "builtin:random", "builtin:greedy",
          "builtin:heuristic"};
}

std::vector<std::string> Processes() {
  std::vector<std::string> bots;
  for (const std::string name :
       {"first-legal", "random", "greedy", "heuristic"}) {
    bots.push_back(name + "=" + kBot + " --name " + name);
  }
  return bots;
}

// The command line of a league; all have the same results. The limits suffice
// even on a busy machine: four workers start 64 processes.
std::vector<std::string> RunCommand(const std::vector<std::string>& bots,
                                    const std::string& out, int concurrency,
                                    const std::string& deals = "600") {
  std::vector<std::string> command = {kCouillon, "league", "run", "--bots"};
  command.insert(command.end(), bots.begin(), bots.end());
  for (const std::string& word :
       {std::string("--ruleset"), std::string("basic-gerver,force-gerver"),
        std::string("--deals"), deals, std::string("--seed"),
        std::string("bytes"), std::string("--block"), std::string("16"),
        std::string("--record"), std::string("deals"), std::string("--out"),
        out, std::string("--concurrency"), std::to_string(concurrency),
        std::string("--limit"), std::string("start:250,move:250")}) {
    command.push_back(word);
  }
  return command;
}

std::string Report(const std::string& directory) {
  const ProgramResult report =
      RunProgram({kCouillon, "report", directory, "--format", "json"});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  return report.out;
}

// The units of a league stored so far.
int UnitsDone(const std::string& directory) {
  const ProgramResult status =
      RunProgram({kCouillon, "league", "status", directory});
  return status.exit_code == 0 ? std::stoi(status.out) : 0;
}

class LeagueProcessTest : public ::testing::Test {
 protected:
  // The report of the league played in one thread inside the referee.
  std::string Reference(const std::string& deals = "600") {
    const std::string out = folder_.path("reference");
    const ProgramResult run = RunProgram(RunCommand(Bundled(), out, 1, deals));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Report(out);
  }

  TemporaryFolder folder_;
};

TEST_F(LeagueProcessTest, EightWorkersGiveTheBytesOfOne) {
  const std::string out = folder_.path("eight");
  ASSERT_EQ(RunProgram(RunCommand(Bundled(), out, 8)).exit_code, 0);
  EXPECT_EQ(Report(out), Reference());
}

TEST_F(LeagueProcessTest, BotsInProcessesGiveTheBytesOfBundledOnes) {
  const std::string reference = Reference("300");
  for (const int workers : {1, 4}) {
    const std::string out = folder_.path("grpc" + std::to_string(workers));
    const ProgramResult run =
        RunProgram(RunCommand(Processes(), out, workers, "300"));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(Report(out), reference)
        << RunProgram({kCouillon, "faults", out}).out;
    const ProgramResult verify = RunProgram({kCouillon, "verify", out});
    EXPECT_EQ(verify.exit_code, 0) << verify.err;
  }
}

// How deals, processes and suits are divided changes what is played, but not
// between one worker and eight, nor between functions and processes.
class ModeTest : public LeagueProcessTest,
                 public ::testing::WithParamInterface<std::string> {
 protected:
  std::string Play(const std::vector<std::string>& bots, int workers) {
    const std::string out = folder_.path("mode");
    std::filesystem::remove_all(out);
    std::vector<std::string> command = RunCommand(bots, out, workers, "100");
    for (const absl::string_view option :
         absl::StrSplit(GetParam(), ' ', absl::SkipEmpty())) {
      command.emplace_back(option);
    }
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0);
    return Report(out);
  }
};

TEST_P(ModeTest, WorkersAndProcessesGiveTheSameBytes) {
  const std::string reference = Play(Bundled(), 1);
  EXPECT_EQ(Play(Bundled(), 8), reference);
  EXPECT_EQ(Play(Processes(), 2), reference);
}

INSTANTIATE_TEST_SUITE_P(
    Modes, ModeTest,
    ::testing::Values("--trust same-deals", "--trust shared-process",
                      "--trust strangers",
                      "--trust same-deals,shared-process,strangers"),
    [](const auto& test) {
      std::string name = test.param;
      std::erase_if(name,
                    [](char c) { return c == '-' || c == ' ' || c == ','; });
      return name;
    });

TEST_F(LeagueProcessTest, KilledTwiceAndResumedItEndsWithTheSameBytes) {
  const std::string deals = "3000";
  const std::string out = folder_.path("killed");
  const std::vector<std::string> command =
      RunCommand(Processes(), out, 2, deals);
  for (int kills = 0, done = 0; kills < 2; ++kills) {
    RunningProgram league(command);
    // Waits until it has stored something new before it is killed.
    while (!league.HasEnded() && UnitsDone(out) <= done) {
    }
    league.Signal(SIGKILL);
    ASSERT_EQ(league.Wait(), 128 + SIGKILL) << "it had ended before";
    done = UnitsDone(out);
    ASSERT_GT(done, 0);
  }
  const ProgramResult resume = RunProgram({kCouillon, "league", "resume", out});
  ASSERT_EQ(resume.exit_code, 0) << resume.err;
  EXPECT_EQ(Report(out), Reference(deals));
  const ProgramResult verify = RunProgram({kCouillon, "verify", out});
  EXPECT_EQ(verify.exit_code, 0) << verify.err;
}

TEST_F(LeagueProcessTest, InterruptedItSaysHowToContinue) {
  const std::string out = folder_.path("interrupted");
  RunningProgram league(RunCommand(Bundled(), out, 2, "1000000"));
  while (!league.HasEnded() && UnitsDone(out) == 0) {
  }
  league.Signal(SIGINT);
  EXPECT_EQ(league.Wait(), 130);
  EXPECT_NE(RunProgram({kCouillon, "league", "status", out})
                .out.find(kCouillon + " league resume " + out),
            std::string::npos);
}

TEST_F(LeagueProcessTest, AChangedByteInTheRecordsIsFoundAndNamed) {
  const std::string out = folder_.path("damaged");
  ASSERT_EQ(RunProgram(RunCommand(Bundled(), out, 1)).exit_code, 0);
  const std::string path = out + "/deals.zst";
  const std::string hands = ReadFile(path);
  for (const std::size_t at : {hands.size() / 3, hands.size() / 2}) {
    std::string damaged = hands;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    WriteFile(path, damaged);
    const ProgramResult verify = RunProgram({kCouillon, "verify", out});
    EXPECT_EQ(verify.exit_code, 1);
    EXPECT_NE(verify.err.find("seating"), std::string::npos) << verify.err;
    EXPECT_NE(verify.err.find("deal"), std::string::npos) << verify.err;
  }
  WriteFile(path, hands);
  EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0);
}

TEST_F(LeagueProcessTest, ACommandThatDoesNotExistIsRefusedBeforePlay) {
  const std::string out = folder_.path("missing");
  const ProgramResult run = RunProgram(
      RunCommand({"builtin:greedy", "ghost=/no/such/program --x"}, out, 1));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("ghost"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("/no/such/program"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("No such file"), std::string::npos) << run.err;
  EXPECT_NE(RunProgram({kCouillon, "league", "status", out}).exit_code, 0);
}

TEST_F(LeagueProcessTest, ABotThatEndsAtOnceIsRefusedWithItsStderrTail) {
  const ProgramResult run = RunProgram(
      RunCommand({"builtin:greedy", "quitter=" + kBot + " --name nobody"},
                 folder_.path("quitter"), 1));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("quitter"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("exited with status"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("nobody"), std::string::npos) << run.err;
}

// Plays the league of Bundled() in `out`, with one of its bots in a separate
// process that is killed once the first unit is stored.
void PlayWithAKilledBot(const std::string& out, const std::string& victim,
                        const std::string& deals) {
  std::vector<std::string> bots = Bundled();
  bots[3] = "heuristic=" + victim;
  RunningProgram league(RunCommand(bots, out, 1, deals));
  while (!league.HasEnded() && UnitsDone(out) == 0) {
  }
  // Bots are identified by the sockets that the referee gave them.
  const std::string sockets =
      "couillon-sockets-" + std::to_string(league.pid()) + "-";
  int killed = 0;
  for (const pid_t pid : ProcessesWith(sockets)) {
    if (pid != league.pid() && kill(pid, SIGKILL) == 0) ++killed;
  }
  ASSERT_GT(killed, 0);
  EXPECT_EQ(league.Wait(), 0);
  EXPECT_TRUE(ProcessesWith(sockets).empty());
}

TEST_F(LeagueProcessTest, ABotKilledInMidLeagueIsStartedAgainAndNothingIsLost) {
  const std::string deals = "3000";
  const std::string reference = Reference(deals);
  const std::string victim = folder_.path("victim");
  WriteFile(victim, "#!/bin/sh\nexec " + kBot + " --name heuristic\n");
  ASSERT_EQ(chmod(victim.c_str(), 0755), 0);
  // A bot that ends during its start, or with a single open decision, is the
  // offender; the test does not control the time of the kill.
  bool cost_nothing = false;
  for (int attempt = 0; !cost_nothing && attempt < 10; ++attempt) {
    const std::string out = folder_.path("murder" + std::to_string(attempt));
    ASSERT_NO_FATAL_FAILURE(PlayWithAKilledBot(out, victim, deals));
    const json faults = json::parse(
        RunProgram({kCouillon, "faults", out, "--all", "--format", "json"})
            .out)["faults"];
    EXPECT_FALSE(faults.empty()) << "the kill is reported";
    cost_nothing = true;
    for (const json& fault : faults) {
      EXPECT_EQ(fault["bot"], "heuristic") << fault;
      if (fault["forfeits"]) cost_nothing = false;
    }
    if (!cost_nothing) continue;
    const std::string report = Report(out);
    EXPECT_EQ(report.substr(0, report.find("\"faults\"")),
              reference.substr(0, reference.find("\"faults\"")));
  }
  EXPECT_TRUE(cost_nothing) << "each of ten kills cost something";
}

TEST_F(LeagueProcessTest, ASecondRefereeOnTheSameDirectoryIsRefused) {
  const std::string out = folder_.path("twice");
  const std::vector<std::string> command =
      RunCommand(Bundled(), out, 1, "1000000");
  RunningProgram league(command);
  while (!league.HasEnded() && UnitsDone(out) == 0) {
  }
  const ProgramResult second = RunProgram({kCouillon, "league", "resume", out});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_NE(second.err.find("another process"), std::string::npos);
}

TEST_F(LeagueProcessTest, AnotherLeagueInTheSameDirectoryIsRefused) {
  const std::string out = folder_.path("other");
  ASSERT_EQ(RunProgram(RunCommand(Bundled(), out, 1)).exit_code, 0);
  const ProgramResult other = RunProgram(RunCommand(Bundled(), out, 1, "700"));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("another league"), std::string::npos) << other.err;
  // Running the same league again only resumes it.
  EXPECT_EQ(RunProgram(RunCommand(Bundled(), out, 1)).exit_code, 0);
}

TEST_F(LeagueProcessTest, AnIndividualTournamentIsTheSameHoweverItIsRun) {
  const std::vector<std::vector<std::string>> leagues = {
      {"a=builtin:greedy", "b=builtin:random", "c=builtin:heuristic",
       "d=builtin:greedy", "e=builtin:random"},
      {"a=builtin:greedy", "b=" + kBot + " --name random",
       "c=" + kBot + " --name heuristic", "d=" + kBot + " --name greedy",
       "e=builtin:random"},
  };
  std::vector<std::string> reports;
  for (const std::vector<std::string>& bots : leagues) {
    const std::string out =
        folder_.path("individual" + std::to_string(reports.size()));
    std::vector<std::string> command = {kCouillon, "league", "run", "--bots"};
    command.insert(command.end(), bots.begin(), bots.end());
    for (const char* word :
         {"--format", "individual", "--ruleset", "mit-malmedy+tournament",
          "--deals", "40", "--block", "8", "--seed", "individual", "--record",
          "deals", "--limit", "start:250,move:250", "--out"}) {
      command.emplace_back(word);
    }
    command.push_back(out);
    const ProgramResult run = RunProgram(command);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    // The movement is printed before play: five rounds, one player sits out.
    EXPECT_NE(run.err.find("round 5: "), std::string::npos) << run.err;
    reports.push_back(Report(out));
    const ProgramResult verify = RunProgram({kCouillon, "verify", out});
    EXPECT_EQ(verify.exit_code, 0) << verify.err;
  }
  EXPECT_EQ(reports[1], reports[0]);
  // Every player has its own rating, and has been every other's partner.
  const auto table = nlohmann::json::parse(reports[0])["tournaments"][0];
  std::map<std::string, double> elo;
  for (const auto& player : table["players"]) {
    elo[player["bot"]] = player["individual_elo"]["elo"];
  }
  ASSERT_EQ(elo.size(), 5U);
  for (const char* random : {"b", "e"}) EXPECT_GT(elo["c"], elo[random]);
  EXPECT_EQ(table["partners"].size(), 10U);
}

TEST_F(LeagueProcessTest, WrongOptionsAreUsageErrors) {
  EXPECT_EQ(RunProgram({kCouillon, "league", "run"}).exit_code, 2);
  EXPECT_EQ(RunProgram({kCouillon, "no-such-command"}).exit_code, 2);
  EXPECT_EQ(RunProgram({kCouillon, "--help"}).exit_code, 0);
}

TEST_F(LeagueProcessTest, ABadRulesetFileIsRefusedWithFileFieldAndReason) {
  struct Case {
    std::string text;
    std::string expected;
  };
  const std::string good = "id: \"mine\" extends: \"basic-gerver\" ";
  for (const Case& c : {
           Case{good + "table { players: 9 }", "table.players is 9"},
           Case{good + "play { trump_when_abel: true }", "trump_when_abel"},
           Case{good + "script { deal { to: RECEIVERS_ALL cards: 7 } }",
                "script step 0 (deal)"},
       }) {
    const std::string path = folder_.path("mine.txtpb");
    WriteFile(path, c.text);
    const ProgramResult run =
        RunProgram({kCouillon, "league", "run", "--bots", "builtin:greedy",
                    "builtin:random", "--ruleset", path, "--deals", "10",
                    "--out", folder_.path("bad")});
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find(path), std::string::npos) << run.err;
    EXPECT_NE(run.err.find(c.expected), std::string::npos) << run.err;
  }
}

// A bot that guesses the text of a seed knows all cards: the user is warned.
TEST(TypedSeedTest, IsSaidToBePublicAmongBotsOfOthers) {
  const TemporaryFolder folder;
  const std::string note = "Seed: chosen by the user, so treat it as public.";
  const auto play = [](const std::string& out, const std::string& bot,
                       const std::vector<std::string>& more) {
    std::vector<std::string> words = {kCouillon,        "match",
                                      "builtin:random", bot,
                                      "--ruleset",      "fr",
                                      "--deals",        "20",
                                      "--limit",        "start:250,move:250",
                                      "--out",          out};
    words.insert(words.end(), more.begin(), more.end());
    ProgramResult run = RunProgram(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run;
  };
  const auto report = [](const std::string& out, const std::string& format) {
    return RunProgram(
               {kCouillon, "report", out, "--format", format, "--policy"})
        .out;
  };
  const std::string bot = "other=" + kBot + " --name greedy";

  const std::string typed = folder.path("typed");
  EXPECT_NE(play(typed, bot, {"--seed", "x"}).err.find(note),
            std::string::npos);
  for (const std::string format : {"text", "html"}) {
    EXPECT_NE(report(typed, format).find(note), std::string::npos) << format;
  }
  EXPECT_NE(RunProgram({kCouillon, "league", "status", typed}).out.find(note),
            std::string::npos);
  EXPECT_EQ(json::parse(report(typed, "json"))["league"]["seed_origin"],
            "user");
  // The same command resumes.
  play(typed, bot, {"--seed", "x"});

  const std::string drawn = folder.path("random");
  EXPECT_EQ(play(drawn, bot, {}).err.find(note), std::string::npos);
  EXPECT_EQ(report(drawn, "text").find(note), std::string::npos);
  const json league = json::parse(report(drawn, "json"))["league"];
  EXPECT_EQ(league["seed_origin"], "random");
  // Both ways to resume it; its seed is still a drawn one.
  play(drawn, bot, {});
  play(drawn, bot, {"--seed", league["seed"].get<std::string>()});
  EXPECT_EQ(json::parse(report(drawn, "json"))["league"], league);

  // Bundled bots do not guess.
  const std::string bundled = folder.path("bundled");
  EXPECT_EQ(play(bundled, "builtin:greedy", {"--seed", "x"}).err.find(note),
            std::string::npos);
}

}  // namespace
}  // namespace couillon
