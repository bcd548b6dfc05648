// The main function of all test programs. A case that takes more than ten
// minutes hangs: its name is printed and the program ends. A program whose
// cases were all skipped ends with 77, which ctest knows as "skipped".
#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace couillon {
namespace {

constexpr unsigned kLimitSeconds = 600;
constexpr int kAllSkipped = 77;

// What the signal handler prints; written before the timer starts.
std::string hanging;  // NOLINT: a handler has no other way to its data

void EndHangingCase(int /*signal*/) {
  const ssize_t written = write(STDERR_FILENO, hanging.data(), hanging.size());
  _exit(written < 0 ? 2 : 1);
}

// Sets a timer for each case. A child process does not inherit it.
class TimeLimit : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    hanging = std::string("\n[  FAILED  ] ") + test.test_suite_name() + "." +
              test.name() + ": not over after " +
              std::to_string(kLimitSeconds) + " s\n";
    alarm(kLimitSeconds);
  }
  void OnTestEnd(const testing::TestInfo& /*test*/) override { alarm(0); }
};

}  // namespace
}  // namespace couillon

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::signal(SIGALRM, couillon::EndHangingCase);
  const testing::UnitTest& tests = *testing::UnitTest::GetInstance();
  testing::UnitTest::GetInstance()->listeners().Append(
      new couillon::TimeLimit);  // the list owns it
  const int result = RUN_ALL_TESTS();
  const bool all_skipped =
      tests.skipped_test_count() > 0 &&
      tests.skipped_test_count() == tests.test_to_run_count();
  return result == 0 && all_skipped ? couillon::kAllSkipped : result;
}
