#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/report/text/report_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/team_bots.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/ruleset.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

class ReportTest : public ::testing::Test {
 protected:
  ReportTest() {
    for (const char* name : {"a", "b", "c"}) config_.add_bots()->set_name(name);
    auto& ruleset = *config_.add_rulesets();
    ruleset.set_spec("some-rules");
    ruleset.mutable_ruleset()->mutable_table()->set_sides(2);
    config_.set_mode(v1::LEAGUE_MODE_DEALS);
    config_.set_items(4);
    config_.set_block_items(4);
  }

  // A unit of pairing `number` with the given half points in both seatings.
  static UnitResult Unit(std::int64_t number,
                         const std::vector<std::array<int, 2>>& results) {
    UnitResult unit;
    unit.unit.number = number;
    unit.outcome.leads[Quantity::kGamePoints].denominator = 2;
    unit.outcome.leads[Quantity::kCardPoints].denominator = 2;
    for (const auto& [first, second] : results) {
      unit.outcome.scores.push_back(PairScore::OfTwo(first, second));
      unit.outcome.leads[Quantity::kGamePoints].Add(2 * (first - 1),
                                                    2 * (second - 1));
      unit.outcome.leads[Quantity::kCardPoints].Add(0, 0);
      unit.outcome.points.push_back(
          static_cast<std::int16_t>(2 * (first + second - 2)));
    }
    return unit;
  }

  LeagueReport Make(const std::vector<UnitResult>& units) {
    if (!units.empty()) {  // all of them in one block
      const auto items = units[0].outcome.scores.size();
      config_.set_items(items);
      config_.set_block_items(static_cast<std::uint32_t>(items));
    }
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    EXPECT_TRUE(store.ok()) << store.status();
    EXPECT_TRUE((*store)->Save(units).ok());
    auto report = MakeReport(**store);
    EXPECT_TRUE(report.ok()) << report.status();
    return *report;
  }

  // Four players, three rounds: 0 with 1, 2 and 3 in some order.
  void MakeItATournament() {
    config_.add_bots()->set_name("d");
    config_.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
    config_.mutable_rulesets(0)
        ->mutable_ruleset()
        ->mutable_table()
        ->set_players(4);
  }

  testing_support::TemporaryFolder folder_;
  v1::LeagueConfig config_;
};

// `often` deals that the first bot wins in both seatings, then `seldom` that it
// loses.
std::vector<std::array<int, 2>> Lead(std::size_t often, std::size_t seldom) {
  std::vector<std::array<int, 2>> results(often, {2, 2});
  results.resize(often + seldom, {0, 0});
  return results;
}

// Adds the results of a unit, with one number for all tables of a deal if they
// share it, and otherwise one per table.
void AddTeamResults(const Unit& unit, const PairScores& scores, bool same_deals,
                    std::vector<stats::TeamResult>& results) {
  constexpr std::int64_t kTables = 2;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto deal = static_cast<std::int64_t>(unit.first_item + i);
    results.push_back(
        {.deal = same_deals ? deal : kTables * deal + unit.pairing,
         .team = NumbersOf(unit.teams.first),
         .opponents = NumbersOf(unit.teams.second),
         .score = scores[i].HalfPoints(2) / 4.0});
  }
}

// 38 even deals and two that the second bot forfeits in both seatings.
UnitResult WithTwoForfeits(UnitResult unit) {
  constexpr int kDeals = 40;
  unit.outcome.counts.deals = 2 * kDeals;
  unit.outcome.counts.forfeits = 4;
  unit.outcome.forfeited_items = std::string(kDeals / 8, '\0');
  unit.outcome.forfeited_items[0] = 0b11;
  unit.outcome.forfeit_free_game_points.denominator = 2;
  for (int deal = 2; deal < kDeals; ++deal) {
    unit.outcome.forfeit_free_game_points.Add(2, -2);
  }
  return unit;
}

std::vector<std::array<int, 2>> EvenButTwo() {
  std::vector<std::array<int, 2>> results(2, {2, 2});
  results.resize(40, {2, 0});
  return results;
}

