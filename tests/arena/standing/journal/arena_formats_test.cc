// Arenas of every format, played by the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/journal.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/arena_process.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;

class ArenaFormatsTest : public testing_support::ArenaProcess,
                         public ::testing::WithParamInterface<std::string> {
 protected:
  // Five bundled bots and one in a process.
  void SubmitAll() const {
    Submit(
        {"builtin:random", "builtin:greedy", "builtin:heuristic",
         "builtin:first-legal", "again=builtin:greedy",
         std::string("process=") + COUILLON_BOT_PROGRAM + " --name heuristic"});
  }
};

TEST_P(ArenaFormatsTest, PlansAndResultsAreTheSameBytesOnOneWorker) {
  // Two sides and three: two seatings and six. Partners need two sides.
  // Ties take a pairing of a knock-out to twice its deals: few rounds of them.
  const bool knockout = GetParam().find("knockout") != std::string::npos;
  const bool partners = GetParam() == "individual";
  Init("96", knockout ? "96" : "32",
       partners ? "fr,basic-gerver" : "fr,troeven-3-solo",
       {"--format", GetParam(), "--trust", "shared-process"});
  SubmitAll();
  // Stopped twice, so that all has to be read again.
  for (int stops = 0; stops < 2; ++stops) {
    ASSERT_EQ(Arena("run", open(), {"--quiet", "--for", "1s"}).exit_code, 0);
  }
  Run();
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
  // Its submissions alone, without its rounds.
  const std::string again = folder_.path("again");
  std::filesystem::create_directories(again);
  std::ifstream journal(open() + "/journal.jsonl");
  std::ofstream begun(again + "/journal.jsonl");
  int rounds = 0;
  for (std::string line; std::getline(journal, line);) {
    if (line.find("\"round\":") == std::string::npos) {
      ASSERT_EQ(rounds, 0);
      begun << line << "\n";
    } else {
      ++rounds;
    }
  }
  begun.close();
  ASSERT_GE(rounds, GetParam() == "swiss" ? 3 : 2);
  const ProgramResult replayed =
      Arena("run", again, {"--quiet", "--concurrency", "1"});
  ASSERT_EQ(replayed.exit_code, 0) << replayed.err;
  if (GetParam() != "adaptive") {
    EXPECT_EQ(ReadFile(again + "/journal.jsonl"),
              ReadFile(open() + "/journal.jsonl"));
  } else {
    // The plans depend on measured times, which are in the journal.
    std::filesystem::remove_all(again + "/rounds");
    std::filesystem::copy_file(
        open() + "/journal.jsonl", again + "/journal.jsonl",
        std::filesystem::copy_options::overwrite_existing);
    ASSERT_EQ(Arena("run", again, {"--quiet", "--concurrency", "1"}).exit_code,
              0);
  }
  for (const char* format : {"text", "json", "csv", "html"}) {
    EXPECT_EQ(Report(again, format), Report(open(), format)) << format;
  }
  EXPECT_EQ(Arena("verify", again).exit_code, 0);
}

INSTANTIATE_TEST_SUITE_P(, ArenaFormatsTest,
                         ::testing::Values("gauntlet", "swiss", "knockout",
                                           "double-knockout", "adaptive",
                                           "individual"),
                         [](const auto& format) {
                           std::string name;
                           for (const char letter : format.param) {
                             if (letter != '-') name += letter;
                           }
                           return name;
                         });

using ArenaFormats = ArenaFormatsTest;

TEST_F(ArenaFormats, AGauntletIsTheFirstBotAgainstAllOthers) {
  Init("32", "32", "fr", {"--format", "gauntlet"});
  SubmitAll();
  Run();
  Submit({"random=builtin:first-legal"});  // random v2, the challenger
  Run();
  const json report = json::parse(Report(open(), "json"));
  std::set<std::string> challengers;
  for (const json& pairing : report["rulesets"][0]["pairings"]) {
    const std::string first = pairing["first"];
    const std::string second = pairing["second"];
    challengers.insert(first == "random v1" ? first : second);
  }
  EXPECT_EQ(challengers, (std::set<std::string>{"random v1", "random v2"}));
  EXPECT_EQ(report["rulesets"][0]["pairings"].size(), 10U);
}

