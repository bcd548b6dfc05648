// `couillon report --format html --out FILE`, as a user runs it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "arena/front/page/page_report.h"
#include "arena/numbers/format/json.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kCouillon;

using Words = std::vector<std::string>;

ProgramResult Couillon(const Words& words) {
  Words command = {kCouillon};
  command.insert(command.end(), words.begin(), words.end());
  return RunProgram(command);
}

json DataOfReport(const std::string& page) {
  const std::size_t begin = page.find("application/json\">") + 18;
  return json::parse(page.substr(begin, page.find("</script>", begin) - begin),
                     nullptr, false);
}

class ReportFileTest : public ::testing::Test {
 protected:
  ReportFileTest() { setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1); }

  void Play(const std::string& out, const std::string& workers,
            const Words& more = {}) {
    Words words = {"league",
                   "run",
                   "--bots",
                   "builtin:random",
                   "mine=" COUILLON_BOT_PROGRAM " --name greedy",
                   "--ruleset",
                   "fr,kujong",
                   "--deals",
                   "32",
                   "--block",
                   "8",
                   "--seed",
                   "page",
                   "--concurrency",
                   workers,
                   "--quiet",
                   "--out",
                   out};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult run = Couillon(words);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  TemporaryFolder folder_;
};

TEST_F(ReportFileTest, ThePageHoldsTheReportAndHowItWasPlayed) {
  const std::string league = folder_.path("league");
  Play(league, "2");
  const std::string file = folder_.path("page.html");
  const ProgramResult run =
      Couillon({"report", league, "--format", "html", "--out", file});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  const json data = DataOfReport(ReadFile(file));
  ASSERT_FALSE(data.is_discarded());
  const ProgramResult report = Couillon({"report", league, "--format", "json"});
  EXPECT_EQ(data["report"],
            json::parse(ForPage(Json::parse(report.out)).dump()));
  EXPECT_TRUE(data["live"].is_null());
  ASSERT_EQ(data["run"]["hosts"].size(), 1U) << data["run"];
  const json& host = data["run"]["hosts"][0];
  EXPECT_EQ(host["sessions"], 1);
  EXPECT_EQ(host["workers"], 2);
  EXPECT_EQ(host["units"], 8);
  EXPECT_GT(host["cores"], 0);
  EXPECT_TRUE(host["ended"].is_string());
  const ProgramResult status =
      Couillon({"league", "status", league, "--format", "json"});
  EXPECT_EQ(data["run"]["status"], json::parse(status.out));
  EXPECT_EQ(data["run"]["status"]["usage"][0]["bot"], "mine");
}

TEST_F(ReportFileTest, RecordedDealsGiveThePageWhatDecisionsCost) {
  const std::string league = folder_.path("league");
  Play(league, "1", {"--record", "deals"});
  const json whole = DataOfReport(
      Couillon({"report", league, "--format", "html"}).out)["losses"];
  EXPECT_EQ(whole["items"], 64);  // all of both rulesets
  const json some = DataOfReport(
      Couillon({"report", league, "--format", "html", "--losses", "3"})
          .out)["losses"];
  const json text =
      json::parse(Couillon({"analyse", league, "--losses", "--deals", "3",
                            "--tricks", "5", "--format", "json"})
                      .out);
  ASSERT_EQ(some["losses"].size(), 4U) << some;
  for (std::size_t i = 0; i < 4; ++i) {
    const json& page = some["losses"][i];
    const json& all = text["losses"][i];
    EXPECT_EQ(page["items"], 3);
    EXPECT_EQ(page["bot"], all["bot"]);
    EXPECT_EQ(page["all_cards_seen"]["all"]["decisions"],
              all["all_cards_seen"]["all"]["decisions"]);
    EXPECT_NEAR(page["all_cards_seen"]["all"]["loss"]["mean"].get<double>(),
                all["all_cards_seen"]["all"]["loss"]["mean"].get<double>(),
                1e-6);
    EXPECT_EQ(page["worst"].size(), all["worst"].size());
  }
  const json none = DataOfReport(
      Couillon({"report", league, "--format", "html", "--losses", "0"}).out);
  EXPECT_FALSE(none.contains("losses"));
}

