#include "engine/cards/pack.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/cards/notation.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

TEST(PackTest, CanonicalPackGoesFromAceOfSpadesToSevenOfClubs) {
  const Pack pack = CanonicalPack(CardSet(0xffffffff));
  EXPECT_EQ(CardsText({pack.begin(), pack.end()}).substr(0, 26),
            "AS KS QS JS TS 9S 8S 7S AH");
  EXPECT_EQ(FormatCard(pack.back()), "7C");
  EXPECT_EQ(FormatCard(CanonicalPack(CardSet(0xfcfcfcfc)).at(23)), "9C");
}

}  // namespace
}  // namespace couillon::tests
