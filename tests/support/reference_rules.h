// A second implementation of the rules of the Couillon family, for tests only:
// slow, simple and as close to the text of docs/rules.md as possible. It shares
// no code with the engine's play and scoring and interprets a `Ruleset` step by
// step, uncompiled, so that tests can play the same deal with both and compare.
// Wrong use (an action that is not legal) aborts.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"

namespace couillon::reference {

// The pack of `rules` before any shuffle: suits S, H, D, C, each from its
// highest rank down ("canon" in docs/rules.md part 4).
std::vector<Card> CanonicalPack(const Ruleset& rules);

// All trumps of the pack, from the highest. `mit`: the Mit' was declared.
std::vector<Card> TrumpOrder(const Ruleset& rules, std::optional<Suit> trump,
                             bool mit);

// The cards of `hand` that may be played to `trick` (leader's card first), in
// the order of `hand`. `stock`: cards left in the drawing stock.
std::vector<Card> LegalCards(const Ruleset& rules, std::optional<Suit> trump,
                             bool mit, int stock,
                             const std::vector<Card>& trick,
                             const std::vector<Card>& hand);

// The card of `trick` that wins it. Requires: at least one card.
Card WinningCard(const Ruleset& rules, std::optional<Suit> trump, bool mit,
                 const std::vector<Card>& trick);

// The result of a deal: everything that scoring depends on.
struct ReferenceResult {
  bool abandoned = false;
  std::vector<int> card_points;  // by side
  std::vector<int> tricks;       // by side
  std::optional<int> maker_side;
  std::optional<int> mit_side;  // the side that declared the Mit'
  bool kontra = false;
  bool re = false;
};

// One deal, from the first card dealt to the last trick.
class ReferenceDeal {
 public:
  // Deals until the first decision is due. `pack`: the top card first.
  ReferenceDeal(const Ruleset& rules, std::vector<Card> pack, Seat dealer);

  [[nodiscard]] Phase phase() const { return phase_; }
  // The seat whose decision is due; kNoSeat when the deal is over.
  [[nodiscard]] Seat seat() const;
  // The seat that takes the decision: for a dummy its controller, else seat().
  [[nodiscard]] Seat decider() const;
  // The legal actions in ascending order of number; none when the deal is over.
  [[nodiscard]] std::vector<Action> Legal() const;
  // Applies the action. Requires: it is one of Legal().
  void Apply(Action action);

  [[nodiscard]] std::optional<Suit> trump() const { return trump_; }
  [[nodiscard]] std::optional<Seat> maker() const { return maker_; }
  // Cards turned up or shown in making trumps and cards dealt face up, each
  // once, in that order; none that is uncovered during play.
  [[nodiscard]] const std::vector<Card>& exposed() const { return exposed_; }
  [[nodiscard]] const std::vector<int>& card_points() const {
    return card_points_;
  }
  [[nodiscard]] const std::vector<int>& tricks() const { return tricks_; }
  [[nodiscard]] std::optional<int> mit_side() const { return mit_side_; }
  [[nodiscard]] bool kontra() const { return kontra_; }
  [[nodiscard]] bool re() const { return re_; }

  // The leader of the current trick; kNoSeat before trumps are made.
  [[nodiscard]] Seat leader() const { return leader_; }
  // The cards of the current trick, leader's first.
  [[nodiscard]] std::vector<Card> TrickCards() const;
  // The cards dealt to a seat in the order received, including played ones,
  // without those drawn from a stock.
  [[nodiscard]] const std::vector<Card>& Received(Seat seat) const;
  // The cards that a seat could play without any obligation: its hand, or the
  // cards of its columns that lie face up.
  [[nodiscard]] std::vector<Card> Held(Seat seat) const;
  [[nodiscard]] const std::vector<Card>& talon() const { return talon_; }
  [[nodiscard]] const std::vector<Card>& stock() const { return stock_; }

  [[nodiscard]] ReferenceResult Result() const;

 private:
  // A card face down under a card face up; either may be missing.
  struct Column {
    std::optional<Card> under;
    std::optional<Card> over;
  };
  struct Player {
    std::vector<Card> received;
    std::vector<Card> hand;       // of a player without a layout
    std::vector<Column> columns;  // of a player with one
  };
  struct Played {
    Seat seat;
    Card card;
  };

  // Seats and turns.
  [[nodiscard]] Seat Next(Seat seat) const;
  [[nodiscard]] Seat Eldest() const { return Next(dealer_); }
  [[nodiscard]] std::vector<Seat> InTurnFrom(Seat first) const;
  [[nodiscard]] int SideOf(Seat seat) const;
  [[nodiscard]] bool IsDummy(Seat seat) const;
  [[nodiscard]] bool HasColumns(Seat seat) const;

