#include "arena/numbers/format/csv_field.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/numbers/format/csv_table.h"
#include "arena/numbers/format/figure_writers.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/table/quantity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

TEST(CsvFieldTest, NoTextIsAFormula) {
  EXPECT_EQ(CsvField("anna"), "anna");
  EXPECT_EQ(CsvField("a=1+2-3@4"), "a=1+2-3@4");
  EXPECT_EQ(CsvField("=1+1"), "'=1+1");
  EXPECT_EQ(CsvField("+1"), "'+1");
  EXPECT_EQ(CsvField("-1"), "'-1");
  EXPECT_EQ(CsvField("@a"), "'@a");
  EXPECT_EQ(CsvField("\ta"), "'\ta");
  EXPECT_EQ(CsvField("\ra"), "\"'\ra\"");
  EXPECT_EQ(CsvField("=HYPERLINK(\"x\",\"y\")"),
            "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
}

TEST(CsvFieldTest, NumbersReadBackExactly) {
  const double near = 0.9999999999999999;
  EXPECT_EQ(std::stod(CsvField(std::optional(near))), near);
  EXPECT_EQ(CsvField(std::optional(-1.5)), "-1.5");
  EXPECT_EQ(CsvField(std::optional(-1234.56789)), "-1234.56789");
  EXPECT_EQ(CsvField(std::optional(-0.0)), "0");
  EXPECT_EQ(CsvField(std::optional<double>()), "");
  EXPECT_EQ(CsvField(std::optional(std::nan(""))), "");
}

// What rounding leaves of a zero is no estimate; a small probability is one.
TEST(FigureWritersTest, EstimatesWithoutSizeAreZero) {
  const stats::Interval interval{.lo = -2.3e-13, .hi = 1.5};
  CsvFigures csv;
  csv.Bounded("elo", 2.3e-13, interval);
  csv.Number("los", 1e-20);
  EXPECT_EQ(csv.cells(), ",0,0,1.5,1e-20");
  Json json;
  JsonFigures figures(json);
  figures.Bounded("elo", 2.3e-13, interval);
  figures.Mean("lead", {.mean = -1e-17, .interval = interval});
  figures.Number("los", 1e-20);
  EXPECT_EQ(json["elo"], 0.0);
  EXPECT_EQ(json["elo_interval"], Json::parse("[0.0,1.5]"));
  EXPECT_EQ(json["lead"]["mean"], 0.0);
  EXPECT_EQ(json["lead"]["interval"], Json::parse("[0.0,1.5]"));
  EXPECT_EQ(json["los"], 1e-20);
}

// In a report every cell that is not a number has a harmless first character.
TEST(CsvFieldTest, ReportsWriteNamesAndRulesetsAsText) {
  LeagueReport report;
  report.config.add_bots()->set_name("=a");
  report.config.add_bots()->set_name("@b");
  report.rulesets.push_back(
      {.ruleset = "-r", .pairings = {{.second = BotIndex(1)}}});
  report.rulesets[0].pairings[0].leads[Quantity::kGamePoints].mean = -0.5;
  const std::string text = RenderCsv(report);
  EXPECT_NE(text.find("\n'-r,'=a,'@b,0,"), std::string::npos) << text;
  EXPECT_NE(text.find(",-0.5,"), std::string::npos) << text;

  report.tournaments.push_back(
      {.ruleset = "+r", .players = {{.bot = BotIndex(0)}}});
  report.tournaments[0].players[0].total = -7;
  EXPECT_NE(RenderCsv(report).find("\n'+r,'=a,-7,"), std::string::npos)
      << RenderCsv(report);
}

TEST(CsvTableTest, FieldThatIsNotPlainIsRefusedWithItsLine) {
  const auto table = CsvTable::Parse("pairs.csv", "deal,bot\n1,a\n2,b\x1b[2J\n",
                                     {"deal", "bot"}, 2);
  EXPECT_EQ(table.status().message(),
            "pairs.csv: line 3: found the field \"b\\x1b[2J\"; expected "
            "printable UTF-8");
  EXPECT_TRUE(
      CsvTable::Parse("pairs.csv", "deal,bot\r\n1,a\r\n", {"deal", "bot"}, 2)
          .ok());
}

TEST(CsvTableTest, TheHeaderSaysWhatSeparates) {
  const std::vector<std::string> columns = {"deal", "bot", "note"};
  const std::vector<std::string> texts = {
      "deal,bot,note\n1,\"a,;\",\n",
      "deal;bot;note\n1;\"a,;\";\n",
      "deal\tbot\tnote\n1\t\"a,;\"\t\n",
      "\"deal\";bot ; note\r\n 1; \"a,;\" ;\r\n",
  };
  for (const std::string& text : texts) {
    const auto table = CsvTable::Parse("pairs.csv", text, columns, 3);
    ASSERT_TRUE(table.ok()) << table.status();
    EXPECT_EQ(table->At(0, 0), "1") << text;
    EXPECT_EQ(table->At(0, 1), "a,;") << text;
    EXPECT_EQ(table->At(0, 2), "") << text;
  }
  EXPECT_EQ(CsvTable::Parse("pairs.csv", "deal;bot\n1,a\n", {"deal"}, 1)
                .status()
                .message(),
            "pairs.csv: line 2: found 1 fields; expected 2, as in the header");
}

TEST(CsvTableTest, HeaderWithoutResultsIsRefused) {
  const auto table = CsvTable::Parse("pairs.csv", "deal,bot\n\n", {"deal"}, 1);
  EXPECT_EQ(table.status().message(),
            "pairs.csv: line 3: found the end; expected a line with a result");
}

}  // namespace
}  // namespace couillon::arena
