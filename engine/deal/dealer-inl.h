// Dealing in vectors: the draws of the shuffles of many deals
// (docs/dealing.md), and the cards that they leave at the places needed.
// Included once for each instruction set, by pack_kernel.cc and play_kernel.cc.
#if defined(COUILLON_DEAL_DEALER) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_DEAL_DEALER
#undef COUILLON_DEAL_DEALER
#else
#define COUILLON_DEAL_DEALER
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/deal/keystream-inl.h"
#include "engine/deal/keystream.h"
#include "engine/deal/pack_plan.h"
#include "engine/deal/shuffle.h"
#include "engine/deal/vectors-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

// The exchanges of the shuffles, computed from the first draws of the blocks as
// if no draw had to be dropped.
struct Places {
  Vectors<Byte, 2 * kBlockWords> at;  // at step i: the place to exchange with i
  Vectors<Word, kGroups> dropped;  // not 0: the places of that deal are wrong
};

// Packs the low halves of the words of the four groups into the bytes `low` of
// one step, and the high halves into `high` of the next step.
HWY_INLINE void JoinGroups(const Vectors<Word, kGroups>& word, Byte& low,
                           Byte& high) {
  const Word first = hn::Or(word[0], hn::ShiftLeft<8>(word[1]));
  const Word second = hn::Or(word[2], hn::ShiftLeft<8>(word[3]));
  low = hn::BitCast(kBytes, JoinHalves(hn::ShiftLeft<16>(second), first));
  high = hn::BitCast(kBytes, JoinHalves(second, hn::ShiftRight<16>(first)));
}

// By word of a block, for its two draws: the number of places to choose among,
// and the bound below which the low half of a product drops its draw.
struct DrawFactors {
  std::array<std::uint32_t, kBlockWords> among{};
  std::array<std::uint32_t, kBlockWords> drop_below{};

  explicit DrawFactors(std::uint32_t size) {
    for (std::uint32_t step = 0; step + 1 < size; ++step) {
      const std::uint32_t left = size - step;
      const std::uint32_t shift = 16 * (step % 2);
      among[step / 2] |= left << shift;
      drop_below[step / 2] |= 0x10000 % left << shift;
    }
  }
};

// Computes the places of the steps of the first `kCount` words. Steps after the
// last of the shuffle exchange a place with itself.
template <std::size_t kCount>
HWY_INLINE void DrawPlaces(const BlockStart& start, const DrawFactors& factors,
                           std::uint64_t first, Places& places) {
  Vectors<Word, kGroups> drawn[kCount];
  for (std::size_t group = 0; group < kGroups; ++group) {
    Block block;
    start.MakeBlocks(DealsOfGroup(first, group), block);
    Half dropped = hn::Zero(kHalves);
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto step = static_cast<std::uint32_t>(2 * i);
      const Half draw = hn::BitCast(kHalves, block[i]);
      const Half among = SetHalves(factors.among[i]);
      const Half drop = SetHalves(factors.drop_below[i]);
      dropped = hn::Or(dropped, hn::SaturatedSub(drop, hn::Mul(draw, among)));
      drawn[i][group] =
          hn::BitCast(kWords, hn::Add(hn::MulHigh(draw, among),
                                      SetHalves(step | (step + 1) << 16)));
    }
    places.dropped[group] = hn::BitCast(kWords, dropped);
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    JoinGroups(drawn[i], places.at[2 * i], places.at[2 * i + 1]);
  }
}

// The place of a card before the exchange of `step`, if it is at `at` after it.
HWY_INLINE Byte Before(Byte at, Byte exchanged, Byte step) {
  return hn::IfThenElse(hn::Eq(at, exchanged), step, at);
}

// Finds the places in the canonical pack of the cards that the shuffle leaves
// at places `first` to `first` + 7, by following them back through the
// exchanges. Before step i, the card then put at place i was at the place
// exchanged with it.
using Origins = Vectors<Byte, 8>;
HWY_INLINE void FindOrigins(const Places& places, std::size_t first,
                            Origins& at) {
  const Byte base = SetByte(static_cast<int>(first));
#pragma GCC unroll 8
  for (std::size_t i = 0; i < 8; ++i) at[i] = places.at[first + i];
#pragma GCC unroll 8
  for (std::size_t back = 0; back < 8; ++back) {
    const std::size_t i = 7 - back;
    const Byte exchanged = places.at[first + i];
    const Byte step = hn::Add(base, SetByte(static_cast<int>(i)));
#pragma GCC unroll 8
    for (std::size_t later = 0; later < 8; ++later) {
      if (later > i) at[later] = Before(at[later], exchanged, step);
    }
  }
  Byte step = base;
  for (std::size_t i = first; i-- > 0;) {
    const Byte exchanged = places.at[i];
    step = hn::Sub(step, SetByte(1));
#pragma GCC unroll 8
    for (std::size_t later = 0; later < 8; ++later) {
      at[later] = Before(at[later], exchanged, step);
    }
  }
}
HWY_INLINE Byte FindOrigin(const Places& places, std::size_t place) {
  Byte at = places.at[place];
  Byte step = SetByte(static_cast<int>(place));
  for (std::size_t i = place; i-- > 0;) {
    step = hn::Sub(step, SetByte(1));
    at = Before(at, places.at[i], step);
  }
  return at;
}