TEST_F(ReportFileTest, LossesThatCannotBeMadeAreAnError) {
  const std::string league = folder_.path("league");
  Play(league, "1");
  const ProgramResult unrecorded =
      Couillon({"report", league, "--format", "html", "--losses", "3"});
  EXPECT_EQ(unrecorded.exit_code, 1);
  EXPECT_NE(unrecorded.err.find("--record deals"), std::string::npos)
      << unrecorded.err;
  const ProgramResult text = Couillon({"report", league, "--losses", "3"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_NE(text.err.find("couillon analyse"), std::string::npos) << text.err;
  EXPECT_FALSE(
      DataOfReport(Couillon({"report", league, "--format", "html"}).out)
          .contains("losses"));
}

// First seat 0 deals, then seat 1; in seating 0 the first bot has side 0.
TEST_F(ReportFileTest, PlacesAreThoseOfTheRecordedDeals) {
  const std::string league = folder_.path("league");
  Play(league, "1", {"--record", "deals"});
  const ProgramResult deals =
      Couillon({"export", league, "--what", "deals", "--ruleset", "fr",
                "--format", "jsonl"});
  std::istringstream lines(deals.out);
  double sum = 0;
  int tables = 0;
  for (std::string line; std::getline(lines, line); ++tables) {
    const json row = json::parse(line);
    const std::string play = row["play"];
    const int dealer = play[play.find("dealer ") + 7] - '0';
    const bool first_deals = row["seating"] == dealer % 2;
    const double lead = row["first_game_points"];
    sum += first_deals ? lead : -lead;
  }
  ASSERT_EQ(tables, 64);
  const json report =
      json::parse(Couillon({"report", league, "--format", "json"}).out);
  const json& dealer = report["rulesets"][0]["places"][1];
  EXPECT_EQ(dealer["place"], "dealer_side");
  EXPECT_EQ(dealer["tables"], tables);
  EXPECT_NEAR(dealer["points"]["mean"].get<double>(), sum / tables, 1e-9);
}

TEST_F(ReportFileTest, ReproducibleIsTheSameFileForTheSameResults) {
  std::vector<std::string> pages;
  for (const std::string workers : {"1", "3"}) {
    Play(folder_.path(workers), workers);
    const Words page = {"report", folder_.path(workers), "--format", "html"};
    pages.push_back(Couillon(page).out);
    Words same = page;
    same.emplace_back("--reproducible");
    pages.push_back(Couillon(same).out);
  }
  EXPECT_NE(pages[0], pages[2]);
  EXPECT_EQ(pages[1], pages[3]);
  const json run = DataOfReport(pages[1])["run"];
  EXPECT_TRUE(run["hosts"].is_null());
  EXPECT_TRUE(run["status"].is_null());
  EXPECT_TRUE(run["written"].is_null());
  EXPECT_TRUE(run["setup"]["policy"].is_array());
}

// The command is run as it is printed, with another directory.
TEST_F(ReportFileTest, TheCommandOfThePageRepeatsTheLeague) {
  const std::string league = folder_.path("league");
  Play(league, "2");
  const json data =
      DataOfReport(Couillon({"report", league, "--format", "html"}).out);
  std::string command = data["run"]["setup"]["commands"]["repeat"];
  const std::string again = folder_.path("again");
  command.replace(command.find("DIRECTORY"), 9, again);
  command.replace(0, 8, kCouillon);
  const ProgramResult run = RunProgram({"/bin/sh", "-c", command + " --quiet"});
  ASSERT_EQ(run.exit_code, 0) << command << run.err;
  EXPECT_EQ(Couillon({"report", again, "--format", "json"}).out,
            Couillon({"report", league, "--format", "json"}).out);
}

TEST_F(ReportFileTest, EveryFormatIsWrittenWholeOrNotAtAll) {
  const std::string league = folder_.path("league");
  Play(league, "2");
  for (const std::string format : {"text", "json", "csv", "html"}) {
    const std::string file = folder_.path(format);
    WriteFile(file, "old");
    const Words words = {"report", league, "--format", format,
                         "--reproducible"};
    Words to_file = words;
    to_file.insert(to_file.end(), {"--out", file});
    ASSERT_EQ(Couillon(to_file).exit_code, 0) << format;
    EXPECT_EQ(ReadFile(file), Couillon(words).out) << format;
  }
  const std::string missing = folder_.path("none/page.html");
  const ProgramResult refused = Couillon({"report", league, "--out", missing});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("--out: " + missing), std::string::npos)
      << refused.err;
  EXPECT_EQ(std::distance(
                std::filesystem::directory_iterator(
                    std::filesystem::path(missing).parent_path().parent_path()),
                std::filesystem::directory_iterator()),
            5)
      << "no temporary file is left";
}

TEST_F(ReportFileTest, APageThatCannotBeReadIsNamed) {
  const std::string league = folder_.path("league");
  Play(league, "1");
  setenv("COUILLON_PAGE", "/no/such/page", 1);
  const ProgramResult refused =
      Couillon({"report", league, "--format", "html"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("/no/such/page"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
