// Official results as text, JSON and CSV, byte for byte.
#include "arena/report/data/format_result.h"

#include <gtest/gtest.h>

#include "arena/numbers/format/document.h"
#include "arena/report/json/league_json.h"
#include "arena/report/json/result_json.h"
#include "arena/report/text/report_text.h"
#include "arena/report/text/result_text.h"

namespace couillon::arena {
namespace {

LeagueReport Swiss() {
  LeagueReport report;
  for (const char* name : {"ann v1", "bob v1", "cid v1"}) {
    report.config.add_bots()->set_name(name);
  }
  FormatResult& result = report.result;
  result = {.format = "swiss",
            .rule = ResultRule::kPoints,
            .finished = true,
            .rounds_planned = 2,
            .rounds_finished = 2,
            .winner = "bob v1"};
  result.places = {
      {.bot = "bob v1",
       .status = "plays",
       .swiss = SwissLine{.points = 2, .buchholz = 1.5, .wins = 1, .byes = 1}},
      {.bot = "ann v1",
       .place = 2,
       .shared_by = 2,
       .status = "retired",
       .swiss = SwissLine{.points = 1,
                          .buchholz = 2,
                          .draws = 2,
                          .separation = SwissSeparation::kPoints}},
      {.bot = "cid v1",
       .place = 2,
       .shared_by = 2,
       .status = "plays",
       .swiss = SwissLine{.points = 1,
                          .buchholz = 2,
                          .draws = 2,
                          .separation = SwissSeparation::kShared}}};
  result.rounds = {{.number = 1,
                    .first_round = 1,
                    .last_round = 1,
                    .finished = true,
                    .pairings = {{.first = "ann v1",
                                  .second = "bob v1",
                                  .lead = -0.25,
                                  .items = 1256,
                                  .first_points = 0}},
                    .byes = {"cid v1"}},
                   {.number = 2,
                    .first_round = 2,
                    .last_round = 2,
                    .finished = true,
                    .pairings = {{.first = "ann v1",
                                  .second = "cid v1",
                                  .lead = 0,
                                  .items = 256,
                                  .first_points = 0.5}},
                    .byes = {"bob v1"}}};
  return report;
}

LeagueReport Knockout() {
  LeagueReport report;
  for (const char* name : {"ann v1", "bob v1", "cid v1"}) {
    report.config.add_bots()->set_name(name);
  }
  FormatResult& result = report.result;
  result = {.format = "double_knockout",
            .rule = ResultRule::kBracket,
            .rounds_finished = 1};
  result.places = {{.bot = "ann v1",
                    .shared_by = 2,
                    .status = "plays",
                    .knockout = KnockoutLine{.byes = 1}},
                   {.bot = "cid v1",
                    .shared_by = 2,
                    .status = "plays",
                    .knockout = KnockoutLine{.wins = 1}},
                   {.bot = "bob v1",
                    .place = 3,
                    .status = "plays",
                    .knockout = KnockoutLine{.losses = 1, .stage = 1}}};
  result.rounds = {{.number = 1,
                    .first_round = 1,
                    .last_round = 1,
                    .finished = true,
                    .pairings = {{.first = "bob v1",
                                  .second = "cid v1",
                                  .lead = -0.25,
                                  .items = 256,
                                  .side = BracketSide::kUnbeaten,
                                  .decision = BracketDecision::kInterval,
                                  .winner = "cid v1"}},
                    .byes = {"ann v1"}},
                   {.number = 2,
                    .first_round = 2,
                    .last_round = 2,
                    .pairings = {{.first = "ann v1",
                                  .second = "cid v1",
                                  .side = BracketSide::kFinal}}}};
  return report;
}

TEST(FormatResultTest, ASwissHasItsTableAndItsRounds) {
  EXPECT_EQ(
      DocumentText(ResultParts(Swiss())),
      "Result of the Swiss, after round 2 of 2\n"
      "Winner: bob v1\n"
      "  place  bot     points  Buchholz  won  drawn  lost  byes  tie-break   "
      "status\n"
      "      1  bob v1       2       1.5    1      0     0     1          -    "
      "plays\n"
      "    2-3  ann v1       1         2    0      2     0     0     shared  "
      "retired\n"
      "    2-3  cid v1       1         2    0      2     0     0     shared    "
      "plays\n"
      "  A round won or sat out is a point, a drawn one half a point.\n"
      "  Bots with equal points and equal Buchholz share a place.\n"
      "\n"
      "Rounds\n"
      "  round  bot     opponent  result  mean lead  deals\n"
      "      1  bob v1    ann v1     1-0     +0.250  1,256\n"
      "      1  cid v1  sits out       -          -      -\n"
      "      2  ann v1    cid v1     ½-½     +0.000    256\n"
      "      2  bob v1  sits out       -          -      -\n"
      "  \"mean lead\" is in game points per deal, over all rulesets, without "
      "interval.\n");
  EXPECT_EQ(ResultLine(Swiss().result),
            "Result of the Swiss, after round 2 of 2. Winner: bob v1");
}

TEST(FormatResultTest, AKnockoutHasItsPlacesAndItsBracket) {
  EXPECT_EQ(
      DocumentText(ResultParts(Knockout())),
      "Result of the double knock-out, in stage 2\n"
      "  place  bot     won  lost  byes   out in\n"
      "    1-2  ann v1    0     0     1       in\n"
      "    1-2  cid v1    1     0     0       in\n"
      "      3  bob v1    0     1     0  stage 1\n"
      "  \"won\" and \"lost\" count pairings that were played, \"byes\" the "
      "stages that a bot sat out. Bots that go out in one stage share a "
      "place.\n"
      "\n"
      "Bracket\n"
      "  stage  bot     opponent      side  decided by  mean lead  deals\n"
      "      1  cid v1    bob v1  unbeaten    interval     +0.250    256\n"
      "      2  ann v1    cid v1     final        open          -      -\n"
      "  \"mean lead\" is in game points per deal, over all rulesets, without "
      "interval.\n"
      "  interval: the 99% interval of the lead, which is valid at any time, "
      "excludes 0. target: ahead at the target. seed: tied at twice the "
      "target, the higher seed goes on. walkover: the opponent left.\n"
      "  Byes in stage 1: ann v1.\n");
  EXPECT_EQ(
      ResultLine(Knockout().result),
      "Result of the double knock-out, in stage 2. Still in: ann v1, cid v1");
}

TEST(FormatResultTest, AHundredPairingsOfTheLastRoundsAreShown) {
  LeagueReport report = Swiss();
  report.result.rounds[0].pairings.resize(100,
                                          report.result.rounds[0].pairings[0]);
  const std::string text = DocumentText(ResultParts(report));
  EXPECT_EQ(text.find("1,256"), std::string::npos) << text;
  EXPECT_NE(text.find("Not shown: round 1 ("), std::string::npos) << text;
}

TEST(FormatResultTest, TheLeadOfMatchesIsInMatches) {
  LeagueReport report = Swiss();
  report.config.set_mode(v1::LEAGUE_MODE_MATCHES);
  const std::string text = DocumentText(ResultParts(report));
  EXPECT_EQ(text.find("game points"), std::string::npos) << text;
  EXPECT_NE(text.find("mean lead  matches\n"), std::string::npos) << text;
}

TEST(FormatResultTest, ASharedFirstPlaceIsSaidSo) {
  FormatResult result = Swiss().result;
  result.winner.reset();
  for (ResultPlace& place : result.places) {
    place.place = 1;
    place.shared_by = 3;
  }
  EXPECT_EQ(WinnerText(result), "First place shared by bob v1, ann v1, cid v1");
  result.finished = false;
  EXPECT_EQ(WinnerText(result), "");
  EXPECT_EQ(ResultLine(result),
            "Result of the Swiss, after round 2 of 2. First: bob v1, ann v1, "
            "cid v1");
}

TEST(FormatResultTest, InterimStandingsAreThePlaces) {
  LeagueReport report = Swiss();
  report.units_done = 7;
  report.units = 9;
  EXPECT_EQ(InterimText(report, 2),
            "Result of the Swiss, after round 2 of 2; 7 of 9 units\n"
            "Winner: bob v1\n"
            "  place  bot     points\n"
            "      1  bob v1       2\n"
            "    2-3  ann v1       1\n"
            "  and 1 more\n");
}

TEST(FormatResultTest, TheJsonHasTheTableAndTheRoundsOfASwiss) {
  EXPECT_EQ(
      ResultJson(Swiss().result).dump(),
      R"({"format":"swiss","rule":"points","finished":true,"rounds_planned":2,"rounds_finished":2,"winner":"bob v1","places":[{"bot":"bob v1","place":1,"shared_by":1,"ruleset":null,"status":"plays","swiss":{"points":2.0,"buchholz":1.5,"wins":1,"draws":0,"losses":0,"byes":1,"decided_by":null},"knockout":null,"total":null},{"bot":"ann v1","place":2,"shared_by":2,"ruleset":null,"status":"retired","swiss":{"points":1.0,"buchholz":2.0,"wins":0,"draws":2,"losses":0,"byes":0,"decided_by":"points"},"knockout":null,"total":null},{"bot":"cid v1","place":2,"shared_by":2,"ruleset":null,"status":"plays","swiss":{"points":1.0,"buchholz":2.0,"wins":0,"draws":2,"losses":0,"byes":0,"decided_by":"shared"},"knockout":null,"total":null}],"rounds":[{"round":1,"finished":true,"pairings":[{"first":"ann v1","second":"bob v1","first_points":0.0,"second_points":1.0,"lead":-0.25,"items":1256}],"byes":["cid v1"]},{"round":2,"finished":true,"pairings":[{"first":"ann v1","second":"cid v1","first_points":0.5,"second_points":0.5,"lead":0.0,"items":256}],"byes":["bob v1"]}],"stages":[]})");
}

TEST(FormatResultTest, TheJsonHasThePlacesAndTheStagesOfAKnockout) {
  EXPECT_EQ(
      ResultJson(Knockout().result).dump(),
      R"({"format":"double_knockout","rule":"bracket","finished":false,"rounds_planned":null,"rounds_finished":1,"winner":null,"places":[{"bot":"ann v1","place":1,"shared_by":2,"ruleset":null,"status":"plays","swiss":null,"knockout":{"wins":0,"losses":0,"byes":1,"is_in":true,"stage":null},"total":null},{"bot":"cid v1","place":1,"shared_by":2,"ruleset":null,"status":"plays","swiss":null,"knockout":{"wins":1,"losses":0,"byes":0,"is_in":true,"stage":null},"total":null},{"bot":"bob v1","place":3,"shared_by":1,"ruleset":null,"status":"plays","swiss":null,"knockout":{"wins":0,"losses":1,"byes":0,"is_in":false,"stage":1},"total":null}],"rounds":[],"stages":[{"stage":1,"first_round":1,"last_round":1,"finished":true,"pairings":[{"first":"bob v1","second":"cid v1","side":"unbeaten","winner":"cid v1","decided_by":"interval","lead":-0.25,"items":256}],"byes":["ann v1"]},{"stage":2,"first_round":2,"last_round":2,"finished":false,"pairings":[{"first":"ann v1","second":"cid v1","side":"final","winner":null,"decided_by":null,"lead":null,"items":0}],"byes":[]}]})");
}

TEST(FormatResultTest, EntrantsHaveTheirPointsOrLosses) {
  const ArenaSummary arena{
      .entrants = {{.label = "ann v1"}, {.label = "late v1"}}};
  const Json of_swiss = EntrantsJson(arena, Swiss().result);
  EXPECT_EQ(of_swiss["entrants"][0]["points"], 1);
  EXPECT_EQ(of_swiss["entrants"][0]["opponents_points"], 2);
  EXPECT_EQ(of_swiss["entrants"][1]["points"], 0);
  const Json of_knockout = EntrantsJson(arena, Knockout().result);
  EXPECT_EQ(of_knockout["entrants"][0]["losses"], 0);
  EXPECT_EQ(of_knockout["entrants"][0]["is_in"], true);
  EXPECT_FALSE(of_knockout["entrants"][1].contains("losses"));
}

TEST(FormatResultTest, TotalsThatAreEqualShareAPlace) {
  v1::LeagueConfig config;
  for (const char* name : {"ann", "bob", "cid", "dan", "eva"}) {
    config.add_bots()->set_name(name);
  }
  const auto player = [](int bot, std::int64_t total, std::int64_t deals) {
    return PlayerReport{.bot = BotIndex(bot), .deals = deals, .total = total};
  };
  // Per deal: bob -0.5, ann and dan 0.25 of different deals, cid 1.
  const TournamentTable table{
      .ruleset = "fr",
      .players = {player(0, 25, 100), player(1, -50, 100), player(2, 30, 30),
                  player(3, 5, 20), player(4, 0, 0)}};
  FormatResult result;
  SetTotals(config, {table}, true, result);
  std::string places;
  for (const ResultPlace& place : result.places) {
    places += place.bot + " " + PlaceText(&place) + ", ";
  }
  EXPECT_EQ(places, "bob 1, ann 2-3, dan 2-3, cid 4, ");
  EXPECT_EQ(result.winner, "bob");
  FormatResult unfinished;
  SetTotals(config, {table}, false, unfinished);
  EXPECT_EQ(unfinished.winner, std::nullopt);
  FormatResult of_two;
  SetTotals(config, {table, table}, true, of_two);
  EXPECT_EQ(of_two.winner, std::nullopt) << "each ruleset has its own";
  EXPECT_EQ(of_two.places.size(), 8U);
}

}  // namespace
}  // namespace couillon::arena
