#include "engine/solve/trick_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"

namespace couillon {
namespace {

constexpr std::uint32_t kGenerations = 1U << 27U;
// Odd numbers, so that the order of holders counts, and other labels count
// differently.
constexpr std::array<std::uint64_t, 4> kFactors = {
    0xd6e8feb86659fd93U, 0xa0761d6478bd642fU, 0xe7037ed1a0b428dbU,
    0x8ebc6af09c88c6e3U};

// Buckets by the number of cards in play: small deals stay in the nearest
// cache.
std::size_t BucketsFor(int cards) {
  if (cards <= 16) return std::size_t{1} << 9U;
  if (cards <= 24) return std::size_t{1} << 14U;
  return std::size_t{1} << 20U;
}

}  // namespace

TrickTable::TrickTable(int cards) : buckets_(BucketsFor(cards)) {}

void TrickTable::SetDeal(const SearchTable& table, const SearchDeal& deal) {
  if (++generation_ == kGenerations) {  // tags would come back
    generation_ = 1;
    std::fill(buckets_.begin(), buckets_.end(), Bucket());
  }
  patterns_ = deal.covers.empty();
  CardSet in_play;
  for (Seat seat = 0; seat < deal.owned.size(); ++seat) {
    in_play |= deal.owned[seat];
    for (const Card label : deal.owned[seat]) {
      holder_[static_cast<std::size_t>(label.index())] = seat;
    }
  }
  std::uint8_t suit = 0;
  for (int label = 0; label < kCards; ++label) {
    if (table.lowest.Has(Card(label)))
      suit = static_cast<std::uint8_t>(suit + 8);
    auto& holder = holder_[static_cast<std::size_t>(label)];
    holder = static_cast<std::uint8_t>(holder % 8 + suit);
  }
  for (std::size_t part = 0; part < codes_.size(); ++part) {
    auto& codes = codes_[part];
    const std::uint32_t all = in_play.mask() >> (8 * part) & 0xffU;
    codes[0] = 0;
    for (std::uint32_t some = -all & all; some != 0;
         some = (some - all) & all) {
      const auto label =
          static_cast<std::size_t>(std::countr_zero(some)) + 8 * part;
      codes[some] =
          (codes[some & (some - 1)] + holder_[label] + 1) * kFactors[part];
    }
  }
}

std::uint64_t TrickTable::PatternOf(CardSet rest) const {
  std::uint64_t sum = 0;
  for (std::size_t part = 0; part < codes_.size(); ++part) {
    sum += codes_[part][rest.mask() >> (8 * part) & 0xffU];
  }
  return sum;
}

std::size_t TrickTable::Place(std::uint64_t pattern, Topic topic) const {
  return ((pattern >> 32U) ^ (topic * 0x9e3779b9U >> 10U)) &
         (buckets_.size() - 1);
}

bool TrickTable::Narrow(const Entry& entry, CardSet rest,
                        const CardPoints& points, Known& known) const {
  int more = 0;
  int less = 0;
  std::uint8_t lead = entry.lead;
  if (entry.rest != rest.mask()) {
    if (!patterns_) return false;
    std::uint32_t theirs = entry.rest;
    for (const Card card : rest) {
      if (theirs == 0) return false;
      const auto label = static_cast<std::size_t>(card.index());
      const auto other = static_cast<std::size_t>(std::countr_zero(theirs));
      theirs &= theirs - 1;
      if (holder_[label] != holder_[other]) return false;
      const int gain = points[label] - points[other];
      more += std::max(gain, 0);
      less += std::max(-gain, 0);
      if (other == entry.lead) lead = static_cast<std::uint8_t>(label);
    }
    if (theirs != 0) return false;
  }
  known.low = std::max(known.low, entry.low - less);
  known.high = std::min(known.high, entry.high + more);
  if (lead != kNoLead && known.lead.empty()) known.lead.Add(Card(lead));
  return true;
}

TrickTable::Known TrickTable::Find(CardSet rest, Topic topic,
                                   const CardPoints& points, int left,
                                   int need) const {
  Known known{.low = 0, .high = left, .lead = {}};
  const std::uint64_t pattern = PatternOf(rest);
  const std::uint32_t tag = generation_ << 5U | topic;
  for (const Entry& entry : buckets_[Place(pattern, topic)].entries) {
    if (entry.tag != tag) continue;
    if (entry.pattern != static_cast<std::uint32_t>(pattern)) continue;
    if (!Narrow(entry, rest, points, known)) continue;
    if (known.low >= need || known.high < need) break;
  }
  return known;
}

void TrickTable::Keep(CardSet rest, Topic topic, const Known& known) {
  const std::uint64_t pattern = PatternOf(rest);
  const std::uint32_t tag = generation_ << 5U | topic;
  auto& entries = buckets_[Place(pattern, topic)].entries;
  std::size_t at = 0;
  while (at + 1 < kWays &&
         (entries[at].tag != tag || entries[at].rest != rest.mask())) {
    ++at;
  }
  for (; at > 0; --at) entries[at] = entries[at - 1];
  entries[0] = Entry{
      .rest = rest.mask(),
      .tag = tag,
      .pattern = static_cast<std::uint32_t>(pattern),
      .low = static_cast<std::uint8_t>(known.low),
      .high = static_cast<std::uint8_t>(known.high),
      .lead = known.lead.empty()
                  ? kNoLead
                  : static_cast<std::uint8_t>((*known.lead.begin()).index())};
}

}  // namespace couillon