  // Dealing and making trumps.
  void RunScript();
  bool Do(const DealStep& step);
  bool Do(const TalonStep& step);
  bool Do(const StockStep& step);
  bool Do(const OfferStep& step);
  bool Do(const NameStep& step);
  bool Do(const TurnStep& step);
  bool Do(const BlindStep& step);
  bool Do(const AbandonStep& step);
  [[nodiscard]] std::vector<Seat> Served(Receivers to) const;
  Card TakeTop();
  void Give(Seat seat, Card card, bool face_up);
  void GiveToColumns(Seat seat, Card card, bool over);
  [[nodiscard]] int CardsDealtTo(Seat seat) const;
  [[nodiscard]] Card At(const CardRef& ref) const;
  void Expose(Card card);
  void FixTrumps(Suit suit, std::optional<Seat> maker);
  [[nodiscard]] std::optional<Seat> MakerOf(Makers makers) const;
  [[nodiscard]] std::vector<Action> LegalTrump() const;
  [[nodiscard]] std::vector<Action> LegalTake(const OfferStep& step) const;
  [[nodiscard]] std::vector<Action> LegalName(const NameStep& step) const;
  void ApplyTrump(Action action);
  void ApplyOffer(const OfferStep& step, Action action);
  void ApplyName(Action action);
  void ApplyBlind(const BlindStep& step, Action action);

  // Announcements.
  [[nodiscard]] bool MitIsDue(Seat holder) const;
  [[nodiscard]] MitRules Mit() const;
  [[nodiscard]] std::optional<Seat> MitHolder() const;
  void ApplyMit(Action action);
  void ApplyKontra(Action action);
  void ApplyRe(Action action);
  void AskNextInQueue(Phase phase);

  // Play.
  void StartPlay();
  void AskForCard();
  void ApplyPlay(Card card);
  void TakeAway(Seat seat, Card card);
  void EndTrick();
  void TurnUpUncovered();
  void DrawFromStock();
  [[nodiscard]] bool NobodyHasCards() const;

  void Ask(Phase phase, Seat seat);

  Ruleset rules_;
  std::vector<Card> pack_;  // still to be dealt, top card first
  Seat dealer_;

  std::vector<Player> players_;
  std::vector<Card> talon_;
  std::vector<Card> stock_;  // the next card to draw first
  std::vector<Card> exposed_;

  std::size_t step_ = 0;  // of the script
  Phase phase_ = Phase::kTrump;
  Seat seat_ = kNoSeat;

  std::optional<Suit> trump_;
  std::optional<Seat> maker_;

  std::optional<int> mit_side_;
  bool mit_refused_ = false;  // for the card about to be played
  Seat declarer_ = kNoSeat;   // of the Mit'
  std::vector<Seat> queue_;   // seats still to be asked for Kontra or Re
  bool kontra_ = false;
  bool re_ = false;

  Seat leader_ = kNoSeat;
  Seat turn_ = kNoSeat;  // to play the next card
  std::vector<Played> trick_;
  std::vector<int> card_points_;
  std::vector<int> tricks_;
};

// The score of a deal, in game points per side.
struct ReferenceScore {
  std::optional<int> winner;
  bool tie = false;          // the best card points are shared
  std::vector<int> erase;    // by side
  std::vector<int> add;      // by side
  int bonus_after = 0;       // the pending carry after the deal
  bool bourgumesse = false;  // there are makers, and they took no trick

  friend bool operator==(const ReferenceScore&,
                         const ReferenceScore&) = default;
};

// Scores a deal that has ended. `bonus_before`: the pending carry.
ReferenceScore ScoreDeal(const Ruleset& rules, const ReferenceResult& result,
                         int bonus_before);

// The seat that deals next.
Seat NextDealer(const Ruleset& rules, Seat dealer,
                const ReferenceResult& result, const ReferenceScore& score);

// A match under way: the state of the slate.
struct ReferenceSlate {
  // The slate before the first deal.
  explicit ReferenceSlate(const Ruleset& rules);

  // Applies the score of a deal. Requires: !ended.
  void Add(const Ruleset& rules, const ReferenceScore& score);
  // The sum of a side's lines and boucles.
  [[nodiscard]] int Left(int side) const;

  std::vector<int> lines;    // by side; numbers and points too
  std::vector<int> boucles;  // by side
  int bonus = 0;             // pending carry
  int cow = 0;               // index of the cow being played
  std::vector<int> cows;     // won, by side
  int deals = 0;             // played, abandoned ones included
  std::vector<int> erased;   // in the whole match, by side
  bool ended = false;
  std::optional<int> winner;  // of the match

 private:
  void Erase(const Ruleset& rules, int side, int units);
  void Write(const Ruleset& rules, int side, int units);
  void StartCow(const Ruleset& rules);
  [[nodiscard]] std::optional<int> HomeSide(const ReferenceScore& score) const;
  void EndCow(const Ruleset& rules, int side);
  void Stop(const Ruleset& rules);
};

}  // namespace couillon::reference
