// A bot with unattributed crashes: their number depends on the number of
// workers, the report does not.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

const std::string kCouillon = COUILLON_PROGRAM;
const std::string kBroken = COUILLON_BROKEN_BOT_PROGRAM;

TEST(CostlessFaultsTest, ReportDoesNotDependOnTheNumberOfWorkers) {
  const TemporaryFolder folder;
  std::vector<std::string> reports;
  std::string counts;
  for (const char* workers : {"1", "2", "6"}) {
    const std::string out = folder.path(workers);
    const ProgramResult run =
        RunProgram({kCouillon,
                    "league",
                    "run",
                    "--bots",
                    "late=" + kBroken + " --fault crashes-late",
                    "builtin:random",
                    "--ruleset",
                    "basic-gerver",
                    "--deals",
                    "192",
                    "--block",
                    "16",
                    "--batch",
                    "16",
                    "--seed",
                    "costless",
                    "--recover",
                    "1000000",
                    "--st",
                    "250",
                    "--start-limit",
                    "250",
                    "--concurrency",
                    workers,
                    "--out",
                    out});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    std::string report;
    for (const char* format : {"text", "json", "csv", "html"}) {
      report += RunProgram({kCouillon, "report", out, "--format", format,
                            "--reproducible"})
                    .out;
    }
    reports.push_back(report);
    const json faults =
        json::parse(RunProgram({kCouillon, "faults", out, "--format", "json",
                                "--all", "--most", "100000"})
                        .out)["faults"];
    EXPECT_FALSE(faults.empty());
    // A process that takes long to end counts as a disconnect.
    std::map<std::string, int> by_verdict;
    for (const json& fault : faults) {
      EXPECT_FALSE(fault["forfeits"]);
      ++by_verdict[fault["verdict"]];
    }
    std::string reported;
    for (const auto& [verdict, count] : by_verdict) {
      absl::StrAppend(&reported, reported.empty() ? "" : "  ",
                      "late: ", verdict, ": 0 with a forfeit, ", count,
                      " without\n");
    }
    absl::StrAppend(&counts, workers, ": ", reported);
    const ProgramResult status =
        RunProgram({kCouillon, "league", "status", out});
    EXPECT_NE(status.out.find("Faults so far\n  " + reported),
              std::string::npos)
        << status.out;
  }
  EXPECT_EQ(reports[0], reports[1]) << counts;
  EXPECT_EQ(reports[0], reports[2]) << counts;
  RecordProperty("counts", counts);
}

}  // namespace
}  // namespace couillon
