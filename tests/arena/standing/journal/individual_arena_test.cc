// An arena that is an individual tournament, played by the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/arena/standing/journal/arena_process.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;

using testing_support::kCouillon;

class IndividualArenaTest : public testing_support::ArenaProcess {
 protected:
  static json ReportOf(const std::string& directory) {
    const ProgramResult report =
        RunProgram({kCouillon, "report", directory, "--format", "json"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return json::parse(report.out);
  }
  [[nodiscard]] std::string Round(const std::string& number) const {
    return open() + "/rounds/" + number;
  }
  // Plays the journal of "open" again, in one go on one worker.
  [[nodiscard]] std::string PlayAgain() const {
    std::string again = folder_.path("again");
    std::filesystem::create_directories(again);
    std::filesystem::copy(open() + "/journal.jsonl", again);
    std::filesystem::copy(open() + "/bots", again + "/bots",
                          std::filesystem::copy_options::recursive);
    const ProgramResult replayed =
        Arena("run", again, {"--quiet", "--concurrency", "1"});
    EXPECT_EQ(replayed.exit_code, 0) << replayed.err;
    return again;
  }
};

// The deals of every two partners, in both seatings.
std::map<std::set<std::string>, int> PartnersOf(const json& tournament) {
  std::map<std::set<std::string>, int> deals;
  for (const json& partners : tournament["partners"]) {
    deals[partners["players"].get<std::set<std::string>>()] = partners["deals"];
  }
  return deals;
}

const json& PlayerOf(const json& tournament, const std::string& name) {
  for (const json& player : tournament["players"]) {
    if (player["bot"] == name) return player;
  }
  ADD_FAILURE() << name << " is no player of " << tournament.dump();
  return tournament["players"][0];
}

TEST_F(IndividualArenaTest, ASeasonIsTheSameBytesHoweverItIsPlayed) {
  Init("320", "1000000", "basic-gerver,fr", {"--format", "individual"});
  Submit({"builtin:random", WriteBot("mine", "greedy", "one"),
          std::string("third=") + COUILLON_BOT_PROGRAM + " --name heuristic",
          "builtin:first-legal", "again=builtin:greedy"});
  const int deals = KillARunInWhichJoins("builtin:heuristic", 320) + 16;
  Run();
  Submit({WriteBot("mine", "heuristic", "two")});
  ASSERT_EQ(Arena("retire", open(), {"random"}).exit_code, 0);
  ASSERT_EQ(Arena("extend", open(), {"--to", std::to_string(deals)}).exit_code,
            0);
  Run();

  const std::string again = PlayAgain();
  EXPECT_EQ(ReadFile(again + "/journal.jsonl"),
            ReadFile(open() + "/journal.jsonl"));
  for (const char* format : {"text", "json", "csv", "html"}) {
    EXPECT_EQ(Report(again, format), Report(open(), format)) << format;
  }
  for (const std::string& directory : {open(), again}) {
    const ProgramResult verified = Arena("verify", directory);
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
  }

  const json report = ReportOf(open());
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_EQ(report["arena"]["format"], "individual tournament");
  ASSERT_EQ(report["arena"]["entrants"].size(), 7U);
  EXPECT_EQ(report["arena"]["entrants"][1]["status"], "replaced");
  ASSERT_EQ(report["tournaments"].size(), 2U);
  for (const json& tournament : report["tournaments"]) {
    ASSERT_EQ(tournament["players"].size(), 7U);
    // Every two who play on, as partners; each deal has two seatings.
    const auto partners = PartnersOf(tournament);
    const std::vector<std::string> playing = {
        "third v1", "first-legal v1", "again v1", "heuristic v1", "mine v2"};
    for (const std::string& a : playing) {
      for (const std::string& b : playing) {
        if (a == b) continue;
        EXPECT_GE(partners.at({a, b}), 2 * deals) << a << ", " << b;
      }
    }
    EXPECT_EQ(partners.count({"mine v1", "mine v2"}), 0U);
    EXPECT_EQ(partners.count({"random v1", "mine v2"}), 0U);
  }
  // The latest rating is the individual strength, relative to the mean player.
  const json& history = report["history"][0];
  EXPECT_TRUE(history["anchor"].is_null());
  const json& tournament = report["tournaments"][0];
  for (const json& entrant : history["entrants"]) {
    ASSERT_FALSE(entrant["ratings"].empty()) << entrant.dump();
    const double points =
        PlayerOf(tournament, entrant["entrant"])["individual_points"]["points"];
    EXPECT_NEAR(entrant["ratings"].back()["rating"].get<double>(), points,
                1e-9);
  }
  EXPECT_LT(history["entrants"].back()["ratings"].size(),
            history["rounds"].size())
      << "mine v2 joined later";
}

TEST_F(IndividualArenaTest, OneRoundIsTheTournamentOfItsLeague) {
  Init("32", "32", "fr", {"--format", "individual"});
  const std::vector<std::string> bots = {"builtin:random", "builtin:greedy",
                                         "builtin:heuristic",
                                         "builtin:first-legal"};
  Submit(bots);
  Submit({std::string("process=") + COUILLON_BOT_PROGRAM + " --name greedy"});
  Run();
  const json arena = ReportOf(open());
  const json round = ReportOf(Round("0001"));
  EXPECT_EQ(arena["tournaments"], round["tournaments"]);
  EXPECT_EQ(round["league"]["bots"].size(), 5U);
  // The same deals, played by a bundled bot of that name in units of another
  // size.
  const std::string other = folder_.path("other");
  ASSERT_EQ(
      Arena("init", other,
            {"--ruleset", "fr", "--deals", "32", "--round-items", "32",
             "--block", "4", "--seed", "season", "--format", "individual"})
          .exit_code,
      0);
  ASSERT_EQ(Arena("submit", other, bots).exit_code, 0);
  ASSERT_EQ(Arena("submit", other, {"process=builtin:greedy"}).exit_code, 0);
  ASSERT_EQ(Arena("run", other, {"--quiet"}).exit_code, 0);
  EXPECT_EQ(ReportOf(other)["tournaments"], arena["tournaments"]);
}

TEST_F(IndividualArenaTest, LaterRoundsAddUpAndCanBeLookedAt) {
  Init("64", "32", "fr", {"--format", "individual"});
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic",
          "builtin:first-legal", "again=builtin:greedy"});
  Run();
  const json whole = ReportOf(open())["tournaments"][0];
  const json first = ReportOf(Round("0001"))["tournaments"][0];
  const json second = ReportOf(Round("0002"))["tournaments"][0];
  for (const json& player : whole["players"]) {
    const std::string name = player["bot"];
    for (const char* sum : {"game_points_left", "deals"}) {
      EXPECT_EQ(player[sum].get<int>(),
                PlayerOf(first, name)[sum].get<int>() +
                    PlayerOf(second, name)[sum].get<int>())
          << name << ", " << sum;
    }
  }
  EXPECT_NE(first["players"], second["players"]);
  // Any two rounds of five bots have one table in common, which goes on with
  // its deals: there is a deal 40.
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"replay", Round("0002"), "--deal", "40"},
        {"faults", Round("0002")},
        {"audit", Round("0002")},
        {"verify", Round("0002")},
        {"analyse", Round("0002"), "--deals", "2"},
        {"export", Round("0002"), "--what", "pairs"},
        {"export", open(), "--what", "standings"},
        {"export", open(), "--what", "history"},
        {"arena", "status", open(), "--format", "json"}}) {
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), words.begin(), words.end());
    const ProgramResult result = RunProgram(command);
    EXPECT_EQ(result.exit_code, 0) << words[0] << ": " << result.err;
    EXPECT_FALSE(result.out.empty()) << words[0];
  }
  const ProgramResult late =
      RunProgram({kCouillon, "replay", Round("0002"), "--deal", "99"});
  EXPECT_NE(late.err.find("the league has 0 to 63"), std::string::npos)
      << late.err;
}

