// docs/dealing.md, claim by claim. The vectors of dealing_vectors.txt come
// from an implementation of that page in another language.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/cards/text_hash.h"
#include "engine/deal/deal_source.h"
#include "engine/deal/pairing_seed.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

constexpr CardSet kAllCards(0xffffffff);
constexpr CardSet kPackOf24(0xfcfcfcfc);

// The rows of one kind, split into cells; the kind itself is left out.
std::vector<std::vector<std::string>> Vectors(const std::string& kind) {
  std::ifstream file(COUILLON_DEALING_VECTORS);
  EXPECT_TRUE(file.good());
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> cells = absl::StrSplit(line, '|');
    for (std::string& cell : cells) absl::StripAsciiWhitespace(&cell);
    if (cells[0] != kind) continue;
    cells.erase(cells.begin());
    rows.push_back(cells);
  }
  return rows;
}

std::string PackText(const Pack& pack, CardSet deck) {
  return CardsText({pack.begin(), pack.begin() + deck.size()});
}

CardSet DeckOf(const std::string& mask) {
  return CardSet(static_cast<std::uint32_t>(std::stoul(mask, nullptr, 16)));
}

TEST(DealingTest, PacksAreThoseOfTheVectors) {
  const auto rows = Vectors("pack");
  EXPECT_GE(rows.size(), 40U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row[0] + " " + row[1] + " " + row[2]);
    const CardSet deck = DeckOf(row[1]);
    EXPECT_EQ(
        PackText(DealSource(row[0]).PackOf(deck, std::stoull(row[2])), deck),
        row[3]);
  }
}

// Rejected draws use up the first block of these deals.
TEST(DealingTest, DealsThatNeedAnotherBlockAreThoseOfTheVectors) {
  const auto rows = Vectors("extended");
  EXPECT_EQ(rows.size(), 6U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row[2]);
    const CardSet deck = DeckOf(row[1]);
    const std::uint64_t index = std::stoull(row[2]);
    const DealSource source(row[0]);
    EXPECT_EQ(PackText(source.PackOf(deck, index), deck), row[3]);
    std::array<Pack, 40> packs;
    source.DealPacks(deck, index - 17, packs);
    EXPECT_EQ(PackText(packs[17], deck), row[3]);
  }
}

TEST(DealingTest, PacksOfARunAreThoseOneByOne) {
  const DealSource source("run");
  for (const CardSet deck : {kAllCards, kPackOf24}) {
    for (const std::size_t count : {0U, 1U, 31U, 32U, 33U, 100U}) {
      std::vector<Pack> packs(count);
      const std::uint64_t first = (std::uint64_t{1} << 32) - 50;
      source.DealPacks(deck, first, packs);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(PackText(packs[i], deck),
                  PackText(source.PackOf(deck, first + i), deck));
      }
    }
  }
}

TEST(DealingTest, RulesetsWithTheSameDeckAreDealtTheSamePacks) {
  const DealSource source("decks");
  std::set<std::string> decks;
  for (const std::string& id : wire::RulesetIds()) {
    const CompiledRules rules = Rules(id);
    const std::string mask = std::to_string(rules.deck.mask());
    decks.insert(mask + PackText(source.PackOf(rules.deck, 7), rules.deck));
  }
  std::set<std::string> masks;
  for (const std::string& id : wire::RulesetIds()) {
    masks.insert(std::to_string(Rules(id).deck.mask()));
  }
  EXPECT_EQ(decks.size(), masks.size());
  EXPECT_EQ(masks.size(), 3U);  // 24, 30 and 32 cards
}

TEST(DealingTest, EveryPackHoldsTheDeckOnce) {
  const DealSource source("whole");
  for (const CardSet deck : {kAllCards, kPackOf24, CardSet(1), CardSet(0x90)}) {
    for (std::uint64_t index = 0; index < 200; ++index) {
      const Pack pack = source.PackOf(deck, index);
      CardSet seen;
      for (int i = 0; i < deck.size(); ++i) {
        seen.Add(pack.at(static_cast<std::size_t>(i)));
      }
      ASSERT_EQ(seen, deck);
    }
  }
}

TEST(DealingTest, SeedsIndicesAndDecksGiveDifferentPacks) {
  std::set<std::string> packs;
  for (const char* seed : {"a", "b", "A", "a "}) {
    const DealSource source(seed);
    for (const std::uint64_t index :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) {
      packs.insert(PackText(source.PackOf(kAllCards, index), kAllCards));
      packs.insert(PackText(source.PackOf(kPackOf24, index), kPackOf24));
    }
  }
  EXPECT_EQ(packs.size(), 24U);
}

// Sum of squared differences from `expected`, in units of it.
template <typename Counts>
double ChiSquare(const Counts& counts, double expected, bool skip_diagonal) {
  double sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (std::size_t j = 0; j < counts.size(); ++j) {
      if (skip_diagonal && i == j) continue;
      const double off = counts.at(i).at(j) - expected;
      sum += off * off / expected;
    }
  }
  return sum;
}

using Counts24 = std::array<std::array<int, 24>, 24>;

