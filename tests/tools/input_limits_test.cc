// Files of users that are too large for what they should be: every command
// refuses them by name and size, without reading them.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::kBot;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// More than a command needs without such a file.
constexpr std::int64_t kMaxPeakBytes = std::int64_t{200} << 20;

// Without a character on disk.
void MakeLarge(const std::string& path) {
  WriteFile(path, "deal,bot_a,bot_b,pair_score\n");
  std::filesystem::resize_file(path, std::uintmax_t{2} << 30);
}

TEST(InputLimitsTest, EveryCommandRefusesAFileOfTwoGigabytes) {
  const TemporaryFolder folder;
  const std::string large = folder.path("large.txtpb");
  MakeLarge(large);
  std::filesystem::create_directory(folder.path("bot"));
  MakeLarge(folder.path("bot/bot.txtpb"));
  const std::string out = folder.path("out");
  const std::vector<std::vector<std::string>> commands = {
      {kCouillon, "rules", large},
      {kCouillon, "deal", large, "--seed", "a"},
      {kCouillon, "trace", large, "--seed", "a"},
      {kCouillon, "solve", "--ruleset", large, "--seed", "a"},
      {kCouillon, "fairness", "--ruleset", large, "--deals", "2"},
      {kCouillon, "rate", "--pairs", large},
      {kCouillon, "rate", "--tables", large},
      {kCouillon, "sprt", "--pairs", large, "elo0=0", "elo1=5"},
      {kCouillon, "bot", "ask", large, "--", kBot, "--name", "greedy"},
      {kCouillon, "bot", "check", folder.path("bot")},
      {kCouillon, "bot", "build", folder.path("bot")},
      {kCouillon, "league", "run", "--bots", large, "--out", out},
      {kCouillon, "league", "run", "--bots", folder.path("bot"), "--out", out},
      {kCouillon, "match", "greedy",
       absl::StrCat("x=grpcs://localhost:1 ca=", large), "--out", out},
      {kCouillon, "match", "greedy",
       absl::StrCat("x=grpcs://localhost:1 token-file=", large), "--out", out},
  };
  for (const std::vector<std::string>& command : commands) {
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 1) << command[1] << ": " << run.err;
    EXPECT_NE(run.err.find("is too large: found 2147483648 bytes"),
              std::string::npos)
        << command[1] << " " << command[2] << ": " << run.err;
    EXPECT_LT(run.peak_bytes, kMaxPeakBytes) << command[1];
  }
}

// What a file holds may take more memory than its bytes: then the message names
// the file too.
TEST(InputLimitsTest, WhereMemoryEndsTheFileIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.path("pairs.csv");
  std::string text = "deal,bot_a,bot_b,pair_score\n";
  for (int deal = 0; deal < 1'000'000; ++deal) {
    absl::StrAppend(&text, deal, ",a,b,0.5\n");
  }
  WriteFile(path, text);
  const ProgramResult run =
      RunProgram({"/bin/sh", "-c", "ulimit -d 100000; exec \"$@\"", "sh",
                  kCouillon, "rate", "--pairs", path});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.err, absl::StrCat("couillon: there is not enough memory; the "
                                  "largest file that was read is ",
                                  path, ", of ", text.size(), " bytes\n"));
}

TEST(InputLimitsTest, NumbersWithoutRoomAreRefusedNotReplaced) {
  for (const char* number :
       {"18446744073709551616", "99999999999999999999999999"}) {
    const ProgramResult run =
        RunProgram({kCouillon, "deal", "fr", "--seed", "a", "--from", number});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find(absl::StrCat("found ", number)), std::string::npos)
        << run.err;
  }
  EXPECT_EQ(RunProgram({kCouillon, "deal", "fr", "--seed", "a", "--from",
                        "18446744073709551615"})
                .exit_code,
            0);
}

// What a text quotes in an error is shortened, and cannot control a terminal.
TEST(InputLimitsTest, ErrorsQuoteLittleOfAFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path("hostile.txtpb");
  for (const std::string& text :
       {std::string(1'000'000, 'a') + ": 1", std::string("id: 5 \"\x1b[2J\""),
        std::string("bots: \"\x1b[2J\""), std::string("x\x1b[2J")}) {
    WriteFile(path, text);
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{kCouillon, "rules", path},
          {kCouillon, "bot", "ask", path, "--", kBot},
          {kCouillon, "league", "run", "--bots", path, "--out",
           folder.path("out")}}) {
      const ProgramResult run = RunProgram(command);
      EXPECT_EQ(run.exit_code, 1);
      EXPECT_LT(run.err.size(), 2000U) << command[1];
      EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << run.err;
    }
  }
}

}  // namespace
}  // namespace couillon
