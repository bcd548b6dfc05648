// Counts the histories in which covered cards may have been turned up, and
// draws one with equal chances.

#include "bots/cpp/search/column_plan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <utility>

#include "bots/cpp/search/card_split.h"
#include "engine/cards/check.h"

namespace couillon::bots {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

std::uint64_t KeyOf(std::size_t at, std::uint32_t open) {
  return (static_cast<std::uint64_t>(at) << 32) | open;
}

// A number from 0 up to but not including `end`.
double DrawBelow(Random& random, double end) {
  return static_cast<double>(random.Next() >> 11) * 0x1p-53 * end;
}

}  // namespace

ColumnPlan::ColumnPlan(std::vector<Seen> played, std::vector<Seen> open,
                       std::vector<std::uint8_t> tops,
                       std::vector<std::uint8_t> unders)
    : seen_(std::move(played)),
      finished_(seen_.size()),
      tops_(std::move(tops)),
      unders_(std::move(unders)) {
  seen_.insert(seen_.end(), open.begin(), open.end());
  Count(0, 0);
}

bool ColumnPlan::possible() const { return Ways(0, 0) > 0; }

// The tricks at whose end the card `at` may have been uncovered.
ColumnPlan::Tricks ColumnPlan::Sources(std::size_t at, Tricks open) const {
  const int from = seen_[at].uncovered_from;
  return from <= 0 ? open : open & ~((Tricks{1} << from) - 1);
}

bool ColumnPlan::MayBeTop(std::size_t at) const {
  return seen_[at].uncovered_from == kFromStart;
}

// A top card played to a finished trick has uncovered another.
ColumnPlan::Tricks ColumnPlan::AfterTop(std::size_t at, Tricks open) const {
  return Finished(at) ? open | Tricks{1} << at : open;
}

double ColumnPlan::Ways(std::size_t at, Tricks open) const {
  const auto found = ways_.find(KeyOf(at, open));
  return found == ways_.end() ? 0 : found->second;
}

// Counts the histories of the cards from `at` on.
double ColumnPlan::Count(std::size_t at, Tricks open) {
  const auto [found, is_new] = ways_.try_emplace(KeyOf(at, open), 0);
  if (!is_new) return found->second;
  const std::size_t left = seen_.size() - at;
  const auto unaccounted = static_cast<std::size_t>(std::popcount(open));
  double ways = 0;
  if (at >= finished_ && unaccounted > left) return 0;
  if (at == finished_) {
    // Each finished top has uncovered one of the cards seen, so the others are
    // the tops of all columns.
    const std::size_t uncovered = (finished_ + unaccounted) / 2;
    if (uncovered + tops_.size() != seen_.size()) return 0;
  }
  if (left == 0) {
    ways = 1;
  } else {
    if (MayBeTop(at)) ways += Count(at + 1, AfterTop(at, open));
    for (Tricks rest = Sources(at, open); rest != 0; rest &= rest - 1) {
      ways += Count(at + 1, open & ~(rest & -rest));
    }
  }
  return ways_[KeyOf(at, open)] = ways;
}

// Draws the trick that uncovered the card `at`; 0 if the card lay on top.
ColumnPlan::Tricks ColumnPlan::DrawSource(Random& random, std::size_t at,
                                          Tricks open) const {
  double drawn = DrawBelow(random, Ways(at, open));
  const double as_top = MayBeTop(at) ? Ways(at + 1, AfterTop(at, open)) : 0;
  if (drawn < as_top) return 0;
  drawn -= as_top;
  Tricks source = 0;
  for (Tricks rest = Sources(at, open); rest != 0; rest &= rest - 1) {
    const Tricks each = rest & -rest;
    const double ways = Ways(at + 1, open & ~each);
    if (ways == 0) continue;
    source = each;
    if (drawn < ways) break;
    drawn -= ways;
  }
  return source;
}

void ColumnPlan::Place(Random& random, std::span<const Card> cards,
                       Pack& pack) const {
  struct Column {
    Card top;
    std::size_t under = kNone;  // in seen_
  };
  std::array<Column, kCards> columns;
  std::array<std::size_t, kCards> column_of;  // by finished trick
  std::size_t count = 0;
  Tricks open = 0;
  for (std::size_t at = 0; at < seen_.size(); ++at) {
    const Tricks source = DrawSource(random, at, open);
    if (source == 0) {
      if (Finished(at)) column_of[at] = count;
      columns[count++] = Column{.top = seen_[at].card};
      open = AfterTop(at, open);
    } else {
      open &= ~source;
      columns[column_of[static_cast<std::size_t>(std::countr_zero(source))]]
          .under = at;
    }
  }
  COUILLON_CHECK(count == tops_.size());
  std::array<Card, kCards> covered;
  std::copy(cards.begin(), cards.end(), covered.begin());
  Shuffle(random, {covered.data(), cards.size()});
  std::size_t next = 0;
  for (std::size_t left = count; left > 0; --left) {
    const auto at = static_cast<std::size_t>(random.Below(left));
    const Column column = columns[at];
    columns[at] = columns[left - 1];
    pack[tops_[left - 1]] = column.top;
    pack[unders_[left - 1]] =
        column.under == kNone ? covered[next++] : seen_[column.under].card;
  }
}

}  // namespace couillon::bots