// The rows of a table of `export`.
std::vector<json> Exported(const std::string& directory,
                           const std::string& what) {
  const ProgramResult run = RunProgram({COUILLON_PROGRAM, "export", directory,
                                        "--what", what, "--format", "jsonl"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  std::vector<json> rows;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    rows.push_back(json::parse(line));
  }
  return rows;
}

// Text, CSV, export and status have the places and the winner of the JSON.
void ExpectSameResult(const std::string& directory, const json& result,
                      const std::string& text, const std::string& csv) {
  std::map<std::string, int> places;
  for (const json& place : result["places"]) {
    places[place["bot"]] = place["place"];
  }
  std::vector<int> exported;
  for (const json& row : Exported(directory, "standings")) {
    EXPECT_EQ(row["place"], places.at(row["bot"])) << row;
    exported.push_back(row["place"]);
  }
  EXPECT_TRUE(std::ranges::is_sorted(exported));
  ASSERT_TRUE(result["winner"].is_string()) << result;
  const std::string winner = result["winner"];
  EXPECT_EQ(places.at(winner), 1);
  const std::size_t first = text.find("\nResult of the ");
  EXPECT_LT(first, text.find("\nWinner: " + winner + "\n")) << text;
  EXPECT_LT(text.find("\nWinner: " + winner + "\n"), text.find("\nRatings\n"))
      << text;
  EXPECT_EQ(text.find("\nStandings"), std::string::npos) << text;
  EXPECT_NE(csv.find("place,"), std::string::npos) << csv;
}

TEST_F(ArenaFormats, ASwissHasOneResultInEveryFormat) {
  Init("32", "32", "fr", {"--format", "swiss", "--swiss-rounds", "2"});
  SubmitAll();
  Run();
  json report = json::parse(Report(open(), "json"));
  EXPECT_EQ(report["arena"]["format"], "Swiss");
  double points = 0;
  for (const json& place : report["result"]["places"]) {
    points += place["swiss"]["points"].get<double>();
  }
  for (const json& entrant : report["arena"]["entrants"]) {
    points += entrant["points"].get<double>();
    EXPECT_TRUE(entrant.contains("opponents_points"));
  }
  EXPECT_EQ(points, 12) << "three pairings in each of two rounds, twice";
  EXPECT_EQ(report["result"]["finished"], true);
  const ProgramResult late = Arena("submit", open(), {"late=builtin:random"});
  EXPECT_NE(late.out.find("does not play: this Swiss is over"),
            std::string::npos)
      << late.out;
  EXPECT_EQ(Arena("extend", open(), {"--to", "64"}).exit_code, 1)
      << "no round is left";
  ASSERT_EQ(Arena("retire", open(), {"late"}).exit_code, 0);
  ASSERT_EQ(Arena("extend", open(), {"--swiss-rounds", "3"}).exit_code, 0);
  EXPECT_EQ(json::parse(Report(open(), "json"))["result"]["finished"], false);
  Run();
  report = json::parse(Report(open(), "json"));
  EXPECT_EQ(report["arena"]["rounds"], 3);
  const json& result = report["result"];
  ExpectSameResult(open(), result, Report(open(), "text"),
                   Report(open(), "csv"));
  const std::vector<json> rounds = Exported(open(), "rounds");
  ASSERT_EQ(rounds.size(), 9U) << "three pairings in each of three rounds";
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const json& pairing = result["rounds"][i / 3]["pairings"][i % 3];
    for (const char* key : {"first", "second", "first_points", "lead"}) {
      EXPECT_EQ(rounds[i][key], pairing[key]) << rounds[i];
    }
    EXPECT_EQ(rounds[i]["round"], i / 3 + 1);
    EXPECT_EQ(pairing["items"], 32);
  }
  const std::string status = Arena("status", open()).out;
  EXPECT_NE(status.find("Result of the Swiss, after round 3 of 3. Winner: " +
                        result["winner"].get<std::string>() + "\n"),
            std::string::npos)
      << status;
  EXPECT_EQ(
      json::parse(Arena("status", open(), {"--format", "json"}).out)["result"],
      result);
  EXPECT_EQ(Arena("verify", open()).exit_code, 0);
}