// The first two bots are rated by their 38 even deals.
void ExpectRatedWithoutForfeits(const LeagueReport& report) {
  const PairingReport& pairing = report.rulesets[0].pairings[0];
  EXPECT_FALSE(pairing.forfeits_alone);
  EXPECT_EQ(pairing.rated_pairs, 38);
  EXPECT_EQ(pairing.elo.elo, 0);
  EXPECT_EQ(pairing.points.mean, 0);
  EXPECT_EQ(pairing.counts.forfeits, 4);
  EXPECT_EQ(pairing.score.pairs, 40) << "results by rule";
  for (const std::size_t bot : {0, 1}) {
    EXPECT_EQ(report.rulesets[0].sheet.rating.bots[bot].status,
              stats::RatingStatus::kRated);
  }
  const std::string text = RenderText(report, {});
  EXPECT_NE(text.find("a - b: rated by the 38 pairs without forfeits, which "
                      "are all even; forfeited tables: 4."),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("no result"), std::string::npos) << text;
}

TEST_F(ReportTest, EvenDealsAreRatedWithoutTheForfeitsAmongThem) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  const LeagueReport report = Make({WithTwoForfeits(Unit(0, EvenButTwo()))});
  ExpectRatedWithoutForfeits(report);
  EXPECT_EQ(report.rulesets[0].sheet.rating.bots[0].value, 0);
}

TEST_F(ReportTest, ForfeitsAmongEvenDealsMoveNoOtherRating) {
  config_.set_same_deals(true);
  const LeagueReport report =
      Make({WithTwoForfeits(Unit(0, EvenButTwo())), Unit(1, Lead(25, 15)),
            Unit(2, Lead(25, 15))});
  ExpectRatedWithoutForfeits(report);
  const auto& bots = report.rulesets[0].sheet.rating.bots;
  ASSERT_TRUE(bots[0].value && bots[1].value);
  EXPECT_NEAR(*bots[0].value, *bots[1].value, 1e-9);
}

TEST_F(ReportTest, CellsCountPairsNotTables) {
  const LeagueReport report = Make({Unit(0, {{2, 2}, {2, 0}, {1, 1}, {0, 1}})});
  const PairingReport& pairing = report.rulesets[0].pairings[0];
  EXPECT_EQ(pairing.cells->counts,
            (std::array<std::int64_t, 5>{0, 1, 2, 0, 1}));
  EXPECT_EQ(pairing.cells->wl, 1);
  EXPECT_EQ(pairing.cells->dd, 1);
  EXPECT_EQ(pairing.score.pairs, 4);
  EXPECT_DOUBLE_EQ(*pairing.elo.score, 9.0 / 16);
  // Game points +1 for a win, -1 for a loss: 2 + 0 + 0 - 1 over 8 tables.
  EXPECT_DOUBLE_EQ(*pairing.leads[Quantity::kGamePoints].mean, 1.0 / 8);
}

TEST_F(ReportTest, AllPairingsShareTheirDealsIfTheLeagueSaysSo) {
  config_.set_same_deals(true);
  const std::vector<std::array<int, 2>> mixed = {
      {2, 1}, {0, 1}, {2, 2}, {0, 0}};
  const LeagueReport report =
      Make({Unit(0, mixed), Unit(1, mixed), Unit(2, mixed)});
  EXPECT_EQ(report.rulesets[0].items, 4);
  ASSERT_EQ(report.rulesets[0].sums.crosses.size(), 3U);
  EXPECT_EQ(report.rulesets[0].sums.crosses.table()->At(0, 1).deals, 4);
}

TEST_F(ReportTest, EachPairingHasDealsOfItsOwnOtherwise) {
  const LeagueReport report = Make(
      {Unit(0, Lead(60, 40)), Unit(1, Lead(50, 50)), Unit(2, Lead(40, 60))});
  const RatingTable& table = report.rulesets[0];
  EXPECT_EQ(table.items, 100);
  EXPECT_EQ(table.sums.deals, 300);
  EXPECT_TRUE(table.sums.crosses.empty());
}

