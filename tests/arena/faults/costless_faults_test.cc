// A bot with unattributed crashes: their number depends on the number of
// workers, the report does not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kBroken;
using testing_support::kCouillon;

TEST(CostlessFaultsTest, ReportDoesNotDependOnTheNumberOfWorkers) {
  const TemporaryFolder folder;
  std::vector<std::string> reports;
  std::string counts;
  for (const char* workers : {"1", "2", "5"}) {
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
                    "32",
                    "--limit",
                    "batch:16",
                    "--seed",
                    "costless",
                    "--limit",
                    "unattributed:1000000,move:250,start:250",
                    "--trust",
                    "shared-process",
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
    for (const json& fault : faults) EXPECT_FALSE(fault["forfeits"]);
    const std::string reported = "late: crash: 0 with a forfeit, " +
                                 std::to_string(faults.size()) + " without\n";
    counts += workers + std::string(": ") + reported;
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
