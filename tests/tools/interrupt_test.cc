// A command that is interrupted ends at once, whatever it does: a long one
// stores or reports what it has done, and says so.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
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

// A pipe of the smallest size, which nobody reads.
class FullPipe {
 public:
  explicit FullPipe(const std::string& path) {
    EXPECT_EQ(mkfifo(path.c_str(), 0600), 0);
    fd_ = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    EXPECT_GE(fcntl(fd_, F_SETPIPE_SZ, kBytes), 0);
  }
  ~FullPipe() { close(fd_); }
  FullPipe(const FullPipe&) = delete;
  FullPipe& operator=(const FullPipe&) = delete;

  [[nodiscard]] bool IsFull() const {
    int bytes = 0;
    return ioctl(fd_, FIONREAD, &bytes) == 0 && bytes == kBytes;
  }

 private:
  static constexpr int kBytes = 4096;
  int fd_ = -1;
};

class InterruptedReportPhaseTest
    : public ::testing::TestWithParam<std::vector<std::string>> {};

// The report is longer than the pipe, so the command cannot end by itself. What
// it played is stored by then.
TEST_P(InterruptedReportPhaseTest, OneSignalEndsTheReport) {
  const TemporaryFolder folder;
  const FullPipe out(folder.path("out"));
  std::vector<std::string> command = {"/bin/sh",
                                      "-c",
                                      "cd \"$1\" && shift && exec \"$@\" 2>err",
                                      "sh",
                                      folder.path(""),
                                      kCouillon};
  command.insert(command.end(), GetParam().begin(), GetParam().end());
  RunningProgram program(command, folder.path("out"));
  while (!out.IsFull()) {
    ASSERT_FALSE(program.HasEnded()) << ReadFile(folder.path("err"));
    usleep(10'000);
  }
  program.Signal(SIGINT);
  EXPECT_EQ(program.Wait(), 128 + SIGINT);
}

INSTANTIATE_TEST_SUITE_P(
    All, InterruptedReportPhaseTest,
    ::testing::Values(std::vector<std::string>{"league", "run", "--bots",
                                               "random", "greedy", "heuristic",
                                               "first-legal", "--ruleset",
                                               "fr,troeven,cooyah", "--deals",
                                               "8", "--out", "results"},
                      std::vector<std::string>{"fairness", "--ruleset", "fr",
                                               "--deals", "300", "--matches",
                                               "20", "--playouts", "0",
                                               "--format", "json"}),
    [](const ::testing::TestParamInfo<std::vector<std::string>>& tried) {
      return tried.param.front();
    });

}  // namespace
}  // namespace couillon
