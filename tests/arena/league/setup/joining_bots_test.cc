// Bots that join a league later, or take another's place, with the real
// program.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;
// Its faults have to follow the units that they belong to.
const std::string kBrokenEntry =
    "broken=" COUILLON_BROKEN_BOT_PROGRAM " --fault illegal";

ProgramResult Couillon(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), kCouillon);
  return RunProgram(arguments);
}

// What is shown of the league: its report, its deals and its faults, of which a
// store keeps the order in which units ended.
std::string Shown(const std::string& directory) {
  const ProgramResult report =
      Couillon({"report", directory, "--format", "json"});
  const ProgramResult deals =
      Couillon({"export", directory, "--what", "deals"});
  const ProgramResult faults =
      Couillon({"export", directory, "--what", "faults"});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  EXPECT_EQ(deals.exit_code, 0) << deals.err;
  EXPECT_EQ(faults.exit_code, 0) << faults.err;
  std::vector<std::string> lines = absl::StrSplit(faults.out, '\n');
  std::ranges::sort(lines);
  return report.out + deals.out + absl::StrJoin(lines, "\n");
}

class JoiningBotsTest
    : public ::testing::TestWithParam<std::vector<std::string>> {
 protected:
  // Plays a league of `bots`.
  [[nodiscard]] std::string Play(const std::string& name,
                                 const std::vector<std::string>& bots) const {
    std::string out = folder_.path(name);
    std::vector<std::string> words = {"league", "run"};
    words.insert(words.end(), GetParam().begin(), GetParam().end());
    words.insert(words.end(),
                 {"--seed", "joining", "--block", "8", "--out", out, "--record",
                  "deals", "--limit", "forfeits:0", "--quiet"});
    words.emplace_back("--bots");
    words.insert(words.end(), bots.begin(), bots.end());
    const ProgramResult run = Couillon(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }

  // Changes a league by `words`, plays what is missing, and checks that it is
  // whole and the same as `whole`.
  static void ExpectSameAfter(const std::vector<std::string>& words,
                              const std::string& directory,
                              const std::string& whole) {
    const ProgramResult changed = Couillon(words);
    ASSERT_EQ(changed.exit_code, 0) << changed.err;
    const ProgramResult early = Couillon({"verify", directory});
    ASSERT_EQ(early.exit_code, 0) << early.out << early.err;
    const ProgramResult played =
        Couillon({"league", "resume", directory, "--quiet"});
    ASSERT_EQ(played.exit_code, 0) << played.err;
    EXPECT_EQ(Shown(directory), Shown(whole));
    const ProgramResult verified = Couillon({"verify", directory});
    EXPECT_EQ(verified.exit_code, 0) << verified.out << verified.err;
  }

  TemporaryFolder folder_;
};

TEST_P(JoiningBotsTest, GiveTheSameBytesAsIfTheyHadBeenThereFromTheStart) {
  const std::vector<std::string> first = {"builtin:random", kBrokenEntry,
                                          "builtin:greedy"};
  std::vector<std::string> all = first;
  all.insert(all.end(), {"builtin:heuristic", "builtin:first-legal"});
  const std::string whole = Play("whole", all);
  const std::string part = Play("part", first);
  ASSERT_NE(Shown(part), Shown(whole));
  ExpectSameAfter(
      {"league", "add", part, "builtin:heuristic", "builtin:first-legal"}, part,
      whole);
}

TEST_P(JoiningBotsTest, APlaceIsTakenAsIfItHadAlwaysBeenThatProgram) {
  const std::string whole =
      Play("whole", {"builtin:random", kBrokenEntry, "x=builtin:heuristic",
                     "builtin:greedy"});
  const std::string part =
      Play("part", {"builtin:random", kBrokenEntry, "x=builtin:first-legal",
                    "builtin:greedy"});
  ASSERT_NE(Shown(part), Shown(whole));
  ExpectSameAfter({"league", "replace", part, "x=builtin:heuristic"}, part,
                  whole);
}

INSTANTIATE_TEST_SUITE_P(
    Formats, JoiningBotsTest,
    ::testing::Values(
        std::vector<std::string>{"--ruleset", "fr,kujong", "--deals", "24"},
        std::vector<std::string>{"--ruleset", "fr", "--deals", "24", "--trust",
                                 "same-deals"},
        std::vector<std::string>{"--ruleset", "fr", "--matches", "8"},
        std::vector<std::string>{"--ruleset", "fr", "--deals", "24", "--format",
                                 "gauntlet"},
        std::vector<std::string>{"--ruleset", "troeven-3-solo", "--deals", "24",
                                 "--format", "three-way"}));

class ChangedLeagueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(Couillon({"match", "builtin:greedy", "builtin:random",
                        "--ruleset", "fr", "--deals", "20", "--record", "deals",
                        "--out", league_, "--quiet"})
                  .exit_code,
              0);
  }
  // The error of a command that is refused and changes nothing.
  [[nodiscard]] std::string Refused(
      const std::vector<std::string>& words) const {
    const std::string before = Shown(league_);
    const ProgramResult run = Couillon(words);
    EXPECT_NE(run.exit_code, 0);
    EXPECT_EQ(Shown(league_), before);
    return run.err;
  }

  TemporaryFolder folder_;
  std::string league_ = folder_.path("league");
};

TEST_F(ChangedLeagueTest, RefusesWhatCannotPlay) {
  EXPECT_NE(
      Refused({"league", "add", league_, "builtin:greedy"}).find("greedy"),
      std::string::npos);
  EXPECT_NE(Refused({"league", "add", league_, "x=/no/such/program"}).find('x'),
            std::string::npos);
  EXPECT_NE(Refused({"league", "add", league_, "builtin:oracle"})
                .find("sees all cards"),
            std::string::npos);
  EXPECT_NE(Refused({"league", "replace", league_, "x=builtin:greedy"})
                .find("the league has no bot of this name; expected one of "
                      "greedy, random"),
            std::string::npos);
  EXPECT_NE(Refused({"league", "replace", league_, "builtin:greedy",
                     "builtin:random"})
                .find("found 2 bots; expected one"),
            std::string::npos);
}

TEST_F(ChangedLeagueTest, TellsWhatIsPlannedAsAWhole) {
  const std::string individual = folder_.path("individual");
  ASSERT_EQ(Couillon({"league", "run", "--bots", "builtin:greedy",
                      "builtin:random", "builtin:heuristic",
                      "builtin:first-legal", "--ruleset", "fr", "--deals", "4",
                      "--format", "individual", "--out", individual, "--quiet"})
                .exit_code,
            0);
  for (const char* what : {"add", "replace"}) {
    EXPECT_NE(Refused({"league", what, individual,
                       what == std::string("add") ? "x=builtin:random"
                                                  : "random=builtin:pimc"})
                  .find("is an individual tournament"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace couillon