TEST_F(IndividualArenaTest, WhatIsLeftIsShown) {
  Init("64", "32", "fr", {"--format", "individual"});
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic",
          "builtin:first-legal", "again=builtin:greedy"});
  const std::string dry = Arena("run", open(), {"--dry-run"}).out;
  EXPECT_NE(dry.find("Next: Round 1: 5 tables, 32 deals each under 1 ruleset"),
            std::string::npos)
      << dry;
  EXPECT_NE(dry.find("640 per ruleset, over all pairs of partners"),
            std::string::npos)
      << dry;
  // Every rating has an interval after the first round: that is enough.
  ASSERT_EQ(
      Arena("run", open(), {"--quiet", "--until", "interval=1e6"}).exit_code,
      0);
  const std::string status = Arena("status", open()).out;
  EXPECT_NE(
      status.find("individual tournament: 5 entrants, 1 rounds planned; "
                  "every two bots are partners on 64 deals per ruleset, 10 "
                  "pairs of partners left"),
      std::string::npos)
      << status;
}

TEST_F(IndividualArenaTest, WhatMakesNoSenseIsRefused) {
  const auto refusal = [this](const std::vector<std::string>& options) {
    std::vector<std::string> all = {"--format", "individual"};
    all.insert(all.end(), options.begin(), options.end());
    const ProgramResult made = Arena("init", folder_.path("no"), all);
    EXPECT_NE(made.exit_code, 0);
    return made.err;
  };
  EXPECT_NE(refusal({"--ruleset", "fr", "--matches", "8"})
                .find("expected deals (per round), not matches"),
            std::string::npos);
  EXPECT_NE(refusal({"--ruleset", "fr,troeven-3-solo"})
                .find("troeven-3-solo has 3 players on 3 sides"),
            std::string::npos);
  EXPECT_NE(refusal({"--ruleset", "fr,six-24"}).find("six-24 has 6 players"),
            std::string::npos);
  EXPECT_NE(refusal({"--ruleset", "fr", "--swiss-rounds", "3"})
                .find("only a Swiss has a number of rounds"),
            std::string::npos);
  Init("32", "32", "fr", {"--format", "individual"});
  const ProgramResult clock =
      Arena("submit", open(),
            {std::string("mine=") + COUILLON_BOT_PROGRAM + " --name greedy",
             "--limit", "mine=clock:60"});
  EXPECT_EQ(clock.exit_code, 3);
  EXPECT_NE(clock.out.find("partners share the clock of their side"),
            std::string::npos)
      << clock.out;
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic"});
  const ProgramResult few = Arena("run", open());
  EXPECT_NE(few.exit_code, 0);
  EXPECT_NE(few.err.find("needs at least 4 bots, found 3"), std::string::npos)
      << few.err;
}

}  // namespace
}  // namespace couillon
