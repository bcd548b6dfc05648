// The strength of a hand above the average, with each suit as trumps, against
// the thresholds of the weights.

#include "bots/cpp/trump_choice.h"

#include <algorithm>
#include <cstddef>

#include "bots/cpp/trick_view.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::bots {
namespace {

constexpr int kNever = -1'000'000;

// The cards that matter for a choice of trumps.
struct Holding {
  CardSet own;       // of the seat to decide for
  CardSet partner;   // open cards of the own side
  CardSet opponent;  // open cards of other sides
  CardSet out;       // turned up and out of play
};

Holding ReadHolding(const CompiledRules& rules,
                    const Observation& observation) {
  Holding holding;
  holding.own = OwnCards(observation);
  const Side side = rules.SideOf(observation.seat);
  CardSet open;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const CardSet cards = observation.open_cards[seat];
    open |= cards;
    if (seat == observation.seat) continue;
    (rules.SideOf(seat) == side ? holding.partner : holding.opponent) |= cards;
  }
  if (observation.decider != observation.seat) {
    holding.partner |= observation.hand;
  }
  holding.out = observation.exposed & ~open & ~holding.own;
  for (const Card card : observation.played()) holding.out.Remove(card);
  return holding;
}

// The strength of cards under the trumps of `table`.
class Strength {
 public:
  Strength(const CompiledRules& rules, const TrumpTable& table,
           const Holding& holding, const TrumpWeights& weights)
      : table_(table), holding_(holding), weights_(weights) {
    for (const Card card : rules.deck & ~holding.out) {
      total_ += Worth(card, rules.deck & ~holding.out);
    }
    cards_ = (rules.deck & ~holding.out).size();
    live_ = rules.deck & ~holding.out & ~holding.own;
  }

  // The strength of the holding above the average of as many cards, in 1/1000
  // of the strength of all cards.
  [[nodiscard]] int AboveAverage() const {
    int sum = SumAboveAverage(holding_.own, live_);
    sum += SumAboveAverage(holding_.partner, live_ & ~holding_.partner) *
           weights_.open_cards / 100;
    sum -= SumAboveAverage(holding_.opponent, live_ & ~holding_.opponent) *
           weights_.open_cards / 100;
    return 1000 * sum / std::max(1, cards_ * total_);
  }

  // The gain from one more trump, in the same unit.
  [[nodiscard]] int OneTrump() const {
    const CardSet more = live_ & table_.trumps;
    if (more.empty()) return 0;
    return 1000 * SumAboveAverage(more, live_) /
           (more.size() * std::max(1, cards_ * total_));
  }

 private:
  // `others` are the cards that could beat `card`.
  [[nodiscard]] int Worth(Card card, CardSet others) const {
    const CardSet beating = BeatenBy(table_, card) & others;
    if (table_.trumps.Has(card)) {
      return weights_.trump_base +
             std::max(
                 0, weights_.trump_top - weights_.trump_step * beating.size());
    }
    switch ((beating & ~table_.trumps).size()) {
      case 0:
        return weights_.suit_top;
      case 1:
        return weights_.suit_second;
      default:
        return 0;
    }
  }

  // The sum above the average, multiplied by cards_.
  [[nodiscard]] int SumAboveAverage(CardSet cards, CardSet others) const {
    int sum = 0;
    for (const Card card : cards) sum += Worth(card, others);
    return sum * cards_ - total_ * cards.size();
  }

  const TrumpTable& table_;
  const Holding& holding_;
  const TrumpWeights& weights_;
  CardSet live_;
  int total_ = 0;
  int cards_ = 0;
};

const TrumpTable& PlainTable(const CompiledRules& rules, int suit) {
  return rules.tables[static_cast<std::size_t>(suit)][0];
}

// Shows the card of `cards` that reveals and risks least.
Action Show(const CompiledRules& rules, CardSet cards) {
  Card best = *cards.begin();
  for (const Card card : cards) {
    if (CardPoints(rules, card) < CardPoints(rules, best)) best = card;
  }
  return Action::OfCard(best);
}

Action AnswerOffer(const CompiledRules& rules, const Observation& observation,
                   const TrumpWeights& weights) {
  const ActionSet legal = observation.legal;
  const bool may_take = legal.Has(kTake) || !legal.cards().empty();
  if (!may_take || !observation.upcard) return kPass;
  const Holding holding = ReadHolding(rules, observation);
  const auto suit = static_cast<int>(observation.upcard->suit());
  const Strength strength(rules, PlainTable(rules, suit), holding, weights);
  if (strength.AboveAverage() < weights.take) return kPass;
  return legal.Has(kTake) ? kTake : Show(rules, legal.cards());
}

Action NameTrumps(const CompiledRules& rules, const Observation& observation,
                  const TrumpWeights& weights) {
  const ActionSet legal = observation.legal;
  const Holding holding = ReadHolding(rules, observation);
  const CardSet unknown = rules.deck & ~holding.own & ~observation.exposed;
  int best_suit = -1;
  int best = kNever;
  int deferred = 0;  // average value of a suit turned up at random, as a sum
  for (int suit = 0; suit < kSuits; ++suit) {
    const Strength strength(rules, PlainTable(rules, suit), holding, weights);
    const int value = strength.AboveAverage();
    const CardSet printed = CardSet::OfSuit(static_cast<Suit>(suit));
    deferred += (value + strength.OneTrump()) * (unknown & printed).size();
    const bool can = legal.Has(Action::Name(static_cast<Suit>(suit))) ||
                     !(legal.cards() & printed).empty();
    if (can && value > best) {
      best = value;
      best_suit = suit;
    }
  }
  if (best_suit < 0) return legal.Nth(0);
  if (legal.Has(kDefer) && deferred > best * unknown.size()) return kDefer;
  const Suit suit = static_cast<Suit>(best_suit);
  if (legal.Has(Action::Name(suit))) return Action::Name(suit);
  return Show(rules, legal.cards() & CardSet::OfSuit(suit));
}

// Announces only with a strong hand: it raises the stake for the winners.
Action Announce(const CompiledRules& rules, const Observation& observation,
                const TrumpWeights& weights, Action action, int needed) {
  COUILLON_CHECK(observation.trump.has_value());
  const Holding holding = ReadHolding(rules, observation);
  const TrumpTable& table =
      rules.tables[static_cast<std::size_t>(*observation.trump)][1];
  const Strength strength(rules, table, holding, weights);
  return strength.AboveAverage() >= needed ? action : kSayNothing;
}

}  // namespace

Action ChooseCall(const CompiledRules& rules, const Observation& observation,
                  const TrumpWeights& weights) {
  const ActionSet legal = observation.legal;
  switch (observation.phase) {
    case Phase::kMit:
      return Announce(rules, observation, weights, kSayMit, weights.mit);
    case Phase::kKontra:
      return Announce(rules, observation, weights, kSayKontra, weights.kontra);
    case Phase::kRe:
      return Announce(rules, observation, weights, kSayRe, weights.re);
    default:
      break;
  }
  if (legal.Has(kPass)) return AnswerOffer(rules, observation, weights);
  if (legal.Has(kPickFirst)) return kPickFirst;
  return NameTrumps(rules, observation, weights);
}

}  // namespace couillon::bots