// Looks up bytes below 32 in a table of 32.
HWY_INLINE Byte LookUp32(const std::uint8_t* HWY_RESTRICT table, Byte index) {
  const hn::Repartition<std::uint8_t, Bytes> plain;
  const Byte low = hn::BitCast(kBytes, hn::LoadDup128(plain, table));
  const Byte high = hn::BitCast(kBytes, hn::LoadDup128(plain, table + 16));
  return hn::IfThenElse(hn::Gt(index, SetByte(15)),
                        hn::TableLookupBytes(high, index),
                        hn::TableLookupBytes(low, index));
}

// The cards of the deals by place in the shuffled pack; set where needed.
struct DealtCards {
  HWY_ALIGN std::array<std::array<std::int8_t, kLanes>, kCards> at;

  [[nodiscard]] HWY_INLINE Byte At(std::size_t place) const {
    return hn::Load(kBytes, at[place].data());
  }
  HWY_INLINE void Put(std::size_t place, Byte cards) {
    hn::Store(cards, kBytes, at[place].data());
  }
};

// Deals again, one by one, the deals in which a draw has to be dropped: those
// not 0 in `dropped`, which has the lanes of one group after the other.
inline void DealOneByOne(const PackPlan& plan, const StreamName& stream,
                         std::uint64_t first,
                         const std::array<std::uint32_t, kLanes>& dropped,
                         DealtCards& cards) {
  for (std::size_t deal = 0; deal < kLanes; ++deal) {
    const std::size_t group = deal % kGroups;
    if (dropped[group * (kLanes / kGroups) + deal / kGroups] == 0) continue;
    const Pack pack = ShuffledPack(stream, first + deal);
    for (const Card card : CardSet(plan.needed)) {
      const auto place = static_cast<std::size_t>(card.index());
      cards.at[place][deal] = static_cast<std::int8_t>(pack[place].index());
    }
  }
}

HWY_INLINE void PutCards(const PackPlan& plan, const Places& places,
                         DealtCards& cards) {
  for (std::size_t first = 0; first < plan.size; first += 8) {
    if (std::popcount(plan.needed >> first & 0xff) > 2) {
      Origins origins;
      FindOrigins(places, first, origins);
      for (std::size_t i = 0; i < 8; ++i) {
        cards.Put(first + i, LookUp32(plan.card_of.data(), origins[i]));
      }
      continue;
    }
    for (const Card card : CardSet(plan.needed & 0xffU << first)) {
      const auto place = static_cast<std::size_t>(card.index());
      cards.Put(place,
                LookUp32(plan.card_of.data(), FindOrigin(places, place)));
    }
  }
}

// Deals from a deck, kLanes deals at a time.
class Dealer {
 public:
  // Deals from `first` on. Requires: `plan` and `stream` outlive the dealer.
  HWY_INLINE Dealer(const PackPlan& plan, const StreamName& stream,
                    std::uint64_t first)
      : plan_(plan),
        stream_(stream),
        factors_(plan.size),
        start_(stream_, High(first)) {}

  // Requires: `first` as in the constructor, then kLanes more per call.
  HWY_INLINE void Deal(std::uint64_t first, DealtCards& cards) {
    if (static_cast<std::uint32_t>(first) < kLanes) {
      start_ = BlockStart(stream_, High(first));
    }
    if (plan_.size <= 24) {
      DealWords<12>(first, cards);
    } else {
      DealWords<16>(first, cards);
    }
  }

 private:
  static std::uint32_t High(std::uint64_t deal) {
    return static_cast<std::uint32_t>(deal >> 32);
  }

  // With the first `kCount` words of the blocks.
  template <std::size_t kCount>
  HWY_NOINLINE void DealWords(std::uint64_t first, DealtCards& cards) const {
    Places places;
    DrawPlaces<kCount>(start_, factors_, first, places);
    PutCards(plan_, places, cards);
    Word dropped = places.dropped[0];
    for (std::size_t group = 1; group < kGroups; ++group) {
      dropped = hn::Or(dropped, places.dropped[group]);
    }
    const bool crosses = High(first) != High(first + kLanes - 1);
    const bool none = hn::AllTrue(kWords, hn::Eq(dropped, hn::Zero(kWords)));
    if (none && !crosses) return;
    HWY_ALIGN std::array<std::uint32_t, kLanes> which;
    for (std::size_t group = 0; group < kGroups; ++group) {
      hn::Store(crosses ? hn::Set(kWords, 1) : places.dropped[group], kWords,
                which.data() + group * (kLanes / kGroups));
    }
    DealOneByOne(plan_, stream_, first, which, cards);
  }

  const PackPlan& plan_;
  const StreamName& stream_;
  DrawFactors factors_;
  BlockStart start_;
};

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
