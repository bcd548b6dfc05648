#include "tests/broken/memory/deal_facts.h"

#include <algorithm>

#include "engine/rules/ruleset.h"

namespace couillon::bots::broken {
namespace {

// Whether all seats have all their cards at the step, and its card is in no
// hand.
bool IsBesideFullHands(const CompiledRules& rules, const Stage& stage) {
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    if (stage.held[turns] != rules.hand_size) return false;
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      if (rules.places[turns][i] == stage.first) return false;
    }
  }
  return true;
}

// The cards turned up: the one offered, and the one that made trumps after all
// have passed, which is then the upcard.
void AddCardsTurned(const Observation& observation, DealFacts& facts) {
  if (!observation.upcard) return;  // not at a table of the rules covered
  const Card upcard = *observation.upcard;
  const CardSet before = observation.exposed & ~CardSet::Of(upcard);
  facts.offered = upcard;
  if (before.empty()) return;
  facts.turned = upcard;
  facts.offered = *before.begin();
}

}  // namespace

bool AreCovered(const CompiledRules& rules) {
  return rules.layout == Layout::kNone && rules.dummy == kNoSeat &&
         rules.stock_size == 0 && !rules.has_mit && !rules.has_open_cards &&
         rules.stages == 2 && rules.stage[0].kind == StageKind::kOffer &&
         rules.stage[1].kind == StageKind::kTurn &&
         !rules.stage[0].legal.empty() &&
         rules.stage[0].first != rules.stage[1].first &&
         IsBesideFullHands(rules, rules.stage[0]) &&
         IsBesideFullHands(rules, rules.stage[1]);
}

std::vector<Seat> SeatsOfCards(const CompiledRules& rules,
                               const Observation& observation) {
  std::vector<Seat> seats;
  for (std::size_t i = 0; i < observation.played_count; ++i) {
    const bool leads = i % rules.players == 0;
    seats.push_back(leads ? observation.leaders()[i / rules.players]
                          : rules.Next(seats.back()));
  }
  return seats;
}

Sighting See(const CompiledRules& rules, const Observation& observation) {
  Sighting sighting;
  sighting.seat = observation.seat;
  sighting.facts.dealer = observation.dealer;
  sighting.facts.hands[observation.seat] = observation.hand;
  AddCardsTurned(observation, sighting.facts);
  const std::vector<Seat> seats = SeatsOfCards(rules, observation);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    sighting.facts.hands[seats[i]].Add(observation.played()[i]);
  }
  const auto add = [&sighting](int move) {
    sighting.moves[sighting.move_count++] = static_cast<std::uint8_t>(move);
  };
  for (const Call& call : observation.calls()) {
    add(call.seat);
    add(call.action.number());
  }
  for (const Card card : observation.played()) add(card.index());
  return sighting;
}

std::optional<DealFacts> Merge(const DealFacts& one, const DealFacts& other,
                               int hand_size) {
  if (one.dealer != other.dealer || one.offered != other.offered) {
    return std::nullopt;
  }
  if (one.turned && other.turned && one.turned != other.turned) {
    return std::nullopt;
  }
  DealFacts both = one;
  if (!both.turned) both.turned = other.turned;
  CardSet taken = CardSet::Of(both.offered);
  if (both.turned) taken.Add(*both.turned);
  for (std::size_t seat = 0; seat < kMaxSeats; ++seat) {
    CardSet& hand = both.hands[seat];
    hand |= other.hands[seat];
    if (hand.size() > hand_size || !(hand & taken).empty()) return std::nullopt;
    taken |= hand;
  }
  return both;
}

bool MayShareTable(const Sighting& one, const Sighting& other) {
  const std::size_t shared = std::min(one.move_count, other.move_count);
  return std::equal(one.moves.begin(), one.moves.begin() + shared,
                    other.moves.begin());
}

}  // namespace couillon::bots::broken
