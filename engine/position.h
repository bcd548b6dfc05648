// A deal under way: who holds what, what is on the table, whose decision is
// due. A small trivially copyable value, so that a search can copy it freely.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "engine/action.h"
#include "engine/card.h"
#include "engine/card_set.h"
#include "engine/compiled_rules.h"
#include "engine/deal_result.h"
#include "engine/observation.h"
#include "engine/seat.h"
#include "engine/trick.h"

namespace couillon {

// A shuffled pack: the top card first. Cards beyond the pack's size are unused.
using Pack = std::array<Card, kCards>;

class Position {
 public:
  // A deal of `pack` by `dealer`, advanced to its first decision. Requires:
  // `rules` outlives the position and its copies; the first pack_size cards
  // are those of the deck; dealer < players.
  Position(const CompiledRules& rules, const Pack& pack, Seat dealer);

  [[nodiscard]] const CompiledRules& rules() const { return *rules_; }
  [[nodiscard]] const Pack& pack() const { return pack_; }
  [[nodiscard]] Phase phase() const { return phase_; }
  // Whether the deal is over, played out or abandoned.
  [[nodiscard]] bool done() const { return phase_ >= Phase::kDone; }
  // Whose decision is due. Requires: !done().
  [[nodiscard]] Seat seat() const { return seat_; }
  // Who takes it: seat(), or the partner of a dummy.
  [[nodiscard]] Seat decider() const { return rules_->DeciderOf(seat_); }
  [[nodiscard]] Seat dealer() const { return dealer_; }
  [[nodiscard]] Seat eldest() const { return rules_->FromEldest(dealer_, 0); }
  [[nodiscard]] Seat maker() const { return maker_; }
  [[nodiscard]] std::optional<Suit> trump() const;
  // Whether a card among the legal actions names trumps (and does not take).
  [[nodiscard]] bool naming() const;
  // The cards a seat could play from: its hand, or those face up in a layout.
  // While trumps are made this includes cards not dealt yet.
  [[nodiscard]] CardSet hand(Seat seat) const { return hands_[seat]; }

  // The actions allowed; never empty. Requires: !done().
  [[nodiscard]] ActionSet LegalActions() const {
    if (phase_ != Phase::kPlay) return LegalCalls();
    return ActionSet(
        trick_.LegalCards(*table_, hands_[turn_], rules_->has_heading));
  }
  // Takes one action and advances to the next decision or to the end.
  // Requires: `action` is one of LegalActions().
  void Apply(Action action) {
    if (phase_ == Phase::kPlay) {
      PlayCard(action.card());
    } else {
      ApplyCall(action);
    }
  }

  // Plays a whole trick with the cards that `choose(CardSet legal)` returns:
  // the same as LegalActions() and Apply() for each, and faster.
  // Requires: AtTrick().
  template <typename Choose>
  void PlayTrick(Choose& choose);
  // Whether a trick is about to begin and nothing but cards is due in it.
  [[nodiscard]] bool AtTrick() const {
    return phase_ == Phase::kPlay && trick_cards_ == 0 &&
           mit_holder_ == kNoSeat;
  }

  // What decider() sees now; `standing` and `random_seed` are left empty.
  // Requires: !done().
  [[nodiscard]] Observation Observe() const;

  // Cards turned up or shown while dealing and making trumps, in order.
  [[nodiscard]] std::vector<Card> Exposed() const;

  // The result so far; final once done().
  [[nodiscard]] DealResult Result() const;

 private:
  // Making trumps (position_trumps.cc).
  void BeginStage();
  void FixTrumps(Suit trump, Seat maker);
  void ApplyTrumpAction(Action action);
  void ApplyCall(Action action);
  [[nodiscard]] ActionSet LegalCalls() const;
  void TurnUp(std::uint8_t place);
  void TurnUpOpen(int stage);
  [[nodiscard]] ActionSet LegalTrumpActions() const;
  [[nodiscard]] int TurnsFromEldest(Seat seat) const;
  [[nodiscard]] bool IsLaidOut(Seat seat) const;
  [[nodiscard]] CardSet DealtSoFar(Seat seat) const;
  [[nodiscard]] std::uint32_t OpenPlaces(int stage) const;

  // Mit', Kontra and Re (position_trumps.cc).
  void AskMitIfDue();
  void ApplyAnnouncement(Action action);
  void AskKontraOrRe(Phase phase, Seat from);
  void ResumePlay();