// 24,000 packs of one fixed seed. Of a fair shuffle, 99.9 % give a sum between
// the bounds (chi-square with 529 and about 528 degrees of freedom).
TEST(DealingTest, EveryCardIsEquallyLikelyInEveryPlace) {
  constexpr int kPacks = 24000;
  std::vector<Pack> packs(kPacks);
  DealSource("uniform").DealPacks(kPackOf24, 0, packs);
  std::array<std::size_t, kCards> number{};  // of a card in the deck
  std::size_t next = 0;
  for (const Card card : kPackOf24) {
    number.at(static_cast<std::size_t>(card.index())) = next++;
  }
  Counts24 at_place{};
  Counts24 followed_by{};
  for (const Pack& pack : packs) {
    for (std::size_t place = 0; place < 24; ++place) {
      const auto card =
          number.at(static_cast<std::size_t>(pack.at(place).index()));
      ++at_place.at(place).at(card);
      if (place == 23) continue;
      const auto after =
          number.at(static_cast<std::size_t>(pack.at(place + 1).index()));
      ++followed_by.at(card).at(after);
    }
  }
  const double places = ChiSquare(at_place, kPacks / 24.0, false);
  EXPECT_GT(places, 428);
  EXPECT_LT(places, 640);
  const double pairs = ChiSquare(followed_by, kPacks / 24.0, true);
  EXPECT_GT(pairs, 428);
  EXPECT_LT(pairs, 640);
}

TEST(DealingTest, RandomSeedsAreThoseOfTheVectors) {
  const auto rows = Vectors("draws");
  EXPECT_EQ(rows.size(), 7U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row[1] + " " + row[2] + " " + row[3] + " " + row[4]);
    EXPECT_EQ(DealSource(row[0]).DecisionSeed(
                  std::stoull(row[1]), static_cast<Seat>(std::stoi(row[2])),
                  std::stoi(row[3]), std::stoi(row[4])),
              std::stoull(row[5], nullptr, 16));
  }
}

TEST(DealingTest, EveryDecisionHasItsOwnRandomSeed) {
  std::set<std::uint64_t> numbers;
  std::size_t decisions = 0;
  for (const char* seed : {"x", "y"}) {
    const DealSource source(seed);
    for (std::uint64_t index = 0; index < 6; ++index) {
      for (Seat seat = 0; seat < kMaxSeats; ++seat) {
        for (int ply = 0; ply < 40; ++ply) {
          for (int seating = 0; seating < 6; ++seating, ++decisions) {
            numbers.insert(source.DecisionSeed(index, seat, ply, seating));
          }
        }
      }
    }
  }
  EXPECT_EQ(numbers.size(), decisions);
}

TEST(DealingTest, DealsBetweenTwoTeamsAreThoseOfTheVectors) {
  const auto rows = Vectors("between");
  EXPECT_EQ(rows.size(), 8U);
  for (const auto& row : rows) {
    SCOPED_TRACE(row[1] + " " + row[2] + " " + row[3]);
    const std::vector<std::string> team = absl::StrSplit(row[2], ',');
    const std::vector<std::string> opponents = absl::StrSplit(row[3], ',');
    const std::string own = PairingSeed(row[0], row[1], team, opponents);
    EXPECT_EQ(own, row[4]);
    const CardSet deck = DeckOf(row[5]);
    EXPECT_EQ(PackText(DealSource(own).PackOf(deck, std::stoull(row[6])), deck),
              row[7]);
  }
}

// Lengths keep apart what would be the same text if it were only joined.
TEST(DealingTest, EveryTwoTeamsAndRulesetHaveAPairingSeedOfTheirOwn) {
  using Team = std::vector<std::string>;
  const std::vector<Team> teams = {{"a"},      {"b"}, {"ab"},   {"a", "b"},
                                   {"b", "a"}, {""},  {"a", ""}};
  std::set<std::string> seeds;
  std::size_t expected = 0;
  for (const char* seed : {"", "a", "ab"}) {
    for (const char* ruleset : {"", "a", "b"}) {
      for (std::size_t i = 0; i < teams.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j, ++expected) {
          const std::string own =
              PairingSeed(seed, ruleset, teams[i], teams[j]);
          EXPECT_EQ(PairingSeed(seed, ruleset, teams[j], teams[i]), own);
          seeds.insert(own);
        }
      }
    }
  }
  EXPECT_EQ(seeds.size(), expected);
}

TEST(DealingTest, ThreeBotsAreATeamAgainstNobodyInAnyOrder) {
  const std::vector<std::string> sorted = {"B", "a", "ab"};
  const std::string expected = PairingSeed("s", "r", sorted, {});
  std::vector<std::string> names = sorted;
  do {
    EXPECT_EQ(ThreeWaySeed("s", "r", names), expected);
  } while (std::next_permutation(names.begin(), names.end()));
  EXPECT_NE(ThreeWaySeed("s", "r", {"B", "a", "b"}), expected);
}

TEST(DealingTest, CommitmentsAreThoseOfTheVectors) {
  const auto rows = Vectors("commitment");
  EXPECT_EQ(rows.size(), 3U);
  for (const auto& row : rows) {
    EXPECT_EQ(DealSource(row[0]).commitment(), row[1]);
  }
}

// Whoever knows the commitment must not know the key: they are BLAKE2b of the
// same text, with and without a key.
TEST(DealingTest, CommitmentIsNotTheKeyOfTheDeals) {
  for (const std::string seed : {"", "x", "13 rôyes"}) {
    EXPECT_NE(DealSource(seed).commitment(), TextHash(seed));
    EXPECT_EQ(DealSource(seed).commitment().size(), 64U);
  }
}

TEST(DealingTest, FreshSeedsAre256BitsAndDiffer) {
  const std::string one = FreshSeed();
  EXPECT_EQ(one.size(), 64U);
  EXPECT_NE(one, FreshSeed());
}

}  // namespace
}  // namespace couillon::tests