// Without a common deal, clusters of deals are pairs. On the same deals they
// are not: these three pairings win and lose together.
TEST_F(ReportTest, ErrorsByDealAreThoseByPairOnDealsOfTheirOwn) {
  for (const bool same_deals : {false, true}) {
    config_.set_same_deals(same_deals);
    const LeagueReport report = Make(
        {Unit(0, Lead(60, 40)), Unit(1, Lead(60, 40)), Unit(2, Lead(60, 40))});
    const RatingTable& table = report.rulesets[0];
    stats::LeagueOptions options = table.sheet.options;
    options.errors = stats::LeagueErrors::kByPair;
    const stats::LeagueRating by_pair = stats::RateLeague(table.sums, options);
    for (std::size_t bot = 1; bot < 3; ++bot) {
      const double by_deal = *table.sheet.rating.bots[bot].standard_error;
      EXPECT_EQ(by_deal == *by_pair.bots[bot].standard_error, !same_deals);
    }
    std::filesystem::remove_all(folder_.path("league"));
  }
}

TEST_F(ReportTest, NothingPlayedIsAReportWithoutNumbers) {
  const LeagueReport report = Make({});
  const auto json = nlohmann::json::parse(RenderJson(report));
  const auto& pairing = json["rulesets"][0]["pairings"][0];
  EXPECT_TRUE(pairing["elo"].is_null());
  EXPECT_EQ(pairing["pairs"], 0);
  const std::string text = RenderText(report) + RenderCsv(report);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_NE(text.find("Unfinished"), std::string::npos) << text;
}

TEST_F(ReportTest, ASweepIsABoundNotANumber) {
  const std::vector<std::array<int, 2>> sweep(6, {2, 2});
  const LeagueReport report = Make({Unit(0, sweep)});
  const std::string text = RenderText(report);
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
  EXPECT_NE(text.find("b     < -69.4"), std::string::npos) << text;
}

TEST_F(ReportTest, ALeagueUnderWayHasIntervalsToBeLookedAtAgain) {
  const LeagueReport report = Make({Unit(0, Lead(60, 40))});
  const PairingReport& pairing = report.rulesets[0].pairings[0];
  EXPECT_LT(pairing.anytime_elo.lo, pairing.elo.plus_two.elo_interval.lo);
  EXPECT_GT(pairing.anytime_elo.hi, pairing.elo.plus_two.elo_interval.hi);
  EXPECT_NE(RenderText(report).find("[any time]"), std::string::npos);
}

TEST_F(ReportTest, AFinishedLeagueHasFixedIntervals) {
  const LeagueReport report = Make(
      {Unit(0, Lead(60, 40)), Unit(1, Lead(60, 40)), Unit(2, Lead(50, 50))});
  EXPECT_EQ(RenderText(report).find("any time"), std::string::npos);
}

TEST_F(ReportTest, BotsInACircleAreMixedNotRanked) {
  // a beats b, b beats c, c beats a, all equally.
  const LeagueReport report = Make(
      {Unit(0, Lead(140, 60)), Unit(1, Lead(60, 140)), Unit(2, Lead(140, 60))});
  const auto& circle = report.rulesets[0].sheet.circle;
  ASSERT_TRUE(circle.has_value());
  for (const double share : circle->mixture) EXPECT_NEAR(share, 1.0 / 3, 1e-6);
  const std::string text = RenderText(report);
  EXPECT_NE(text.find("in the mixture"), std::string::npos) << text;
  EXPECT_NE(text.find("+0.400"), std::string::npos) << text;
}