TEST_F(ArenaFormats, AKnockoutHasOneWinnerInEveryFormat) {
  Init("64", "32", "fr", {"--format", "knockout"});
  SubmitAll();
  Run();
  int in = 0;
  int losses = 0;
  json report = json::parse(Report(open(), "json"));
  for (const json& entrant : report["arena"]["entrants"]) {
    if (entrant["is_in"].get<bool>()) {
      ++in;
      EXPECT_EQ(entrant["losses"], 0);
      EXPECT_EQ(report["result"]["winner"], entrant["entrant"]);
    }
    losses += entrant["losses"].get<int>();
  }
  EXPECT_EQ(in, 1);
  EXPECT_EQ(losses, 5);
  EXPECT_EQ(report["result"]["stages"].size(), 3U);
  ExpectSameResult(open(), report["result"], Report(open(), "text"),
                   Report(open(), "csv"));
  EXPECT_EQ(Exported(open(), "rounds").size(), 7U) << "5 pairings, 2 byes";
  // Who has won stays the winner.
  const std::string winner = report["result"]["winner"];
  const ProgramResult late =
      Arena("submit", open(),
            {winner.substr(0, winner.find(' ')) + "=builtin:policy"});
  EXPECT_EQ(late.exit_code, 0) << late.err;
  EXPECT_NE(late.out.find("does not play: this knock-out is over (Winner: " +
                          winner + "); start another arena with arena init"),
            std::string::npos)
      << late.out;
  const ProgramResult extended = Arena("extend", open(), {"--to", "128"});
  EXPECT_EQ(extended.exit_code, 1);
  EXPECT_NE(extended.err.find("this knock-out is over"), std::string::npos)
      << extended.err;
  report = json::parse(Report(open(), "json"));
  EXPECT_EQ(report["result"]["winner"], winner);
  EXPECT_EQ(report["result"]["places"][0]["status"], "replaced");
}

TEST_F(ArenaFormats, ABotThatComesAfterTheFirstRoundOfAKnockoutDoesNotPlay) {
  Init("16", "16", "fr", {"--format", "knockout"});
  Submit({"a=builtin:greedy", "b=builtin:random", "c=builtin:random"});
  const ProgramResult in_time = Arena("submit", open(), {"d=builtin:random"});
  EXPECT_NE(in_time.out.find("plays from the next round on"), std::string::npos)
      << in_time.out;
  ASSERT_EQ(Arena("plan", open(), {"--out", folder_.path("plan")}).exit_code,
            0);
  const ProgramResult late = Arena("submit", open(), {"e=builtin:random"});
  EXPECT_NE(late.out.find("does not play: this knock-out has begun; start "
                          "another arena with arena init"),
            std::string::npos)
      << late.out;
}

TEST_F(ArenaFormats, AnIndividualTournamentIsDecidedByItsTotals) {
  Init("32", "32", "fr", {"--format", "individual"});
  SubmitAll();
  Run();
  const json report = json::parse(Report(open(), "json"));
  const json& result = report["result"];
  ASSERT_EQ(result["places"].size(), 6U);
  double before = -1e9;
  for (const json& place : result["places"]) {
    const double left = place["total"]["game_points_left_per_deal"];
    EXPECT_GE(left, before);
    before = left;
  }
  ExpectSameResult(open(), result, Report(open(), "text"),
                   Report(open(), "csv"));
  const ProgramResult rounds =
      RunProgram({COUILLON_PROGRAM, "export", open(), "--what", "rounds"});
  EXPECT_EQ(rounds.exit_code, 1);
  EXPECT_NE(rounds.err.find("expected a Swiss or a knock-out"),
            std::string::npos)
      << rounds.err;
}

