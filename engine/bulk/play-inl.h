// Play in vectors: one of the legal cards at random, and who takes the trick.
// Included once for each instruction set, by play_kernel.cc alone.
#if defined(COUILLON_BULK_PLAY) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_BULK_PLAY
#undef COUILLON_BULK_PLAY
#else
#define COUILLON_BULK_PLAY
#endif

#include <cstddef>
#include <cstdint>

#include "engine/bulk/legal-inl.h"
#include "engine/bulk/play_plan.h"
#include "engine/bulk/random-inl.h"
#include "engine/bulk/trumps-inl.h"
#include "engine/deal/dealer-inl.h"
#include "engine/deal/vectors-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

// Removes the card that `taken` marks from a hand of `kCount`, closes the gap,
// and returns the card. Requires: `taken` marks one card per deal.
template <std::size_t kCount>
HWY_INLINE Byte TakeOut(Byte* hand, const Choices<kCount>& taken) {
  Byte card = hand[kCount - 1];
  Deals beyond = taken[0];
  for (std::size_t i = 0; i + 1 < kCount; ++i) {
    card = hn::IfThenElse(taken[i], hand[i], card);
    hand[i] = hn::IfThenElse(beyond, hand[i + 1], hand[i]);
    if (i + 2 < kCount) beyond = hn::Or(beyond, taken[i + 1]);
  }
  return card;
}

// Removes and returns a random legal card, each equally likely.
template <std::size_t kCount>
HWY_INLINE Byte TakeOneOf(Draws& draws, const Choices<kCount>& legal,
                          Byte* hand) {
  Vectors<Byte, kCount> number;  // of legal cards below it, or -1 if not legal
  Byte count = SetByte(0);
  for (std::size_t i = 0; i < kCount; ++i) {
    number[i] = hn::IfThenElse(legal[i], count, SetByte(-1));
    count = Count(count, legal[i]);
  }
  const Byte drawn = draws.Below(count);
  Choices<kCount> taken;
  for (std::size_t i = 0; i < kCount; ++i) taken[i] = hn::Eq(number[i], drawn);
  return TakeOut<kCount>(hand, taken);
}

template <std::size_t kCount>
HWY_INLINE Byte TakeAny(Draws& draws, Byte* hand) {
  const Byte drawn = draws.Below(SetByte(static_cast<int>(kCount)));
  Choices<kCount> taken;
  for (std::size_t i = 0; i < kCount; ++i) {
    taken[i] = hn::Eq(drawn, SetByte(static_cast<int>(i)));
  }
  return TakeOut<kCount>(hand, taken);
}

// The play of `kPlayers` with hands of `kHand` cards.
template <std::size_t kPlayers, std::size_t kHand, bool kHeading>
class Play {
 public:
  static constexpr std::size_t kSides = kPlayers == 4 ? 2 : 3;

  HWY_INLINE Play(const BulkPlan& plan, const DealtCards& cards,
                  const Trumps& trumps, Draws& draws)
      : duties_(plan.rules->play), draws_(draws) {
    points_of_ = hn::BitCast(
        kBytes, hn::LoadDup128(hn::Repartition<std::uint8_t, Bytes>(),
                               plan.points_of.data()));
    const Byte seen = hn::Xor(trumps.suit, SetByte(kSuitBits));
    for (std::size_t turn = 0; turn < kPlayers; ++turn) {
      for (std::size_t i = 0; i < kHand; ++i) {
        hands_[turn][i] = cards.At(plan.rules->places[turn][i]);
      }
      Sort(hands_[turn]);
      for (std::size_t i = 0; i < kHand; ++i) {
        hands_[turn][i] = hn::Xor(hands_[turn][i], seen);
      }
    }
    leader_ = SetByte(0);
    for (std::size_t side = 0; side < kSides; ++side) {
      card_points_[side] = SetByte(0);
      tricks_[side] = SetByte(0);
    }
    if (plan.rules->lead_maker) {
      PassLead<kHand>(hn::Max(trumps.maker, SetByte(0)));
    }
  }

  HWY_INLINE void Run() { PlayTricks<kHand>(); }

  // By side, from that of eldest on, in turn order.
  [[nodiscard]] HWY_INLINE Byte card_points(std::size_t side) const {
    return card_points_[side];
  }
  [[nodiscard]] HWY_INLINE Byte tricks(std::size_t side) const {
    return tricks_[side];
  }

