// A deal under way: who holds what, what is on the table, whose decision is
// due. A small trivially copyable value, so that a search can copy it freely.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/trick.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

class Position {
 public:
  // A deal of `pack` by `dealer`, advanced to its first decision. Requires:
  // `rules` outlives the position and its copies; the first pack_size cards
  // are those of the deck; dealer < players.
  Position(const CompiledRules& rules, const Pack& pack, Seat dealer);

  [[nodiscard]] const CompiledRules& rules() const { return *rules_; }
  [[nodiscard]] const Pack& pack() const { return pack_; }
  [[nodiscard]] Phase phase() const { return phase_; }
  // Returns true if the deal is over, played out or abandoned.
  [[nodiscard]] bool done() const { return phase_ >= Phase::kDone; }
  // The seat whose decision is due. Requires: !done().
  [[nodiscard]] Seat seat() const { return seat_; }
  // The seat that decides: seat(), or the partner of a dummy.
  [[nodiscard]] Seat decider() const { return rules_->DeciderOf(seat_); }
  [[nodiscard]] Seat dealer() const { return dealer_; }
  [[nodiscard]] Seat eldest() const { return rules_->FromEldest(dealer_, 0); }
  [[nodiscard]] Seat maker() const { return maker_; }
  [[nodiscard]] std::optional<Suit> trump() const;
  // The order of the cards now. Requires: trumps are made.
  [[nodiscard]] const TrumpTable& table() const { return *table_; }
  // Returns true if a card among LegalActions() names trumps instead of taking
  // an offer.
  [[nodiscard]] bool naming() const;
  // The cards that `seat` holds now; in a layout, those face up. While trumps
  // are made, only the cards dealt so far.
  [[nodiscard]] CardSet hand(Seat seat) const {
    return table_ == nullptr ? DealtSoFar(seat) : hands_[seat];
  }
  // The number of cards dealt to `seat` so far, those face down included, in
  // the order of CompiledRules::places. For records, never for a player.
  [[nodiscard]] std::size_t DealtCount(Seat seat) const;
  // The cards with which `seat` begins play, including those not dealt yet; in
  // a layout, those face up. For records of whole deals, never for a player.
  [[nodiscard]] CardSet StartingHand(Seat seat) const;

  // Tricks not finished; the trick under way is one of them.
  [[nodiscard]] int tricks_left() const {
    return rules_->tricks - trick_number_;
  }
  // Cards left to draw.
  [[nodiscard]] int stock_left() const { return stock_left_; }
  // Returns true if the holder of the Mit' may still be asked to declare it.
  [[nodiscard]] bool mit_is_pending() const { return mit_holder_ != kNoSeat; }
  // Returns true if every decision from here on is a card.
  [[nodiscard]] bool OnlyCardsAreDue() const {
    return phase_ == Phase::kPlay && mit_holder_ == kNoSeat;
  }
  // The cards of the trick under way, the leader's first, and its leader; after
  // the last trick, who took it. Requires: trumps are made.
  [[nodiscard]] std::span<const Card> trick() const {
    return {&played_[PlayedCount() - trick_cards_], trick_cards_};
  }
  [[nodiscard]] Seat leader() const {
    return trick_cards_ == 0 ? turn_ : leaders_[trick_number_];
  }
  // All calls so far, in order, silence about the Mit' included. For records
  // and searches of whole deals, never for a player.
  [[nodiscard]] std::span<const Call> calls() const {
    return {calls_.data(), call_count_};
  }
  // All cards played, in order; tricks are runs of as many cards as players.
  [[nodiscard]] std::span<const Card> played() const {
    return {played_.data(), PlayedCount()};
  }
  // The leader of each trick that has a card.
  [[nodiscard]] std::span<const Seat> leaders() const {
    const unsigned under_way = trick_cards_ > 0 ? 1 : 0;
    return {leaders_.data(), trick_number_ + under_way};
  }
  // The cards turned up or shown so far, wherever they are now.
  [[nodiscard]] CardSet exposed() const { return exposed_; }
  // The seat that has declared the Mit'; kNoSeat if nobody.
  [[nodiscard]] Seat mit_seat() const { return mit_seat_; }
  // In a layout: the card under `card`, if `seat` still has it face down.
  // Requires: trumps are made.
  [[nodiscard]] std::optional<Card> CardUnder(Seat seat, Card card) const;

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

