#include <gtest/gtest.h>

#include "engine/solve/trick_search.h"

namespace couillon {
namespace {

constexpr CardSet kRest(0xff);

// Returns what is known of the ending; `points` if it is not known.
int Ask(KnownEndings& endings, CardSet rest, Seat leader, int points) {
  return endings.PointsOf(rest, leader, [points] { return points; });
}

TEST(KnownEndingsTest, AnEndingIsFoundOnce) {
  KnownEndings endings(16);
  endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 9), 9);
  EXPECT_EQ(Ask(endings, kRest, 1, 5), 9);
}

TEST(KnownEndingsTest, LeadersAndCardsAreApart) {
  KnownEndings endings(16);
  endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 9), 9);
  EXPECT_EQ(Ask(endings, kRest, 2, 5), 5);
  EXPECT_EQ(Ask(endings, CardSet(0x1fe), 1, 3), 3);
}

TEST(KnownEndingsTest, TheNextDealKnowsNothing) {
  KnownEndings endings(16);
  endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 9), 9);
  endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 5), 5);
}

TEST(KnownEndingsTest, ADealWithTheNumberOfAnEarlierOneKnowsNothing) {
  KnownEndings endings(16);
  endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 9), 9);
  // There are 2^21 - 1 numbers.
  for (int deal = 1; deal < 1 << 21; ++deal) endings.Forget();
  EXPECT_EQ(Ask(endings, kRest, 1, 5), 5);
}

}  // namespace
}  // namespace couillon
