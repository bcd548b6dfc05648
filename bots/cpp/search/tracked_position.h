// A deal whose cards are all known, together with what everybody could infer
// from the cards played: for playouts by models of the players, which would
// otherwise read the whole history before each card.
#pragma once

#include <array>
#include <cstdint>

#include "bots/cpp/card_choice.h"
#include "bots/cpp/search/card_policy.h"
#include "bots/cpp/table_view.h"
#include "bots/cpp/trump_choice.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"

namespace couillon::bots {

// Seats as bits: bit n is seat n.
using SeatBits = std::uint8_t;

// Copyable, like the position in it.
class TrackedPosition {
 public:
  explicit TrackedPosition(const Position& position);
  // The same for a position with the history of `other`, which is not read
  // again. Requires: the same cards were played to the same trumps.
  TrackedPosition(const Position& position, const TrackedPosition& other)
      : position_(position),
        played_(other.played_),
        ruled_out_(other.ruled_out_),
        led_(other.led_),
        winning_(other.winning_),
        winner_(other.winner_) {}

  [[nodiscard]] const Position& position() const { return position_; }

  // The action of the bot "heuristic" here, from what the decider may see.
  // Requires: !position().done(); `legal` are the legal actions.
  [[nodiscard]] Action HeuristicAction(ActionSet legal) const;

  // The choice of the player whose card is due, if they play by policy.
  // Requires: the phase of play; `legal` are the legal actions.
  [[nodiscard]] CardPolicy Policy(ActionSet legal) const {
    return {View(), position_.maker(), legal.cards()};
  }

  // From here on, these seats play their cards by policy. All others, and all
  // of them in calls, act as "heuristic" does.
  void SetPolicySeats(SeatBits seats) { policy_seats_ = seats; }
  [[nodiscard]] SeatBits policy_seats() const { return policy_seats_; }

  // The action of the seat whose decision is due, by its model. Requires:
  // !position().done(); `legal` are the legal actions.
  [[nodiscard]] Action ModelAction(ActionSet legal) const;

  // Requires: `action` is legal.
  void Apply(Action action);

  // Lets the models decide for all seats until the deal is over or at most
  // `cards` cards are left to play, over all hands.
  void PlayOn(int cards);

  // The same until `decider` has more than one legal action or the deal is
  // over.
  void PlayToChoiceOf(Seat decider);

 private:
  void ReadHistory();
  void Learn(Seat seat, Card card, bool leads, bool free);
  [[nodiscard]] TableView View() const;

  Position position_;
  CardSet played_;
  std::array<CardSet, kMaxSeats> ruled_out_{};  // by seat
  Card led_;                                    // to the trick under way
  Card winning_;                                // of it
  Seat winner_ = 0;
  SeatBits policy_seats_ = 0;
};

// Cards left to play, over all hands and the stock. Requires: the deal is not
// over.
[[nodiscard]] int CardsLeft(const Position& position);

}  // namespace couillon::bots