  // The observation of decider() now; `standing` and `random_seed` are left
  // empty. Requires: !done().
  [[nodiscard]] Observation Observe() const;
  // Cards turned up or shown while dealing and making trumps, in order.
  [[nodiscard]] std::vector<Card> Exposed() const;
  // The result so far; final once done().
  [[nodiscard]] DealResult Result() const;

  // Several decisions in one call, for loops over many random deals: the same
  // as LegalActions() and Apply() one by one, and faster (fast_tricks.h).
  //
  // Whether a trick is about to begin in which only cards are due, no Mit'.
  [[nodiscard]] bool AtTrick() const {
    return phase_ == Phase::kPlay && trick_cards_ == 0 &&
           mit_holder_ == kNoSeat;
  }
  // Plays a whole trick with the cards that `choose(CardSet legal)` returns,
  // each as a set of one. In the last trick each seat has one card, so `choose`
  // is not called. Requires: AtTrick(); kShape is TrickShape::Of(rules()).
  template <TrickShape kShape, typename Choose>
  void PlayTrick(Choose& choose);
  // Returns true if an offer is open and the answers to it are the same for all
  // seats.
  [[nodiscard]] bool AtOffer() const {
    const Stage& stage = rules_->stage[stage_];
    return phase_ == Phase::kTrump && stage.kind == StageKind::kOffer &&
           !stage.legal.empty();
  }
  // Takes an answer, `choose.OneOf(ActionSet legal)`, from all seats that have
  // not answered; those after the seat that takes the offer do not count.
  // Requires: AtOffer().
  template <typename Choose>
  void AnswerOffer(Choose& choose);

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
  [[nodiscard]] CardSet DealtSoFar(Seat seat) const;
  [[nodiscard]] CardSet Received(Seat seat, std::size_t count) const;
  [[nodiscard]] std::uint32_t OpenPlaces(int stage) const;

  // Mit', Kontra and Re (position_trumps.cc).
  void AskMitIfDue();
  void ApplyAnnouncement(Action action);
  void AskKontraOrRe(Phase phase, Seat from);
  void ResumePlay();

  // Play.
  static constexpr unsigned kTrickTaken = 256;
  using PerSide = std::array<std::uint8_t, kMaxSides>;
  void CountTaken(PerSide& card_points, PerSide& tricks) const;
  [[nodiscard]] std::size_t PlayedCount() const {
    return std::size_t{trick_number_} * rules_->players + trick_cards_;
  }
  void FindTable();
  void AddToTrick(Card card, std::size_t cards_before);
  // Returns true if the lead binds those who play after it.
  [[nodiscard]] bool LeadCounts() const {
    return stock_left_ == 0 || !rules_->play.free_while_stock;
  }
  void PlayCard(Card card);
  void FinishTrick();
  template <TrickShape kShape, bool kForced, typename Choose>
  [[gnu::always_inline]] void PlayTrickAs(Choose& choose);
  void TakeTrick(Seat winner, unsigned card_points);
  void DrawFromStock();
  [[nodiscard]] std::optional<Card> Covered(Seat seat, Card card) const;
  void Uncover();

  const CompiledRules* rules_;
  const TrumpTable* table_ = nullptr;  // once trumps are known
  // Until trumps are known, the starting hands, including cards not dealt yet.
  std::array<CardSet, kMaxSeats> hands_;
  Pack pack_;
  std::array<Card, kCards> played_;
  std::array<Seat, kMaxTricks> leaders_;
  std::array<Call, kMaxCalls> calls_;
  CardSet exposed_;
  [[no_unique_address]] Trick trick_;  // its padding is used by what follows
  std::uint8_t trick_number_ = 0;      // tricks finished
  // The sum that each side has taken: card points, and kTrickTaken for each
  // trick.
  std::array<std::uint16_t, kMaxSides> taken_{};
  std::uint8_t call_count_ = 0;
  std::uint8_t trick_cards_ = 0;   // on the table
  std::uint8_t trick_points_ = 0;  // card points on the table
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
  Seat mit_holder_ = kNoSeat;  // while they may still be asked
  Seat mit_seat_ = kNoSeat;
  bool has_shown_ = false;
  bool kontra_ = false;
  bool re_ = false;
};

static_assert(std::is_trivially_copyable_v<Position>);
static_assert(sizeof(Position) < 256);

}  // namespace couillon

#include "engine/play/position-inl.h"  // IWYU pragma: export
