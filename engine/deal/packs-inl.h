// Whole packs, dealt in vectors.
// Included once for each instruction set, by pack_kernel.cc.
#if defined(COUILLON_DEAL_PACKS) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_DEAL_PACKS
#undef COUILLON_DEAL_PACKS
#else
#define COUILLON_DEAL_PACKS
#endif

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/cards/card.h"
#include "engine/cards/pack.h"
#include "engine/deal/dealer-inl.h"
#include "engine/deal/keystream.h"
#include "engine/deal/pack_plan.h"
#include "engine/deal/vectors-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

// Rows of 16 bytes, regardless of the vector size of the machine.
using Rows = hn::CappedTag<std::int8_t, 16>;
inline constexpr Rows kRows;
inline constexpr std::size_t kRowSize = 16;

// Writes places `from` to `from` + 15 of the packs of the 16 deals from lane
// `lane` on. Transposes rows of places into rows of deals, by interleaving the
// bytes of rows i and i + 8 four times.
HWY_INLINE void TurnRows(const DealtCards& cards, std::size_t from,
                         std::size_t lane, Pack* packs) {
  Vectors<hn::Vec<Rows>, kRowSize> rows;
  for (std::size_t i = 0; i < kRowSize; ++i) {
    rows[i] = hn::Load(kRows, cards.at[from + i].data() + lane);
  }
  for (int round = 0; round < 4; ++round) {
    const Vectors<hn::Vec<Rows>, kRowSize> before = rows;
    for (std::size_t i = 0; i < kRowSize / 2; ++i) {
      const auto low = before[i];
      const auto high = before[i + kRowSize / 2];
      rows[2 * i] = hn::InterleaveLower(kRows, low, high);
      rows[2 * i + 1] = hn::InterleaveUpper(kRows, low, high);
    }
  }
  for (std::size_t i = 0; i < kRowSize; ++i) {
    hn::StoreU(rows[i], kRows,
               reinterpret_cast<std::int8_t*>(packs[i].data() + from));
  }
}

// Deals the packs of the deals from `first` on. Requires: packs.size() is a
// multiple of kLanes.
inline void MakePacks(const PackPlan& plan, const StreamName& stream,
                      std::uint64_t first, std::span<Pack> packs) {
  static_assert(sizeof(Pack) == kCards && kCards == 2 * kRowSize);
  Dealer dealer(plan, stream, first);
  DealtCards cards;
  for (std::size_t place = plan.size; place < kCards; ++place) {
    cards.Put(place, SetByte(0));  // beyond the deck, so never dealt to
  }
  for (std::size_t at = 0; at < packs.size(); at += kLanes) {
    dealer.Deal(first + at, cards);
    for (std::size_t lane = 0; lane < kLanes; lane += kRowSize) {
      TurnRows(cards, 0, lane, &packs[at + lane]);
      TurnRows(cards, kRowSize, lane, &packs[at + lane]);
    }
  }
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
