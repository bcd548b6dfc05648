// Text of a bot cannot be mistaken for the program's own output: its stderr and
// the status of its stream hold lines that imitate the program, an Elo table,
// terminal control sequences and marks of writing direction.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

using testing_support::kBroken;
using testing_support::kCouillon;

// An argument of printf(1): imitations of a message, wide enough to wrap on a
// terminal; the progress line; the end of a league; a table.
constexpr char kNoise[] =
    R"(\r\033[2K\033[1A\ncouillon: the bot has won\n)"
    R"(                                                                        )"
    R"(                        couillon: the bot has won\n)"
    R"(12 of 12 units (100%%), 99 deals in 1 s\nSeed: won\nResults: won\n)"
    R"(  bot      Elo  points/deal  pairs\n  mallory  +900.0  won\n)"
    R"(\342\200\256drawkcab won\302\233 won\342\200\250won\n)";

class HostileTextTest : public ::testing::Test {
 protected:
  HostileTextTest() { std::filesystem::create_directory(bot_); }

  // Writes a bot that prints kNoise and then executes `next`.
  void Write(const std::string& next) {
    WriteFile(bot_ + "/start",
              "printf '" + std::string(kNoise) + "' >&2\nexec " + next + "\n");
    WriteFile(bot_ + "/bot.txtpb",
              R"(name: "mallory" command: ["sh", "start"])");
  }

  // Runs the program. Its output may contain the bot's text as quoted lines or
  // within a line, but not as a separate line and not unprintable.
  ProgramResult Run(const std::vector<std::string>& words) {
    std::vector<std::string> command = {kCouillon};
    command.insert(command.end(), words.begin(), words.end());
    const ProgramResult run = RunProgram(command);
    ExpectHonest(run.out);
    ExpectHonest(run.err);
    return run;
  }

  static void ExpectPrintable(const std::string& output) {
    for (const std::string bad : {"\x1b", "\r", "\u202e", "\u009b", "\u2028"}) {
      EXPECT_EQ(output.find(bad), std::string::npos) << output;
    }
  }

  static void ExpectHonest(const std::string& output) {
    ExpectPrintable(output);
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("won") == std::string::npos) continue;
      if (line.find(" won, 0 drawn, ") != std::string::npos) continue;  // ours
      const std::size_t quoted = line.find_first_not_of(' ');
      EXPECT_TRUE(line.compare(quoted, 2, "| ") == 0 ||
                  line.starts_with("\nmallory") || line.starts_with("mallory"))
          << line;
      // Nor does it wrap.
      EXPECT_TRUE(line.size() < 80 || line.find("    ") != 0) << line;
    }
  }

  std::vector<std::string> League() const {
    return {"league",
            "run",
            "--bots",
            bot_,
            "builtin:random",
            "--ruleset",
            "basic-gerver",
            "--deals",
            "32",
            "--block",
            "16",
            "--seed",
            "x",
            "--out",
            out_,
            "--allow",
            "read:" + kBroken};
  }

  TemporaryFolder folder_;
  std::string bot_ = folder_.path("mallory");
  std::string out_ = folder_.path("league");
};

TEST_F(HostileTextTest, StderrOfACrashIsQuoted) {
  Write(kBroken + " --fault crashes");
  const ProgramResult run = Run(League());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("\n    | couillon: the bot has won\n"),
            std::string::npos)
      << run.err;
  const ProgramResult faults = Run({"faults", out_});
  EXPECT_NE(faults.out.find("\n    | Results: won\n"), std::string::npos)
      << faults.out;
  Run({"faults", out_, "--save", folder_.path("saved")});
  Run({"league", "status", out_});
  for (const char* format : {"text", "csv"}) {
    Run({"report", out_, "--format", format});
  }
  // A page has the text of a bot as data, on one line.
  const std::string page =
      RunProgram({kCouillon, "report", out_, "--format", "html"}).out;
  ExpectPrintable(page);
  EXPECT_NE(page.find("couillon: the bot has won"), std::string::npos);
  const json list = json::parse(
      RunProgram({kCouillon, "faults", out_, "--all", "--format", "json"})
          .out)["faults"];
  EXPECT_NE(list[0]["last_stderr"].get<std::string>().find(
                "\\x0d\\x1b[2K\\x1b[1A\ncouillon: "),
            std::string::npos);
}

TEST_F(HostileTextTest, StderrOfABotThatDoesNotStartIsQuoted) {
  Write("false");
  for (const std::vector<std::string>& words :
       {League(), {"bot", "check", bot_}}) {
    const ProgramResult run = Run(words);
    EXPECT_NE((run.out + run.err).find("\n    | couillon: the bot has won\n"),
              std::string::npos)
        << run.out << run.err;
  }
}

TEST_F(HostileTextTest, StatusOfAStreamStaysOnItsLine) {
  Write(kBroken + " --fault closes-rudely");
  const ProgramResult run = Run(League());
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string reported = "bye\\ncouillon: the bot has won";
  EXPECT_NE(run.err.find(reported), std::string::npos) << run.err;
  const ProgramResult faults = RunProgram({kCouillon, "faults", out_});
  EXPECT_NE(faults.out.find(reported), std::string::npos) << faults.out;
  EXPECT_EQ(faults.out.find("\ncouillon: "), std::string::npos) << faults.out;
}

}  // namespace
}  // namespace couillon
