// Leagues in which a bot never plays: its forfeits count as results, but no
// format of a report shows them as strength.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::kBroken;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using Words = std::vector<std::string>;

struct Format {
  const char* name;
  Words options;
  bool has_others = true;  // that have met each other without forfeits
};

class ForfeitHeadlineTest : public ::testing::TestWithParam<Format> {
 protected:
  // The bot passes the trial before play and never starts again.
  void Play() {
    const bool match = !GetParam().has_others;
    Words command = match ? Words{kCouillon, "match"}
                          : Words{kCouillon, "league", "run", "--bots"};
    command.insert(command.end(), {"builtin:greedy",
                                   "absent=" + kBroken +
                                       " --fault start-exits --after-trial"});
    command.insert(command.end(), GetParam().options.begin(),
                   GetParam().options.end());
    command.insert(command.end(), {"--out", league_, "--quiet", "--seed",
                                   "absent", "--trust", "shared-process"});
    const ProgramResult run = RunProgram(command);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  std::string Report(const std::string& format) {
    const ProgramResult report =
        RunProgram({kCouillon, "report", league_, "--format", format});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return report.out;
  }

  TemporaryFolder folder_;
  std::string league_ = folder_.path("league");
};

TEST_P(ForfeitHeadlineTest, ABotThatDidNotPlayHasNoRating) {
  Play();
  const std::string text = Report("text");
  EXPECT_NE(text.find("no result: "), std::string::npos) << text;
  EXPECT_EQ(text.find("LOS >"), std::string::npos) << text;
  // The others may differ that clearly.
  if (!GetParam().has_others) {
    EXPECT_EQ(text.find(">99.9%"), std::string::npos) << text;
  }
  const json report = json::parse(Report("json"), nullptr, false);
  bool found = false;
  for (const json& bot : report["standings"]["bots"]) {
    const bool absent = bot["bot"] == "absent";
    found = found || absent;
    if (!absent && GetParam().has_others) {
      EXPECT_FALSE(bot["no_result"].get<bool>()) << bot;
      // Without it, partners cannot be told apart in an individual tournament.
      EXPECT_EQ(bot["rating"].is_null(), report.contains("tournaments")) << bot;
    } else {
      EXPECT_TRUE(bot["no_result"].get<bool>()) << bot;
      EXPECT_TRUE(bot["rating"].is_null()) << bot;
      EXPECT_TRUE(bot["rank"].is_null()) << bot;
    }
  }
  EXPECT_TRUE(found);
  for (const json& ruleset : report["rulesets"]) {
    for (const json& pairing : ruleset["pairings"]) {
      const bool absent =
          pairing["first"] == "absent" || pairing["second"] == "absent";
      EXPECT_EQ(pairing["forfeits_alone"].get<bool>(), absent) << pairing;
      EXPECT_EQ(pairing["los"].is_null(), absent) << pairing;
      EXPECT_EQ(pairing["elo"].is_null(), absent) << pairing;
    }
  }
  if (report.contains("sprt")) {
    EXPECT_EQ(report["sprt"]["decision"], "forfeits");
    EXPECT_NE(text.find("decided by forfeits"), std::string::npos) << text;
    EXPECT_EQ(text.find("H1"), std::string::npos) << text;
  }
}

const Words kDeals = {"--deals", "16", "--block", "8"};

Words With(Words options) {
  options.insert(options.end(), kDeals.begin(), kDeals.end());
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ForfeitHeadlineTest,
    ::testing::Values(
        Format{"Match", With({"--ruleset", "basic-gerver"}), false},
        Format{"Matches",
               {"--ruleset", "basic-gerver", "--matches", "4", "--block", "2"},
               false},
        Format{"RoundRobin",
               With({"builtin:random", "--ruleset", "basic-gerver"})},
        Format{"SameDeals", With({"builtin:random", "--ruleset", "basic-gerver",
                                  "--trust", "same-deals"})},
        Format{"TwoRulesets",
               With({"builtin:random", "--ruleset", "basic-gerver,fr"})},
        Format{"Individual", With({"builtin:random", "builtin:first-legal",
                                   "builtin:heuristic", "--ruleset", "fr",
                                   "--format", "individual"})},
        Format{"ThreeWay",
               With({"builtin:random", "builtin:first-legal", "--ruleset",
                     "troeven-3-solo", "--format", "three-way"})},
        Format{
            "SequentialTest",
            With({"--ruleset", "basic-gerver", "--sprt", "elo0=0", "elo1=50"}),
            false}),
    [](const auto& format) { return std::string(format.param.name); });

}  // namespace
}  // namespace couillon
