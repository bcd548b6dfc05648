// The memory of large leagues. A test fails if a structure grows with the
// square of the number of pairings again.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;

constexpr std::int64_t kMegabyte = 1'000'000;

// Runs `couillon` and expects it to succeed within this memory.
std::string RunWithin(std::int64_t megabytes,
                      std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), COUILLON_PROGRAM);
  const ProgramResult result = RunProgram(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_LT(result.peak_bytes, megabytes * kMegabyte) << arguments[1];
  return result.out;
}

TEST(LargeReportTest, SixtyFourBotsOnTheSameDealsFitInto150Megabytes) {
  const testing_support::TemporaryFolder folder;
  const std::string league = folder.path("league");
  std::vector<std::string> run = {
      "league",  "run", "--quiet", "--seed", "memory",  "--ruleset",  "fr",
      "--deals", "64",  "--out",   league,   "--trust", "same-deals", "--bots"};
  for (int bot = 0; bot < 64; ++bot) {
    run.push_back(absl::StrCat(
        "b", bot, "=builtin:", bot % 2 == 0 ? "first-legal" : "random"));
  }
  RunWithin(150, run);
  const std::string text = RunWithin(150, {"report", league});
  EXPECT_NE(text.find("64 deals"), std::string::npos);
  RunWithin(150, {"report", league, "--format", "json"});
  RunWithin(150, {"verify", league});
}

}  // namespace
}  // namespace couillon::arena
