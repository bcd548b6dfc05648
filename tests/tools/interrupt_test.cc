// A long command that is interrupted ends at once, and says so.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::kCouillon;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::TemporaryFolder;

struct Interrupted {
  std::vector<std::string> command;
  std::vector<std::string> says;  // one of these
  friend void PrintTo(const Interrupted& tried, std::ostream* out) {
    *out << tried.command.front();
  }
};

class InterruptTest : public ::testing::TestWithParam<Interrupted> {};

// Without it these commands would play for hours.
TEST_P(InterruptTest, CommandEndsAndSaysSo) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  std::vector<std::string> command = {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh",
                                      kCouillon};
  command.insert(command.end(), GetParam().command.begin(),
                 GetParam().command.end());
  RunningProgram program(command, out);
  while (!absl::StrContains(ReadFile(out), "%), ")) {
    ASSERT_FALSE(program.HasEnded()) << ReadFile(out);
    usleep(10'000);
  }
  program.Signal(SIGINT);
  EXPECT_EQ(program.Wait(), 128 + SIGINT);
  const std::string text = ReadFile(out);
  const auto is_said = [&text](const std::string& says) {
    return absl::StrContains(text, says);
  };
  EXPECT_TRUE(std::ranges::any_of(GetParam().says, is_said)) << text;
}

INSTANTIATE_TEST_SUITE_P(
    All, InterruptTest,
    // Both with a report if enough deals are done.
    ::testing::Values(Interrupted{{"fairness", "--ruleset", "fr", "--deals",
                                   "100000000"},
                                  {"couillon: stopped before 256 deals",
                                   "couillon: interrupted; the report is"}},
                      Interrupted{{"exploit", "builtin:random", "--ruleset",
                                   "fr", "--deals", "1000000"},
                                  {"interrupted"}}),
    [](const ::testing::TestParamInfo<Interrupted>& tried) {
      return tried.param.command.front();
    });

}  // namespace
}  // namespace couillon
