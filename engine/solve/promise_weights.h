// What makes a card promising, in numbers: weights of a sum. They were fitted
// to positions of 9,000 deals of five rulesets in which every card was tried,
// so that the positions searched until a card answers are few: not the card
// most likely to answer, but the one with the best odds for its cost
// (docs/performance.md).
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
  std::int16_t partner_stronger;  // per card of the partners that beats it
  // Per rival, of plain leads only:
  std::int16_t rival_trumps;  // has trumps,
  std::int16_t rival_ruff;    // and not the suit
  std::int16_t rival_void;    // has neither
};

// Of a plain card, of a trump.
inline constexpr std::array<LeadWeights, 2> kLeadWeights = {
    {{0, 37, -34, 215, -21, -172, 12, 0, -1067, -255, -563},
     {-1423, -34, 391, 142, 30, -95, -22, 54, 0, 0, 0}}};

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
          {{{-8, 21, 3, 0, 4, -112, 0, 48, 1, 3},
            {8, 10, -49, 34, 16, -45, 22, -48, 65, 37}}}}},
        {{{{{17, 23, 11, 0, -2, -96, 0, 0, -6, 83},
            {-17, 4, -85, -17, 8, -12, 0, 0, 56, 18}}},
          {{{14, -19, 40, 0, -13, -6, 0, 0, 4, 30},
            {-14, 12, -44, 84, 8, 20, 0, 0, 36, -4}}},
          {{{-14, -34, -77, 0, -10, 4, 0, 0, 14, -16},
            {14, 10, -28, 42, 24, -55, 30, 0, 28, 29}}}}},
        {{{{{8, 22, -80, 0, -4, -63, 0, 0, -8, 68},
            {-8, 3, -80, -8, 10, -46, 0, 0, 56, 74}}},
          {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}},
          {{{-2, -24, -104, 0, -9, -22, 0, 0, -4, -82},
            {2, -6, -86, 2, 25, -36, 21, 0, 40, 68}}}}},
    }};

}  // namespace couillon
