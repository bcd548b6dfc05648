#include "engine/solve/trick_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/branchless.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/last_two_tricks.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"

namespace couillon {
namespace {

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

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

// The aims that count tricks: no card is worth anything.
constexpr std::array<std::uint8_t, kCards> kNoPoints{};

// Offsets of Promise in the order of trying.
constexpr int kOffset = 200;
constexpr int kFirst = 1000;

}  // namespace

TrickSearch::TrickSearch(const CompiledRules& rules)
    : rules_(rules), known_(rules.tricks * rules.players) {
  COUILLON_CHECK(rules.sides == 2);
}

void TrickSearch::SetDeal(const SearchTable& table,
                          const LastTwoTricks& last_two,
                          const SearchDeal& deal) {
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
  last_two_ = &last_two;
  deal_ = deal;
  known_.SetDeal(table, deal);
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

int TrickSearch::Ask(Aim aim, const SearchTrick& trick, int need) {
  aim_ = aim;
  points_ = aim == Aim::kPoints ? &table_->points : &kNoPoints;
  switch (rules_.players) {
    case 2:
      return AskAs<2>(trick, need);
    case 4:
      return AskAs<4>(trick, need);
    case 6:
      return AskAs<6>(trick, need);
    default:
      return AskAs<8>(trick, need);
  }
}

template <int kPlayers>
int TrickSearch::AskAs(const SearchTrick& trick, int need) {
  const int left = aim_ == Aim::kPoints ? PointsOf(trick.rest) : 1;
  if (trick.count == 0) {
    return AtTrick<kPlayers>(trick.rest, trick.leader, left, need);
  }
  if (need <= 0) return 0;
  if (need > left) return left;
  Start<kPlayers> start(*this, trick.rest, trick.leader, left);
  for (CardSet& hand : start.hands) hand &= ~trick.played;
  int winner = 0;
  while (rules_.turn_order[trick.leader][static_cast<std::size_t>(winner)] !=
         trick.winner) {
    ++winner;
  }
  const OnTable table{.trick = trick.trick,
                      .played = trick.played,
                      .points = trick.points,
                      .winner = winner};
  return Resume<kPlayers, 1>(start, table, trick.count, need);
}

template <int kPlayers, int kNth>
int TrickSearch::Resume(Start<kPlayers>& start, const OnTable& table,
                        int count, int need) {
  if constexpr (kNth < kPlayers) {
    if (count == kNth) return AtCard<kPlayers, kNth>(start, table, need);
    return Resume<kPlayers, kNth + 1>(start, table, count, need);
  }
  return 0;
}

template <int kPlayers>
TrickSearch::Start<kPlayers>::Start(const TrickSearch& search, CardSet all,
                                    Seat leads, int most)
    : rest(all), left(most), leader(leads) {
  const CardSet up = search.deal_.covers.empty() ? all : search.FaceUp(all);
  const auto& turns = search.rules_.turn_order[leads];
  for (std::size_t i = 0; i < kPlayers; ++i) {
    hands[i] = search.deal_.owned[turns[i]] & up;
  }
  ours = search.rules_.SideOf(leads) == 0;
}

template <int kPlayers>
int TrickSearch::LastTrick(CardSet rest, Seat leader, int left) const {
  const auto& turns = rules_.turn_order[leader];
  const CardSet lead = deal_.owned[leader] & rest;
  CardSet higher = table_->table.beaten_by[Index(*lead.begin())];
  std::uint32_t winner = 0;
#pragma GCC unroll 8
  for (std::uint32_t i = 1; i < kPlayers; ++i) {
    const CardSet card = deal_.owned[turns[i]] & rest;
    const CardSet wins = card & higher;
    higher = Choose(wins, table_->table.beaten_by[Index(*card.begin())], higher);
    winner = Either(wins.mask(), i, winner);
  }
  return ((rules_.SideOf(leader) ^ winner) & 1U) == 0 ? left : 0;
}

template <int kPlayers>
int TrickSearch::AtTwo(Start<kPlayers>& start) {
  if constexpr (kPlayers == LastTwoTricks::kPlayers) {
    if (aim_ == Aim::kPoints && !rules_.has_heading && deal_.covers.empty()) {
      return last_two_->PointsOf(start.hands, start.ours);
    }
  }
  return OfTwo<kPlayers, 0>(start, OnTable(), 0, start.left);
}

template <int kPlayers>
int TrickSearch::AtTrick(CardSet rest, Seat leader, int left, int need) {
  if (need <= 0) return 0;
  if (need > left) return left;
  ++nodes_;
  const int cards = Count(rest);
  if (cards == kPlayers) return LastTrick<kPlayers>(rest, leader, left);
  const TrickTable::Topic topic = static_cast<std::uint32_t>(aim_) << 3U | leader;
  TrickTable::Known known = known_.Find(rest, topic, *points_, left, need);
  if (known.low >= need) return known.low;
  if (known.high < need) return known.high;
  Start<kPlayers> start(*this, rest, leader, left);
  if (!known.lead.empty()) {
    start.first = static_cast<std::uint8_t>((*known.lead.begin()).index());
  }
  if (cards == 2 * kPlayers) {
    const int value = AtTwo<kPlayers>(start);
    known_.Keep(rest, topic, {.low = value, .high = value, .lead = {}});
    return value;
  }
  const int value = AtCard<kPlayers, 0>(start, OnTable(), need);
  known.lead = start.best == kNoLead ? CardSet() : CardSet::Of(Card(start.best));
  if (value >= need) {
    known.low = std::max(known.low, value);
  } else {
    known.high = std::min(known.high, value);
  }
  known_.Keep(rest, topic, known);
  return value;
}


  // The cards of `legal` whose next lower card in play is in `legal` too: the
  // sum carries each card over the gap above it.
CardSet TrickSearch::Linked(CardSet rest, CardSet legal) const {
  const std::uint32_t lowest = table_->lowest.mask();
  const std::uint32_t carried =
      (~rest.mask() & ~lowest) + (legal.mask() << 1U);
  return CardSet(carried & legal.mask() & ~lowest);
}

// Which side takes the trick if a card of a run is played to it.
// A run: cards of `legal` with no card in play between them.
template <int kPlayers, int kNth>
CardSet TrickSearch::Distinct(const Start<kPlayers>& start,
                              const OnTable& table, CardSet legal,
                              CardSet above) const {
  const Fates fates = FatesOf<kPlayers, kNth>(start, table);
  CardSet distinct = legal;
  Card kept;
  Card last;
  bool any = false;
  for (const Card card : above) {
    const CardSet below(legal.mask() & (CardSet::Of(card).mask() - 1));
    const Card lower(31 - std::countl_zero(below.mask()));
    if (!any || last != lower) kept = lower;
    any = true;
    last = card;
    const int gain = (*points_)[Index(card)] - (*points_)[Index(kept)];
    const bool wins = kNth == 0 || table.trick.beating().Has(card);
    Fate fate = wins ? fates.winning : fates.losing;
    if (wins && fate == Fate::kOpen &&
        (table_->table.beaten_by[Index(lower)] & fates.rivals).empty()) {
      fate = Fate::kOurs;
    }
    if (gain == 0 || (fate == Fate::kOurs && gain > 0) ||
        (fate == Fate::kTheirs && gain < 0)) {
      distinct.Remove(kept);
      kept = card;
    } else if (fate != Fate::kOpen) {
      distinct.Remove(card);
    } else {
      kept = card;
    }
  }
  return distinct;
}

template <int kPlayers, int kNth>
TrickSearch::Fates TrickSearch::FatesOf(const Start<kPlayers>& start,
                                        const OnTable& table) const {
  Fates fates;
  CardSet partners;
  for (std::size_t i = kNth + 1; i < kPlayers; ++i) {
    ((i - kNth) % 2 == 1 ? fates.rivals : partners) |= start.hands[i];
  }
  if (kNth == 0) return fates;
  const CardSet beating = table.trick.beating();
  if ((table.winner - kNth) % 2 == 0) {
    if ((beating & fates.rivals).empty()) {
      fates.winning = Fate::kOurs;
      fates.losing = Fate::kOurs;
    }
  } else if ((beating & partners).empty()) {
    fates.losing = Fate::kTheirs;
  }
  return fates;
}

template <int kPlayers>
int TrickSearch::LeadPromise(const Start<kPlayers>& start, CardSet rivals,
                             Card card) const {
  const TrumpTable& table = table_->table;
  const int points = (*points_)[Index(card)];
  const CardSet beating = table.beaten_by[Index(card)] & rivals;
  if (beating.empty()) return 100 + points;
  int promise = 50 - 8 * Count(beating) - points;
  if (table.trumps.Has(card)) return promise;
  for (std::size_t i = 1; i < kPlayers; i += 2) {
    const CardSet hand = start.hands[i];
    const bool follows = !(hand & table.answers[Index(card)]).empty();
    if (!follows && !(hand & table.trumps).empty()) promise -= 20;
  }
  return promise;
}

template <int kPlayers, int kNth>
int TrickSearch::Promise(const OnTable& table, CardSet rivals,
                         Card card) const {
  constexpr bool kLast = kNth + 1 == kPlayers;
  const int points = (*points_)[Index(card)];
  const bool trump = table_->table.trumps.Has(card);
  const bool held = (table.winner - kNth) % 2 == 0;
  const bool wins = table.trick.beating().Has(card);
  if (!held && !wins) return 50 - 4 * points - (trump ? 15 : 0);
  if (held && (kLast || (table.trick.beating() & rivals).empty())) {
    return 100 + 4 * points - (wins ? 3 : 0) - (trump ? 15 : 0);
  }
  if (!wins) return 90 - points - (trump ? 10 : 0);
  const CardSet beating = table_->table.beaten_by[Index(card)] & rivals;
  if (held) return 110 - 4 * Count(beating) - points - (trump ? 10 : 0);
  if (kLast || beating.empty()) return 200 - points - (trump ? 4 : 0);
  return 100 - 4 * Count(beating) - points - (trump ? 10 : 0);
}

CardSet TrickSearch::WithoutHopeless(Card tried, CardSet left, CardSet others,
                                     int value, int need, bool ours,
                                     int& best) const {
  for (const Card card : left) {
    const std::uint32_t a = CardSet::Of(card).mask();
    const std::uint32_t b = CardSet::Of(tried).mask();
    const std::uint32_t low = std::min(a, b);
    const std::uint32_t high = std::max(a, b);
    const std::uint32_t span = (high << 1U) - (low << 1U);  // above low to high
    if ((span & (others.mask() | table_->lowest.mask())) != 0) continue;
    const int d = std::abs((*points_)[Index(card)] - (*points_)[Index(tried)]);
    const int bound = ours ? value + d : value - d;
    if (ours ? bound >= need : bound < need) continue;
    best = ours ? std::max(best, bound) : std::min(best, bound);
    left.Remove(card);
  }
  return left;
}

template <int kPlayers, int kNth>
int TrickSearch::AtCard(Start<kPlayers>& start, const OnTable& table,
                        int need) {
  const CardSet hand = start.hands[kNth];
  CardSet legal = kNth == 0
                      ? hand
                      : table.trick.LegalCards(table_->table, hand,
                                               rules_.has_heading);
  const CardSet all = legal;
  bool linked = false;
  if (!IsSingle(legal) && deal_.covers.empty()) {
    const CardSet above = Linked(start.rest, legal);
    if (!above.empty()) {
      legal = Distinct<kPlayers, kNth>(start, table, legal, above);
      linked = true;
    }
  }
  if (IsSingle(legal)) {
    const Card only = *legal.begin();
    if (kNth == 0) start.best = static_cast<std::uint8_t>(only.index());
    return AfterCard<kPlayers, kNth>(start, table, only, need);
  }
  const bool ours = start.ours == (kNth % 2 == 0);
  int best = ours ? -1 : start.left + 1;
  const CardSet others = start.rest & ~all;
  const std::uint8_t first = kNth == 0 ? start.first : kNoLead;
  CardSet theirs;
  for (std::size_t i = kNth + 1; i < kPlayers; i += 2) theirs |= start.hands[i];
  std::array<std::uint16_t, kMaxTricks> order;
  std::size_t count = 0;
  for (const Card card : legal) {
    int promise = kFirst;
    if constexpr (kNth > 0) {
      promise = kOffset + Promise<kPlayers, kNth>(table, theirs, card);
    } else if (card.index() != first) {
      promise = kOffset + LeadPromise<kPlayers>(start, theirs, card);
    }
    order[count++] = static_cast<std::uint16_t>(promise << 5 | card.index());
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t at = i;
    for (std::size_t j = i + 1; j < count; ++j) {
      if (order[j] > order[at]) at = j;
    }
    std::swap(order[i], order[at]);
    const Card card(order[i] & 31);
    if (!legal.Has(card)) continue;
    legal.Remove(card);
    const int value = AfterCard<kPlayers, kNth>(start, table, card, need);
    if (ours ? value > best : value < best) {
      best = value;
      if (kNth == 0) {
        start.best = static_cast<std::uint8_t>(card.index());
      }
    }
    if (ours ? best >= need : best < need) break;
    if (linked) legal = WithoutHopeless(card, legal, others, value, need, ours, best);
  }
  return best;
}

// The last two tricks, from the n-th card of the first on.
template <int kPlayers, int kNth>
int TrickSearch::OfTwo(Start<kPlayers>& start, const OnTable& table, int alpha, int beta) {
  if constexpr (kNth == kPlayers) {
    return AfterTrickOfTwo<kPlayers>(start, table);
  } else {
    const CardSet hand = start.hands[kNth];
    CardSet legal = kNth == 0
                        ? hand
                        : table.trick.LegalCards(table_->table, hand,
                                                 rules_.has_heading);
    const bool ours = start.ours == (kNth % 2 == 0);
    int best = ours ? -1 : start.left + 1;
    do {
      const Card card = *legal.begin();
      const CardSet alone = CardSet::Of(card);
      legal &= ~alone;
      OnTable next = table;
      if (kNth == 0) {
        next.trick.Lead(table_->table, card, true);
      } else {
        next.winner = static_cast<int>(
            Either(next.trick.Follow(table_->table, card, alone).mask(), kNth,
                   static_cast<std::uint32_t>(table.winner)));
      }
      next.played |= alone;
      next.points += (*points_)[Index(card)];
      const int value = OfTwo<kPlayers, kNth + 1>(start, next, alpha, beta);
      best = ours ? std::max(best, value) : std::min(best, value);
      (ours ? alpha : beta) = ours ? std::max(alpha, best) : std::min(beta, best);
      if (alpha >= beta) break;
    } while (!legal.empty());
    return best;
  }
}

template <int kPlayers>
int TrickSearch::AfterTrickOfTwo(const Start<kPlayers>& start,
                                 const OnTable& table) {
  const bool ours = start.ours == (table.winner % 2 == 0);
  const CardSet rest = start.rest & ~table.played;
  const Seat winner = rules_.turn_order[start.leader][static_cast<std::size_t>(
      table.winner)];
  if (aim_ == Aim::kPoints) {
    const int gain = ours ? table.points : 0;
    const int left = start.left - table.points;
    return gain + LastTrick<kPlayers>(rest, winner, left);
  }
  const bool decides = aim_ == Aim::kAnyTrick;
  if (ours == decides) return decides ? 1 : 0;
  return LastTrick<kPlayers>(rest, winner, 1);
}

template <int kPlayers, int kNth>
int TrickSearch::AfterCard(Start<kPlayers>& start, const OnTable& table,
                           Card card, int need) {
  OnTable next = table;
  if (kNth == 0) {
    next.trick.Lead(table_->table, card, true);
  } else if (next.trick.Follow(table_->table, card)) {
    next.winner = kNth;
  }
  next.played.Add(card);
  next.points += (*points_)[Index(card)];
  if constexpr (kNth + 1 == kPlayers) {
    return AfterTrick<kPlayers>(start, next, need);
  } else {
    return AtCard<kPlayers, kNth + 1>(start, next, need);
  }
}

template <int kPlayers>
int TrickSearch::AfterTrick(const Start<kPlayers>& start, const OnTable& table,
                            int need) {
  const bool ours = start.ours == (table.winner % 2 == 0);
  const CardSet rest = start.rest & ~table.played;
  const Seat winner = rules_.turn_order[start.leader][static_cast<std::size_t>(
      table.winner)];
  if (aim_ == Aim::kPoints) {
    const int gain = ours ? table.points : 0;
    if (rest.empty()) return gain;
    return gain + AtTrick<kPlayers>(rest, winner, start.left - table.points,
                                    need - gain);
  }
  const bool decides = aim_ == Aim::kAnyTrick;
  if (ours == decides) return decides ? 1 : 0;
  if (rest.empty()) return decides ? 0 : 1;
  return AtTrick<kPlayers>(rest, winner, 1, need);
}

}  // namespace couillon
