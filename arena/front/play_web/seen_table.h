// A person's view of a deal, at any moment: what a bot in that seat would be
// sent at its next decision, and whose turn it is. Nothing else may leave the
// program before the deal is over.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"

namespace couillon::arena {

struct SeenTrick {
  Seat leader = kNoSeat;
  std::vector<Card> cards;  // the leader's first
  Seat winner = kNoSeat;    // once it is complete
};

struct SeenSeat {
  CardSet cards;   // known to the person
  CardSet over;    // of these: those with a card face down below
  int hidden = 0;  // cards that are not known, except those below others
};

// The person, and what they have seen of the deal under way.
struct Viewer {
  Seat seat = 0;
  // True if a decision of their own was due. Until then a hand stays hidden
  // where the person decides for a dummy, perhaps before seeing their own.
  bool has_looked = false;
  std::vector<Card> refused;  // turned up before the card on offer
  // The calls that they have heard, their own included, in notation.
  std::vector<std::pair<Seat, std::string>> said;
};

struct SeenTable {
  std::array<SeenSeat, kMaxSeats> seats;
  // The seat that plays next; kNoSeat once the deal is over. Not who is asked
  // about the Mit': that would say who holds it.
  Seat to_act = kNoSeat;
  std::optional<Card> upcard;  // on offer, or that made trumps
  // The trick on the table: the last one, if it is complete and the next has no
  // card.
  SeenTrick trick;
  std::vector<SeenTrick> finished;  // all tricks that are complete
};

// Returns true if `action` may be shown: silence about the Mit' says who holds
// it.
[[nodiscard]] bool IsPublic(const Position& before, Action action, Seat viewer);

[[nodiscard]] SeenTable SeeTable(const Position& position,
                                 const Viewer& viewer);

}  // namespace couillon::arena
