// The priority of a card in the search. A part of trick_search.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/bit_count.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_lines.h"

namespace couillon {

// The weights of the sum that makes a card promising. They were fitted to
// positions of solved deals in which every card was tried, so that the
// positions searched until a card answers are few: not the card most likely to
// answer, but the one with the best odds for its cost. Then they were changed
// one at a time as long as whole deals took fewer positions
// (bench/notes/solver.md).

// The weights of a lead.
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

// The weights of a plain lead and of a trump lead.
inline constexpr std::array<LeadWeights, 2> kLeadWeights = {
    {{0, 21, -43, 215, -30, -147, 17, 0, -1177, -272, -575},
     {-1423, -40, 239, 117, 22, -99, -32, 40, 0, 0, 0}}};

// The weights of a card played to a lead.
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

// The holder of the trick before the card is played.
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

// The number of bits of each byte.
inline constexpr auto kBitsOfByte = [] {
  std::array<std::uint8_t, 256> bits{};
  for (std::uint32_t byte = 0; byte < bits.size(); ++byte) {
    bits[byte] = static_cast<std::uint8_t>(CountBits(byte));
  }
  return bits;
}();

// The n-th player of a trick.
template <int kPlayers, int kNth>
class CardPromise {
 public:
  // `need`: what side 0 is to get in this trick and later. Requires: the
  // references outlive the promise.
  CardPromise(const SearchTable& table, const CardPoints& points,
              const TrickStart<kPlayers>& start, const CardsOnTable& on_table,
              int need)
      : table_(table),
        points_(points),
        start_(start),
        on_table_(on_table),
        later_(LaterHands::Of<kNth>(start)),
        others_(start.rest & ~(start.hands[kNth] | on_table.played)) {
    if constexpr (kNth > 0) SetRows(need);
  }

  // The higher the earlier; less than 2^15 in size.
  [[nodiscard, gnu::always_inline]] int Of(Card card) const {
    if constexpr (kNth == 0) return OfLead(card);
    return OfFollower(card);
  }

 private:
  static constexpr std::size_t kTurn = kNth == 1 && kPlayers > 2 ? 0
                                       : kNth + 1 == kPlayers    ? 2
                                                                 : 1;

  static std::size_t Index(Card card) {
    return static_cast<std::size_t>(card.index());
  }
  [[nodiscard]] CardSet SuitOf(Card card) const {
    return table_.table.answers[Index(card)];
  }
  // The number of `cards`, all of the suit of `card`. Looks at eight labels,
  // which is a whole suit or enough for an estimate.
  [[nodiscard]] int Count(CardSet cards, Card card) const {
    return kBitsOfByte[cards.mask() >> table_.suit_begin[Index(card)] & 0xffU];
  }
  [[nodiscard]] bool HasTrumps(CardSet hand) const {
    return !(hand & table_.table.trumps).empty();
  }
  [[gnu::always_inline]] void SetRows(int need);
  [[nodiscard, gnu::always_inline]] int OfLead(Card card) const;
  [[nodiscard]] int OfRuffs(CardSet suit, const LeadWeights& weights) const;
  [[nodiscard, gnu::always_inline]] int OfFollower(Card card) const;
  const SearchTable& table_;
  const CardPoints& points_;
  const TrickStart<kPlayers>& start_;
  const CardsOnTable& on_table_;
  LaterHands later_;
  CardSet others_;  // in all other hands
  // The weights of a card that does not win the trick so far, and of one that
  // does.
  struct Row {
    const FollowWeights* weights = nullptr;
    int same = 0;          // what all these cards have in common
    int settles_from = 0;  // card points that settle the question
  };
  std::array<Row, 2> rows_;
};

template <int kPlayers, int kNth>
inline void CardPromise<kPlayers, kNth>::SetRows(int need) {
  const CardSet beating = on_table_.trick.beating();
  const bool held = (on_table_.winner - kNth) % 2 == 0;
  const bool safe = held && (beating & later_.rivals).empty();
  const Holder holder = safe   ? Holder::kSafePartner
                        : held ? Holder::kPartner
                               : Holder::kRival;
  const bool partner_beats = !(beating & later_.partners).empty();
  const bool ours = start_.ours == (kNth % 2 == 0);
  for (const std::size_t wins : {0, 1}) {
    Row& row = rows_[wins];
    row.weights =
        &kFollowWeights[kTurn][static_cast<std::size_t>(holder)][wins];
    row.same = row.weights->same;
    if (partner_beats) row.same += row.weights->partner_beats;
    if (wins == 1 && !held) {
      row.same += row.weights->points_won * on_table_.points;
    }
    // If the trick goes to side 0, the question is answered by what it has
    // got; if not, by what is left for it.
    const bool takes = wins == 1 || held;
    row.settles_from =
        (ours == takes ? need : start_.left - need + 1) - on_table_.points;
  }
}

template <int kPlayers, int kNth>
inline int CardPromise<kPlayers, kNth>::OfLead(Card card) const {
  const bool trump = table_.table.trumps.Has(card);
  const LeadWeights& weights = kLeadWeights[trump ? 1 : 0];
  const CardSet suit = SuitOf(card);
  const CardSet above = table_.above[Index(card)];
  const CardSet hand = start_.hands[kNth] & suit;
  const CardSet partners = later_.partners & suit;
  int sum = weights.same + weights.points * points_[Index(card)];
  if ((others_ & above).empty()) sum += weights.master;
  if ((hand & above).empty()) sum += weights.highest;
  sum += weights.length * Count(hand, card);
  sum += weights.rival_cards * Count(later_.rivals & suit, card);
  sum += weights.partner_cards * Count(partners, card);
  if (!trump) return sum + OfRuffs(suit, weights);
  return sum + weights.partner_stronger * Count(partners & above, card);
}

template <int kPlayers, int kNth>
int CardPromise<kPlayers, kNth>::OfRuffs(CardSet suit,
                                         const LeadWeights& weights) const {
  int sum = 0;
  for (std::size_t i = 1; i < kPlayers; i += 2) {  // the rivals
    const CardSet hand = start_.hands[i];
    const bool follows = !(hand & suit).empty();
    const bool has_trumps = HasTrumps(hand);
    if (has_trumps) sum += weights.rival_trumps;
    if (follows) continue;
    sum += has_trumps ? weights.rival_ruff : weights.rival_void;
  }
  return sum;
}

template <int kPlayers, int kNth>
inline int CardPromise<kPlayers, kNth>::OfFollower(Card card) const {
  const bool wins = on_table_.trick.beating().Has(card);
  const Row& row = rows_[wins ? 1 : 0];
  const FollowWeights& weights = *row.weights;
  const bool trump = table_.table.trumps.Has(card);
  const int points = points_[Index(card)];
  int sum = row.same + weights.points * points;
  if (trump) sum += weights.trump;
  if ((others_ & table_.above[Index(card)]).empty()) sum += weights.master;
  if (points >= row.settles_from) sum += weights.settles;
  const CardSet suit = SuitOf(card);
  sum += weights.length * Count(start_.hands[kNth] & suit, card);
  if (!trump) sum += weights.others * Count(others_ & suit, card);
  const CardSet beating = table_.table.beaten_by[Index(card)];
  if (wins && (later_.rivals & beating).empty()) sum += weights.unbeaten;
  return sum;
}

}  // namespace couillon