  // Play.
  void FindTable();
  void AddToTrick(Card card, std::size_t cards_before);
  // Whether those who follow are bound by the lead.
  [[nodiscard]] bool LeadCounts() const {
    return stock_left_ == 0 || !rules_->play.free_while_stock;
  }
  void PlayCard(Card card);
  void FinishTrick();
  void DrawFromStock();
  void Uncover();

  const CompiledRules* rules_;
  const TrumpTable* table_ = nullptr;  // once trumps are known
  std::array<CardSet, kMaxSeats> hands_;
  Pack pack_;
  std::array<Card, kCards> played_;
  std::array<Seat, kMaxTricks> leaders_;
  std::array<Call, kMaxCalls> calls_;
  CardSet exposed_;
  std::array<std::uint8_t, kMaxSides> card_points_{};
  std::array<std::uint8_t, kMaxSides> tricks_{};
  Trick trick_;
  std::uint8_t played_count_ = 0;
  std::uint8_t call_count_ = 0;
  std::uint8_t trick_cards_ = 0;   // on the table
  std::uint8_t trick_points_ = 0;  // card points on the table
  std::uint8_t trick_number_ = 0;  // tricks finished
  std::uint8_t stock_left_ = 0;
  std::uint8_t stage_ = 0;  // trump step under way
  std::uint8_t asked_ = 0;  // seats asked in it
  std::uint8_t trump_ = kSuits;
  Card shown_;
  Phase phase_ = Phase::kTrump;
  Seat dealer_;
  Seat seat_ = 0;
  Seat turn_ = 0;  // whose card is next
  Seat winner_ = 0;
  Seat maker_ = kNoSeat;
  Seat mit_holder_ = kNoSeat;  // while he may still be asked
  Seat mit_seat_ = kNoSeat;
  bool has_shown_ = false;
  bool kontra_ = false;
  bool re_ = false;
};

inline void Position::AddToTrick(Card card, std::size_t cards_before) {
  if (cards_before == 0) {
    trick_.Lead(*table_, card, LeadCounts());
    winner_ = turn_;
  } else if (trick_.Follow(*table_, card)) {
    winner_ = turn_;
  }
}

inline void Position::PlayCard(Card card) {
  AddToTrick(card, trick_cards_);
  hands_[turn_].Remove(card);
  played_[played_count_++] = card;
  trick_points_ = static_cast<std::uint8_t>(
      trick_points_ +
      rules_->card_points[static_cast<std::size_t>(card.index())]);
  if (turn_ == mit_holder_) mit_holder_ = kNoSeat;
  if (++trick_cards_ == rules_->players) {
    FinishTrick();
    return;
  }
  turn_ = rules_->Next(turn_);
  seat_ = turn_;
  if (mit_holder_ != kNoSeat) AskMitIfDue();
}

template <typename Choose>
inline void Position::PlayTrick(Choose& choose) {
  const CompiledRules& rules = *rules_;
  const TrumpTable& table = *table_;
  const bool has_heading = rules.has_heading;
  // Held here and not in the position, where each would go through memory.
  Seat turn = turn_;
  Seat winner = turn;
  unsigned card_points = 0;
  Card* played = played_.data() + played_count_;
  const auto play = [&](Card card) {
    hands_[turn].Remove(card);
    *played++ = card;
    card_points += rules.card_points[static_cast<std::size_t>(card.index())];
  };
  Trick trick;
  const Card lead = choose(hands_[turn]);
  trick.Lead(table, lead, LeadCounts());
  play(lead);
  for (int left = rules.players - 1; left > 0; --left) {
    turn = rules.Next(turn);
    const CardSet legal = trick.LegalCards(table, hands_[turn], has_heading);
    const Card card = choose(legal);
    const unsigned change = 0U - unsigned{trick.Follow(table, card)};
    winner = static_cast<Seat>(winner ^ ((winner ^ turn) & change));
    play(card);
  }
  winner_ = winner;
  played_count_ = static_cast<std::uint8_t>(played_count_ + rules.players);
  trick_points_ = static_cast<std::uint8_t>(card_points);
  FinishTrick();
}

inline void Position::FinishTrick() {
  const Side side = rules_->SideOf(winner_);
  card_points_[side] =
      static_cast<std::uint8_t>(card_points_[side] + trick_points_);
  ++tricks_[side];
  trick_points_ = 0;
  trick_cards_ = 0;
  trick_ = Trick();
  turn_ = winner_;
  seat_ = turn_;
  if (++trick_number_ == rules_->tricks) {
    phase_ = Phase::kDone;
  } else {
    leaders_[trick_number_] = turn_;
  }
  if (stock_left_ > 0) DrawFromStock();
  if (rules_->layout != Layout::kNone) Uncover();
}

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) <= 256);

}  // namespace couillon
