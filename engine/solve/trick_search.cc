#include "engine/solve/trick_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

constexpr std::uint32_t kGenerations = 1U << 27U;

// std::popcount calls a library function on the plainest x86-64.
int Count(CardSet cards) {
  std::uint32_t bits = cards.mask();
  bits -= bits >> 1U & 0x55555555U;
  bits = (bits & 0x33333333U) + (bits >> 2U & 0x33333333U);
  bits = (bits + (bits >> 4U)) & 0x0f0f0f0fU;
  return static_cast<int>(bits * 0x01010101U >> 24U);
}

bool IsSingle(CardSet cards) {
  return (cards.mask() & (cards.mask() - 1)) == 0;
}

// Offsets of Promise in the order of trying.
constexpr int kOffset = 200;
constexpr int kFirst = 1000;

// Entries of the table by the number of cards in play: small deals stay in the
// nearest cache.
std::size_t EntriesFor(int cards) {
  if (cards <= 16) return std::size_t{1} << 11U;
  if (cards <= 24) return std::size_t{1} << 16U;
  return std::size_t{1} << 20U;
}

}  // namespace

TrickSearch::TrickSearch(const CompiledRules& rules) : rules_(rules) {
  COUILLON_CHECK(rules.sides == 2);
  entries_.resize(EntriesFor(rules.tricks * rules.players));
  mask_ = static_cast<std::uint32_t>(entries_.size() - 1);
}

void TrickSearch::SetDeal(const SearchTable& table, const SearchDeal& deal) {
  // A later moment: each seat owns a part of what it owned.
  bool same = table_ == &table && deal.covers == (deal_.covers & deal.covers);
  for (Seat seat = 0; seat < rules_.players && same; ++seat) {
    const CardSet before = deal_.owned[seat];
    same = (before | deal.owned[seat]) == before;
  }
  for (const Card cover : deal.covers) {
    same = same && deal.under[Index(cover)] == deal_.under[Index(cover)];
  }
  if (same) return;
  table_ = &table;
  deal_ = deal;
  if (++generation_ == kGenerations) {  // tags would come back
    generation_ = 1;
    std::fill(entries_.begin(), entries_.end(), Entry());
  }
  side_cards_ = {};
  for (Seat seat = 0; seat < rules_.players; ++seat) {
    side_cards_[rules_.SideOf(seat)] |= deal.owned[seat];
  }
}

int TrickSearch::PointsOf(CardSet cards) const {
  int points = 0;
  for (const Card card : cards) points += table_->points[Index(card)];
  return points;
}

int TrickSearch::PointsLeft(const SearchTrick& trick) const {
  return PointsOf(trick.rest);
}

// Weights from a least-squares fit to some 3,000 solved deals of five rulesets:
// trumps, high trumps, the best cards of plain suits and the lead in average
// tricks, and the card points held. Its mean error there is 3 to 4 points.
int TrickSearch::Guess(const SearchTrick& trick) const {
  const CardSet trumps = trick.rest & table_->table.trumps;
  int tricks = rules_.SideOf(trick.turn) == 0 ? 200 : -200;  // in thousandths
  int points = 0;
  int left = 0;
  for (const Card card : trick.rest) {
    const int sign = side_cards_[0].Has(card) ? 1 : -1;
    const int higher = (table_->above[Index(card)] & trick.rest).size();
    if (trumps.Has(card)) {
      tricks += sign * (300 + 700 / (1 + higher));
    } else if (higher == 0) {
      tricks += sign * 220;
    }
    points += sign * table_->points[Index(card)];
    left += table_->points[Index(card)];
  }
  const int count = std::max(1, trick.rest.size() / rules_.players);
  const int guess = (left + tricks * left / (500 * count) + points / 5) / 2;
  return std::clamp(guess, 0, left);
}

CardSet TrickSearch::FaceUp(CardSet rest) const {
  CardSet up = rest;
  for (const Card cover : deal_.covers& rest) {
    up.Remove(deal_.under[Index(cover)]);
  }
  return up;
}

TrickSearch::Entry& TrickSearch::Slot(CardSet rest, std::uint32_t tag) {
  const std::uint64_t key = std::uint64_t{tag} << 32U | rest.mask();
  const std::uint64_t hash = key * 0x9e3779b97f4a7c15U;
  return entries_[static_cast<std::uint32_t>(hash >> 40U) & mask_];
}

