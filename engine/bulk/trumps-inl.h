// Making trumps in vectors: the trump steps of a script, decided at random.
// Included once for each instruction set, by play_kernel.cc alone.
#if defined(COUILLON_BULK_TRUMPS) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_BULK_TRUMPS
#undef COUILLON_BULK_TRUMPS
#else
#define COUILLON_BULK_TRUMPS
#endif

#include <cstddef>
#include <cstdint>

#include "engine/bulk/random-inl.h"
#include "engine/cards/card.h"
#include "engine/deal/dealer-inl.h"
#include "engine/deal/vectors-inl.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

// A card is suit * 8 + rank, so these bits are the suit.
inline constexpr int kSuitBits = 0x18;
HWY_INLINE Byte SuitOf(Byte cards) {
  return hn::And(cards, SetByte(kSuitBits));
}

// Trumps as they are made; the deals of `open` have none yet. Players are
// counted in turn order from eldest.
struct Trumps {
  Byte suit;   // in the suit bits of a card
  Byte maker;  // or -1
  Deals open;

  HWY_INLINE Trumps()
      : suit(SetByte(0)),
        maker(SetByte(-1)),
        open(hn::Eq(SetByte(0), SetByte(0))) {}

  // Fixes trumps in those of `deals` that have none.
  HWY_INLINE void Fix(Deals deals, Byte cards, Byte by) {
    const Deals now = hn::And(deals, open);
    suit = hn::IfThenElse(now, SuitOf(cards), suit);
    maker = hn::IfThenElse(now, by, maker);
    open = hn::AndNot(now, open);
  }
};

HWY_INLINE Byte Count(Byte count, Deals deals) {
  return hn::Sub(count, hn::VecFromMask(kBytes, deals));
}

// Returns the n-th lowest of `count` cards, and sorts them.
HWY_INLINE Byte NthCard(Byte* cards, std::size_t count, Byte n) {
  for (std::size_t sorted = 1; sorted < count; ++sorted) {
    for (std::size_t i = sorted; i > 0; --i) {
      const Byte low = hn::Min(cards[i - 1], cards[i]);
      cards[i] = hn::Max(cards[i - 1], cards[i]);
      cards[i - 1] = low;
    }
  }
  Byte nth = cards[0];
  for (std::size_t i = 1; i < count; ++i) {
    nth =
        hn::IfThenElse(hn::Eq(n, SetByte(static_cast<int>(i))), cards[i], nth);
  }
  return nth;
}

// Takes the trump steps one by one, all deals of a vector together.
class TrumpMaking {
 public:
  HWY_INLINE TrumpMaking(const CompiledRules& rules, const DealtCards& cards,
                         Draws& draws)
      : rules_(rules), cards_(cards), draws_(draws) {}

  // Returns the trumps of all deals; abandoned deals are left open.
  HWY_INLINE Trumps Run() {
    draws_.Refresh();
    for (std::size_t i = 0; i < rules_.stages; ++i) {
      const Stage& stage = rules_.stage[i];
      switch (stage.kind) {
        case StageKind::kOffer:
          Offer(stage);
          break;
        case StageKind::kName:
          Name(stage);
          break;
        case StageKind::kTurn:
          trumps_.Fix(trumps_.open, cards_.At(stage.first), MakerOf(stage));
          break;
        case StageKind::kBlind:
          PickBlind(stage);
          break;
        case StageKind::kAbandon:
          return trumps_;
      }
      if (hn::AllFalse(kBytes, trumps_.open)) break;
    }
    return trumps_;
  }

 private:
  static HWY_INLINE Byte MakerOf(const Stage& stage) {
    return SetByte(stage.makers == Makers::kEldest ? 0 : -1);
  }
  HWY_INLINE Byte Received(std::size_t turn, std::size_t i) const {
    return cards_.At(rules_.places[turn][i]);
  }

  HWY_INLINE void Offer(const Stage& stage) {
    const Byte offered = cards_.At(stage.first);
    for (std::size_t turn = 0; turn < rules_.players; ++turn) {
      // The ways to take: one, or each card that may be shown.
      Byte ways = SetByte(1);
      if (stage.show) {
        const Byte suit = SuitOf(offered);
        ways = SetByte(0);
        for (std::size_t i = 0; i < stage.held[turn]; ++i) {
          ways = Count(ways, hn::Eq(SuitOf(Received(turn, i)), suit));
        }
      }
      const Byte drawn = draws_.Below(hn::Add(ways, SetByte(1)));
      // In order of action number, passing comes after cards but before taking.
      const Deals taken =
          stage.show ? hn::Lt(drawn, ways) : hn::Eq(drawn, ways);
      trumps_.Fix(taken, offered, SetByte(static_cast<int>(turn)));
    }
  }

  HWY_INLINE void Name(const Stage& stage) {
    const Byte defer = SetByte(stage.may_defer ? 1 : 0);
    const Byte eldest = SetByte(0);
    if (stage.show) {
      const std::size_t held = stage.held[0];
      Vectors<Byte, kCards> hand;
      for (std::size_t i = 0; i < held; ++i) hand[i] = Received(0, i);
      const Byte ways = SetByte(static_cast<int>(held));
      const Byte drawn = draws_.Below(hn::Add(ways, defer));
      trumps_.Fix(hn::Lt(drawn, ways), NthCard(hand.at, held, drawn), eldest);
      return;
    }
    Vectors<Byte, kSuits + 1> before;  // suits that may be named and are lower
    before[0] = SetByte(0);
    for (std::size_t suit = 0; suit < kSuits; ++suit) {
      before[suit + 1] = Count(before[suit], MayName(stage, suit));
    }
    const Byte drawn = draws_.Below(hn::Add(before[kSuits], defer));
    Byte named = SetByte(0);
    for (std::size_t suit = 1; suit < kSuits; ++suit) {
      named = hn::IfThenElse(hn::Lt(drawn, before[suit]), named,
                             SetByte(static_cast<int>(suit * kRanks)));
    }
    trumps_.Fix(hn::Lt(drawn, before[kSuits]), named, eldest);
  }

  HWY_INLINE Deals MayName(const Stage& stage, std::size_t suit) const {
    if (stage.pool == Pool::kAny) return hn::Eq(SetByte(0), SetByte(0));
    Deals held = hn::Eq(SetByte(0), SetByte(1));
    for (std::size_t i = 0; i < stage.held[0]; ++i) {
      held = hn::Or(held, hn::Eq(SuitOf(Received(0, i)),
                                 SetByte(static_cast<int>(suit * kRanks))));
    }
    return held;
  }

  HWY_INLINE void PickBlind(const Stage& stage) {
    const Byte drawn = draws_.Below(SetByte(2));
    trumps_.Fix(trumps_.open,
                hn::IfThenElse(hn::Eq(drawn, SetByte(0)),
                               cards_.At(stage.first), cards_.At(stage.second)),
                MakerOf(stage));
  }

  const CompiledRules& rules_;
  const DealtCards& cards_;
  Draws& draws_;
  Trumps trumps_;
};

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
