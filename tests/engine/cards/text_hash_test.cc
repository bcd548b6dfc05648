#include "engine/cards/text_hash.h"

#include <gtest/gtest.h>

#include <array>

#include "engine/cards/hash_stream.h"

namespace couillon::tests {
namespace {

// BLAKE2b-256 of the empty text, as every implementation prints it.
TEST(TextHashTest, IsBlake2b) {
  EXPECT_EQ(TextHash(""),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
}

TEST(TextHashTest, IsTheSameOfContentInPieces) {
  HashStream stream;
  stream.Add("13 ");
  stream.Add("");
  stream.Add("rôyes");
  EXPECT_EQ(stream.Finish(), TextHash("13 rôyes"));
  EXPECT_EQ(HashStream().Finish(), TextHash(""));
}

TEST(TextHashTest, LabelsGiveOtherHashesOfTheSameText) {
  std::array<unsigned char, 32> plain;
  std::array<unsigned char, 32> labelled;
  HashText("13 rôyes", {}, plain);
  HashText("13 rôyes", "a use", labelled);
  EXPECT_EQ(TextHash("13 rôyes"), Hexadecimal(plain));
  EXPECT_NE(Hexadecimal(plain), Hexadecimal(labelled));
}

TEST(TextHashTest, HexadecimalIsTwoDigitsAByte) {
  EXPECT_EQ(Hexadecimal({}), "");
  EXPECT_EQ(Hexadecimal(std::array<unsigned char, 3>{0x00, 0x0f, 0xa9}),
            "000fa9");
}

}  // namespace
}  // namespace couillon::tests
