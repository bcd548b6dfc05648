// The list of figures of a bot in every format: a small league as text, CSV and
// JSON, byte for byte.

#include "arena/report/figures/bot_figures.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/standings_json.h"
#include "arena/report/json/tables_json.h"
#include "arena/report/text/bot_table.h"
#include "arena/report/text/three_way_text.h"
#include "arena/report/text/tournament_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

const BotIndex kAnn{0};
const BotIndex kBob{1};

LeagueReport TwoBots() {
  LeagueReport report;
  report.config.add_bots()->set_name("=ann");
  report.config.add_bots()->set_name("bob");
  return report;
}

LeagueReport Tournament() {
  LeagueReport report = TwoBots();
  TournamentTable& table = report.tournaments.emplace_back();
  table.ruleset = "fr";
  table.players = {
      {.bot = kBob,
       .rounds = 3,
       .deals = 1234,
       .total = -12,
       .per_deal = {.pairs = 3, .mean = -0.5, .interval = {-0.75, -0.25}},
       .points = {{.value = 0.25,
                   .standard_error = 0.1,
                   .interval = {0.05, 0.45}}},
       .elo = {{.value = 12.5}},
       .rank = {{.best = 1, .worst = 2}}},
      {.bot = kAnn, .rounds = 3, .deals = 1234, .total = 12, .island = 1}};
  table.partners.resize(2, std::vector<PartnersReport>(2));
  SetTotals(report.config, report.tournaments, true, report.result);
  return report;
}

LeagueReport ThreeWay() {
  LeagueReport report = TwoBots();
  ThreeWayTable& table = report.three_way.emplace_back();
  table.ruleset = "solo";
  table.items = 1500;
  table.bots = {{.bot = kAnn,
                 .lead = {{.value = -0.125,
                           .standard_error = 0.0625,
                           .interval = {-0.25, 0}}},
                 .items = 1500,
                 .points = 0.5,
                 .rank = {{.best = 1, .worst = 1}}},
                {.bot = kBob}};
  return report;
}

TEST(BotFiguresTest, APlayerOfATournamentIsTheSameInEveryFormat) {
  const LeagueReport report = Tournament();
  EXPECT_EQ(
      DocumentText(TournamentParts(report)),
      "Result of the individual tournament\n"
      "Winner: bob\n"
      "  place  player  left       left/deal  rounds  deals\n"
      "      1  bob      -12  -0.500 ± 0.250       3  1,234\n"
      "      2  =ann      12               -       3  1,234\n"
      "\n"
      "Ratings\n"
      "  rank  player     points/deal  Elo/deal\n"
      "   1-2  bob     +0.250 ± 0.200     +12.5\n"
      "     -  =ann                 -         -\n"
      "  These groups have not met; the zero of each is its own mean player:\n"
      "  bob\n"
      "  =ann\n"
      "\n"
      "  with partner  bob  =ann\n"
      "  bob             -     -\n"
      "  =ann            -     -\n");
  EXPECT_EQ(RenderCsv(report),
            "ruleset,player,game_points_left,game_points_left_per_deal,game_"
            "points_left_per_deal_lo,game_points_left_per_deal_hi,rounds,deals,"
            "individual_points,individual_points_lo,individual_points_hi,"
            "individual_elo,individual_elo_lo,individual_elo_hi,rank_best,rank_"
            "worst,deals_of,processes,place,place_shared_by\n"
            "fr,bob,-12,-0.5,-0.75,-0.25,3,1234,0.25,0.05,0.45,12.5,,,1,2,own,"
            "divided,1,1\n"
            "fr,'=ann,12,,,,3,1234,,,,,,,,,own,divided,2,1\n");
  EXPECT_EQ(
      TournamentsJson(report)[0]["players"].dump(),
      R"([{"bot":"bob","rank":{"best":1,"worst":2},"game_points_left":-12,"rounds":3,"deals":1234,"island":0,"game_points_left_per_deal":{"mean":-0.5,"interval":[-0.75,-0.25],"standard_error":null},"individual_points":{"points":0.25,"points_lo":0.05,"points_hi":0.45,"standard_error":0.1},"individual_elo":{"elo":12.5,"elo_lo":null,"elo_hi":null,"standard_error":null},"no_result":false},{"bot":"=ann","rank":null,"game_points_left":12,"rounds":3,"deals":1234,"island":1,"game_points_left_per_deal":{"mean":null,"interval":[null,null],"standard_error":null},"individual_points":null,"individual_elo":null,"no_result":false}])");
  EXPECT_EQ(
      StandingsJson(report).dump(),
      R"({"unit":"points_per_deal","bots":[{"bot":"bob","rank":{"best":1,"worst":2},"rating":0.25,"rating_lo":0.05,"rating_hi":0.45,"processes":"divided","deals":1234,"game_points_left":-12,"game_points_left_per_deal":-0.5,"faults":0,"no_result":false},{"bot":"=ann","rank":null,"rating":null,"rating_lo":null,"rating_hi":null,"processes":"divided","deals":1234,"game_points_left":12,"game_points_left_per_deal":null,"faults":0,"no_result":false}]})");
}

