// A fixed set of servers that break HTTP/2, for the target that is also fuzzed.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "tests/fuzz/http2_target.h"

namespace couillon {
namespace {

using testing_support::ProblemWithHttp2;

TEST(Http2Test, WithoutBytesTheServerIsHonest) {
  EXPECT_EQ(ProblemWithHttp2({}), "");
}

// Trailers without grpc-status aborted the referee: at once, after headers, and
// on Play. 1: waits for the message; 3: headers; 4: trailers with no field.
TEST(Http2Test, CallsThatEndWithoutAStatus) {
  using Bytes = std::vector<std::uint8_t>;
  for (const Bytes& bytes :
       {Bytes{1, 4, 0}, Bytes{1, 3, 0, 4, 0}, Bytes{1, 0, 1, 4, 0},
        Bytes{1, 0, 1, 3, 0, 4, 0}, Bytes{4, 0}, Bytes{3, 0, 4, 0}}) {
    EXPECT_EQ(ProblemWithHttp2(bytes), "") << ::testing::PrintToString(bytes);
  }
}

// A status that is no code of gRPC, to which its own headers cast it. 2 and 0:
// grpc-status and 200.
TEST(Http2Test, StatusesThatAreNone) {
  for (const std::vector<std::uint8_t>& bytes :
       {std::vector<std::uint8_t>{1, 4, 1, 2, 0},
        std::vector<std::uint8_t>{1, 0, 1, 3, 0, 4, 1, 2, 0}}) {
    EXPECT_EQ(ProblemWithHttp2(bytes), "") << ::testing::PrintToString(bytes);
  }
}

TEST(Http2Test, EveryKindOfFrame) {
  for (std::uint8_t kind = 0; kind < 12; ++kind) {
    for (const std::uint8_t flags :
         std::vector<std::uint8_t>{0, 1, 4, 5, 8, 255}) {
      const std::vector<std::uint8_t> bytes = {1,    0, 1, 3, 0, 6, flags,
                                               kind, 4, 1, 2, 3, 4, 1};
      EXPECT_EQ(ProblemWithHttp2(bytes), "") << int{kind} << " " << int{flags};
    }
  }
}

TEST(Http2Test, FramesDrawnAtRandom) {
  stats::SplitMix64 random(53);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::uint8_t> bytes(random.NextBelow(60));
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random.Next());
    }
    EXPECT_EQ(ProblemWithHttp2(bytes), "") << round;
  }
}

}  // namespace
}  // namespace couillon
