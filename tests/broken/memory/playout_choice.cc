#include "tests/broken/memory/playout_choice.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bots/cpp/greedy.h"
#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"

namespace couillon::bots::broken {
namespace {

constexpr std::size_t kDeals = 16;  // that fit the facts, for one choice
constexpr int kMaxTries = 512;      // to find them

// The cards whose place is unknown, in random order.
std::vector<Card> Shuffled(CardSet cards, Random& random) {
  std::vector<Card> order;
  for (const Card card : cards) order.push_back(card);
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.Below(left)]);
  }
  return order;
}

CardSet CardsOf(const DealFacts& facts) {
  CardSet cards = CardSet::Of(facts.offered);
  if (facts.turned) cards.Add(*facts.turned);
  for (const CardSet hand : facts.hands) cards |= hand;
  return cards;
}

// A pack that deals what is known, and the other cards at random.
Pack RandomPack(const CompiledRules& rules, const DealFacts& known,
                Random& random) {
  std::vector<Card> rest = Shuffled(rules.deck & ~CardsOf(known), random);
  const auto next = [&rest] {
    const Card card = rest.back();
    rest.pop_back();
    return card;
  };
  Pack pack{};
  std::array<bool, kCards> filled{};
  const auto put = [&pack, &filled](std::size_t place, Card card) {
    pack[place] = card;
    filled[place] = true;
  };
  put(rules.stage[0].first, known.offered);
  put(rules.stage[1].first, known.turned ? *known.turned : next());
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    const Seat seat = rules.FromEldest(known.dealer, static_cast<int>(turns));
    CardSet hand = known.hands[seat];
    while (hand.size() < rules.hand_size) hand.Add(next());
    std::size_t i = 0;
    for (const Card card : hand) put(rules.places[turns][i++], card);
  }
  for (std::size_t place = 0; place < rules.pack_size; ++place) {
    if (!filled[place]) put(place, next());
  }
  return pack;
}

bool ApplyIfLegal(Position& position, Action action) {
  if (position.done() || !position.LegalActions().Has(action)) return false;
  position.Apply(action);
  return true;
}

// The deal of `pack` at the decision observed; nothing if it would look
// different there.
std::optional<Position> Replay(const CompiledRules& rules, const Pack& pack,
                               const Observation& observation) {
  Position position(rules, pack, observation.dealer);
  for (const Call& call : observation.calls()) {
    if (!ApplyIfLegal(position, call.action)) return std::nullopt;
  }
  for (const Card card : observation.played()) {
    if (!ApplyIfLegal(position, Action::OfCard(card))) return std::nullopt;
  }
  if (position.done()) return std::nullopt;
  Observation seen = position.Observe();
  seen.standing = observation.standing;
  seen.random_seed = observation.random_seed;
  if (seen != observation) return std::nullopt;
  return position;
}

std::vector<Position> FittingDeals(const CompiledRules& rules,
                                   const Observation& observation,
                                   const DealFacts& known,
                                   const IsLikely& is_likely) {
  Random random(observation.random_seed);
  std::vector<Position> deals;
  for (int i = 0; i < kMaxTries && deals.size() < kDeals; ++i) {
    const Pack pack = RandomPack(rules, known, random);
    const auto position = Replay(rules, pack, observation);
    if (position && is_likely(*position)) deals.push_back(*position);
  }
  return deals;
}

// The result for `side`: game points, then card points.
int ValueFor(const Position& end, Side side, std::uint16_t carry) {
  constexpr int kGamePoint = 1000;  // more than all card points
  const CompiledRules& rules = end.rules();
  const DealResult result = end.Result();
  const DealScore score = ScoreDeal(rules.ruleset, result, carry);
  int value = 0;
  for (std::size_t other = 0; other < rules.sides; ++other) {
    const int points = kGamePoint * (score.erase[other] - score.add[other]) +
                       result.card_points[other];
    value += other == side ? points : -points;
  }
  return value;
}

// Plays `action`, then greedy on all seats.
int PlayOut(Position position, Action action, const Observation& observation) {
  const CompiledRules& rules = position.rules();
  Greedy greedy;
  position.Apply(action);
  while (!position.done()) {
    position.Apply(greedy.Decide(rules, position.Observe()));
  }
  return ValueFor(position, rules.SideOf(observation.seat),
                  observation.standing.pending_carry);
}

}  // namespace

std::optional<Action> ChooseByPlayouts(const CompiledRules& rules,
                                       const Observation& observation,
                                       const DealFacts& known,
                                       const IsLikely& is_likely) {
  const std::vector<Position> deals =
      FittingDeals(rules, observation, known, is_likely);
  if (deals.empty()) return std::nullopt;
  const auto value_of = [&deals, &observation](Action action) {
    int sum = 0;
    for (const Position& deal : deals) {
      sum += PlayOut(deal, action, observation);
    }
    return sum;
  };
  Action best = Greedy().Decide(rules, observation);
  int best_value = value_of(best);
  for (const Action action : observation.legal) {
    const int value = value_of(action);
    if (value <= best_value) continue;
    best = action;
    best_value = value;
  }
  return best;
}

}  // namespace couillon::bots::broken
