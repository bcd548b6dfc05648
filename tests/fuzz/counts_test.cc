// A fixed set of nasty inputs for the target that is also fuzzed.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "tests/fuzz/counts_target.h"

namespace couillon {
namespace {

using testing_support::ProblemWithCounts;

std::vector<std::uint8_t> BytesOf(const std::string& text) {
  return {text.begin(), text.end()};
}

TEST(CountsTest, NastyTablesOfPairs) {
  const std::string csv("\x03\x01\x01\x01", 4);  // kind, errors, no anchor
  for (const char* text :
       {"", "\n\n\n", "1,a,b,0.5", "1,a,b,1\n2,a,b,1\n3,a,b,1\n",
        "1,a,b,0\n1,c,d,0\n", "1,a,b,1\n1,b,c,1\n1,c,a,1\n", "1,a,b,1e-300\n",
        "1,a,b,-0\n2,a,b,-0.0\n", "1,a,b,nan\n", "1,a,b,inf\n",
        "1,nan,b,0.5\n2,nan,b,0.25\n", "1,a,a,0.5\n", "1,a,b,0.5\n1,b,a,0.5\n",
        ",,,\n", "1,\xff\xfe,b,0.5\n", "1,a,b\n",
        "1,a,b,0.333333\n2,a,b,0.25\n", "1,a,b,0.08333\n2,a,b,0.5\n"}) {
    EXPECT_EQ(ProblemWithCounts(BytesOf(csv + text)), "") << text;
  }
}

// Every count the same, from none to 2^53, in every kind of input.
TEST(CountsTest, CountsThatAreAllAlike) {
  for (int kind = 0; kind < 4; ++kind) {
    for (int value = 0; value < 256; value += 5) {
      std::vector<std::uint8_t> bytes(300, static_cast<std::uint8_t>(value));
      bytes[0] = static_cast<std::uint8_t>(kind);
      EXPECT_EQ(ProblemWithCounts(bytes), "") << kind << " " << value;
    }
  }
}

TEST(CountsTest, CountsDrawnAtRandom) {
  stats::SplitMix64 random(53);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::uint8_t> bytes(random.NextBelow(200));
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random.Next());
      if (random.NextBelow(3) == 0) byte = 0;
    }
    EXPECT_EQ(ProblemWithCounts(bytes), "") << round;
  }
}

}  // namespace
}  // namespace couillon
