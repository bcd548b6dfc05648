// The deals drawn against all deals there are: games with eight cards, so that
// each of the 40320 packs can be tried.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/replay.h"
#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

struct Game {
  std::string name;
  std::string like;  // the ruleset with its other rules
  int players = 2;
  std::vector<Step> script;
};

constexpr CardRef kTop{.owner = Owner::kTalon, .index = 0};
constexpr CardRef kBottom{.owner = Owner::kTalon, .index = -1};
constexpr CardRef kDealers2{.owner = Owner::kDealer, .index = 1};
constexpr CardRef kDealers3{.owner = Owner::kDealer, .index = 2};
constexpr CardRef kEldest3{.owner = Owner::kEldest, .index = 2};

DealStep Deal(Receivers to, int cards, bool face_up = false) {
  return {.to = to, .cards = cards, .face_up = face_up};
}

NameStep NameHeld(bool show) {
  return {.pool = Pool::kHeld, .may_defer = true, .show = show};
}

const std::vector<Game>& Games() {
  constexpr auto kAll = Receivers::kAll;
  constexpr auto kEldest = Receivers::kEldest;
  constexpr auto kOthers = Receivers::kOthers;
  static const std::vector<Game> games = {
      {"talon",
       "basic-gerver",
       2,
       {Deal(kAll, 3), TalonStep{}, OfferStep{kTop}, TurnStep{kBottom}}},
      {"heading",
       "ardennes",
       2,
       {Deal(kAll, 3), TalonStep{}, OfferStep{kTop}, TurnStep{kBottom}}},
      {"heading_of_four",
       "ardennes",
       4,
       {Deal(kAll, 2), OfferStep{kDealers2}, AbandonStep{}}},
      {"heading_previous",
       "fr+head-previous",
       4,
       {Deal(kAll, 2), OfferStep{kDealers2}, AbandonStep{}}},
      {"blind",
       "force-fr",
       2,
       {Deal(kAll, 2), TalonStep{}, OfferStep{kTop, true},
        BlindStep{CardRef{Owner::kTalon, 1}, kBottom}}},
      {"many_offers",
       "cooyah",
       2,
       {Deal(kAll, 2), TalonStep{}, OfferStep{kTop},
        OfferStep{CardRef{Owner::kTalon, 1}},
        OfferStep{CardRef{Owner::kTalon, 2}}, TurnStep{kBottom}}},
      {"dealers_cards",
       "tongres",
       2,
       {Deal(kAll, 2), OfferStep{kDealers2, true}, Deal(kAll, 1),
        OfferStep{kDealers3, true}, Deal(kAll, 1), AbandonStep{}}},
      {"face_up",
       "kwajongen",
       2,
       {Deal(kAll, 1), Deal(Receivers::kDealer, 1, true),
        Deal(Receivers::kAllButDealer, 1), TalonStep{2}, OfferStep{kDealers2},
        Deal(kAll, 1), TurnStep{kTop}}},
      {"shown",
       "force-gerver",
       2,
       {Deal(kAll, 2), NameStep(NameHeld(true)), Deal(kEldest, 2),
        TurnStep{kEldest3, Makers::kEldest}, Deal(kOthers, 2)}},
      {"named",
       "force-gerver",
       2,
       {Deal(kAll, 2), NameStep(NameHeld(false)), Deal(kEldest, 2),
        TurnStep{kEldest3, Makers::kEldest}, Deal(kOthers, 2)}},
      {"mit", "mit-malmedy", 2, {Deal(kAll, 3), NameStep{}, TalonStep{}}},
      {"mit_open",
       "mit-malmedy+mit-open",
       4,
       {Deal(kAll, 1), NameStep(NameHeld(false)), Deal(kAll, 1),
        TurnStep{CardRef{Owner::kEldest, 1}}}},
      {"mit_pre_lead",
       "kujong+mit-pre-lead+red-queens",
       2,
       {Deal(kAll, 3), NameStep{}, TalonStep{}}},
      {"stock",
       "troeven-2-stock",
       2,
       {Deal(kEldest, 1), NameStep(NameHeld(false)), Deal(kOthers, 1),
        Deal(kAll, 1), TurnStep{CardRef{Owner::kEldest, 1}}, StockStep{}}},
      {"stock_with_duties",
       "cooyah",
       2,
       {Deal(kAll, 2), NameStep{}, StockStep{}}},
      {"layout",
       "troeven-2-layout",
       2,
       {Deal(kAll, 2), Deal(kEldest, 1, true), NameStep{},
        Deal(kOthers, 1, true), Deal(kAll, 1, true)}},
      {"dummy",
       "troeven-3-dummy",
       4,
       {Deal(kEldest, 1), NameStep{.when = When::kEldestIsPlayer},
        Deal(kOthers, 1), Deal(kAll, 1),
        NameStep{.when = When::kEldestIsDummy}}},
  };
  return games;
}

