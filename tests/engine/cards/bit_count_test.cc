#include "engine/cards/bit_count.h"

#include <gtest/gtest.h>

namespace couillon {
namespace {

int CountedOneByOne(std::uint64_t bits) {
  int count = 0;
  for (; bits != 0; bits >>= 1U) count += (bits & 1U) != 0 ? 1 : 0;
  return count;
}

TEST(BitCountTest, CountsWhatALoopCounts) {
  std::uint64_t bits = 1;
  for (int i = 0; i < 10000; ++i) {
    const auto low = static_cast<std::uint32_t>(bits);
    ASSERT_EQ(CountBits(bits), CountedOneByOne(bits)) << bits;
    ASSERT_EQ(CountBits(low), CountedOneByOne(low)) << low;
    bits = bits * 6364136223846793005U + 1442695040888963407U;
  }
}

TEST(BitCountTest, CountsNoneAndAll) {
  EXPECT_EQ(CountBits(std::uint32_t{0}), 0);
  EXPECT_EQ(CountBits(~std::uint32_t{0}), 32);
  EXPECT_EQ(CountBits(std::uint64_t{0}), 0);
  EXPECT_EQ(CountBits(~std::uint64_t{0}), 64);
}

}  // namespace
}  // namespace couillon
