#include <gtest/gtest.h>

#include <vector>

#include "arena/numbers/stats/sample/ratio.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

TEST(ProportionTest, IntervalsMatchTheVectors) {
  for (const Json& row : VectorFile("wilson.json")["vectors"].Elements()) {
    const std::int64_t x = row["x"].Integer();
    const std::int64_t n = row["n"].Integer();
    const double level = row["level"].Number();
    SCOPED_TRACE(testing::Message() << x << "/" << n << " at " << level);
    const std::vector<double> wilson = row["wilson"].Numbers();
    ExpectClose(WilsonInterval(x, n, level), wilson[0], wilson[1]);
    const std::vector<double> exact = row["clopper_pearson"].Numbers();
    ExpectClose(ClopperPearsonInterval(x, n, level), exact[0], exact[1]);
  }
}

TEST(ProportionTest, ShortListOfTheDesignHolds) {
  EXPECT_EQ(WilsonInterval(0, 10, 0.95).lo, 0);
  EXPECT_NEAR(WilsonInterval(0, 10, 0.95).hi, 0.27753, 5e-6);
  EXPECT_NEAR(WilsonInterval(10, 10, 0.95).lo, 0.72247, 5e-6);
  EXPECT_EQ(WilsonInterval(10, 10, 0.95).hi, 1);
  EXPECT_NEAR(WilsonInterval(95, 100, 0.95).lo, 0.88825, 5e-6);
  EXPECT_NEAR(WilsonInterval(95, 100, 0.95).hi, 0.97846, 5e-6);
}

TEST(ProportionTest, HitsAndMissesMirrorEachOther) {
  for (const std::int64_t x : {0, 1, 7, 50}) {
    const Interval hits = WilsonInterval(x, 100, 0.95);
    const Interval misses = WilsonInterval(100 - x, 100, 0.95);
    EXPECT_NEAR(hits.lo, 1 - misses.hi, 1e-15);
    EXPECT_NEAR(hits.hi, 1 - misses.lo, 1e-15);
  }
}

TEST(ProportionTest, HugeCountsStayInOrder) {
  const std::int64_t n = std::int64_t{1} << 53;
  for (const std::int64_t x : {std::int64_t{0}, std::int64_t{1}, n / 2, n}) {
    for (const Interval& i :
         {WilsonInterval(x, n, 0.95), ClopperPearsonInterval(x, n, 0.95)}) {
      EXPECT_GE(i.lo, 0);
      EXPECT_LE(i.lo, i.hi);
      EXPECT_LE(i.hi, 1);
    }
  }
}

}  // namespace
}  // namespace couillon::stats
