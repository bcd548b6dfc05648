// `couillon report --format html --out FILE`, as a user runs it.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "arena/page/page_report.h"
#include "arena/report/format/json.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

const std::string kCouillon = COUILLON_PROGRAM;

using Words = std::vector<std::string>;

ProgramResult Couillon(const Words& words) {
  Words command = {kCouillon};
  command.insert(command.end(), words.begin(), words.end());
  return RunProgram(command);
}

json DataOf(const std::string& page) {
  const std::size_t begin = page.find("application/json\">") + 18;
  return json::parse(page.substr(begin, page.rfind("</script>") - begin),
                     nullptr, false);
}

class ReportFileTest : public ::testing::Test {
 protected:
  ReportFileTest() { setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1); }

  void Play(const std::string& out, const std::string& workers) {
    const ProgramResult run =
        Couillon({"league", "run", "--bots", "builtin:random",
                  "mine=" COUILLON_BOT_PROGRAM " --name greedy", "--ruleset",
                  "fr,kujong", "--deals", "32", "--block", "8", "--seed",
                  "page", "--concurrency", workers, "--quiet", "--out", out});
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
  const json data = DataOf(ReadFile(file));
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
  const json run = DataOf(pages[1])["run"];
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
      DataOf(Couillon({"report", league, "--format", "html"}).out);
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
