// `couillon fairness --format html`: the page, how it is written, and what it
// says of the run. The page itself has its tests in tools/page.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using Words = std::vector<std::string>;

using testing_support::kCouillon;

// A small run, with more arguments.
ProgramResult Fairness(const Words& more) {
  Words command = {kCouillon, "fairness",        "--quiet", "--deals",
                   "100",     "--matches",       "20",      "--seed",
                   "it's",    "--pairing-deals", "50",      "--solved-deals",
                   "10"};
  command.insert(command.end(), more.begin(), more.end());
  return RunProgram(command);
}

json DataOfFairness(const std::string& page) {
  const std::size_t begin = page.find("application/json\">") + 18;
  return json::parse(page.substr(begin, page.rfind("</script>") - begin),
                     nullptr, false);
}

class FairnessPageTest : public ::testing::Test {
 protected:
  FairnessPageTest() { setenv("COUILLON_PAGE", COUILLON_STAND_IN_PAGE, 1); }
  TemporaryFolder folder_;
};

TEST_F(FairnessPageTest, ThePageHoldsTheReportAndTheRun) {
  const std::string file = folder_.path("page.html");
  const Words run = {"--ruleset", "fr,tongres"};
  Words page = run;
  page.insert(page.end(), {"--format", "html", "--out", file});
  const ProgramResult written = Fairness(page);
  ASSERT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  Words as_json = run;
  as_json.insert(as_json.end(), {"--format", "json"});
  const json data = DataOfFairness(ReadFile(file));
  ASSERT_FALSE(data.is_discarded());
  EXPECT_EQ(data["report"], json::parse(Fairness(as_json).out));
  EXPECT_TRUE(data["live"].is_null());
  EXPECT_TRUE(data["run"]["written"].is_string());
  EXPECT_TRUE(data["run"]["program"]["version"].is_string());
}

TEST_F(FairnessPageTest, ReproducibleIsTheSameFileOnAnyNumberOfWorkers) {
  const auto page = [](const std::string& workers) {
    return Fairness({"--ruleset", "fr", "--format", "html", "--reproducible",
                     "--concurrency", workers})
        .out;
  };
  const std::string one = page("1");
  EXPECT_TRUE(DataOfFairness(one)["run"]["written"].is_null());
  EXPECT_EQ(one, page("3"));
}

// The command is run as it is printed.
TEST_F(FairnessPageTest, TheCommandOfThePageRepeatsTheRun) {
  for (const Words& run :
       {Words{"--ruleset", "fr,kujong", "--delta", "0.3", "--playouts", "2000"},
        Words{"--compare", "fr,force-fr", "--bots", "builtin:random",
              "strong=builtin:greedy"}}) {
    Words page = run;
    page.insert(page.end(), {"--format", "html"});
    const json data = DataOfFairness(Fairness(page).out);
    std::string command = data["run"]["setup"]["commands"]["repeat"];
    command.replace(0, 8, kCouillon);
    const ProgramResult again =
        RunProgram({"/bin/sh", "-c", command + " --quiet --format html"});
    ASSERT_EQ(again.exit_code, 0) << command << again.err;
    EXPECT_EQ(DataOfFairness(again.out)["report"], data["report"]);
  }
}

TEST_F(FairnessPageTest, EveryFormatIsWrittenToTheFile) {
  for (const std::string format : {"text", "json", "csv", "html"}) {
    const std::string file = folder_.path(format);
    const Words words = {"--ruleset", "fr", "--format", format,
                         "--reproducible"};
    Words to_file = words;
    to_file.insert(to_file.end(), {"--out", file});
    ASSERT_EQ(Fairness(to_file).exit_code, 0) << format;
    EXPECT_EQ(ReadFile(file), Fairness(words).out) << format;
  }
  const ProgramResult refused =
      Fairness({"--ruleset", "fr", "--out", folder_.path("none/page.html")});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("--out: "), std::string::npos) << refused.err;
}

// So many playouts take minutes: the page is looked for before them.
TEST_F(FairnessPageTest, APageThatCannotBeReadIsNamedBeforeADealIsPlayed) {
  setenv("COUILLON_PAGE", "/no/such/page", 1);
  const ProgramResult refused = Fairness(
      {"--ruleset", "fr", "--format", "html", "--playouts", "2147483648"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("/no/such/page"), std::string::npos)
      << refused.err;
}

}  // namespace
}  // namespace couillon::arena
