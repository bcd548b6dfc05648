// A deal under the reference rules: dealing, making trumps, announcing and
// playing. For tests only.
#include "tests/support/reference_rules.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <variant>

namespace couillon::reference {
namespace {

void Require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "reference rules: %s\n", what);
  std::abort();
}

bool Contains(const std::vector<Card>& cards, Card card) {
  return std::find(cards.begin(), cards.end(), card) != cards.end();
}

bool Contains(const std::vector<Action>& actions, Action action) {
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}

bool IsTrumpStep(const Step& step) {
  return std::visit(
      [](const auto& s) {
        using T = std::decay_t<decltype(s)>;
        return !std::is_same_v<T, DealStep> && !std::is_same_v<T, TalonStep> &&
               !std::is_same_v<T, StockStep>;
      },
      step);
}

int PointsOf(const Ruleset& rules, Card card) {
  for (std::size_t i = 0; i < rules.table.ranks.size(); ++i) {
    if (rules.table.ranks[i] == card.rank()) return rules.table.card_points[i];
  }
  return 0;
}

}  // namespace

ReferenceDeal::ReferenceDeal(const Ruleset& rules, std::vector<Card> pack,
                             Seat dealer)
    : rules_(rules),
      pack_(std::move(pack)),
      dealer_(dealer),
      players_(static_cast<std::size_t>(rules.table.players)),
      card_points_(static_cast<std::size_t>(rules.table.sides), 0),
      tricks_(static_cast<std::size_t>(rules.table.sides), 0) {
  RunScript();
}

// --- Seats and turns.

Seat ReferenceDeal::seat() const {
  const bool over = phase_ == Phase::kDone || phase_ == Phase::kAbandoned;
  return over ? kNoSeat : seat_;
}

Seat ReferenceDeal::decider() const {
  if (seat() != kNoSeat && IsDummy(seat())) {
    return rules_.table.dummy_controller;
  }
  return seat();
}

Seat ReferenceDeal::Next(Seat seat) const {
  const int players = rules_.table.players;
  const int step = rules_.table.direction == Direction::kClockwise ? 1 : -1;
  return static_cast<Seat>((seat + step + players) % players);
}

std::vector<Seat> ReferenceDeal::InTurnFrom(Seat first) const {
  std::vector<Seat> seats;
  seats.reserve(players_.size());
  Seat seat = first;
  for (int i = 0; i < rules_.table.players; ++i) {
    seats.push_back(seat);
    seat = Next(seat);
  }
  return seats;
}

int ReferenceDeal::SideOf(Seat seat) const { return seat % rules_.table.sides; }

bool ReferenceDeal::IsDummy(Seat seat) const {
  return rules_.table.layout == Layout::kDummy && seat == rules_.table.dummy;
}

bool ReferenceDeal::HasColumns(Seat seat) const {
  return rules_.table.layout == Layout::kAll || IsDummy(seat);
}

const std::vector<Card>& ReferenceDeal::Received(Seat seat) const {
  return players_.at(seat).received;
}

std::vector<Card> ReferenceDeal::Held(Seat seat) const {
  const Player& player = players_.at(seat);
  std::vector<Card> held = player.hand;
  for (const Column& column : player.columns) {
    if (column.over) held.push_back(*column.over);
  }
  return held;
}

std::vector<Card> ReferenceDeal::TrickCards() const {
  std::vector<Card> cards;
  for (const Played& played : trick_) cards.push_back(played.card);
  return cards;
}

void ReferenceDeal::Ask(Phase phase, Seat seat) {
  phase_ = phase;
  seat_ = seat;
}

// --- Dealing and making trumps.

// Executes steps until one waits for a decision or the script is over. A
// waiting step stays the current one until its decision is taken.
void ReferenceDeal::RunScript() {
  while (step_ < rules_.script.size()) {
    const Step& step = rules_.script[step_];
    const bool skipped = trump_.has_value() && IsTrumpStep(step);
    if (!skipped) {
      const bool finished =
          std::visit([this](const auto& s) { return Do(s); }, step);
      if (!finished) return;
    }
    ++step_;
  }
  StartPlay();
}

bool ReferenceDeal::Do(const DealStep& step) {
  for (const Seat seat : Served(step.to)) {
    for (int i = 0; i < step.cards; ++i) Give(seat, TakeTop(), step.face_up);
  }
  return true;
}

bool ReferenceDeal::Do(const TalonStep& step) {
  const std::size_t cards =
      step.cards == 0 ? pack_.size() : static_cast<std::size_t>(step.cards);
  for (std::size_t i = 0; i < cards; ++i) talon_.push_back(TakeTop());
  return true;
}

