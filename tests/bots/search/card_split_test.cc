#include "bots/cpp/search/card_split.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace couillon::bots {
namespace {

using Shares = std::vector<CardSplit::Share>;
using Split = std::vector<std::uint32_t>;  // the mask of each share

// All splits, by trying each share for each card.
void AddSplits(CardSet pool, const Shares& shares, Split& split,
               std::vector<Split>& splits) {
  if (pool.empty()) {
    splits.push_back(split);
    return;
  }
  const Card card = *pool.begin();
  pool.Remove(card);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!shares[i].allowed.Has(card)) continue;
    if (CardSet(split[i]).size() == shares[i].cards) continue;
    split[i] |= CardSet::Of(card).mask();
    AddSplits(pool, shares, split, splits);
    split[i] &= ~CardSet::Of(card).mask();
  }
}

std::vector<Split> AllSplits(CardSet pool, const Shares& shares) {
  std::vector<Split> splits;
  Split split(shares.size());
  AddSplits(pool, shares, split, splits);
  return splits;
}

Split DrawSplit(const CardSplit& splits, const Shares& shares, Random& random) {
  std::array<Card, kCards> cards;
  splits.Draw(random, cards);
  Split split;
  std::size_t at = 0;
  for (const CardSplit::Share& share : shares) {
    CardSet of_share;
    for (int i = 0; i < share.cards; ++i) of_share.Add(cards[at++]);
    split.push_back(of_share.mask());
  }
  return split;
}

// How far the counts are from equal chances, in standard deviations.
double Deviation(const std::map<Split, int>& counts, std::size_t splits,
                 int draws) {
  const double expected = draws / static_cast<double>(splits);
  double square = 0;
  for (const auto& [split, count] : counts) {
    square += (count - expected) * (count - expected) / expected;
  }
  square += expected * static_cast<double>(splits - counts.size());
  const auto freedom = static_cast<double>(splits - 1);
  return (square - freedom) / std::sqrt(2 * freedom);
}

void ExpectEqualChances(CardSet pool, const Shares& shares) {
  const std::vector<Split> all = AllSplits(pool, shares);
  const CardSplit splits(pool, shares);
  ASSERT_EQ(splits.ways(), static_cast<double>(all.size()));
  ASSERT_LT(1U, all.size());
  const int draws = static_cast<int>(all.size()) * 50;
  Random random(7);
  std::map<Split, int> counts;
  for (const Split& split : all) counts[split] = 0;
  for (int i = 0; i < draws; ++i) ++counts[DrawSplit(splits, shares, random)];
  EXPECT_EQ(counts.size(), all.size());  // no other split was drawn
  EXPECT_LT(std::abs(Deviation(counts, all.size(), draws)), 5);
}

TEST(CardSplitTest, SplitsThatObeyAreEquallyLikely) {
  ExpectEqualChances(
      CardSet(0x3f),
      {{CardSet(0x3f), 2}, {CardSet(0x3f), 3}, {CardSet(0x3f), 1}});
  ExpectEqualChances(CardSet(0xff), {{CardSet(0x0f), 2},
                                     {CardSet(0x3c), 2},
                                     {CardSet(0xff), 3},
                                     {CardSet(0xff), 1}});
  ExpectEqualChances(CardSet(0x1f7), {{CardSet(0xf3), 3},
                                      {CardSet(0x155), 2},
                                      {CardSet(0xf3), 2},
                                      {CardSet(0x1c7), 1}});
}

TEST(CardSplitTest, ImpossibleSplitsAreRefused) {
  const Shares shares = {{CardSet(0x3), 2}, {CardSet(0x3), 1}};
  EXPECT_FALSE(CardSplit(CardSet(0x7), shares).possible());
}

TEST(CardSplitTest, NoCardsAreSplitInOneWay) {
  const CardSplit splits(CardSet(), Shares{{CardSet(0x3), 0}});
  EXPECT_EQ(splits.ways(), 1);
}

}  // namespace
}  // namespace couillon::bots
