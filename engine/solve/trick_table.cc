// Entries in buckets, by a hash of which seat holds the cards that are left.
// Small deals have few buckets, which stay in the nearest cache.

#include "engine/solve/trick_table.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

constexpr std::uint32_t kGenerations = 1U << 27U;
// Odd numbers, so that the order of holders counts, and other labels count
// differently.
constexpr std::array<std::uint64_t, 4> kFactors = {
    0xd6e8feb86659fd93U, 0xa0761d6478bd642fU, 0xe7037ed1a0b428dbU,
    0x8ebc6af09c88c6e3U};

// Buckets by the number of cards in play: small deals stay in the nearest
// cache.
std::size_t BucketsFor(int cards) {
  if (cards <= 16) return std::size_t{1} << 8U;
  if (cards <= 24) return std::size_t{1} << 11U;
  return std::size_t{1} << 15U;
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
  for (std::uint8_t seat = 0; seat < kMaxSeats; ++seat) {
    in_play |= deal.owned[seat];
    for (const Card label : deal.owned[seat]) {
      holder_[static_cast<std::size_t>(label.index())] = seat;
    }
  }
  std::uint8_t suit = 0;
  for (int label = 0; label < kCards; ++label) {
    if (table.lowest.Has(Card(label))) {
      suit = static_cast<std::uint8_t>(suit + 8);
    }
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

std::optional<TrickTable::Change> TrickTable::ChangeOf(
    std::uint32_t from, std::uint32_t to, const CardPoints& points) const {
  if (from != to && !patterns_) return std::nullopt;
  Change change;
  // Eight labels at a time, since most suits are the same.
  for (std::uint32_t differs = from ^ to; differs != 0;) {
    const int part = std::countr_zero(differs) / 8 * 8;
    const std::uint32_t labels = std::uint32_t{0xff} << part;
    differs &= ~labels;
    std::uint32_t others = from & labels;
    for (const Card card : CardSet(to & labels)) {
      if (others == 0) return std::nullopt;
      const Card other = *CardSet(others).begin();
      others &= others - 1;
      if (holder_[Index(card)] != holder_[Index(other)]) return std::nullopt;
      const int gain = points[Index(card)] - points[Index(other)];
      (gain > 0 ? change.more : change.less) += std::abs(gain);
    }
    if (others != 0) return std::nullopt;
  }
  return change;
}

CardSet TrickTable::LeadFor(const Entry& entry, CardSet rest) {
  if (entry.lead == kNoLead) return CardSet();
  const CardSet lead = CardSet::Of(Card(entry.lead));
  return lead & rest;
}

TrickTable::Known TrickTable::Find(CardSet rest, Topic topic,
                                   const CardPoints& points, int left,
                                   int need) const {
  const std::uint64_t pattern = PatternOf(rest);
  Known known{.low = 0, .high = left, .lead = {}, .pattern = pattern};
  const std::uint32_t tag = generation_ << 5U | topic;
  for (const Entry& entry : buckets_[Place(pattern, topic)].entries) {
    if (entry.tag != tag) continue;
    if (entry.pattern != static_cast<std::uint32_t>(pattern)) continue;
    const bool may_answer = entry.low >= need || entry.high < need;
    if (!may_answer && !known.lead.empty()) continue;
    const auto change = ChangeOf(entry.rest, rest.mask(), points);
    if (!change) continue;
    known.low = std::max(known.low, entry.low - change->less);
    known.high = std::min(known.high, entry.high + change->more);
    if (known.low >= need || known.high < need) break;
    if (known.lead.empty()) known.lead = LeadFor(entry, rest);
  }
  return known;
}

void TrickTable::Keep(CardSet rest, Topic topic, const Known& known) {
  const std::uint32_t tag = generation_ << 5U | topic;
  auto& entries = buckets_[Place(known.pattern, topic)].entries;
  std::size_t at = 0;
  while (at + 1 < kWays &&
         (entries[at].tag != tag || entries[at].rest != rest.mask())) {
    ++at;
  }
  for (; at > 0; --at) entries[at] = entries[at - 1];
  entries[0] = Entry{
      .rest = rest.mask(),
      .tag = tag,
      .pattern = static_cast<std::uint32_t>(known.pattern),
      .low = static_cast<std::uint8_t>(known.low),
      .high = static_cast<std::uint8_t>(known.high),
      .lead = known.lead.empty()
                  ? kNoLead
                  : static_cast<std::uint8_t>((*known.lead.begin()).index())};
}

}  // namespace couillon