bool ReferenceDeal::Do(const StockStep&) {
  while (!pack_.empty()) stock_.push_back(TakeTop());
  return true;
}

bool ReferenceDeal::Do(const OfferStep& step) {
  Expose(At(step.card));
  Ask(Phase::kTrump, Eldest());
  return false;
}

bool ReferenceDeal::Do(const NameStep& step) {
  const bool dummy = IsDummy(Eldest());
  if (step.when == When::kEldestIsDummy && !dummy) return true;
  if (step.when == When::kEldestIsPlayer && dummy) return true;
  Ask(Phase::kTrump, Eldest());
  return false;
}

bool ReferenceDeal::Do(const TurnStep& step) {
  const Card card = At(step.card);
  Expose(card);
  FixTrumps(card.suit(), MakerOf(step.makers));
  return true;
}

bool ReferenceDeal::Do(const BlindStep&) {
  Ask(Phase::kTrump, Eldest());
  return false;
}

bool ReferenceDeal::Do(const AbandonStep&) {
  phase_ = Phase::kAbandoned;
  return false;
}

std::vector<Seat> ReferenceDeal::Served(Receivers to) const {
  std::vector<Seat> served;
  for (const Seat seat : InTurnFrom(Eldest())) {
    const bool eldest = seat == Eldest();
    const bool dealer = seat == dealer_;
    if (to == Receivers::kEldest && !eldest) continue;
    if (to == Receivers::kOthers && eldest) continue;
    if (to == Receivers::kAllButDealer && dealer) continue;
    if (to == Receivers::kDealer && !dealer) continue;
    served.push_back(seat);
  }
  return served;
}

Card ReferenceDeal::TakeTop() {
  Require(!pack_.empty(), "the pack is used up");
  const Card card = pack_.front();
  pack_.erase(pack_.begin());
  return card;
}

void ReferenceDeal::Give(Seat seat, Card card, bool face_up) {
  Player& player = players_.at(seat);
  player.received.push_back(card);
  if (IsDummy(seat)) {
    // The second half of the cards covers the first, face up.
    const int received = static_cast<int>(player.received.size());
    const bool over = received > CardsDealtTo(seat) / 2;
    GiveToColumns(seat, card, over);
    face_up = face_up || over;
  } else if (HasColumns(seat)) {
    GiveToColumns(seat, card, face_up);
  } else {
    player.hand.push_back(card);
  }
  if (face_up) Expose(card);
}

// A card face down starts a column; a card face up covers the first uncovered
// column.
void ReferenceDeal::GiveToColumns(Seat seat, Card card, bool over) {
  std::vector<Column>& columns = players_.at(seat).columns;
  if (!over) {
    columns.push_back({.under = card, .over = std::nullopt});
    return;
  }
  for (Column& column : columns) {
    if (column.over) continue;
    column.over = card;
    return;
  }
  columns.push_back({.under = std::nullopt, .over = card});
}

// The number of cards dealt to a seat in the whole script.
int ReferenceDeal::CardsDealtTo(Seat seat) const {
  int cards = 0;
  for (const Step& step : rules_.script) {
    const auto* deal = std::get_if<DealStep>(&step);
    if (deal == nullptr) continue;
    for (const Seat served : Served(deal->to)) {
      if (served == seat) cards += deal->cards;
    }
  }
  return cards;
}

Card ReferenceDeal::At(const CardRef& ref) const {
  const std::vector<Card>& cards = ref.owner == Owner::kTalon ? talon_
                                   : ref.owner == Owner::kDealer
                                       ? Received(dealer_)
                                       : Received(Eldest());
  const int size = static_cast<int>(cards.size());
  const int index = ref.index < 0 ? size + ref.index : ref.index;
  Require(index >= 0 && index < size, "no such card to turn up");
  return cards[static_cast<std::size_t>(index)];
}

void ReferenceDeal::Expose(Card card) {
  if (!Contains(exposed_, card)) exposed_.push_back(card);
}

void ReferenceDeal::FixTrumps(Suit suit, std::optional<Seat> maker) {
  trump_ = suit;
  maker_ = maker;
}

std::optional<Seat> ReferenceDeal::MakerOf(Makers makers) const {
  if (makers == Makers::kEldest) return Eldest();
  return std::nullopt;
}

std::vector<Action> ReferenceDeal::LegalTrump() const {
  const Step& step = rules_.script[step_];
  if (const auto* offer = std::get_if<OfferStep>(&step)) {
    return LegalTake(*offer);
  }
  if (const auto* name = std::get_if<NameStep>(&step)) {
    return LegalName(*name);
  }
  return {kPickFirst, kPickSecond};
}

