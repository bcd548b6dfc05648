// What makes a card promising, in numbers: weights of a sum. They were fitted
// to positions of solved deals in which every card was tried, so that the
// positions searched until a card answers are few: not the card most likely to
// answer, but the one with the best odds for its cost. Then they were changed
// one at a time as long as whole deals took fewer positions
// (bench/notes/solver.md).
#pragma once

#include <array>
#include <cstdint>

namespace couillon {

// Of a lead.
struct LeadWeights {
  std::int16_t same;              // always
  std::int16_t points;            // per card point
  std::int16_t master;            // nobody else has a stronger one of its suit
  std::int16_t highest;           // the hand has no stronger one of its suit
  std::int16_t length;            // per card of its suit in the hand
  std::int16_t rival_cards;       // per card of its suit that rivals hold
  std::int16_t partner_cards;     // per card of its suit that partners hold
  std::int16_t partner_stronger;  // trumps only: per card of the partners
                                  // that beats it
  // Per rival, of plain leads only:
  std::int16_t rival_trumps;  // has trumps,
  std::int16_t rival_ruff;    // and not the suit
  std::int16_t rival_void;    // has neither
};

// Of a plain card, of a trump.
inline constexpr std::array<LeadWeights, 2> kLeadWeights = {
    {{0, 21, -43, 215, -30, -147, 17, 0, -1177, -272, -575},
     {-1423, -40, 239, 117, 22, -99, -32, 40, 0, 0, 0}}};

// Of a card played to a lead.
struct FollowWeights {
  std::int16_t same;           // always
  std::int16_t points;         // per card point
  std::int16_t trump;          // it is one
  std::int16_t unbeaten;       // it wins so far, and no rival can beat it
  std::int16_t length;         // per card of its suit in the hand
  std::int16_t master;         // nobody else has a stronger one of its suit
  std::int16_t points_won;     // per card point on the table that it takes
  std::int16_t partner_beats;  // a partner who plays later can take the trick
  std::int16_t others;         // per plain card of its suit that others hold
  std::int16_t settles;        // the trick answers the question: for the side,
                               // or against it if that takes the trick so far
};

// Who has the trick before the card is played.
enum class Holder : std::uint8_t { kSafePartner, kPartner, kRival };

// By the turn: the first after the leader, others, the last; by the holder of
// the trick; whether the card wins it so far.
inline constexpr std::array<std::array<std::array<FollowWeights, 2>, 3>, 3>
    kFollowWeights = {{
        {{{{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
          {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
          {{{-8, 11, 2, 0, 3, -112, 0, 48, 3, 6},
            {12, 10, -62, 37, 16, -45, 21, -65, 107, 19}}}}},
        {{{{{17, 31, 11, 0, 3, -106, 0, 0, -8, 83},
            {-17, 3, -118, -17, 8, -12, 0, 0, 56, 18}}},
          {{{14, -19, 40, 0, -13, -5, 0, 0, 4, 9},
            {-5, 9, -45, 59, 8, 11, 0, 0, 48, -3}}},
          {{{-14, -48, -112, 0, -14, 6, 0, 0, 9, -16},
            {14, 9, -28, 35, 24, -55, 30, 0, 28, 29}}}}},
        {{{{{8, 20, -103, 0, -5, -63, 0, 0, 0, 68},
            {-8, 2, -80, -4, 10, -56, 0, 0, 56, 140}}},
          {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
          {{{-2, -23, -63, 0, -12, -26, 0, 0, -4, -82},
            {7, -6, -58, 4, 25, -18, 21, 0, 40, 98}}}}},
    }};

}  // namespace couillon