// If no two pairings share a deal, each has deals of its own, as it should.
TEST_F(ReportTest, PairingsWithoutCommonDealsAreReportedIfOthersHaveSome) {
  stats::PairSums score{.denominator = 4};
  for (int pair = 0; pair < 40; ++pair) score.Add(pair % 5);
  stats::LeagueSums sums{
      .bots = 3,
      .deals = 120,
      .pairings = {{0, 1, score}, {0, 2, score}, {1, 2, score}}};
  const std::vector<std::string> names = {"a", "b", "c"};
  const auto text = [&] {
    return CrossTableText(
        MakeRatingSheet(sums, {.level = kConfidence, .anchor = 0}), names);
  };
  EXPECT_EQ(text().find("share none"), std::string::npos) << text();
  sums.deals = 80;
  sums.crosses = {{.k = 0,
                   .l = 1,
                   .deals = 40,
                   .sum_k = score.sum,
                   .sum_l = score.sum,
                   .sum_products = score.sum_squares}};
  EXPECT_NE(text().find("2 pairs of pairings share none"), std::string::npos)
      << text();
}

TEST_F(ReportTest, ALadderIsRankedNotMixed) {
  const LeagueReport report = Make(
      {Unit(0, Lead(120, 80)), Unit(1, Lead(140, 60)), Unit(2, Lead(120, 80))});
  EXPECT_FALSE(report.rulesets[0].sheet.circle.has_value());
}

TEST_F(ReportTest, BotsThatCannotBeToldApartShareRanks) {
  const LeagueReport report = Make(
      {Unit(0, Lead(80, 20)), Unit(1, Lead(80, 20)), Unit(2, Lead(50, 50))});
  const RatingTable& table = report.rulesets[0];
  const stats::RankBands expected = {
      stats::RankBand{1, 1}, stats::RankBand{2, 3}, stats::RankBand{2, 3}};
  EXPECT_EQ(table.sheet.ranks, expected);
  EXPECT_EQ(table.score_ranks, expected);
  const auto json = nlohmann::json::parse(RenderJson(report));
  const auto& ratings = json["rulesets"][0]["ratings"];
  EXPECT_EQ(ratings[0]["rank"], (nlohmann::json{{"best", 1}, {"worst", 1}}));
  EXPECT_EQ(ratings[1]["rank"], (nlohmann::json{{"best", 2}, {"worst", 3}}));
  EXPECT_EQ(ratings[2]["elo_per_deal_rank"], ratings[1]["rank"]);
  EXPECT_NE(RenderText(report).find("   2-3  b  "), std::string::npos)
      << RenderText(report);
}

TEST_F(ReportTest, ABotWithoutGamesHasNoRank) {
  const LeagueReport report = Make({Unit(0, Lead(50, 50))});
  const auto json = nlohmann::json::parse(RenderJson(report));
  const auto& ratings = json["rulesets"][0]["ratings"];
  EXPECT_EQ(ratings[0]["rank"], (nlohmann::json{{"best", 1}, {"worst", 2}}));
  EXPECT_EQ(ratings[2]["bot"], "c");
  EXPECT_TRUE(ratings[2]["rank"].is_null());
}

TEST_F(ReportTest, OneRoundOfATournamentRatesSidesAndNoPlayer) {
  MakeItATournament();
  const LeagueReport report = Make({Unit(0, Lead(60, 40))});
  const TournamentTable& table = report.tournaments[0];
  for (const PlayerReport& player : table.players) {
    EXPECT_FALSE(player.elo.has_value());
  }
  ASSERT_EQ(table.teams.size(), 2U);
  EXPECT_NEAR(table.teams[0].elo.value, -table.teams[1].elo.value, 1e-9);
  EXPECT_NE(table.teams[0].elo.value, 0);
  EXPECT_NE(RenderText(report).find("team"), std::string::npos);
}

