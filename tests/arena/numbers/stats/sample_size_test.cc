#include "arena/numbers/stats/sample/sample_size.h"

#include <gtest/gtest.h>

#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

TEST(SampleSizeTest, UnitsTo95MatchTheVectors) {
  for (const Json& row : VectorFile("fairness.json")["n95"].Elements()) {
    ExpectClose(UnitsTo95(row["t"].Number()), row["units"].Number());
  }
}

TEST(SampleSizeTest, NoEffectIsNeverResolved) {
  EXPECT_FALSE(UnitsTo95(0).has_value());
}

TEST(SampleSizeTest, SignOfTheEffectDoesNotMatter) {
  EXPECT_EQ(UnitsTo95(0.2), UnitsTo95(-0.2));
}

TEST(SampleSizeTest, SkillLevelsMatchTheVectors) {
  for (const Json& row :
       VectorFile("fairness.json")["skill_levels"].Elements()) {
    ExpectClose(SkillLevels(row["span_elo"].Number()), row["levels"].Number());
  }
}

}  // namespace
}  // namespace couillon::stats