 private:
  using Hand = Byte[kHand];

  static HWY_INLINE void Exchange(Byte& low, Byte& high) {
    const Byte lower = hn::Min(low, high);
    high = hn::Max(low, high);
    low = lower;
  }
  // Odd-even transposition sort, which is cheap for so few cards.
  static HWY_INLINE void Sort(Hand& hand) {
    for (std::size_t round = 0; round < kHand; ++round) {
      for (std::size_t i = round % 2; i + 1 < kHand; i += 2) {
        Exchange(hand[i], hand[i + 1]);
      }
    }
  }

  // Passes the lead to the seat `turns` after the leader, with `kLeft` cards
  // left.
  template <std::size_t kLeft>
  HWY_INLINE void PassLead(Byte turns) {
    for (std::size_t i = 0; i < kLeft; ++i) {
      Vectors<Byte, kPlayers> next;
      for (std::size_t turn = 0; turn < kPlayers; ++turn) {
        next[turn] = hands_[turn][i];
      }
      for (std::size_t by = 1; by < kPlayers; ++by) {
        const Deals passed = hn::Eq(turns, SetByte(static_cast<int>(by)));
        for (std::size_t turn = 0; turn < kPlayers; ++turn) {
          next[turn] = hn::IfThenElse(passed, hands_[(turn + by) % kPlayers][i],
                                      next[turn]);
        }
      }
      for (std::size_t turn = 0; turn < kPlayers; ++turn) {
        hands_[turn][i] = next[turn];
      }
    }
    leader_ = hn::Add(leader_, turns);
    const Byte players = SetByte(static_cast<int>(kPlayers));
    leader_ = hn::IfThenElse(hn::Lt(leader_, players), leader_,
                             hn::Sub(leader_, players));
  }

  HWY_INLINE Byte PointsOf(Byte card) const {
    return hn::TableLookupBytes(points_of_, card);
  }

  template <std::size_t kLeft>
  HWY_INLINE Byte TakeCard(const TrickState& trick, Byte* hand) {
    if constexpr (kLeft == 1) return hand[0];
    Choices<kLeft> legal;
    if constexpr (kHeading) {
      FindLegalWithHeading<kLeft>(duties_, trick, hand, legal);
    } else {
      FindLegal<kLeft>(duties_, trick, hand, legal);
    }
    return TakeOneOf<kLeft>(draws_, legal, hand);
  }

  template <std::size_t kLeft>
  HWY_INLINE void PlayTricks() {
    // The last card is forced: it needs no draw.
    if constexpr (kLeft > 1) draws_.Refresh();
    TrickState trick;
    trick.lead = kLeft > 1 ? TakeAny<kLeft>(draws_, hands_[0]) : hands_[0][0];
    trick.best = trick.lead;
    trick.previous = trick.lead;
    trick.winner = SetByte(0);
    Byte points = PointsOf(trick.lead);
    for (std::size_t turn = 1; turn < kPlayers; ++turn) {
      const Byte card = TakeCard<kLeft>(trick, hands_[turn]);
      const Deals counts = hn::Or(IsTrump(card), IsOfSuit(card, trick.lead));
      const Deals wins = hn::And(counts, hn::Gt(card, trick.best));
      trick.best = hn::IfThenElse(wins, card, trick.best);
      trick.winner =
          hn::IfThenElse(wins, SetByte(static_cast<int>(turn)), trick.winner);
      trick.previous = card;
      points = hn::Add(points, PointsOf(card));
    }
    PassLead<kLeft - 1>(trick.winner);
    const Byte side = kSides == 2 ? hn::And(leader_, SetByte(1)) : leader_;
    for (std::size_t i = 0; i < kSides; ++i) {
      const Deals won = hn::Eq(side, SetByte(static_cast<int>(i)));
      card_points_[i] =
          hn::Add(card_points_[i], hn::IfThenElseZero(won, points));
      tricks_[i] = Count(tricks_[i], won);
    }
    if constexpr (kLeft > 1) PlayTricks<kLeft - 1>();
  }

  PlayDuties duties_;
  Draws& draws_;
  Byte points_of_;
  Hand hands_[kPlayers];  // by turns from the leader, the lowest card first
  Byte leader_;           // by turns from eldest
  Vectors<Byte, kSides> card_points_;
  Vectors<Byte, kSides> tricks_;
};

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