// 32 copies of one bot: with the intervals of the joint fit this seed showed
// the ranks 1-30, 1-31 and 5-32.
TEST_F(ArenaFormats, CopiesOfOneBotHaveNoRanksInASwissOfAnyForm) {
  const ProgramResult made =
      Arena("init", open(),
            {"--ruleset", "basic-gerver", "--deals", "64", "--format", "swiss",
             "--seed", "sx-32-5", "--trust", "shared-process"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  std::vector<std::string> bots;
  for (int bot = 10; bot < 42; ++bot) {
    bots.push_back("b" + std::to_string(bot) + "=builtin:random");
  }
  Submit(bots);
  Run();
  const json report = json::parse(Report(open(), "json"));
  EXPECT_NE(report["arena"]["why_no_intervals"].get<std::string>().find(
                "play a round robin"),
            std::string::npos);
  for (const json& bot : report["standings"]["bots"]) {
    EXPECT_TRUE(bot["rank"].is_null()) << bot;
    EXPECT_TRUE(bot["rating"].is_number()) << bot;
    EXPECT_TRUE(bot["rating_lo"].is_null()) << bot;
    EXPECT_TRUE(bot["rating_hi"].is_null()) << bot;
  }
  const json& table = report["rulesets"][0];
  for (const json& bot : table["ratings"]) {
    for (const char* rank : {"rank", "elo_per_match_rank", "elo_per_deal_rank"})
      EXPECT_TRUE(bot[rank].is_null()) << bot;
    for (const char* end : {"points_lo", "points_hi", "elo_per_match_lo",
                            "elo_per_deal_hi", "standard_error"}) {
      EXPECT_TRUE(bot[end].is_null()) << end << bot;
    }
  }
  for (const char* matrix : {"covariance", "difference_errors", "los", "beats"})
    for (const json& row : table[matrix])
      for (const json& cell : row) EXPECT_TRUE(cell.is_null()) << matrix;
  EXPECT_TRUE(table["critical_value"].is_null());
  EXPECT_TRUE(table["goodness_of_fit"]["p"].is_null());
  for (const json& entrant : report["history"][0]["entrants"]) {
    for (const json& point : entrant["ratings"]) {
      EXPECT_TRUE(point["rating_lo"].is_null()) << point;
    }
  }
  // A pairing has the interval of its own deals.
  EXPECT_TRUE(table["pairings"][0]["points_interval"][0].is_number());
  EXPECT_TRUE(table["pairings"][0]["points_los"].is_number());
  const std::string text = Report(open(), "text");
  EXPECT_NE(text.find("have no intervals"), std::string::npos) << text;
  EXPECT_EQ(text.find("better than"), std::string::npos) << text;
  EXPECT_EQ(text.find("±"), std::string::npos) << text;
  EXPECT_EQ(text.find("1-3"), std::string::npos) << text;
  const ProgramResult standings =
      RunProgram({COUILLON_PROGRAM, "export", open(), "--what", "standings"});
  ASSERT_EQ(standings.exit_code, 0) << standings.err;
  // ruleset, place, bot, rank_best, rank_worst, game_points, its ends
  EXPECT_NE(standings.out.find("basic-gerver,1,"), std::string::npos);
  EXPECT_EQ(standings.out.find(",1,32,"), std::string::npos) << standings.out;
}

TEST_F(ArenaFormats, APairingOfAKnockoutHasItsAnytimeIntervalOnly) {
  Init("128", "64", "fr,basic-gerver", {"--format", "double-knockout"});
  SubmitAll();
  Run();
  const json report = json::parse(Report(open(), "json"));
  EXPECT_TRUE(report["arena"]["why_no_intervals"].is_string());
  for (const json& bot : report["standings"]["bots"]) {
    EXPECT_TRUE(bot["rank"].is_null()) << bot;
    EXPECT_TRUE(bot["rating_lo"].is_null()) << bot;
  }
  for (const json& pairing : report["rulesets"][0]["pairings"]) {
    EXPECT_TRUE(pairing["points_los"].is_null()) << pairing;
    EXPECT_TRUE(pairing["los"].is_null()) << pairing;
    for (const char* interval :
         {"points_interval", "match_elo_interval", "elo_interval"}) {
      EXPECT_TRUE(pairing[interval].is_null() || pairing[interval][0].is_null())
          << interval << pairing;
    }
    EXPECT_TRUE(pairing["anytime_points_interval"][0].is_number()) << pairing;
  }
  EXPECT_NE(Report(open(), "text").find("points/deal [any time]"),
            std::string::npos);
}

TEST_F(ArenaFormats, WhereRatingsHaveNoIntervalsNothingEndsByThem) {
  Init("32", "32", "fr", {"--format", "knockout"});
  SubmitAll();
  const ProgramResult run =
      Arena("run", open(), {"--quiet", "--until", "interval=10"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("--until"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("knock-out"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(open() + "/rounds/0001"));
}

TEST_F(ArenaFormats, ARoundThatDoesNotFollowFromTheResultsIsFound) {
  Init("32", "32", "fr", {"--format", "swiss", "--swiss-rounds", "1"});
  SubmitAll();
  Run();
  ASSERT_EQ(Arena("extend", open(), {"--swiss-rounds", "2"}).exit_code, 0);
  // Those who met in round 1 meet again.
  const absl::Status forged =
      arena::UpdateJournal(open(),
                           [](const arena::JournalEntries& entries)
                               -> absl::StatusOr<arena::JournalEntries> {
                             v1::JournalEntry again;
                             for (const v1::JournalEntry& entry : entries) {
                               if (entry.has_round())
                                 *again.mutable_round() = entry.round();
                             }
                             again.mutable_round()->set_number(2);
                             for (v1::LeaguePairing& pairing :
                                  *again.mutable_round()->mutable_pairings()) {
                               pairing.set_first_item(32);
                             }
                             return arena::JournalEntries{again};
                           });
  ASSERT_TRUE(forged.ok()) << forged;
  const ProgramResult verified = Arena("verify", open());
  EXPECT_EQ(verified.exit_code, 1);
  EXPECT_NE(verified.err.find("round 2 is not the one that follows from the "
                              "results before it: another version"),
            std::string::npos)
      << verified.err;
  // Once it is played, its version is named.
  Run();
  EXPECT_NE(Arena("verify", open()).err.find("changed; couillon "),
            std::string::npos);
}

TEST_F(ArenaFormats, OptionsOfAnotherFormatAreRefused) {
  const ProgramResult rounds =
      Arena("init", open(),
            {"--ruleset", "fr", "--deals", "32", "--swiss-rounds", "3"});
  EXPECT_EQ(rounds.exit_code, 1);
  EXPECT_NE(rounds.err.find("only a Swiss has a number of rounds"),
            std::string::npos)
      << rounds.err;
  const ProgramResult top =
      Arena("init", open(), {"--ruleset", "fr", "--deals", "32", "--top", "3"});
  EXPECT_NE(top.err.find("expected --format adaptive"), std::string::npos)
      << top.err;
  Init("32", "32", "fr");
  EXPECT_EQ(Arena("extend", open(), {"--swiss-rounds", "3"}).exit_code, 1);
  EXPECT_EQ(Arena("extend", open()).exit_code, 1);
}

TEST_F(ArenaFormats, ASubmissionThatTheSettingsDoNotAdmitIsRefused) {
  Init("32", "32", "fr");
  const ProgramResult submitted =
      Arena("submit", open(),
            {"builtin:greedy", "oracle=builtin:oracle",
             "far=unix:/tmp/nobody-listens-here", "builtin:random"});
  EXPECT_EQ(submitted.exit_code, 3);
  EXPECT_NE(submitted.out.find("--allow cheating"), std::string::npos)
      << submitted.out;
  EXPECT_NE(submitted.out.find("without --allow remote"), std::string::npos)
      << submitted.out;
  Run();
  EXPECT_EQ(json::parse(Report(open(), "json"))["arena"]["entrants"].size(),
            2U);
}

}  // namespace
}  // namespace couillon
