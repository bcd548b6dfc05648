// The text of a report: its order, its width, and that it shows the numbers of
// JSON.

#include "arena/report/text/report_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/standings.h"
#include "arena/report/json/audit_json.h"
#include "arena/report/json/report_json.h"
#include "arena/report/json/standings_json.h"
#include "couillon/v1/audit.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/large_league.h"

namespace couillon::arena {
namespace {

const char* const kLongNames[] = {
    ("an-engine-with-a-name-that-is-as-long-as-any-name-may-be-which-is-one-"
     "hundred-bytes-version-12345.6"),
    "囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁",
    "<script>alert(1)</script>", "שלום עולם", "e\u0301e\u0301e\u0301"};

std::vector<std::string> LinesOf(const std::string& text) {
  return absl::StrSplit(text, '\n');
}

void ExpectNarrow(const std::string& text) {
  for (const std::string& line : LinesOf(text)) {
    EXPECT_LE(DisplayWidth(line), kReportWidth) << line;
  }
}

// A league of so many bots with random results, under so many rulesets.
LeagueReport Report(int bots, int rulesets, bool long_names = false) {
  v1::LeagueConfig config = testing_support::LargeLeague(bots, 40);
  config.set_seed_origin(v1::SEED_ORIGIN_RANDOM);
  RunningSums sums = testing_support::LargeSums(config, 1);
  for (int bot = 0; long_names && bot < bots; ++bot) {
    config.mutable_bots(bot)->set_name(
        bot < 5 ? kLongNames[bot]
                : absl::StrFormat("%s-%d", std::string(80, 'n'), bot));
  }
  for (int i = 1; i < rulesets; ++i) {
    *config.add_rulesets() = config.rulesets(0);
    config.mutable_rulesets(i)->set_spec(absl::StrFormat("rules-%d", i));
    sums.rulesets.push_back(sums.rulesets[0]);
  }
  if (rulesets > 1) sums.overall = sums.rulesets[0];
  return ReportOfSums(config, {}, stats::ResultScale::kPoints, sums);
}

std::size_t Find(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part << " in\n" << text;
  return at;
}

TEST(ReportTextTest, TheStandingsOfTheWholeComeFirstAndThePolicyLast) {
  const std::string text = RenderText(Report(5, 3));
  EXPECT_EQ(text.find("Round robin of 5 bots; 3 rulesets, "), 0U) << text;
  const std::size_t places[] = {
      Find(text, "\nStandings over 3 rulesets"), Find(text, "\nrules-1: "),
      Find(text, "\nPairings over all rulesets\n"),
      Find(text, "\nPairings under rules-1\n"), Find(text, "\nPolicy: ")};
  EXPECT_TRUE(std::ranges::is_sorted(places));
  EXPECT_EQ(text.find('\n', places[4] + 1), text.size() - 1);  // one line
}

TEST(ReportTextTest, ThePolicyIsWholeIfAskedFor) {
  const std::string text = RenderText(Report(3, 1), {.policy = true});
  EXPECT_EQ(text.find("Policy: "), std::string::npos);
  Find(text, "\nPolicy\n");
  Find(text, "A bot that fails is started again");
}

TEST(ReportTextTest, NoLineIsWiderThanTheReport) {
  for (const auto& [bots, rulesets] :
       {std::pair(2, 1), {2, 12}, {3, 1}, {5, 12}, {9, 1}, {11, 1}, {62, 2}}) {
    ExpectNarrow(RenderText(Report(bots, rulesets, true)));
    ExpectNarrow(RenderText(Report(bots, rulesets, true), {.policy = true}));
  }
}

TEST(ReportTextTest, AnUnfinishedLeagueIsNoWiderThanAFinishedOne) {
  LeagueReport report = Report(5, 2, true);
  report.units_done = report.units - 1;
  const std::string text = RenderText(report);
  Find(text, absl::StrFormat("Unfinished: %d of %d units played.",
                             report.units_done, report.units));
  ExpectNarrow(text);
}

TEST(ReportTextTest, EveryBotHasALineWithTheNumbersOfJson) {
  const LeagueReport report = Report(4, 1);
  const auto standings = nlohmann::json::parse(RenderJson(report))["standings"];
  const std::vector<std::string> lines = LinesOf(RenderText(report));
  const auto begin = std::ranges::find(lines, "Standings");
  ASSERT_NE(begin, lines.end());
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& bot = standings["bots"][i];
    const std::vector<std::string> cells = absl::StrSplit(
        *(begin + 2 + static_cast<std::ptrdiff_t>(i)), ' ', absl::SkipEmpty());
    const int best = bot["rank"]["best"];
    const int worst = bot["rank"]["worst"];
    EXPECT_EQ(cells[0], best == worst ? absl::StrFormat("%d", best)
                                      : absl::StrFormat("%d-%d", best, worst));
    EXPECT_EQ(cells[1], bot["bot"].get<std::string>());
    EXPECT_EQ(cells[2], absl::StrFormat("%+.3f", double{bot["rating"]}));
    const std::size_t last = cells.size() - 1;
    EXPECT_EQ(cells[last], absl::StrFormat("%d", int{bot["pairs"]}));
    EXPECT_EQ(cells[last - 1],
              absl::StrFormat("%.1f%%", 100 * double{bot["score"]}));
    EXPECT_EQ(cells[last - 4], absl::StrFormat("%d", int{bot["table_wins"]}));
    EXPECT_EQ(cells[last - 3], absl::StrFormat("%d", int{bot["table_draws"]}));
    EXPECT_EQ(cells[last - 2], absl::StrFormat("%d", int{bot["table_losses"]}));
  }
}

// The cells of the pairings: "a - b", pairs, score, lead.
std::vector<double> Leads(const std::string& text) {
  std::vector<double> leads;
  const std::vector<std::string> lines = LinesOf(text);
  auto line = std::ranges::find(lines, "Pairings");
  for (line += 2; line != lines.end() && line->starts_with("  "); ++line) {
    const std::vector<std::string> cells =
        absl::StrSplit(*line, ' ', absl::SkipEmpty());
    if (cells.size() > 5 && cells[1] == "-") leads.push_back(stod(cells[5]));
  }
  return leads;
}

TEST(ReportTextTest, PairingsAreSeenFromTheLeaderTheMostDecisiveFirst) {
  const std::vector<double> leads = Leads(RenderText(Report(6, 1)));
  EXPECT_EQ(leads.size(), 15U);
  EXPECT_TRUE(std::ranges::is_sorted(leads, std::ranges::greater()));
  EXPECT_GE(leads.back(), 0);
}

TEST(ReportTextTest, AMatchIsSeenFromItsFirstBot) {
  LeagueReport report = Report(2, 1);
  PairingReport& pairing = report.rulesets[0].pairings[0];
  pairing.points.mean = -0.25;
  pairing.points.interval = {-0.5, -0.125};
  Find(RenderText(report), "  points/deal   -0.250 [-0.500, -0.125]\n");
}

TEST(ReportTextTest, LargeLeaguesShowThePairingsOfTheBest) {
  const std::string text = RenderText(Report(20, 1));
  EXPECT_EQ(Leads(text).size(), 120U);  // of 16 bots
  Find(text, "Of the 16 best bots; --format csv has 70 pairings more.");
}

// 202 bots on deals of their own, more than a table lists; under each of two
// rulesets two others are the worst.
LeagueReport ReportOfMany() {
  constexpr int kBots = 202;
  v1::LeagueConfig config = testing_support::LargeLeague(kBots, 4);
  config.set_same_deals(false);
  *config.add_rulesets() = config.rulesets(0);
  config.mutable_rulesets(1)->set_spec("others");
  RunningSums sums = EmptySums(config);
  for (int ruleset = 0; ruleset < 2; ++ruleset) {
    const auto is_worse = [ruleset](int bot) { return bot / 2 == ruleset; };
    std::size_t k = 0;
    for (int first = 0; first < kBots; ++first) {
      for (int second = first + 1; second < kBots; ++second, ++k) {
        PairingSums& of =
            sums.rulesets[static_cast<std::size_t>(ruleset)].pairings[k];
        const int balance = static_cast<int>(is_worse(second)) -
                            static_cast<int>(is_worse(first));
        for (const int halves : {1, 2, 3, 2 + balance}) {
          of.score.Add(halves);
          EXPECT_TRUE(of.cells.Add(halves / 2, halves - halves / 2));
        }
      }
    }
  }
  sums.overall.reset();
  return ReportOfSums(config, {}, stats::ResultScale::kScore, sums);
}

TEST(ReportTextTest, StandingsCountAllPairingsAlsoThoseThatNoTableLists) {
  const LeagueReport report = ReportOfMany();
  for (const RatingTable& table : report.rulesets) {
    EXPECT_GT(table.pairings_left_out, 0);
    for (const Standing& standing : StandingsUnder(report, table)) {
      EXPECT_EQ(standing.results.pairs, 201 * 4);
      ASSERT_TRUE(standing.results.of_tables);
      const WinDrawLoss& tables = *standing.results.of_tables;
      EXPECT_EQ(tables.wins + tables.draws + tables.losses, 2 * 201 * 4);
    }
  }
  // Only the pairings that both tables list: of 202 bots less four.
  const Json pairings = PairingsJson(report);
  EXPECT_EQ(pairings.size(), 198U * 197U / 2U);
  for (const Json& pairing : pairings) EXPECT_EQ(pairing["pairs"], 8);
}

// Names come from strangers: a command that is copied runs nothing else.
TEST(ReportTextTest, CommandsQuoteTheNamesOfBots) {
  v1::LeagueAudit audit;
  v1::BotAudit& bot = *audit.add_bots();
  bot.set_bot("$(touch x)");
  bot.set_verdict(v1::AUDIT_VERDICT_CHANGED);
  bot.set_asked(1);
  bot.set_changed(1);
  v1::ChangedDecision& decision = *bot.add_changed_decisions();
  decision.set_ruleset("fr+lines-5");
  decision.add_bots("$(touch x)");
  decision.add_bots("greedy v1");
  const std::string command =
      "couillon replay d --deal 0 --seating 0 --ruleset fr+lines-5 --bots "
      "'$(touch x)' 'greedy v1'";
  const Json json = AuditDetailsJson(audit, "couillon replay d");
  EXPECT_NE(json.dump().find(command), std::string::npos) << json;
}

// The column of ratings and that of leads, which are relative to all opponents,
// have different names.
TEST(ReportTextTest, OnlyRatingsAreCalledPointsPerDeal) {
  const v1::LeagueConfig config = testing_support::LargeLeague(5, 40);
  const RunningSums sums = testing_support::LargeSums(config, 1);
  const std::string of_points =
      RenderText(ReportOfSums(config, {}, stats::ResultScale::kPoints, sums));
  Find(of_points, "points/deal");
  EXPECT_EQ(of_points.find("mean lead"), std::string::npos) << of_points;
  const std::string of_deals =
      RenderText(ReportOfSums(config, {}, stats::ResultScale::kScore, sums));
  EXPECT_EQ(of_deals.find("points/deal"), std::string::npos) << of_deals;
  Find(of_deals, "mean lead");
  Find(of_deals, "\"mean lead\" is in game points per deal");
}

TEST(ReportTextTest, TheMarksOfManyBotsFitInALine) {
  const std::string text = RenderText(Report(60, 1, true));
  Find(text, "better than           1     6     11 ");
  Find(text, "\n  60  ");
}

TEST(ReportTextTest, InterimStandingsAreTheFirstLinesOfTheReport) {
  LeagueReport report = Report(12, 2, true);
  report.units_done = report.units / 2;
  const std::string text = InterimText(report, 5);
  ExpectNarrow(text);
  EXPECT_EQ(LinesOf(text).size(), 9U) << text;
  EXPECT_EQ(text.find("Standings over 2 rulesets after "), 0U) << text;
  Find(text, "\n  and 7 more\n");
  report = Report(4, 1);
  const std::string whole = RenderText(report);
  const std::vector<std::string> few = LinesOf(InterimText(report, 5));
  ASSERT_EQ(few.size(), 7U);
  for (std::size_t i = 1; i < 6; ++i) Find(whole, "\n" + few[i]);
}

TEST(ReportTextTest, ThereAreNoInterimStandingsWithoutARating) {
  const v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  const LeagueReport report =
      ReportOfSums(config, {}, stats::ResultScale::kPoints, EmptySums(config));
  EXPECT_EQ(InterimText(report, 5), "");
}

TEST(ReportTextTest, ColoursAddNothingButEscapeSequences) {
  const LeagueReport report = Report(5, 2);
  const std::string plain = RenderText(report);
  EXPECT_EQ(plain.find('\x1b'), std::string::npos);
  std::string coloured = RenderText(report, {.colours = true});
  EXPECT_NE(coloured, plain);
  for (std::size_t at = 0;
       (at = coloured.find('\x1b', at)) != std::string::npos;) {
    coloured.erase(at, coloured.find('m', at) + 1 - at);
  }
  EXPECT_EQ(coloured, plain);
}

}  // namespace
}  // namespace couillon::arena