int TrickSearch::Ask(Aim aim, const SearchTrick& trick, int need) {
  switch (aim) {
    case Aim::kPoints:
      return AskAs<Aim::kPoints>(trick, need);
    case Aim::kAllTricks:
      return AskAs<Aim::kAllTricks>(trick, need);
    case Aim::kAnyTrick:
      return AskAs<Aim::kAnyTrick>(trick, need);
  }
  return 0;
}

template <Aim kAim>
int TrickSearch::AskAs(const SearchTrick& trick, int need) {
  const int left = kAim == Aim::kPoints ? PointsOf(trick.rest) : 1;
  if (trick.count == 0)
    return AtTrick<kAim>(trick.rest, trick.turn, left, need);
  if (need <= 0) return 0;
  if (need > left) return left;
  Start start{.rest = trick.rest, .up = FaceUp(trick.rest), .left = left};
  return InTrick<kAim>(start, trick, need);
}

int TrickSearch::LastTrick(CardSet rest, Seat leader, int left) const {
  const auto& turns = rules_.turn_order[leader];
  const CardSet lead = deal_.owned[leader] & rest;
  CardSet higher = table_->table.beaten_by[Index(*lead.begin())];
  Seat winner = leader;
  for (std::size_t i = 1; i < rules_.players; ++i) {
    const CardSet card = deal_.owned[turns[i]] & rest;
    if ((card & higher).empty()) continue;
    higher = table_->table.beaten_by[Index(*card.begin())];
    winner = turns[i];
  }
  return rules_.SideOf(winner) == 0 ? left : 0;
}

template <Aim kAim>
int TrickSearch::AtTrick(CardSet rest, Seat leader, int left, int need) {
  if (need <= 0) return 0;
  if (need > left) return left;
  ++nodes_;
  const int cards = Count(rest);
  if (cards == rules_.players) return LastTrick(rest, leader, left);
  const std::uint32_t tag =
      generation_ << 5U | static_cast<std::uint32_t>(kAim) << 3U | leader;
  Entry& found = Slot(rest, tag);
  std::uint8_t first = kNoLead;
  if (found.tag == tag && found.rest == rest.mask()) {
    if (found.low >= need) return found.low;
    if (found.high < need) return found.high;
    first = found.best;
  }
  Start start{.rest = rest,
              .up = deal_.covers.empty() ? rest : FaceUp(rest),
              .left = left,
              .small = cards == 2 * rules_.players,
              .first = first};
  SearchTrick trick;
  trick.rest = rest;
  trick.turn = leader;
  trick.winner = leader;
  const int value = InTrick<kAim>(start, trick, need);
  Entry& entry = Slot(rest, tag);
  if (entry.tag != tag || entry.rest != rest.mask()) {
    entry = Entry{.rest = rest.mask(),
                  .tag = tag,
                  .low = 0,
                  .high = static_cast<std::uint8_t>(left)};
  }
  entry.best = start.best;
  if (value >= need) {
    entry.low = std::max(entry.low, static_cast<std::uint8_t>(value));
  } else {
    entry.high = std::min(entry.high, static_cast<std::uint8_t>(value));
  }
  return value;
}

CardSet TrickSearch::Distinct(const Start& start, CardSet legal) const {
  CardSet distinct = legal;
  for (const Card card : legal) {
    const CardSet above = table_->above[Index(card)] & start.rest;
    const CardSet next = CardSet(above.mask() & (~above.mask() + 1));
    if ((next & legal).empty()) continue;
    if (table_->points[Index(card)] == table_->points[Index(*next.begin())]) {
      distinct.Remove(card);
    }
  }
  return distinct;
}

// How early to try `card`: the higher the earlier.
int TrickSearch::Promise(const SearchTrick& trick, Card card) const {
  const Side side = rules_.SideOf(trick.turn);
  const CardSet left = trick.rest & ~trick.played;
  const CardSet beating =
      table_->table.beaten_by[Index(card)] & left & side_cards_[side ^ 1U];
  const int points = table_->points[Index(card)];
  if (trick.count == 0) {
    return beating.empty() ? 100 + points : 50 - 8 * Count(beating) - points;
  }
  const bool last = trick.count + 1U == rules_.players;
  const bool ours = rules_.SideOf(trick.winner) == side;
  const bool wins = trick.trick.beating().Has(card);
  if (wins && !ours) {
    if (last || beating.empty()) return 200 + points;
    return 100 - 4 * Count(beating) - points;
  }
  if (ours) {
    const bool safe =
        last || (trick.trick.beating() & left & side_cards_[side ^ 1U]).empty();
    return safe ? 100 + 4 * points - (wins ? 3 : 0)
                : (wins ? 110 - 4 * Count(beating) : 90) - points;
  }
  return 50 - 4 * points;
}