TEST_F(ReportTest, ATournamentSeparatesPlayersFromTheirPartners) {
  MakeItATournament();
  const Schedule schedule = [this] {
    v1::LeagueConfig config = config_;
    config.set_items(200);
    config.set_block_items(200);
    return MakeSchedule(config);
  }();
  // Sides with player 0 win three deals in five, whoever else sits there.
  std::vector<UnitResult> units;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const bool first =
        schedule.unit(number).TeamOf(BotIndex(0)) == Team::kFirst;
    units.push_back(Unit(number, first ? Lead(120, 80) : Lead(80, 120)));
  }
  const LeagueReport report = Make(units);
  const TournamentTable& table = report.tournaments[0];
  EXPECT_TRUE(table.teams.empty());
  for (const PlayerReport& player : table.players) {
    ASSERT_TRUE(player.elo.has_value());
    // th_0 - th_other = ln(3/2), summed to 0 over all.
    const double expected = player.bot == BotIndex(0) ? 3.0 / 4 : -1.0 / 4;
    EXPECT_NEAR(player.elo->value, expected * 400 * std::log10(1.5), 1e-6);
    EXPECT_LT(player.elo->interval.lo, player.elo->value);
    // Leads of +1 and -1 at 3 : 2 are 0.2 a deal, shared as the Elo is.
    ASSERT_TRUE(player.points.has_value());
    EXPECT_NEAR(player.points->value, expected * 0.2, 1e-9);
    EXPECT_EQ(player.rank, (player.bot == BotIndex(0) ? stats::RankBand{1, 1}
                                                      : stats::RankBand{2, 4}));
  }
  EXPECT_NE(RenderText(report).find("  2-4  "), std::string::npos);
  EXPECT_NE(RenderCsv(report).find(",2,4,"), std::string::npos);
  EXPECT_NE(RenderJson(report).find("\"rank\""), std::string::npos);
}

// b wins three deals in five, a the others, which are worth more.
class PointsReportTest : public ReportTest {
 protected:
  static UnitResult DearLosses(std::int64_t number, int deals) {
    UnitResult unit = Unit(number, {});
    for (int deal = 0; deal < deals; ++deal) {
      const bool won = deal % 5 < 2;
      const int lead = won ? 6 : -2;
      unit.outcome.scores.push_back(won ? PairScore::OfTwo(2, 2)
                                        : PairScore::OfTwo(0, 0));
      unit.outcome.leads[Quantity::kGamePoints].Add(lead, lead);
      unit.outcome.leads[Quantity::kCardPoints].Add(0, 0);
      unit.outcome.points.push_back(static_cast<std::int16_t>(2 * lead));
    }
    return unit;
  }

  LeagueReport MakeOn(stats::ResultScale scale) {
    config_.mutable_bots()->DeleteSubrange(2, 1);
    config_.set_items(200);
    config_.set_block_items(200);
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    EXPECT_TRUE((*store)->Save({{DearLosses(0, 200)}}).ok());
    auto report = MakeReport(**store, {.scale = scale});
    EXPECT_TRUE(report.ok()) << report.status();
    return *report;
  }
};

TEST_F(PointsReportTest, GamePointsOrderTheBots) {
  const LeagueReport report = MakeOn(stats::ResultScale::kPoints);
  const RatingTable& table = report.rulesets[0];
  EXPECT_EQ(table.sheet.order, (std::vector<int>{0, 1}));
  // 80 leads of 3 points and 120 of -1: 0.6 a deal, half of it to the mean.
  EXPECT_NEAR(*table.sheet.rating.bots[1].value, -0.3, 1e-12);
  EXPECT_NEAR(*table.pairings[0].points.mean, 0.6, 1e-12);
  EXPECT_LT(*table.by_score.bots[0].value, *table.by_score.bots[1].value);
  EXPECT_TRUE(table.pairings[0].signs_differ);
  EXPECT_NE(RenderText(report).find(
                "a gains more game points than b, which wins more deals."),
            std::string::npos)
      << RenderText(report);
}

TEST_F(PointsReportTest, DealsWonOrderThemIfAskedFor) {
  const LeagueReport report = MakeOn(stats::ResultScale::kScore);
  EXPECT_EQ(report.rulesets[0].sheet.order, (std::vector<int>{1, 0}));
  EXPECT_NE(RenderText(report).find("wins more deals"), std::string::npos);
}

TEST_F(PointsReportTest, MatchesHaveNoPoints) {
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  auto store = LeagueStore::Create(folder_.path("league"), config_);
  const auto report =
      MakeReport(**store, {.scale = stats::ResultScale::kPoints});
  EXPECT_EQ(report.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(MakeReport(**store).ok());
}

TEST_F(PointsReportTest, TwoDealsHaveNoErrorAndAreFew) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  const LeagueReport report = Make({Unit(0, {{2, 2}, {2, 0}})});
  EXPECT_FALSE(
      report.rulesets[0].sheet.rating.bots[0].standard_error.has_value());
  EXPECT_NE(RenderText(report).find("Few deals"), std::string::npos);
}

