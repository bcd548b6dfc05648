// A trick as the search plays it. Players are counted from the leader, so that
// all of even number are of the leader's side.
#pragma once

#include <array>
#include <cstddef>

#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/trick.h"

namespace couillon {

// The moment before a trick.
template <int kPlayers>
struct TrickStart {
  std::array<CardSet, kPlayers> hands;  // what each player may still play to it
  CardSet rest;    // all cards that are left, those under others included
  int tricks = 0;  // that are left
  int left = 0;    // what side 0 can get at most from here on
  Seat leader = 0;
  bool ours = false;  // side 0 leads
  CardSet first;      // the lead to try first; may be empty
  CardSet best;       // the lead that answered
};

// The cards that have been played to it.
struct CardsOnTable {
  Trick trick;
  CardSet played;
  int points = 0;
  int winner = 0;  // so far
};

// The cards that the players after the n-th hold, of the other side and of
// the same.
struct LaterHands {
  CardSet rivals;
  CardSet partners;

  template <int kNth, int kPlayers>
  static LaterHands Of(const TrickStart<kPlayers>& start) {
    LaterHands later;
    for (std::size_t i = kNth + 1; i < kPlayers; ++i) {
      ((i - kNth) % 2 == 1 ? later.rivals : later.partners) |= start.hands[i];
    }
    return later;
  }
};

}  // namespace couillon
