// What holds in every deal and match of every ruleset and switch, whatever is
// played.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kPropertyDeals = 60;
constexpr std::uint64_t kPropertyMatches = 3;
constexpr int kLongestMatch = 20000;  // deals

class PropertiesTest : public testing::TestWithParam<std::string> {
 protected:
  static const DealSource& Source() {
    static const DealSource kSource("properties");
    return kSource;
  }
};

int PointsOf(const CompiledRules& rules, CardSet cards) {
  int points = 0;
  for (const Card card : cards) {
    points += rules.card_points.at(static_cast<std::size_t>(card.index()));
  }
  return points;
}

int Total(const std::array<std::uint8_t, kMaxSides>& numbers) {
  int total = 0;
  for (const int number : numbers) total += number;
  return total;
}

// Cards that nobody holds and nobody has played: talon, stock, face down, and
// while trumps are made those not dealt yet.
CardSet Hidden(const Position& position, CardSet played) {
  CardSet rest = position.rules().deck & ~played;
  for (Seat seat = 0; seat < position.rules().players; ++seat) {
    rest &= ~position.hand(seat);
  }
  return rest;
}

// Cards that lie face down in a layout at the start of play.
int CoveredAtFirst(const CompiledRules& rules) {
  const int laid_out = rules.layout == Layout::kAll     ? rules.players
                       : rules.layout == Layout::kDummy ? 1
                                                        : 0;
  return laid_out * rules.hand_size / 2;
}

void ExpectCardsConserved(const Position& position) {
  const CompiledRules& rules = position.rules();
  const Observation seen = position.Observe();
  CardSet played;
  for (const Card card : seen.played()) {
    EXPECT_FALSE(played.Has(card)) << "played twice";
    played.Add(card);
  }
  CardSet elsewhere = played;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    EXPECT_TRUE((position.hand(seat) & elsewhere).empty()) << "in two places";
    elsewhere |= position.hand(seat);
  }
  EXPECT_EQ(elsewhere & ~rules.deck, CardSet()) << "not of the pack";
  // Hidden are the talon, the stock and at most what was covered at first.
  const int talon =
      rules.pack_size - rules.players * rules.hand_size - rules.stock_size;
  const int covered =
      Hidden(position, played).size() - talon - seen.stock_cards;
  EXPECT_GE(covered, 0);
  if (position.trump()) {
    EXPECT_LE(covered, CoveredAtFirst(rules));
  }
  EXPECT_EQ((seen.exposed & ~rules.deck), CardSet());
  // Points and tricks: those of the whole tricks played.
  const std::size_t whole =
      seen.played_count - seen.played_count % rules.players;
  CardSet taken;
  for (std::size_t i = 0; i < whole; ++i) taken.Add(seen.played()[i]);
  EXPECT_EQ(Total(seen.card_points), PointsOf(rules, taken));
  EXPECT_EQ(Total(seen.tricks_won), static_cast<int>(whole) / rules.players);
}

void ExpectLegalActionsMakeSense(const Position& position) {
  const ActionSet legal = position.LegalActions();
  EXPECT_FALSE(legal.empty());
  EXPECT_EQ(legal.mask() >> kActions, 0U);
  const CardSet cards = legal.cards();
  EXPECT_EQ(cards & ~position.hand(position.seat()), CardSet());
  EXPECT_LT(position.seat(), position.rules().players);
  if (position.phase() == Phase::kPlay) {
    EXPECT_EQ(legal, ActionSet(cards));
    EXPECT_EQ(position.rules().SideOf(position.decider()),
              position.rules().SideOf(position.seat()));
  }
}

void ExpectEndMakesSense(const Position& position,
                         const std::vector<Action>& actions) {
  const CompiledRules& rules = position.rules();
  EXPECT_LE(actions.size(), static_cast<std::size_t>(kMaxCalls + kCards));
  EXPECT_TRUE(position.LegalActions().empty());
  const DealResult result = position.Result();
  EXPECT_EQ(result.abandoned, position.phase() == Phase::kAbandoned);
  if (result.abandoned) return;
  EXPECT_TRUE(result.trump.has_value());
  EXPECT_EQ(Total(result.tricks), rules.tricks);
  CardSet played;
  for (const Action action : actions) {
    if (action.is_card()) played.Add(action.card());
  }
  // A card shown in making trumps may be one that is never played: it is in
  // its holder's hand, so it is played in the end.
  const CardSet hidden = Hidden(position, played);
  EXPECT_EQ(played.size(), rules.players * rules.tricks);
  EXPECT_EQ(Total(result.card_points) + PointsOf(rules, hidden),
            PointsOf(rules, rules.deck));
}