TEST_F(PointsReportTest, FewDealsAreSaid) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  const LeagueReport few = Make({DearLosses(0, 10)});
  EXPECT_NE(RenderText(few).find("Few deals"), std::string::npos);
  std::filesystem::remove_all(folder_.path("league"));
  // Virtual pairs make up for a spread, not for deals.
  const LeagueReport alike = Make({Unit(0, {{2, 2}, {2, 2}, {2, 2}})});
  EXPECT_NE(RenderText(alike).find("Few deals"), std::string::npos);
  std::filesystem::remove_all(folder_.path("league"));
  const LeagueReport many = Make({DearLosses(0, 100)});
  EXPECT_EQ(RenderText(many).find("Few deals"), std::string::npos);
}

// All results alike: no interval is a point, and nothing is certain.
TEST_F(PointsReportTest, ResultsAllAlikeLeaveADoubt) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  const LeagueReport report =
      Make({Unit(0, std::vector<std::array<int, 2>>(60, {2, 0}))});
  const auto& interval = report.rulesets[0].sheet.rating.bots[1].interval;
  EXPECT_LT(interval.lo, 0);
  EXPECT_EQ(interval.lo, -interval.hi);
  std::filesystem::remove_all(folder_.path("league"));
  const LeagueReport sweep =
      Make({Unit(0, std::vector<std::array<int, 2>>(60, {2, 2}))});
  EXPECT_NE(RenderText(sweep).find("LOS           >99.9%"), std::string::npos)
      << RenderText(sweep);
}

TEST_F(PointsReportTest, LeadInGamePointsHasOneInterval) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  const LeagueReport report = Make({DearLosses(0, 4)});
  const PairingReport& pairing = report.rulesets[0].pairings[0];
  const stats::MeanEstimate& lead = pairing.leads[Quantity::kGamePoints];
  EXPECT_EQ(lead.mean, pairing.points.mean);
  EXPECT_EQ(lead.interval, pairing.points.interval);
  EXPECT_EQ(lead.standard_error, pairing.points.standard_error);
}

// A bound is shown in all tables and formats, or in none.
TEST_F(ReportTest, ShortSweepOfMatchesHasNoBoundAnywhere) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  for (const std::size_t pairs : {1U, 3U, 5U, 6U, 10U}) {
    const bool has_bound = pairs >= 6;
    const LeagueReport report =
        Make({Unit(0, std::vector<std::array<int, 2>>(pairs, {2, 2}))});
    std::filesystem::remove_all(folder_.path("league"));
    const RatingTable& table = report.rulesets[0];
    EXPECT_EQ(table.sheet.rating.bots[1].bound.has_value(), has_bound) << pairs;
    EXPECT_EQ(table.sheet.ranks[1]->best == 2, has_bound) << pairs;
    const std::string text = RenderText(report);
    EXPECT_EQ(text.find("lost all") == std::string::npos, has_bound) << text;
    EXPECT_EQ(text.find("Elo/match     -\n") == std::string::npos, has_bound)
        << text;
    const auto json = nlohmann::json::parse(RenderJson(report));
    const auto& pairing = json["rulesets"][0]["pairings"][0];
    EXPECT_EQ(pairing["elo_interval"][0].is_number(), has_bound) << pairing;
    EXPECT_EQ(pairing["los"].get<double>() > 0.975, has_bound) << pairing;
  }
}

