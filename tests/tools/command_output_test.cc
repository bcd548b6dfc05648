// What the program prints is whole, or it fails; numbers are decimal; commands
// that it suggests can be pasted.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

constexpr int kError = 1;
constexpr int kUsage = 2;

ProgramResult Couillon(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), COUILLON_PROGRAM);
  return RunProgram(arguments);
}

// Its stdout goes to `file`.
ProgramResult CouillonInto(const std::string& file,
                           const std::string& arguments) {
  return RunProgram(
      {"/bin/sh", "-c",
       std::string("exec " COUILLON_PROGRAM " ") + arguments + " > " + file});
}

TEST(CommandOutputTest, AFullDiskIsAnErrorOfEveryCommand) {
  const TemporaryFolder folder;
  const std::string league = folder.path("league");
  ASSERT_EQ(Couillon({"match", "greedy", "random", "--ruleset", "fr", "--deals",
                      "4", "--seed", "x", "--quiet", "--out", league})
                .exit_code,
            0);
  for (const std::string& command :
       {"report " + league, "report " + league + " --format json",
        "report " + league + " --format csv", "verify " + league,
        "league status " + league, std::string("rules"), std::string("--help"),
        std::string("--version"), std::string("rate --counts 3,2,1"),
        std::string("solve --ruleset fr --seed x"),
        std::string("deal fr --seed x"),
        std::string("trace fr --seed x --count 1")}) {
    const ProgramResult run = CouillonInto("/dev/full", command);
    EXPECT_EQ(run.exit_code, kError) << command;
    EXPECT_EQ(run.err, "couillon: the output could not be written\n")
        << command;
    EXPECT_EQ(CouillonInto("/dev/null", command).exit_code, 0) << command;
  }
}

TEST(CommandOutputTest, NumbersAreDecimal) {
  const ProgramResult plain =
      Couillon({"deal", "fr", "--seed", "x", "--count", "10"});
  const ProgramResult padded =
      Couillon({"deal", "fr", "--seed", "x", "--count", "010"});
  EXPECT_EQ(padded.exit_code, 0) << padded.err;
  EXPECT_EQ(padded.out, plain.out);
}

// Without the option the seed is a random one.
TEST(CommandOutputTest, AnEmptySeedIsNoRandomSeed) {
  const ProgramResult run = Couillon({"match", "greedy", "random", "--ruleset",
                                      "fr", "--deals", "4", "--seed", ""});
  EXPECT_EQ(run.exit_code, kUsage) << run.out;
  EXPECT_TRUE(
      absl::StrContains(run.err, "--seed: found no text; expected a seed text"))
      << run.err;
}

TEST(CommandOutputTest, ASuggestedCommandIsQuotedForAShell) {
  const TemporaryFolder folder;
  const std::string league = folder.path("my league");
  const ProgramResult run =
      Couillon({"match", "greedy", "random", "--ruleset", "fr", "--deals", "4",
                "--seed", "x", "--quiet", "--out", league});
  EXPECT_TRUE(absl::StrContains(run.out, " report '" + league + "')"))
      << run.out;
}

// Bots work in directories of their own.
TEST(CommandOutputTest, ARelativeFolderForTemporaryFilesReachesBots) {
  const TemporaryFolder folder;
  const ProgramResult run = RunProgram(
      {"/bin/sh", "-c",
       "cd " + folder.path("") + " && mkdir t && TMPDIR=t exec " +
           COUILLON_PROGRAM +
           " match greedy 'bot=" COUILLON_BOT_PROGRAM
           " --name random' --ruleset fr --deals 4 --seed x --quiet --out l"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace couillon