TEST_P(PropertiesTest, CardsAndPointsAreConserved) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < kPropertyDeals; ++index) {
      SCOPED_TRACE(spec + " deal " + std::to_string(index));
      RandomDraws draws(Source(), index);
      Position position = DealAt(rules, Source(), index);
      std::vector<Action> actions;
      while (!position.done()) {
        ExpectCardsConserved(position);
        ExpectLegalActionsMakeSense(position);
        ASSERT_FALSE(HasFailure());
        actions.push_back(draws.Of(position.LegalActions()));
        position.Apply(actions.back());
      }
      ExpectEndMakesSense(position, actions);
      ASSERT_FALSE(HasFailure());
    }
  }
}

// Nobody holds a card before it is dealt, and nothing else changes in a hand
// until play begins.
TEST_P(PropertiesTest, HandsGrowToThoseThatPlayStartsWith) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < kPropertyDeals; ++index) {
      SCOPED_TRACE(spec + " deal " + std::to_string(index));
      RandomDraws draws(Source(), index);
      Position position = DealAt(rules, Source(), index);
      std::array<CardSet, kMaxSeats> before{};
      while (!position.done() && !position.trump()) {
        for (Seat seat = 0; seat < rules.players; ++seat) {
          const CardSet hand = position.hand(seat);
          ASSERT_EQ(before.at(seat) & ~hand, CardSet());
          ASSERT_EQ(hand & ~position.StartingHand(seat), CardSet());
          before.at(seat) = hand;
        }
        position.Apply(draws.Of(position.LegalActions()));
      }
      if (!position.trump()) continue;
      for (Seat seat = 0; seat < rules.players; ++seat) {
        ASSERT_EQ(position.hand(seat), position.StartingHand(seat));
      }
    }
  }
}

TEST_P(PropertiesTest, ReplayingTheActionsGivesTheSameDeal) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < kPropertyDeals; ++index) {
      SCOPED_TRACE(spec + " deal " + std::to_string(index));
      RandomDraws draws(Source(), index);
      Position played = DealAt(rules, Source(), index);
      const std::vector<Action> actions = PlayOut(played, draws);
      Position replayed = DealAt(rules, Source(), index);
      for (const Action action : actions) {
        ASSERT_FALSE(replayed.done());
        ASSERT_TRUE(replayed.LegalActions().Has(action));
        replayed.Apply(action);
      }
      ASSERT_EQ(replayed.phase(), played.phase());
      ASSERT_EQ(replayed.Result(), played.Result());
      ASSERT_EQ(replayed.Exposed(), played.Exposed());
    }
  }
}

// A search may copy a position and play on: the original does not change.
TEST_P(PropertiesTest, CopiesAreIndependent) {
  const CompiledRules rules = Rules(GetParam());
  for (std::uint64_t index = 0; index < kPropertyDeals; ++index) {
    SCOPED_TRACE("deal " + std::to_string(index));
    RandomDraws draws(Source(), index);
    Position position = DealAt(rules, Source(), index);
    while (!position.done()) {
      const Observation before = position.Observe();
      Position copy = position;
      RandomDraws other(Source(), index + kPropertyDeals);
      PlayOut(copy, other);
      ASSERT_TRUE(position.Observe() == before);
      position.Apply(draws.Of(position.LegalActions()));
    }
  }
}

TEST_P(PropertiesTest, MatchesOfRandomPlayersEnd) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t match = 0; match < kPropertyMatches; ++match) {
      SCOPED_TRACE(spec + " match " + std::to_string(match));
      Slate slate(rules.ruleset);
      Seat dealer = 0;
      while (!slate.ended() && slate.deals() < kLongestMatch) {
        const auto index =
            match * kLongestMatch + static_cast<std::uint64_t>(slate.deals());
        RandomDraws draws(Source(), index);
        Position position(rules, Source().PackOf(rules.deck, index), dealer);
        PlayOut(position, draws);
        const DealScore score =
            ScoreDeal(rules.ruleset, position.Result(), slate.pending_carry());
        slate.Apply(score);
        ASSERT_EQ(slate.Standing().deals_played, slate.deals());
        dealer = Slate::NextDealer(rules.ruleset, dealer, score.tie,
                                   position.Result().abandoned);
        ASSERT_LT(dealer, rules.players);
      }
      EXPECT_TRUE(slate.ended());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, PropertiesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