template <Aim kAim>
int TrickSearch::InTrick(Start& start, const SearchTrick& trick, int need) {
  const CardSet hand = deal_.owned[trick.turn] & start.up & ~trick.played;
  CardSet legal = trick.count == 0 ? hand
                                   : trick.trick.LegalCards(table_->table, hand,
                                                            rules_.has_heading);
  if (start.small) return InSmallTrick<kAim>(start, trick, legal, need);
  if (!IsSingle(legal) && deal_.covers.empty()) legal = Distinct(start, legal);
  if (IsSingle(legal)) {
    const Card only = *legal.begin();
    if (trick.count == 0) start.best = static_cast<std::uint8_t>(only.index());
    return AfterCard<kAim>(start, trick, only, need);
  }
  const std::uint8_t first = trick.count == 0 ? start.first : kNoLead;
  std::array<std::uint16_t, kMaxTricks> order;
  std::size_t count = 0;
  for (const Card card : legal) {
    const int promise =
        card.index() == first ? kFirst : Promise(trick, card) + kOffset;
    order[count++] = static_cast<std::uint16_t>(promise << 5 | card.index());
  }
  const bool ours = rules_.SideOf(trick.turn) == 0;
  int best = ours ? -1 : start.left + 1;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t at = i;
    for (std::size_t j = i + 1; j < count; ++j) {
      if (order[j] > order[at]) at = j;
    }
    std::swap(order[i], order[at]);
    const Card card(order[i] & 31);
    const int value = AfterCard<kAim>(start, trick, card, need);
    if (ours ? value > best : value < best) {
      best = value;
      if (trick.count == 0) {
        start.best = static_cast<std::uint8_t>(card.index());
      }
    }
    if (ours ? best >= need : best < need) break;
  }
  return best;
}

// With two tricks left, ordering the cards costs more than it saves.
template <Aim kAim>
int TrickSearch::InSmallTrick(Start& start, const SearchTrick& trick,
                              CardSet legal, int need) {
  const bool ours = rules_.SideOf(trick.turn) == 0;
  int best = ours ? -1 : start.left + 1;
  for (const Card card : legal) {
    const int value = AfterCard<kAim>(start, trick, card, need);
    best = ours ? std::max(best, value) : std::min(best, value);
    if (ours ? best >= need : best < need) break;
  }
  return best;
}

template <Aim kAim>
int TrickSearch::AfterCard(Start& start, const SearchTrick& trick, Card card,
                           int need) {
  SearchTrick next = trick;
  if (trick.count == 0) {
    next.trick.Lead(table_->table, card, true);
  } else if (next.trick.Follow(table_->table, card)) {
    next.winner = trick.turn;
  }
  next.played.Add(card);
  next.points =
      static_cast<std::uint8_t>(trick.points + table_->points[Index(card)]);
  ++next.count;
  if (next.count == rules_.players) return AfterTrick<kAim>(start, next, need);
  next.turn = rules_.Next(trick.turn);
  return InTrick<kAim>(start, next, need);
}

template <Aim kAim>
int TrickSearch::AfterTrick(const Start& start, const SearchTrick& trick,
                            int need) {
  const bool ours = rules_.SideOf(trick.winner) == 0;
  const CardSet rest = start.rest & ~trick.played;
  if constexpr (kAim == Aim::kPoints) {
    const int gain = ours ? trick.points : 0;
    if (rest.empty()) return gain;
    return gain + AtTrick<kAim>(rest, trick.winner, start.left - trick.points,
                                need - gain);
  } else {
    constexpr bool kDecides = kAim == Aim::kAnyTrick;
    if (ours == kDecides) return kDecides ? 1 : 0;
    if (rest.empty()) return kDecides ? 0 : 1;
    return AtTrick<kAim>(rest, trick.winner, 1, need);
  }
}

}  // namespace couillon
