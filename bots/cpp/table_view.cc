// Walks through the tricks once: who showed void in what, and which hidden
// cards each hand may hold.

#include "bots/cpp/table_view.h"

#include <algorithm>
#include <cstddef>

#include "bots/cpp/trick_view.h"
#include "engine/rules/ruleset.h"

namespace couillon::bots {
namespace {

// Processes the tricks in order: the cards of each seat, and the winner of the
// current trick.
void ReadHistory(const Observation& observation, TableView& view) {
  const CompiledRules& rules = *view.rules;
  const std::span<const Card> played = observation.played();
  const std::span<const Seat> leaders = observation.leaders();
  const std::size_t players = rules.players;
  int stock = rules.stock_size;
  for (std::size_t first = 0, trick = 0; first < played.size();
       first += players, ++trick) {
    const bool free =
        rules.play.free_while_stock && stock > 0;  // allows no inference
    stock -= rules.stock_size > 0 ? static_cast<int>(players) : 0;
    Card winning = played[first];
    Seat seat = leaders[trick];
    Seat winner = seat;
    const std::size_t last = std::min(first + players, played.size());
    for (std::size_t at = first; at < last; ++at, seat = rules.Next(seat)) {
      const Card card = played[at];
      if (!free && at > first) {
        view.hands[seat].possible &=
            ~RuledOut(rules.play, *view.table, played[first], winning, card);
      }
      if (BeatenBy(*view.table, winning).Has(card)) {
        winning = card;
        winner = seat;
      }
    }
    view.winning = winning;
    view.winner = winner;
  }
}

// Sets the known cards of each other seat, and the number of its hidden cards.
void CountHands(const Observation& observation, TableView& view) {
  const CompiledRules& rules = *view.rules;
  const int players = rules.players;
  const int drawn = (rules.stock_size - observation.stock_cards) / players;
  const int tricks = static_cast<int>(observation.played().size()) / players;
  const int left = rules.hand_size + drawn - tricks;
  const auto on_table = static_cast<int>(view.trick.size());
  Seat seat = observation.seat;
  for (int turns = 0; turns < players; ++turns, seat = rules.Next(seat)) {
    TableView::Hand& hand = view.hands[seat];
    if (seat == observation.decider && seat != observation.seat) {
      hand.known = observation.hand;  // the dummy's partner decides
      continue;
    }
    hand.known = observation.open_cards[seat];
    if (seat == observation.seat || rules.IsLaidOut(seat)) continue;
    const int played = players - turns <= on_table ? 1 : 0;
    const int hidden = left - played - hand.known.size();
    if (hidden <= 0) continue;
    hand.hidden = static_cast<std::uint8_t>(std::min(hidden, kMaxTricks));
    hand.possible = view.unseen;
  }
}

}  // namespace

CardSet RuledOut(const PlayRules& play, const TrumpTable& table, Card led,
                 Card winning, Card card) {
  const CardSet answers = Answers(table, led);
  const CardSet beating = BeatenBy(table, winning);
  if (answers.Has(card)) {
    const bool trumps = table.trumps.Has(led);
    const Head head = trumps ? play.head_trump : play.head_plain;
    const bool duty = trumps || !table.trumps.Has(winning);
    if (head == Head::kBest && duty && !beating.Has(card)) {
      return beating & answers;
    }
    return {};
  }
  if (table.trumps.Has(card)) {  // a ruff
    return play.trump_when_able ? CardSet() : answers;
  }
  return play.must_trump_when_void ? answers | table.trumps : answers;
}

TableView ViewTable(const CompiledRules& rules,
                    const Observation& observation) {
  TableView view;
  view.rules = &rules;
  view.table = &TableOf(rules, observation);
  view.turn = observation.seat;
  view.own = OwnCards(observation);
  view.trick = CurrentTrick(rules, observation);
  view.free_play = rules.play.free_while_stock && observation.stock_cards > 0;
  CardSet seen = view.own | observation.hand | observation.exposed;
  for (const Card card : observation.played()) seen.Add(card);
  view.unseen = rules.deck & ~seen;
  CountHands(observation, view);
  ReadHistory(observation, view);
  view.at_large = view.unseen;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    if (seat != view.turn) view.at_large |= view.hands[seat].known;
  }
  return view;
}

}  // namespace couillon::bots
