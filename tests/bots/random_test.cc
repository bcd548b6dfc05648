#include "bots/cpp/random.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace couillon::bots {
namespace {

TEST(RandomTest, DrawsAreThoseOfTheVectors) {
  std::ifstream file(RANDOM_VECTORS);
  ASSERT_TRUE(file) << RANDOM_VECTORS;
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string kind;
    std::uint64_t seed = 0;
    std::uint64_t n = 0;
    ASSERT_TRUE(words >> kind >> seed) << line;
    const bool below = kind == "below";
    ASSERT_TRUE(below || kind == "next") << line;
    if (below) {
      ASSERT_TRUE(words >> n) << line;
    }
    Random random(seed);
    for (std::uint64_t expected = 0; words >> expected; ++checked) {
      EXPECT_EQ(below ? random.Below(n) : random.Next(), expected) << line;
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(RandomTest, SkippedDrawsAreNotDrawn) {
  Random drawn(7);
  for (int i = 0; i < 5; ++i) (void)drawn.Next();
  Random skipped(7);
  skipped.Skip(5);
  EXPECT_EQ(skipped.Next(), drawn.Next());
  skipped.Skip(0);
  EXPECT_EQ(skipped.Next(), drawn.Next());
}

TEST(RandomTest, BelowIsUniform) {
  constexpr int kDraws = 60'000;
  int counts[6] = {};
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    ++counts[Random(seed).Below(6)];
  }
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 6, 400);
}

}  // namespace
}  // namespace couillon::bots