std::vector<Action> ReferenceDeal::LegalTake(const OfferStep& step) const {
  if (!step.show) return {kPass, kTake};
  std::vector<Action> legal = {kPass};
  for (const Card card : Held(seat_)) {
    if (card.suit() == At(step.card).suit()) {
      legal.push_back(Action::OfCard(card));
    }
  }
  return legal;
}

std::vector<Action> ReferenceDeal::LegalName(const NameStep& step) const {
  std::vector<Action> legal;
  if (step.may_defer) legal.push_back(kDefer);
  if (step.pool == Pool::kAny) {
    for (int i = 0; i < kSuits; ++i) {
      legal.push_back(Action::Name(static_cast<Suit>(i)));
    }
    return legal;
  }
  for (const Card card : Held(seat_)) {
    const Action action =
        step.show ? Action::OfCard(card) : Action::Name(card.suit());
    if (!Contains(legal, action)) legal.push_back(action);
  }
  return legal;
}

void ReferenceDeal::ApplyTrump(Action action) {
  const Step& step = rules_.script[step_];
  if (const auto* offer = std::get_if<OfferStep>(&step)) {
    ApplyOffer(*offer, action);
  } else if (std::holds_alternative<NameStep>(step)) {
    ApplyName(action);
  } else {
    ApplyBlind(std::get<BlindStep>(step), action);
  }
}

void ReferenceDeal::ApplyOffer(const OfferStep& step, Action action) {
  if (action == kPass && seat_ != dealer_) {
    Ask(Phase::kTrump, Next(seat_));
    return;
  }
  if (action != kPass) {
    FixTrumps(At(step.card).suit(), seat_);
    if (action.is_card()) Expose(action.card());
  }
  ++step_;
  RunScript();
}

void ReferenceDeal::ApplyName(Action action) {
  if (action.is_suit()) FixTrumps(action.suit(), seat_);
  if (action.is_card()) {
    FixTrumps(action.card().suit(), seat_);
    Expose(action.card());
  }
  ++step_;
  RunScript();
}

void ReferenceDeal::ApplyBlind(const BlindStep& step, Action action) {
  const Card card = At(action == kPickFirst ? step.first : step.second);
  Expose(card);
  FixTrumps(card.suit(), MakerOf(step.makers));
  ++step_;
  RunScript();
}

// --- Announcements.

// The player who sees the Mit' card among the cards that they may play; null if
// it lies aside or face down.
std::optional<Seat> ReferenceDeal::MitHolder() const {
  if (!rules_.special.mit) return std::nullopt;
  for (const Seat seat : InTurnFrom(Eldest())) {
    if (Contains(Held(seat), rules_.special.mit->card)) return seat;
  }
  return std::nullopt;
}

MitRules ReferenceDeal::Mit() const {
  return rules_.special.mit.value_or(MitRules{});
}

bool ReferenceDeal::MitIsDue(Seat holder) const {
  if (mit_side_ || mit_refused_) return false;
  for (const int tricks : tricks_) {
    if (tricks > 0) return false;
  }
  for (const Played& played : trick_) {
    if (played.seat == holder) return false;
  }
  switch (Mit().window) {
    case MitWindow::kOwnTurn:
      return turn_ == holder;
    case MitWindow::kPreLead:
      return trick_.empty();
    case MitWindow::kOpen:
      return true;
  }
  return false;
}

void ReferenceDeal::ApplyMit(Action action) {
  if (action == kSayNothing) {
    mit_refused_ = true;
    AskForCard();
    return;
  }
  declarer_ = seat_;
  mit_side_ = SideOf(seat_);
  if (!Mit().kontra) {
    AskForCard();
    return;
  }
  for (const Seat seat : InTurnFrom(Next(declarer_))) {
    if (SideOf(seat) != SideOf(declarer_)) queue_.push_back(seat);
  }
  AskNextInQueue(Phase::kKontra);
}

void ReferenceDeal::ApplyKontra(Action action) {
  if (action == kSayNothing) {
    AskNextInQueue(Phase::kKontra);
    return;
  }
  kontra_ = true;
  queue_.clear();
  if (Mit().re) {
    for (const Seat seat : InTurnFrom(declarer_)) {
      if (SideOf(seat) == SideOf(declarer_)) queue_.push_back(seat);
    }
  }
  AskNextInQueue(Phase::kRe);
}

void ReferenceDeal::ApplyRe(Action action) {
  if (action == kSayRe) {
    re_ = true;
    queue_.clear();
  }
  AskNextInQueue(Phase::kRe);
}

