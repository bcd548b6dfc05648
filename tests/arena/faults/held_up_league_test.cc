// A bot that answers just below its limits, in leagues of each kind: it uses up
// its total budget, forfeits what is left, and nobody else loses anything.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using Words = std::vector<std::string>;

struct Kind {
  const char* name;
  Words options;  // of `league run`, `league plan` or `arena init`
  bool is_plan = false;
  bool is_arena = false;
};

class HeldUpLeagueTest : public ::testing::TestWithParam<Kind> {
 protected:
  static void Run(Words words, const Words& more = {}) {
    words.insert(words.begin(), kCouillon);
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = RunProgram(words);
    ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
  }
  // Plays the whole league.
  void Play() const {
    Words options = GetParam().options;
    options.insert(options.end(), {"--limit", "total:1,start:250", "--limit",
                                   "move:250,unit:100000", "--seed", "slow"});
    Words bots = {"builtin:random", "builtin:first-legal", "builtin:greedy",
                  "slow=" + kBroken + " --fault slow-drip"};
    if (GetParam().is_arena) {
      Run({"arena", "init", league_}, options);
      Run({"arena", "submit", league_, "--allow", "unchecked"}, bots);
      return Run({"arena", "run", league_, "--quiet"});
    }
    bots.insert(bots.begin(), "--bots");
    options.insert(options.end(), bots.begin(), bots.end());
    options.emplace_back("--quiet");
    if (!GetParam().is_plan)
      return Run({"league", "run", "--out", league_}, options);
    const std::string plan = folder_.path("plan");
    Run({"league", "plan", "--out", plan, "--shard-deals", "8"}, options);
    Run({"league", "run", "--plan", plan, "--concurrency", "2", "--quiet"});
    Run({"league", "merge", "--plan", plan, "--out", league_});
  }

  const TemporaryFolder folder_;
  const std::string league_ = folder_.path("league");
};

TEST_P(HeldUpLeagueTest, ForfeitsWhatIsLeftAndNobodyElseLosesAnything) {
  Play();
  Words report = {kCouillon, "report", league_, "--format", "json"};
  if (GetParam().is_arena) report.insert(report.begin() + 1, "arena");
  const json played =
      json::parse(RunProgram(report).out, nullptr, /*allow_exceptions=*/false);
  ASSERT_FALSE(played.is_discarded());
  EXPECT_EQ(played["units_done"], played["units"]);
  ASSERT_FALSE(played["faults"].empty());
  for (const json& fault : played["faults"]) {
    EXPECT_TRUE(fault["bot"].get<std::string>().starts_with("slow")) << fault;
    EXPECT_EQ(fault["verdict"], "over_budget") << fault;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, HeldUpLeagueTest,
    ::testing::Values(
        Kind{"Matches", {"--ruleset", "fr", "--matches", "4", "--block", "2"}},
        Kind{"Individual",
             {"--ruleset", "fr", "--format", "individual", "--deals", "8",
              "--block", "4"}},
        Kind{"ThreeWay",
             {"--ruleset", "troeven-3-solo", "--format", "three-way", "--deals",
              "8", "--block", "4"}},
        Kind{"Plan",
             {"--ruleset", "basic-gerver", "--deals", "16", "--block", "4"},
             /*is_plan=*/true},
        Kind{"Adaptive",
             {"--ruleset", "basic-gerver", "--format", "adaptive", "--deals",
              "8", "--block", "4", "--round-items", "4"},
             /*is_plan=*/false,
             /*is_arena=*/true},
        Kind{"Knockout",
             {"--ruleset", "basic-gerver", "--format", "knockout", "--deals",
              "8", "--block", "4", "--round-items", "4"},
             /*is_plan=*/false,
             /*is_arena=*/true}),
    [](const auto& kind) { return kind.param.name; });

}  // namespace
}  // namespace couillon
