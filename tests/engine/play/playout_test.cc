// Deals played out many at a time: the same as one decision after the other,
// under every ruleset and switch.
#include "engine/play/playout.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/fast_tricks.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

constexpr std::size_t kPlayoutDeals = 40;
constexpr std::uint64_t kPlayoutKey = 7;

std::vector<Position> Dealt(const CompiledRules& rules) {
  std::vector<Pack> packs(kPlayoutDeals);
  DealSource("playout").DealPacks(rules.deck, 0, packs);
  std::vector<Position> positions;
  for (std::size_t i = 0; i < kPlayoutDeals; ++i) {
    positions.emplace_back(rules, packs[i],
                           static_cast<Seat>(i % rules.players));
  }
  return positions;
}

std::vector<PlayoutRandom> Draws() {
  std::vector<PlayoutRandom> draws;
  for (std::uint64_t i = 0; i < kPlayoutDeals; ++i) {
    draws.emplace_back(kPlayoutKey, i);
  }
  return draws;
}

// One decision after the other, with a new number where PlayOut promises one.
void PlayStepByStep(Position& position, PlayoutRandom& random) {
  random.Refresh();
  int in_trick = 0;  // cards still due in a trick played with one number
  while (!position.done()) {
    if (position.phase() != Phase::kTrump) {
      if (position.AtTrick()) in_trick = position.rules().players;
      if (in_trick == 0 || position.AtTrick()) random.Refresh();
      if (in_trick > 0) --in_trick;
    }
    const ActionSet legal = position.LegalActions();
    const auto choices = static_cast<std::uint32_t>(legal.size());
    position.Apply(legal.Nth(static_cast<int>(random.Below(choices))));
  }
}

class PlayoutTest : public testing::TestWithParam<std::string> {};

TEST_P(PlayoutTest, PlaysAsOneDecisionAfterTheOther) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    std::vector<Position> slow = Dealt(rules);
    std::vector<PlayoutRandom> slow_draws = Draws();
    std::vector<Position> fast = slow;
    std::vector<PlayoutRandom> fast_draws = slow_draws;
    PlayOut(fast, fast_draws);
    for (std::size_t i = 0; i < kPlayoutDeals; ++i) {
      PlayStepByStep(slow[i], slow_draws[i]);
      ASSERT_TRUE(fast[i].done());
      ASSERT_EQ(fast[i].Result(), slow[i].Result()) << "deal " << i;
      ASSERT_EQ(fast[i].Exposed(), slow[i].Exposed()) << "deal " << i;
      ASSERT_EQ(fast_draws[i], slow_draws[i]) << "deal " << i;
    }
  }
}

// Chooses at random and remembers what.
struct Recorder {
  PlayoutRandom draws{kPlayoutKey, 0};
  std::vector<Action> chosen;

  Action OneOf(ActionSet legal) {
    draws.Refresh();
    chosen.push_back(legal.Nth(static_cast<int>(
        draws.Below(static_cast<std::uint32_t>(legal.size())))));
    return chosen.back();
  }
  CardSet operator()(CardSet legal) {
    return CardSet::Of(OneOf(ActionSet(legal)).card());
  }
};

// The trick at hand as a whole, for the shape that its rules have.
void PlayTrick(Position& position, Recorder& recorder) {
  const TrickShape shape = TrickShape::Of(position.rules());
  if (shape == TrickShape{0, false}) {
    position.PlayTrick<TrickShape{0, false}>(recorder);
  } else if (shape == TrickShape{0, true}) {
    position.PlayTrick<TrickShape{0, true}>(recorder);
  } else if (shape == TrickShape{4, false}) {
    position.PlayTrick<TrickShape{4, false}>(recorder);
  } else {
    position.PlayTrick<TrickShape{4, true}>(recorder);
  }
}

// What whoever decides next sees, which has everything that was said and
// played in it; or the result.
void ExpectAlike(const Position& one, const Position& other) {
  ASSERT_EQ(one.phase(), other.phase());
  ASSERT_EQ(one.Result(), other.Result());
  if (!one.done()) {
    ASSERT_EQ(one.Observe(), other.Observe());
  }
}

TEST_P(PlayoutTest, TricksAndOffersAsAWholeLeaveWhatSingleDecisionsLeave) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    Recorder recorder;
    for (Position& whole : Dealt(rules)) {
      Position single = whole;
      while (!whole.done()) {
        recorder.chosen.clear();
        if (whole.AtOffer()) {
          whole.AnswerOffer(recorder);
          for (const Action answer : recorder.chosen) {
            single.Apply(answer);
            if (answer != kPass) break;
          }
        } else if (whole.AtTrick()) {
          PlayTrick(whole, recorder);
          for (const Action card : recorder.chosen) single.Apply(card);
          // Of the last trick nobody was asked.
          while (recorder.chosen.empty() && !single.done()) {
            ASSERT_EQ(single.LegalActions().size(), 1);
            single.Apply(single.LegalActions().Nth(0));
          }
        } else {
          const Action action = recorder.OneOf(whole.LegalActions());
          whole.Apply(action);
          single.Apply(action);
        }
        ASSERT_NO_FATAL_FAILURE(ExpectAlike(whole, single));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, PlayoutTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return TestName(param.param);
                         });

// Chi-square with 6 degrees of freedom: above 30 once in 25,000 times. Two
// draws of a row at a time, both of which have to be even.
TEST(PlayoutRandomTest, NumbersBelowSevenAreEquallyLikely) {
  constexpr int kDraws = 70'000;
  std::array<std::array<int, 7>, 2> seen{};
  for (std::uint64_t deal = 0; deal < kDraws / 10; ++deal) {
    PlayoutRandom random(kPlayoutKey, deal);
    for (int i = 0; i < 10; ++i) {
      random.Refresh();
      ++seen[0][random.Below(7)];
      ++seen[1][random.Below(7)];
    }
  }
  for (const std::array<int, 7>& counts : seen) {
    double chi_square = 0;
    for (const int count : counts) {
      const double off = count - kDraws / 7.0;
      chi_square += off * off / (kDraws / 7.0);
    }
    EXPECT_LT(chi_square, 30);
  }
}

// Both generators done by hand. Draws below 2^16 show a whole number.
TEST(PlayoutRandomTest, NumbersAreThoseOfMwc64xAndSplitMix64) {
  // The third number of SplitMix64 seeded with 1.
  const std::uint64_t mixed = 0xf893a2eefb32555eU;
  PlayoutRandom random(1, 2);
  std::uint64_t state = mixed / 2 | 1U;
  for (int i = 0; i < 5; ++i) {
    const std::uint64_t low = state % (std::uint64_t{1} << 32);
    const std::uint64_t carry = state / (std::uint64_t{1} << 32);
    random.Refresh();
    const std::uint32_t high_half = random.Below(0x10000);
    EXPECT_EQ(std::uint64_t{high_half} << 16 | random.Below(0x10000),
              low ^ carry);
    state = low * 4294883355U + carry;
  }
}

TEST(PlayoutRandomTest, RowOfDrawsTakesNumberApart) {
  PlayoutRandom one(1, 2);
  PlayoutRandom row(1, 2);
  for (int i = 0; i < 100; ++i) {
    one.Refresh();
    row.Refresh();
    const std::uint32_t whole = one.Below(60);
    const std::uint32_t third = row.Below(3);
    const std::uint32_t fourth = row.Below(4);
    EXPECT_EQ(third * 20 + fourth * 5 + row.Below(5), whole);
  }
}

}  // namespace
}  // namespace couillon::tests
