#include "arena/stats/sample_size.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "tests/stats/vector_file.h"

namespace couillon::stats {
namespace {

TEST(SampleSizeTest, HandsToResolveAnEloMatchTheVectors) {
  for (const Json& row :
       VectorFile("mean_boot.json")["sample_size_alpha05_two_sided_power95"]
           .Elements()) {
    ExpectClose(HandsToResolveElo(row["elo"].Number(),
                                  row["var_per_hand"].Number(), 0.05, 0.95),
                row["hands"].Number());
  }
}

TEST(SampleSizeTest, UnitsTo95MatchTheVectors) {
  for (const Json& row : VectorFile("fairness.json")["n95"].Elements()) {
    ExpectClose(UnitsTo95(row["t"].Number()), row["units"].Number());
  }
}

TEST(SampleSizeTest, NoEffectIsNeverResolved) {
  EXPECT_FALSE(UnitsTo95(0).has_value());
  EXPECT_FALSE(UnitsToResolve(0, 0.05, 0.95).has_value());
  EXPECT_FALSE(HandsToResolveElo(0, 0.25, 0.05, 0.95).has_value());
}

TEST(SampleSizeTest, SignOfTheEffectDoesNotMatter) {
  EXPECT_EQ(UnitsTo95(0.2), UnitsTo95(-0.2));
}

TEST(SampleSizeTest, NeymanAllocationMatchesTheVector) {
  const Json file = VectorFile("mean_boot.json")["neyman"];
  const auto plan =
      AllocateByNeyman(file["weights"].Numbers(), file["sds"].Numbers());
  ASSERT_TRUE(plan.has_value());
  ExpectClose(plan->within_variance, file["var_srs_within"].Number());
  ExpectClose(plan->neyman_variance, file["var_neyman"].Number());
  const std::vector<double> expected = file["allocation"].Numbers();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ExpectClose(plan->allocation[i], expected[i]);
  }
}

TEST(SampleSizeTest, SkillLevelsMatchTheVectors) {
  for (const Json& row :
       VectorFile("fairness.json")["skill_levels"].Elements()) {
    ExpectClose(SkillLevels(row["span_elo"].Number()), row["levels"].Number());
  }
}

}  // namespace
}  // namespace couillon::stats
