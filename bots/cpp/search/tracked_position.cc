// Updates the inferences of all seats with every card, instead of reading the
// history again at each decision.

#include "bots/cpp/search/tracked_position.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "bots/cpp/trick_view.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"

namespace couillon::bots {
namespace {

constexpr CardWeights kCardWeights;
constexpr TrumpWeights kTrumpWeights;

}  // namespace

int CardsLeft(const Position& position) {
  const int all = position.tricks_left() * position.rules().players;
  const bool has_trick = position.phase() != Phase::kTrump;
  return has_trick ? all - static_cast<int>(position.trick().size()) : all;
}

TrackedPosition::TrackedPosition(const Position& position)
    : position_(position) {
  if (!position.done() && position.phase() != Phase::kTrump) ReadHistory();
}

// Reads all tricks again: after a Mit', other cards may beat others.
void TrackedPosition::ReadHistory() {
  const CompiledRules& rules = position_.rules();
  const std::span<const Card> played = position_.played();
  const std::span<const Seat> leaders = position_.leaders();
  played_ = CardSet();
  ruled_out_ = {};
  const std::size_t players = rules.players;
  int stock = rules.stock_size;
  for (std::size_t first = 0; first < played.size(); first += players) {
    const bool free = rules.play.free_while_stock && stock > 0;
    stock -= rules.stock_size > 0 ? static_cast<int>(players) : 0;
    Seat seat = leaders[first / players];
    const std::size_t last = std::min(first + players, played.size());
    for (std::size_t at = first; at < last; ++at, seat = rules.Next(seat)) {
      Learn(seat, played[at], at == first, free);
    }
  }
}

// Takes in that `seat` played `card`, as a lead or to the trick under way.
void TrackedPosition::Learn(Seat seat, Card card, bool leads, bool free) {
  const TrumpTable& table = position_.table();
  played_.Add(card);
  if (leads) {
    led_ = card;
    winning_ = card;
    winner_ = seat;
    return;
  }
  if (!free) {
    ruled_out_[seat] |=
        RuledOut(position_.rules().play, table, led_, winning_, card);
  }
  if (BeatenBy(table, winning_).Has(card)) {
    winning_ = card;
    winner_ = seat;
  }
}

void TrackedPosition::Apply(Action action) {
  if (position_.phase() != Phase::kPlay) {
    position_.Apply(action);
    if (!position_.done()) ReadHistory();
    return;
  }
  const bool leads = position_.trick().empty();
  const bool free =
      position_.rules().play.free_while_stock && position_.stock_left() > 0;
  Learn(position_.seat(), action.card(), leads, free);
  position_.Apply(action);
}

TableView TrackedPosition::View() const {
  const CompiledRules& rules = position_.rules();
  const Seat turn = position_.seat();
  const Seat decider = position_.decider();
  const CardSet exposed = position_.exposed();
  TableView view;
  view.rules = &rules;
  view.table = &position_.table();
  view.turn = turn;
  const CardSet hand = position_.hand(decider);
  const CardSet open = position_.hand(turn) & exposed;
  view.own = turn == decider ? hand : open;
  view.trick = position_.trick();
  view.free_play = rules.play.free_while_stock && position_.stock_left() > 0;
  view.unseen = rules.deck & ~(view.own | hand | exposed | played_);
  view.winning = winning_;
  view.winner = winner_;
  view.at_large = view.unseen;
  // The hands of those who have played to the trick do not matter for it.
  const int later = rules.players - static_cast<int>(view.trick.size());
  const auto& turns = rules.turn_order[turn];
  for (int i = 1; i < rules.players; ++i) {
    const Seat seat = turns[static_cast<std::size_t>(i)];
    const CardSet cards = position_.hand(seat);
    // The dummy's partner decides, who knows their own cards.
    const bool decides = seat == decider;
    const CardSet known = decides ? cards : cards & exposed;
    view.at_large |= known;
    if (i >= later) continue;
    TableView::Hand& at = view.hands[seat];
    at.known = known;
    if (decides || rules.IsLaidOut(seat)) continue;
    const int hidden = (cards & ~known).size();
    if (hidden == 0) continue;
    at.hidden = static_cast<std::uint8_t>(std::min(hidden, kMaxTricks));
    at.possible = view.unseen & ~ruled_out_[seat];
  }
  return view;
}

Action TrackedPosition::HeuristicAction(ActionSet legal) const {
  const bool is_forced = (legal.mask() & (legal.mask() - 1)) == 0;
  if (is_forced) return legal.Nth(0);
  if (position_.phase() == Phase::kPlay) {
    return Action::OfCard(ChooseCard(View(), legal.cards(), kCardWeights));
  }
  return ChooseCall(position_.rules(), position_.Observe(), kTrumpWeights);
}

Action TrackedPosition::ModelAction(ActionSet legal) const {
  const bool by_policy = position_.phase() == Phase::kPlay &&
                         (policy_seats_ >> position_.seat() & 1U) != 0;
  if (!by_policy || legal.size() == 1) return HeuristicAction(legal);
  return Action::OfCard(Policy(legal).Best());
}

void TrackedPosition::PlayOn(int cards) {
  if (position_.done()) return;
  int left = CardsLeft(position_);
  while (left > cards && !position_.done()) {
    if (position_.phase() == Phase::kPlay) --left;
    Apply(ModelAction(position_.LegalActions()));
  }
}

void TrackedPosition::PlayToChoiceOf(Seat decider) {
  while (!position_.done()) {
    const ActionSet legal = position_.LegalActions();
    if (legal.size() > 1 && position_.decider() == decider) return;
    Apply(ModelAction(legal));
  }
}

}  // namespace couillon::bots
