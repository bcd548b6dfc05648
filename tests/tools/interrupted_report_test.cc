// A fairness run that is interrupted prints the report of what it has done, and
// which options give the same.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

// How many lines of progress there are. After the first the next comes ten
// seconds later.
std::size_t CountLines(const std::string& progress) {
  return static_cast<std::size_t>(
      std::count(progress.begin(), progress.end(), '\n'));
}

TEST(InterruptedReportTest, ItIsThatOfTheOptionsThatItNames) {
  const TemporaryFolder folder;
  const std::string page = folder.path("report");
  const std::string progress = folder.path("progress");
  std::vector<std::string> command = {
      kCouillon, "fairness",      "--ruleset", "fr",    "--seed", "interrupted",
      "--bots",  "random",        "greedy",    "--out", page,     "--format",
      "json",    "--concurrency", "1"};
  std::vector<std::string> long_run = {"/bin/sh", "-c", "exec \"$@\" 2>&1",
                                       "sh"};
  long_run.insert(long_run.end(), command.begin(), command.end());
  // So many random playouts take minutes.
  long_run.insert(long_run.end(),
                  {"--deals", "300", "--pairing-deals", "300", "--matches",
                   "20", "--playouts", "2147483648"});
  RunningProgram program(long_run, progress);
  while (CountLines(ReadFile(progress)) < 2) {
    ASSERT_FALSE(program.HasEnded()) << ReadFile(progress);
    usleep(10'000);
  }
  program.Signal(SIGINT);
  EXPECT_EQ(program.Wait(), 128 + SIGINT);

  const std::string text = ReadFile(progress);
  const std::string said = "interrupted; the report is that of ";
  const std::size_t at = text.find(said);
  ASSERT_NE(at, std::string::npos) << text;
  const std::string options = text.substr(at + said.size());
  EXPECT_EQ(options,
            "--deals 300 --pairing-deals 300 --matches 20 --playouts 0 "
            "--solved-deals 0\n");
  const std::string report = ReadFile(page);

  for (const auto word :
       absl::StrSplit(options, absl::ByAnyChar(" \n"), absl::SkipEmpty())) {
    command.emplace_back(word);
  }
  command.emplace_back("--quiet");
  const ProgramResult whole = RunProgram(command);
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(ReadFile(page), report);
}

}  // namespace
}  // namespace couillon
