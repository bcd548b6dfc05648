// The fixture of the tests with broken bots: leagues with a broken bot, and the
// same leagues without the fault.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): has setenv
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon::testing_support {

using nlohmann::json;

struct FaultCase {
  std::string fault;
  std::string verdict;  // empty: the fault has no effect
  // The detail, or the referee's refusal, has to contain one of these texts,
  // separated by "|".
  std::string reported;
  // Each seat has a process of its own, as by default, and the league has a
  // second ruleset. Starting processes takes most of the time, and most faults
  // are those of one process.
  bool seats_apart = false;
};

inline void PrintTo(const FaultCase& fault, std::ostream* out) {
  *out << fault.fault;
}

inline std::string NameOf(const ::testing::TestParamInfo<FaultCase>& info) {
  std::string name = info.param.fault;
  std::erase(name, '-');
  return name;
}

// Time limits of a bot, in seconds.
struct Limits {
  std::string move = "250";
  std::string start = "250";

  bool operator==(const Limits&) const = default;
};

// A limit in which a bot that hangs at its start is not ready, in seconds.
inline constexpr char kShortStart[] = "1.5";

// A league of two correct bots and a broken one, with the real programs.
class FaultTest : public ::testing::TestWithParam<FaultCase> {
 protected:
  // All processes that the referee starts have the mark in their environment;
  // the sockets are in a folder that no other test uses.
  // NOLINTBEGIN(concurrency-mt-unsafe): there is one thread
  FaultTest() {
    std::filesystem::create_directory(temporary_);
    setenv("TMPDIR", temporary_.c_str(), 1);
    setenv("COUILLON_TEST_MARK", mark_.c_str(), 1);
  }
  ~FaultTest() override {
    unsetenv("TMPDIR");
    unsetenv("COUILLON_TEST_MARK");
  }
  // NOLINTEND(concurrency-mt-unsafe)

  ProgramResult Play(const std::string& fault, const std::string& out,
                     const Limits& limits = {},
                     const std::vector<std::string>& more = {}) {
    // On a busy machine a correct bot too may exceed a short limit; a bot
    // inside the referee has no limit.
    const bool is_short = limits != Limits();
    std::vector<std::string> command = Command(
        {is_short ? "honest=builtin:greedy"
                  : "honest=" + kBot + " --name greedy",
         "other=builtin:random", "broken=" + kBroken + " --fault " + fault},
        out, limits);
    if (!GetParam().seats_apart)
      command.insert(command.end(), {"--trust", "shared-process"});
    command.insert(command.end(), more.begin(), more.end());
    return RunLeague(command);
  }

  void NothingIsLeft() {
    EXPECT_TRUE(ProcessesWith("COUILLON_TEST_MARK=" + mark_ + '\0').empty());
    EXPECT_TRUE(std::filesystem::is_empty(temporary_));
  }

  static std::vector<std::string> Command(const std::vector<std::string>& bots,
                                          const std::string& out,
                                          const Limits& limits) {
    std::vector<std::string> command = {kCouillon, "league", "run", "--bots"};
    command.insert(command.end(), bots.begin(), bots.end());
    const bool apart = GetParam().seats_apart;
    const std::string words = absl::StrCat(
        "--ruleset ", apart ? "basic-gerver,mit-malmedy" : "basic-gerver",
        " --deals 32 --block 16 --seed faults --concurrency 2 --limit move:",
        limits.move, ",start:", limits.start,
        ",margin:100,faults:2,forfeits:1,unattributed:3,memory:400,processes:"
        "60,cpu:20 --allow env:COUILLON_TEST_MARK --out");
    const std::vector<std::string> options = absl::StrSplit(words, ' ');
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(out);
    return command;
  }

  ProgramResult RunLeague(const std::vector<std::string>& command) {
    const ProgramResult result = RunProgram(command);
    NothingIsLeft();
    return result;
  }

  static json Report(const std::string& directory) {
    const ProgramResult report =
        RunProgram({kCouillon, "report", directory, "--format", "json"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return json::parse(report.out, nullptr, false);
  }

  // The pairings of the two correct bots, as printed.
  static std::string Honest(const json& report) {
    std::string text;
    for (const json& ruleset : report["rulesets"]) {
      text += ruleset["pairings"][0].dump() + "\n";
    }
    return text;
  }

  // The same in a league of bots inside the referee, which have no faults and
  // need no processes.
  std::string Reference() {
    static const std::string kReference = [this] {
      const std::string out = folder_.path("reference");
      EXPECT_EQ(
          RunLeague(Command({"honest=builtin:greedy", "other=builtin:random",
                             "broken=builtin:random"},
                            out, Limits()))
              .exit_code,
          0);
      const json report = Report(out);
      EXPECT_TRUE(report["faults"].empty());
      return Honest(report);
    }();
    return kReference;
  }

  // Plays a league, and expects that it ends, that the results of the correct
  // bots are those without a fault, and that the verdicts are the expected
  // ones.
  ProgramResult ExpectNoCostToOthers(
      const std::string& fault, const Limits& limits = {},
      const std::vector<std::string>& more = {}) {
    const std::string reference = Reference();
    const std::string out = folder_.path("league");
    ProgramResult run = Play(fault, out, limits, more);
    if (run.exit_code != 0) run = Play(fault, out, Longer(limits), more);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    if (run.exit_code != 0) return run;
    const json report = Report(out);
    EXPECT_EQ(Honest(report), reference);
    ExpectVerdict(report);
    return run;
  }

  // Short limits if the bot of this test sends nothing until the limit.
  static Limits LimitsOfCase() {
    Limits limits;
    if (absl::StrContains(GetParam().verdict, "timeout")) {
      limits.move = "0.2";
      limits.start = "8";  // also of the first decision
    }
    if (absl::StrContains(GetParam().reported, " ms: ")) {
      limits.start = kShortStart;
    }
    return limits;
  }

  // Limits for a second try: on a busy machine a bot may not come as far as its
  // fault within a short limit.
  static Limits Longer(Limits limits) {
    if (limits.start == kShortStart) limits.start = "6";
    return limits;
  }

  // Whether `text` contains one of the expected texts.
  static bool SaysSo(const std::string& text) {
    std::istringstream reported(GetParam().reported);
    std::string one;
    while (std::getline(reported, one, '|')) {
      if (text.find(one) != std::string::npos) return true;
    }
    return GetParam().reported.empty();
  }

  // Expects that all faults are of the broken bot, that each verdict is listed
  // once, and that all are among the expected ones. These are separated by "|":
  // for some faults the verdict depends on which effect is seen first.
  static void ExpectVerdict(const json& report) {
    const std::string expected = "|" + GetParam().verdict + "|";
    EXPECT_EQ(report["faults"].empty(), GetParam().verdict.empty());
    std::set<std::string> verdicts;
    for (const json& fault : report["faults"]) {
      EXPECT_EQ(fault["bot"], "broken");
      EXPECT_TRUE(verdicts.insert(fault["verdict"]).second) << fault;
      EXPECT_NE(expected.find("|" + fault["verdict"].get<std::string>() + "|"),
                std::string::npos)
          << fault;
    }
    std::int64_t forfeits = 0;
    for (const json& ruleset : report["rulesets"]) {
      for (const json& pairing : ruleset["pairings"]) {
        forfeits += pairing["forfeits"].get<std::int64_t>();
      }
    }
    EXPECT_EQ(forfeits > 0, !GetParam().verdict.empty());
  }

  TemporaryFolder folder_;
  const std::string temporary_ = folder_.path("t");
  const std::string mark_ = std::to_string(getpid());
};

}  // namespace couillon::testing_support