// All matches won: the upper end of the interval is no number.
TEST_F(ReportTest, OpenEndAfterATestIsNotInfinite) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  v1::SequentialTest& sprt = *config_.mutable_sprt();
  sprt.set_elo1(20);
  sprt.set_alpha(0.05);
  sprt.set_beta(0.05);
  sprt.set_scale(v1::RESULT_SCALE_SCORE);
  const std::string text =
      RenderText(Make({Unit(0, std::vector<std::array<int, 2>>(80, {2, 2}))}));
  EXPECT_NE(text.find("anytime Elo/match [+"), std::string::npos) << text;
  EXPECT_NE(text.find(", open], a 95%"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST_F(ReportTest, SweepUnderOneRulesetIsNamedWhereThereIsNoMean) {
  config_.mutable_bots()->DeleteSubrange(2, 1);
  config_.set_mode(v1::LEAGUE_MODE_MATCHES);
  *config_.add_rulesets() = config_.rulesets(0);
  config_.mutable_rulesets(1)->set_spec("other-rules");
  const std::vector<std::array<int, 2>> even = Lead(20, 20);
  const std::string both = RenderText(Make({Unit(0, even), Unit(1, even)}));
  EXPECT_EQ(both.find("No mean over the rulesets"), std::string::npos) << both;
  std::filesystem::remove_all(folder_.path("league"));
  const std::vector<std::array<int, 2>> swept(40, {0, 0});
  const std::string one = RenderText(Make({Unit(0, swept), Unit(1, even)}));
  EXPECT_NE(one.find("No mean over the rulesets: under some-rules no finite "
                     "Elo of b."),
            std::string::npos)
      << one;
  // Without ratings the bots are listed by their scores.
  EXPECT_LT(one.find("-  b "), one.find("-  a ")) << one;
}

// Eight players at two tables with the same results.
TEST_F(ReportTest, ATournamentIsClusteredByTheDealsThatTablesShare) {
  MakeItATournament();
  for (const char* name : {"e", "f", "g", "h"}) {
    config_.add_bots()->set_name(name);
  }
  for (const bool same_deals : {false, true}) {
    config_.set_same_deals(same_deals);
    config_.set_items(50);
    config_.set_block_items(50);
    const Schedule schedule = MakeSchedule(config_);
    ASSERT_EQ(schedule.rounds()[0].size(), 2U);
    std::vector<UnitResult> units;
    std::vector<stats::TeamResult> results;
    for (std::int64_t number = 0; number < schedule.units(); ++number) {
      const auto wins =
          static_cast<std::size_t>(20 + schedule.unit(number).round);
      units.push_back(Unit(number, Lead(wins, 50 - wins)));
      AddTeamResults(schedule.unit(number), units.back().outcome.scores,
                     same_deals, results);
    }
    std::ranges::stable_sort(results, {}, &stats::TeamResult::deal);
    const stats::AdditiveRatings expected =
        stats::RateTeams(8, results, stats::ResultScale::kScore, kConfidence);
    const LeagueReport report = Make(units);
    for (const PlayerReport& player : report.tournaments[0].players) {
      const auto& strength =
          expected.bots[static_cast<std::size_t>(ToInt(player.bot))];
      ASSERT_TRUE(strength && player.elo);
      EXPECT_NEAR(*player.elo->standard_error,
                  *strength->standard_error * stats::kEloPerLogStrength, 1e-9)
          << same_deals;
    }
    std::filesystem::remove_all(folder_.path("league"));
  }
}

TEST_F(ReportTest, DrawRateBetweenEqualsIsReported) {
  // Of 400 deals between equals 100 are ties, two in each of 50 pairs.
  std::vector<std::array<int, 2>> results = Lead(75, 75);
  results.resize(200, {1, 1});
  const LeagueReport report =
      Make({Unit(0, results), Unit(1, results), Unit(2, results)});
  EXPECT_NEAR(*report.rulesets[0].tie_rate, 2.0 / 3, 1e-9);
  EXPECT_NE(
      RenderText(report).find("Draw rate between equal bots: 25.0% of deals"),
      std::string::npos);
}

TEST_F(ReportTest, EveryFormNamesBotsAndRuleset) {
  const LeagueReport report = Make({Unit(0, {{2, 0}, {1, 1}})});
  for (const std::string& text :
       {RenderText(report), RenderJson(report), RenderCsv(report)}) {
    for (const char* word : {"a", "b", "c", "some-rules"}) {
      EXPECT_NE(text.find(word), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace couillon::arena
