// One rule per kind of decision; card points decide between cards.

#include "bots/cpp/greedy.h"

#include <span>

#include "bots/cpp/trick_view.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {
namespace {

// The card with the fewest card points; of equals that with the lowest number.
// Requires: `cards` is not empty.
Card Cheapest(const CompiledRules& rules, CardSet cards) {
  Card cheapest = *cards.begin();
  for (const Card card : cards) {
    if (CardPoints(rules, card) < CardPoints(rules, cheapest)) cheapest = card;
  }
  return cheapest;
}

Card Dearest(const CompiledRules& rules, CardSet cards) {
  Card dearest = *cards.begin();
  for (const Card card : cards) {
    if (CardPoints(rules, card) > CardPoints(rules, dearest)) dearest = card;
  }
  return dearest;
}

Action AnswerOffer(const CompiledRules& rules, const Observation& observation) {
  const ActionSet legal = observation.legal;
  if (!observation.upcard) return kPass;
  const CardSet suit = CardSet::OfSuit(observation.upcard->suit());
  if ((OwnCards(observation) & suit).size() < 2) return kPass;
  if (legal.Has(kTake)) return kTake;
  const CardSet shown = legal.cards();
  if (shown.empty()) return kPass;
  return Action::OfCard(Cheapest(rules, shown));
}

Action NameTrumps(const CompiledRules& rules, const Observation& observation) {
  const ActionSet legal = observation.legal;
  const CardSet own = OwnCards(observation);
  int best_suit = -1;
  int best_count = 0;
  int best_points = 0;
  for (int i = 0; i < kSuits; ++i) {
    const Suit suit = static_cast<Suit>(i);
    const CardSet printed = CardSet::OfSuit(suit);
    if (!legal.Has(Action::Name(suit)) && (legal.cards() & printed).empty()) {
      continue;
    }
    const int count = (own & printed).size();
    int points = 0;
    for (const Card card : own& printed) points += CardPoints(rules, card);
    if (best_suit < 0 || count > best_count ||
        (count == best_count && points > best_points)) {
      best_suit = i;
      best_count = count;
      best_points = points;
    }
  }
  if (legal.Has(kDefer) && best_count < 2) return kDefer;
  if (best_suit < 0) return legal.Nth(0);  // no suit can be named
  const Suit suit = static_cast<Suit>(best_suit);
  if (legal.Has(Action::Name(suit))) return Action::Name(suit);
  return Action::OfCard(Cheapest(rules, legal.cards() & CardSet::OfSuit(suit)));
}

Card PlayCard(const CompiledRules& rules, const Observation& observation) {
  const CardSet legal = observation.legal.cards();
  const std::span<const Card> trick = CurrentTrick(rules, observation);
  if (trick.empty()) return Dearest(rules, legal);
  const TrumpTable& table = TableOf(rules, observation);
  const CardSet beating = legal & BeatenBy(table, WinningCard(table, trick));
  return Cheapest(rules, beating.empty() ? legal : beating);
}

}  // namespace

Action Greedy::Decide(const CompiledRules& rules,
                      const Observation& observation) {
  const ActionSet legal = observation.legal;
  switch (observation.phase) {
    case Phase::kTrump:
      if (legal.Has(kPass)) return AnswerOffer(rules, observation);
      if (legal.Has(kPickFirst)) return kPickFirst;
      return NameTrumps(rules, observation);
    case Phase::kMit:
      return kSayMit;
    case Phase::kPlay:
      return Action::OfCard(PlayCard(rules, observation));
    default:
      return kSayNothing;
  }
}

}  // namespace couillon::bots