TEST(BotFiguresTest, ABotOfAThreeWayLeagueIsTheSameInEveryFormat) {
  const LeagueReport report = ThreeWay();
  EXPECT_EQ(DocumentText(ThreeWayStandingParts(report)),
            "Standings\n"
            "  rank  bot        lead/deal  points/deal  deals\n"
            "     1  =ann  -0.125 ± 0.125       +0.500  1,500\n"
            "     -  bob                -            -      0\n");
  EXPECT_EQ(RenderCsv(report),
            "ruleset,bot,lead,lead_lo,lead_hi,lead_standard_error,points,items,"
            "rank_best,rank_worst,deals_of,processes\n"
            "solo,'=ann,-0.125,-0.25,0,0.0625,0.5,1500,1,1,own,divided\n"
            "solo,bob,,,,,,0,,,own,divided\n");
  EXPECT_EQ(
      ThreeWayJson(report)[0]["bots"].dump(),
      R"([{"bot":"=ann","rank":{"best":1,"worst":1},"items":1500,"lead":{"value":-0.125,"interval":[-0.25,0.0],"standard_error":0.0625},"points":0.5,"no_result":false,"places":[]},{"bot":"bob","rank":null,"items":0,"lead":null,"points":null,"no_result":false,"places":[]}])");
  EXPECT_EQ(
      StandingsJson(report).dump(),
      R"({"unit":"lead_per_deal","bots":[{"bot":"=ann","rank":{"best":1,"worst":1},"rating":-0.125,"rating_lo":-0.25,"rating_hi":0.0,"processes":"divided","items":1500,"points":0.5,"faults":0,"no_result":false},{"bot":"bob","rank":null,"rating":null,"rating_lo":null,"rating_hi":null,"processes":"divided","items":0,"points":null,"faults":0,"no_result":false}]})");
}

TEST(BotFiguresTest, MatchesHaveNoGamePoints) {
  LeagueReport report = ThreeWay();
  report.config.set_mode(v1::LEAGUE_MODE_MATCHES);
  EXPECT_EQ(DocumentText(ThreeWayStandingParts(report)),
            "Standings\n"
            "  rank  bot       lead/match  won/match  matches\n"
            "     1  =ann  -0.125 ± 0.125     +0.500    1,500\n"
            "     -  bob                -          -        0\n");
}

TEST(BotFiguresTest, ResultsAreMeansOfPairsAndUnknownWithoutPairs) {
  const BotResults results{.pairs = 4,
                           .of_pairs = {{.wins = 2, .draws = 1, .losses = 1}},
                           .of_tables = {{.wins = 5, .draws = 1, .losses = 2}},
                           .score = 2.5,
                           .game_points = 3,
                           .deals = 8,
                           .forfeits = 1};
  Json json;
  AddFigures(results, true, json);
  EXPECT_EQ(
      json.dump(),
      R"({"pairs":4,"pair_wins":2,"pair_draws":1,"pair_losses":1,"table_wins":5,"table_draws":1,"table_losses":2,"score":0.625,"game_points":0.75,"deals":8,"forfeits":1})");
  Json of_matches;
  AddFigures(results, false, of_matches);
  EXPECT_TRUE(of_matches["game_points"].is_null());
  Json unplayed;
  AddFigures(BotResults(), true, unplayed);
  EXPECT_EQ(
      unplayed.dump(),
      R"({"pairs":0,"pair_wins":null,"pair_draws":null,"pair_losses":null,"table_wins":null,"table_draws":null,"table_losses":null,"score":null,"game_points":null,"deals":0,"forfeits":0})");
}

// Three seats have neither wins nor losses: their columns go, the marks of the
// others stay in their cells.
TEST(BotTableTest, ColumnsWithoutValuesGoAndMarksFollowTheirCells) {
  LeagueReport report = TwoBots();
  report.faults.push_back({.bot = kBob});
  BotResults results{.pairs = 4, .of_tables = {}, .score = 2};
  results.of_pairs.reset();
  results.of_tables.reset();
  const TextFigures figures = TextOf(results, true);
  BotTable table(report, {"bot", "Elo", "other"}, figures, true);
  table.Add(kBob, stats::RankBand{.best = 1, .worst = 2}, {"-", "-"}, figures);
  table.Add(kAnn, {}, {"-", "-"}, figures);
  table.RemoveEmptyColumns();
  const ReportPart part = table.Finish();
  const Rows rows = {{"rank", "bot", "Elo", "score", "pairs", "faults"},
                     {"1-2", "bob", "-", "50.0%", "4", "1"},
                     {"-", "=ann", "-", "50.0%", "4", "0"}};
  EXPECT_EQ(part.rows, rows);
  ASSERT_EQ(part.tones.size(), 2U);
  EXPECT_EQ(part.tones[0].column, 1U);
  EXPECT_EQ(part.tones[1].row, 1U);
  EXPECT_EQ(part.tones[1].column, 5U);
}

}  // namespace
}  // namespace couillon::arena
