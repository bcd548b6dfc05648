// A fairness run that is stopped: its report is that of a run with the deals
// and matches that were done.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/bundled_links.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kBlock = 256;       // deals
constexpr std::uint64_t kMatchBlock = 16;   // matches
constexpr std::int64_t kNever = 1LL << 40;  // items

class FairnessStopTest : public ::testing::Test {
 protected:
  explicit FairnessStopTest(const std::vector<std::string>& rulesets = {
                                "basic-gerver", "fr"}) {
    for (const std::string& spec : rulesets) {
      absl::StatusOr<CompiledRules> found = wire::FindRules(spec);
      EXPECT_TRUE(found.ok()) << found.status();
      rules_.push_back(std::make_unique<CompiledRules>(*found));
    }
  }

  // Runs with `options`, and sets the flag to stop once `items` deals, matches,
  // playouts and solved deals are done.
  absl::StatusOr<FairnessSums> Run(const FairnessOptions& options,
                                   std::int64_t items) {
    run_ = FairnessRun();
    run_.options = options;
    for (const auto& rules : rules_) run_.rules.push_back(rules.get());
    run_.bots = {"random", "greedy", "heuristic"};
    run_.compare = compare_;
    run_.make_links = [this](int) {
      return testing_support::BundledLinks(run_.bots, run_.rules);
    };
    std::atomic<bool> stop = false;
    run_.on_progress = [&](std::int64_t done, std::int64_t) {
      EXPECT_FALSE(stop);
      if (done >= items) stop = true;
    };
    return RunFairness(run_, stop);
  }

  // The report in all its formats.
  [[nodiscard]] std::string Report(const FairnessSums& sums) const {
    const FairnessReport report = MakeFairnessReport(run_, sums);
    return FairnessText(report) + FairnessJson(report) + FairnessCsv(report);
  }

  // Stops a run after `items`; returns what it played. Its report has to be
  // that of a whole run with these options.
  FairnessOptions Stopped(const FairnessOptions& options, std::int64_t items) {
    const absl::StatusOr<FairnessSums> part = Run(options, items);
    if (!part.ok()) {
      ADD_FAILURE() << part.status();
      return {};
    }
    const std::string report = Report(*part);
    const absl::StatusOr<FairnessSums> whole = Run(part->options, kNever);
    if (!whole.ok()) {
      ADD_FAILURE() << whole.status();
      return {};
    }
    EXPECT_EQ(whole->options, part->options);
    EXPECT_EQ(report, Report(*whole));
    return part->options;
  }

  [[nodiscard]] FairnessOptions Options() const {
    return {.deals = 2000,
            .pairing_deals = 700,
            .matches = 400,
            .playouts = 500'000,
            .solving = {.deals = 600, .positions = 1'000'000'000},
            .seed = "stopped",
            .workers = 2};
  }

  // The items that are done with bots before the playouts, and before matches.
  [[nodiscard]] std::int64_t SingleDeals() const {
    return static_cast<std::int64_t>(
        rules_.size() * (3 * Options().deals + 3 * Options().pairing_deals));
  }
  [[nodiscard]] std::int64_t Played() const {
    return SingleDeals() +
           static_cast<std::int64_t>(rules_.size() * Options().matches);
  }

  bool compare_ = false;

 private:
  std::vector<std::unique_ptr<CompiledRules>> rules_;
  FairnessRun run_;
};

TEST_F(FairnessStopTest, InTheDealsItKeepsWholeBlocksThatAllBotsPlayed) {
  const FairnessOptions played = Stopped(Options(), SingleDeals() / 2);
  EXPECT_EQ(played.deals % kBlock, 0U);
  EXPECT_GE(played.deals, kBlock);
  EXPECT_LT(played.deals, Options().deals);
  EXPECT_EQ(played.matches, 0U);
  EXPECT_EQ(played.playouts, 0U);
  EXPECT_EQ(played.solving.deals, 0U);
}

TEST_F(FairnessStopTest, DealsOfPairingsEndWithThoseOfTheBotsAlone) {
  // Some 600 deals by all: fewer than two bots were to play.
  const FairnessOptions played = Stopped(Options(), 7'000);
  EXPECT_EQ(played.pairing_deals, played.deals);
  EXPECT_LT(played.deals, Options().pairing_deals);
}

TEST_F(FairnessStopTest, InTheMatchesItKeepsAllDeals) {
  const FairnessOptions played =
      Stopped(Options(), (SingleDeals() + Played()) / 2);
  EXPECT_EQ(played.deals, Options().deals);
  EXPECT_EQ(played.pairing_deals, Options().pairing_deals);
  EXPECT_EQ(played.matches % kMatchBlock, 0U);
  EXPECT_GE(played.matches, kMatchBlock);
  EXPECT_LT(played.matches, Options().matches);
}

TEST_F(FairnessStopTest, PlayoutsThatAreNotAllDoneDoNotCount) {
  const FairnessOptions played = Stopped(Options(), Played() + 1);
  EXPECT_EQ(played.matches, Options().matches);
  EXPECT_EQ(played.playouts, 0U);
  EXPECT_EQ(played.solving.deals, 0U);
}

TEST_F(FairnessStopTest, SolvedDealsThatAreNotAllDoneDoNotCount) {
  const FairnessOptions played =
      Stopped(Options(), Played() + std::int64_t{2} * 500'000 + 1);
  EXPECT_EQ(played.playouts, Options().playouts);
  EXPECT_EQ(played.solving.deals, 0U);
}

TEST_F(FairnessStopTest, AtTheEndItIsTheWholeReport) {
  FairnessOptions options = Options();
  options.playouts = 0;
  options.solving.deals = 0;
  EXPECT_EQ(Stopped(options, Played()), options);
}

TEST_F(FairnessStopTest, WithoutAWholeBlockThereIsNoReport) {
  EXPECT_EQ(
      Run(Options(), 1).status(),
      absl::CancelledError("stopped before 256 deals were played by all bots"));
}

class ComparedStopTest : public FairnessStopTest {
 protected:
  ComparedStopTest() : FairnessStopTest({"fr", "force-fr"}) { compare_ = true; }
};

TEST_F(ComparedStopTest, TheComparisonIsOfTheSameDealsOfBoth) {
  const FairnessOptions played = Stopped(Options(), SingleDeals() / 2);
  EXPECT_GE(played.deals, kBlock);
  EXPECT_LT(played.deals, Options().deals);
}

class ThreeSidesStopTest : public FairnessStopTest {
 protected:
  ThreeSidesStopTest() : FairnessStopTest({"troeven-3-solo"}) {}
};

TEST_F(ThreeSidesStopTest, ItKeepsWholeBlocksToo) {
  const FairnessOptions played = Stopped(Options(), SingleDeals() / 2);
  EXPECT_GE(played.deals, kBlock);
  EXPECT_LT(played.deals, Options().deals);
}

}  // namespace
}  // namespace couillon::arena