// Asks the next seat of the queue, or continues with play when it is empty.
void ReferenceDeal::AskNextInQueue(Phase phase) {
  if (queue_.empty()) {
    AskForCard();
    return;
  }
  Ask(phase, queue_.front());
  queue_.erase(queue_.begin());
}

// --- Play.

void ReferenceDeal::StartPlay() {
  leader_ = Eldest();
  if (rules_.lead == Lead::kMaker && maker_) leader_ = *maker_;
  turn_ = leader_;
  AskForCard();
}

// Asks the seat whose turn it is for a card, or first for the Mit'.
void ReferenceDeal::AskForCard() {
  const std::optional<Seat> holder = MitHolder();
  if (holder && MitIsDue(*holder)) {
    Ask(Phase::kMit, *holder);
  } else {
    Ask(Phase::kPlay, turn_);
  }
}

std::vector<Action> ReferenceDeal::Legal() const {
  std::vector<Action> legal;
  switch (phase_) {
    case Phase::kTrump:
      legal = LegalTrump();
      break;
    case Phase::kMit:
      legal = {kSayMit, kSayNothing};
      break;
    case Phase::kKontra:
      legal = {kSayKontra, kSayNothing};
      break;
    case Phase::kRe:
      legal = {kSayRe, kSayNothing};
      break;
    case Phase::kPlay:
      for (const Card card : LegalCards(rules_, trump_, mit_side_.has_value(),
                                        static_cast<int>(stock_.size()),
                                        TrickCards(), Held(seat_))) {
        legal.push_back(Action::OfCard(card));
      }
      break;
    case Phase::kDone:
    case Phase::kAbandoned:
      break;
  }
  std::sort(legal.begin(), legal.end());
  return legal;
}

void ReferenceDeal::Apply(Action action) {
  Require(Contains(Legal(), action), "that action is not legal");
  switch (phase_) {
    case Phase::kTrump:
      return ApplyTrump(action);
    case Phase::kMit:
      return ApplyMit(action);
    case Phase::kKontra:
      return ApplyKontra(action);
    case Phase::kRe:
      return ApplyRe(action);
    case Phase::kPlay:
      return ApplyPlay(action.card());
    case Phase::kDone:
    case Phase::kAbandoned:
      return;
  }
}

void ReferenceDeal::ApplyPlay(Card card) {
  TakeAway(turn_, card);
  trick_.push_back({.seat = turn_, .card = card});
  mit_refused_ = false;
  turn_ = Next(turn_);
  if (trick_.size() == players_.size()) {
    EndTrick();
  } else {
    AskForCard();
  }
}

void ReferenceDeal::TakeAway(Seat seat, Card card) {
  std::erase(players_.at(seat).hand, card);
  for (Column& column : players_.at(seat).columns) {
    if (column.over == card) column.over.reset();
  }
}

void ReferenceDeal::EndTrick() {
  const Card best =
      WinningCard(rules_, trump_, mit_side_.has_value(), TrickCards());
  for (const Played& played : trick_) {
    if (played.card == best) leader_ = played.seat;
  }
  const auto side = static_cast<std::size_t>(SideOf(leader_));
  ++tricks_[side];
  for (const Played& played : trick_) {
    card_points_[side] += PointsOf(rules_, played.card);
  }
  trick_.clear();
  turn_ = leader_;
  TurnUpUncovered();
  DrawFromStock();
  if (NobodyHasCards()) {
    phase_ = Phase::kDone;
  } else {
    AskForCard();
  }
}

void ReferenceDeal::TurnUpUncovered() {
  for (Player& player : players_) {
    for (Column& column : player.columns) {
      if (column.over) continue;
      column.over = column.under;
      column.under.reset();
    }
  }
}

// The winner of the trick draws first.
void ReferenceDeal::DrawFromStock() {
  for (const Seat seat : InTurnFrom(leader_)) {
    if (stock_.empty()) return;
    players_.at(seat).hand.push_back(stock_.front());
    stock_.erase(stock_.begin());
  }
}

bool ReferenceDeal::NobodyHasCards() const {
  for (const Seat seat : InTurnFrom(0)) {
    if (!Held(seat).empty()) return false;
  }
  return true;
}

ReferenceResult ReferenceDeal::Result() const {
  ReferenceResult result;
  result.abandoned = phase_ == Phase::kAbandoned;
  result.card_points = card_points_;
  result.tricks = tricks_;
  if (maker_) result.maker_side = SideOf(*maker_);
  result.mit_side = mit_side_;
  result.kontra = kontra_;
  result.re = re_;
  return result;
}

}  // namespace couillon::reference