CompiledRules SmallRules(const Game& game) {
  Ruleset ruleset = tests::Rules(game.like).ruleset;
  ruleset.table.players = game.players;
  ruleset.table.sides = 2;
  ruleset.table.ranks = {Rank::kKing, Rank::kQueen};
  ruleset.table.card_points = {3, 2};
  ruleset.table.removed = CardSet();
  ruleset.script = game.script;
  const absl::StatusOr<CompiledRules> rules = CompileRules(ruleset);
  COUILLON_CHECK(rules.ok());
  return *rules;
}

using CardNumbers = std::vector<int>;

CardNumbers CardsOf(const CompiledRules& rules, const Pack& pack) {
  CardNumbers cards;
  for (std::size_t i = 0; i < rules.pack_size; ++i) {
    cards.push_back(pack[i].index());
  }
  return cards;
}

// Every pack that leads to `seen` by actions allowed when they were taken, with
// the count 0.
std::map<CardNumbers, int> PacksThatLead(const CompiledRules& rules,
                                         const Observation& seen) {
  std::map<CardNumbers, int> packs;
  CardNumbers cards = CardsOf(rules, CanonicalPack(rules.deck));
  std::sort(cards.begin(), cards.end());
  do {
    Pack pack{};
    for (std::size_t i = 0; i < cards.size(); ++i) pack[i] = Card(cards[i]);
    Position position(rules, pack, seen.dealer);
    if (Replay(seen, ReplayMode::kChecking, position) &&
        position.Observe() == seen) {
      packs[cards] = 0;
    }
  } while (std::next_permutation(cards.begin(), cards.end()));
  return packs;
}

// How far the counts are from equal chances, in standard deviations.
double Deviation(const std::map<CardNumbers, int>& counts, double draws) {
  const double expected = draws / static_cast<double>(counts.size());
  double square = 0;
  for (const auto& [cards, count] : counts) {
    square += (count - expected) * (count - expected) / expected;
  }
  const auto freedom = static_cast<double>(counts.size() - 1);
  return (square - freedom) / std::sqrt(2 * freedom);
}

void ExpectEqualChances(const CompiledRules& rules, const Observation& seen,
                        Random& random) {
  std::map<CardNumbers, int> packs = PacksThatLead(rules, seen);
  ASSERT_FALSE(packs.empty());
  const std::size_t all = packs.size();
  const bool counted = all <= 600;
  const int draws = counted ? static_cast<int>(all) * 20 : 1000;
  const DealSampler sampler(rules, seen);
  for (int i = 0; i < draws; ++i) {
    const std::optional<Position> deal = sampler.Draw(random);
    ASSERT_TRUE(deal.has_value());
    ++packs[CardsOf(rules, deal->pack())];
  }
  ASSERT_EQ(packs.size(), all) << "a deal was drawn that was not possible";
  if (counted && all > 1) {
    EXPECT_LT(std::abs(Deviation(packs, draws)), 5);
  }
}

class UniformDealsTest : public testing::TestWithParam<std::string> {};

TEST_P(UniformDealsTest, EveryPackThatLeadsToTheDecisionIsEquallyLikely) {
  const auto game =
      std::find_if(Games().begin(), Games().end(),
                   [](const Game& each) { return each.name == GetParam(); });
  const CompiledRules rules = SmallRules(*game);
  const DealSource source("uniform deals");
  Random random(11);
  for (std::uint64_t deal = 0; deal < 12; ++deal) {
    Position position = tests::DealAt(rules, source, deal);
    tests::RandomDraws draws(source, deal);
    while (!position.done()) {
      ExpectEqualChances(rules, position.Observe(), random);
      ASSERT_FALSE(HasFailure())
          << "deal " << deal << ", card " << position.Observe().played().size()
          << ", call " << position.Observe().calls().size();
      position.Apply(draws.Of(position.LegalActions()));
    }
  }
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Game& game : Games()) names.push_back(game.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(SmallGames, UniformDealsTest,
                         testing::ValuesIn(Names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace couillon::bots
