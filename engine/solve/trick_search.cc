// Each question is a null window: cards are tried in the order of their promise
// (card_promise-inl.h), a table keeps bounds of positions at the start of
// tricks, and the last tricks are played out by last_three_tricks.h and
// last_two_tricks.h.

#include "engine/solve/trick_search.h"

#include <climits>

#include "engine/cards/branchless.h"
#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/rules/deal_limits.h"
#include "engine/solve/card_choice-inl.h"
#include "engine/solve/card_promise-inl.h"
#include "engine/solve/value_guess.h"

namespace couillon {
namespace {

// The priority of a card when few tricks are left: less exact than CardPromise,
// but found in less time. A wrong order costs little then. For the n-th player
// of a trick, not its leader.
template <int kPlayers, int kNth>
class LatePromise {
 public:
  // Requires: the references outlive the promise.
  LatePromise(const SearchTable& table, const CardPoints& points,
              const TrickStart<kPlayers>& start, const CardsOnTable& on_table)
      : table_(table),
        points_(points),
        on_table_(on_table),
        later_(LaterHands::Of<kNth>(start)) {}

  // The higher the earlier. From -200 to 300.
  [[nodiscard, gnu::always_inline]] int Of(Card card) const;

 private:
  static std::size_t Index(Card card) {
    return static_cast<std::size_t>(card.index());
  }
  [[nodiscard]] int Points(Card card) const { return points_[Index(card)]; }
  [[nodiscard]] CardSet Stronger(Card card) const {
    return table_.table.beaten_by[Index(card)];
  }
  // Returns true if the player's side holds the trick so far.
  [[nodiscard]] bool IsHeld() const {
    return (on_table_.winner - kNth) % 2 == 0;
  }
  [[nodiscard]] bool Wins(Card card) const {
    return on_table_.trick.beating().Has(card);
  }
  // The promise of a card that wins the trick so far; `trump`: 1 if it is a
  // trump, else 0.
  [[nodiscard, gnu::always_inline]] int OfWinner(Card card, int trump) const;

  const SearchTable& table_;
  const CardPoints& points_;
  const CardsOnTable& on_table_;
  LaterHands later_;
};

// The weights were tuned by the number of positions searched in whole deals of
// five rulesets (bench/notes/solver.md).
template <int kPlayers, int kNth>
inline int LatePromise<kPlayers, kNth>::Of(Card card) const {
  const int points = Points(card);
  const int trump = table_.table.trumps.Has(card) ? 1 : 0;
  const bool wins = Wins(card);
  const CardSet beating = on_table_.trick.beating() & later_.rivals;
  if (IsHeld() && beating.empty()) {
    return 100 + 3 * points - (wins ? 3 : 0) - 15 * trump;
  }
  if (wins) return OfWinner(card, trump);
  return IsHeld() ? 90 - points - 10 * trump : 50 - 4 * points - 15 * trump;
}

template <int kPlayers, int kNth>
inline int LatePromise<kPlayers, kNth>::OfWinner(Card card, int trump) const {
  const CardSet stronger = Stronger(card) & later_.rivals;
  if (stronger.empty() && !IsHeld()) return 200 - Points(card) - 5 * trump;
  return (IsHeld() ? 110 : 100) - 9 * stronger.size() - Points(card) -
         13 * trump;
}

std::size_t Index(int index) { return static_cast<std::size_t>(index); }
std::size_t Index(Card card) { return Index(card.index()); }

bool IsSingle(CardSet cards) {
  return (cards.mask() & (cards.mask() - 1)) == 0;
}

// The aims that count tricks: no card is worth anything.
constexpr CardPoints kNoPoints{};

// In the order of trying, that of the lead that has answered before.
constexpr int kFirst = 1 << 15;

// With this number of tricks left or fewer, the order of cards is found
// quickly; with one more for the later players of a trick, whose wrong choices
// cost less. Not that of leads, which cost most.
constexpr int kLate = 4;

// Cards and how early to try them.
class Order {
 public:
  template <typename Promise>
  void Add(CardSet cards, CardSet first, const Promise& promise) {
    for (const Card card : cards) {
      const int early = first.Has(card) ? kFirst : promise.Of(card);
      const int entry = early * kCards + card.index();
      entries_[count_++] = entry;
      top_ = std::max(top_, entry);
    }
  }
  // Mostly it answers the question, so that the others need no order. Requires:
  // any were added.
  [[nodiscard]] Card First() const { return CardOf(top_); }
  // The first of `cards`. Requires: they were added.
  [[nodiscard]] Card FirstOf(CardSet cards) const {
    int top = INT_MIN;
    for (std::size_t i = 0; i < count_; ++i) {
      if (cards.Has(CardOf(entries_[i]))) top = std::max(top, entries_[i]);
    }
    return CardOf(top);
  }

 private:
  static Card CardOf(int entry) { return Card(entry & (kCards - 1)); }

  std::array<int, kMaxTricks> entries_;  // the promise, and the card in 5 bits
  std::size_t count_ = 0;
  int top_ = INT_MIN;
};

}  // namespace

TrickSearch::TrickSearch(const CompiledRules& rules)
    : rules_(rules),
      known_(rules.tricks * rules.players),
      endings_(rules.tricks * rules.players) {
  COUILLON_CHECK(rules.sides == 2);
}

void TrickSearch::SetDeal(const SearchTable& table,
                          const LastTwoTricks& last_two,
                          const LastThreeTricks* last_three,
                          const SearchDeal& deal) {
  // A later moment: each seat owns a part of what it owned, and what is left
  // of the covers covers what it did.
  bool same = table_ == &table;
  CardSet owned;
  for (Seat seat = 0; seat < rules_.players && same; ++seat) {
    const CardSet before = deal_.owned[seat];
    same = (before | deal.owned[seat]) == before;
    owned = owned | deal.owned[seat];
  }
  same = same && deal.covers == (deal_.covers & owned);
  for (const Card cover : deal.covers) {
    same = same && deal.under[Index(cover)] == deal_.under[Index(cover)];
  }
  if (same) return;
  table_ = &table;
  last_two_ = &last_two;
  last_three_ = last_three;
  deal_ = deal;
  for (Seat seat = 0; seat < rules_.players; ++seat) {
    for (std::size_t i = 0; i < rules_.players; ++i) {
      owned_from_[seat][i] = deal.owned[rules_.turn_order[seat][i]];
    }
  }
  tricks_ = deal.owned[0].size();
  is_new_ = true;
  endings_.Forget();
}

int TrickSearch::PointsOf(CardSet cards) const {
  int points = 0;
  for (const Card card : cards) points += table_->points[Index(card)];
  return points;
}

int TrickSearch::PointsLeft(const SearchTrick& trick) const {
  return PointsOf(trick.rest);
}

int TrickSearch::Guess(const SearchTrick& trick) const {
  return GuessValue(rules_, *table_, deal_, trick);
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
  const bool at_once = aim == Aim::kPoints &&
                       rules_.players == LastTwoTricks::kPlayers &&
                       !rules_.has_heading && deal_.covers.empty();
  const int most_at_once = last_three_ == nullptr ? 2 : 3;
  tricks_at_once_ = at_once ? most_at_once : 0;
  // Two tricks are searched faster than the table is prepared for the deal, and
  // so is one trick before those played at once.
  keeps_ = tricks_ > std::max(2, tricks_at_once_ + 1);
  if (keeps_ && is_new_) {
    known_.SetDeal(*table_, deal_);
    is_new_ = false;
  }
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
  const int tricks = trick.rest.size() / kPlayers;
  if (trick.count == 0) {
    return AtTrick<kPlayers>(trick.rest, tricks, trick.leader, left, need);
  }
  if (need <= 0) return 0;
  if (need > left) return left;
  auto start = StartOf<kPlayers>(trick.rest, tricks, trick.leader, left);
  for (CardSet& hand : start.hands) hand &= ~trick.played;
  CardsOnTable on_table{.trick = trick.trick,
                        .played = trick.played,
                        .points = trick.points,
                        .winner = 0};
  while (rules_.turn_order[trick.leader][Index(on_table.winner)] !=
         trick.winner) {
    ++on_table.winner;
  }
  return Resume<kPlayers, 1>(start, on_table, trick.count, need);
}

template <int kPlayers, int kNth>
int TrickSearch::Resume(TrickStart<kPlayers>& start,
                        const CardsOnTable& on_table, int count, int need) {
  if constexpr (kNth + 1 < kPlayers) {
    if (count > kNth) {
      return Resume<kPlayers, kNth + 1>(start, on_table, count, need);
    }
  }
  return AtCard<kPlayers, kNth>(start, on_table, need);
}

template <int kPlayers>
TrickStart<kPlayers> TrickSearch::StartOf(CardSet rest, int tricks, Seat leader,
                                          int left) const {
  TrickStart<kPlayers> start{.rest = rest,
                             .tricks = tricks,
                             .left = left,
                             .leader = leader,
                             .ours = rules_.SideOf(leader) == 0};
  const CardSet up = deal_.covers.empty() ? rest : FaceUp(rest);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    start.hands[i] = owned_from_[leader][i] & up;
  }
  return start;
}

template <int kPlayers>
inline int TrickSearch::AtTrick(CardSet rest, int tricks, Seat leader, int left,
                                int need) {
  if (need <= 0) return 0;
  if (need > left) return left;
  if (tricks == 1) return LastTrick<kPlayers>(rest, leader, left);
  ++nodes_;
  if constexpr (kPlayers == LastTwoTricks::kPlayers) {
    if (tricks <= tricks_at_once_) {
      return endings_.PointsOf(rest, leader, [&] {
        const auto start = StartOf<kPlayers>(rest, tricks, leader, left);
        return tricks == 2
                   ? last_two_->PointsOf(start.hands, start.ours)
                   : last_three_->PointsOf(start.hands, start.ours, left);
      });
    }
  }
  return Search<kPlayers>(rest, tricks, leader, left, need);
}

template <int kPlayers>
int TrickSearch::Search(CardSet rest, int tricks, Seat leader, int left,
                        int need) {
  const TrickTable::Topic topic =
      static_cast<std::uint32_t>(aim_) << 3U | leader;
  TrickTable::Known known{.low = 0, .high = left};
  if (keeps_) known = known_.Find(rest, topic, *points_, left, need);
  if (known.low >= need) return known.low;
  if (known.high < need) return known.high;
  auto start = StartOf<kPlayers>(rest, tricks, leader, left);
  int value = 0;
  if (tricks == 2) {
    value = OfLastTwo<kPlayers, 0>(start, CardsOnTable(), 0, left);
    known.low = value;
    known.high = value;
  } else {
    start.first = known.lead;
    value = AtCard<kPlayers, 0>(start, CardsOnTable(), need);
    known.lead = start.best;
    if (value >= need) {
      known.low = std::max(known.low, value);
    } else {
      known.high = std::min(known.high, value);
    }
  }
  if (keeps_) known_.Keep(rest, topic, known);
  return value;
}

template <int kNth, int kPlayers>
CardSet TrickSearch::LegalCards(const TrickStart<kPlayers>& start,
                                const CardsOnTable& on_table) const {
  const CardSet hand = start.hands[kNth];
  if constexpr (kNth == 0) return hand;
  return on_table.trick.LegalCards(table_->table, hand, rules_.has_heading);
}

// The cards on the table and `card`, one card.
template <int kNth>
CardsOnTable TrickSearch::With(const CardsOnTable& on_table,
                               CardSet card) const {
  CardsOnTable next = on_table;
  const Card added = *card.begin();
  if constexpr (kNth == 0) {
    next.trick.Lead(table_->table, added, true);
  } else {
    const CardSet wins = next.trick.Follow(table_->table, added, card);
    next.winner = static_cast<int>(
        Either(wins.mask(), kNth, static_cast<std::uint32_t>(on_table.winner)));
  }
  next.played |= card;
  next.points += (*points_)[Index(added)];
  return next;
}

template <int kPlayers, int kNth>
int TrickSearch::AtCard(TrickStart<kPlayers>& start,
                        const CardsOnTable& on_table, int need) {
  const CardSet legal = LegalCards<kNth>(start, on_table);
  if (IsSingle(legal)) {
    if (kNth == 0) start.best = legal;
    return AfterCard<kPlayers, kNth>(start, on_table, legal, need);
  }
  const CardChoice<kPlayers, kNth> choice(*table_, *points_, start, on_table,
                                          legal, deal_.covers.empty());
  const CardSet useful = choice.Useful();
  if (IsSingle(useful)) {
    if (kNth == 0) start.best = useful;
    return AfterCard<kPlayers, kNth>(start, on_table, useful, need);
  }
  return Try<kPlayers, kNth>(choice, useful, start, on_table, need);
}

template <int kPlayers, int kNth>
inline int TrickSearch::Try(const CardChoice<kPlayers, kNth>& choice,
                            CardSet useful, TrickStart<kPlayers>& start,
                            const CardsOnTable& on_table, int need) {
  const CardSet first = kNth == 0 ? start.first : CardSet();
  Order order;
  constexpr int kQuick = kNth == 1 ? kLate : kLate + 1;
  if (kNth > 0 && start.tricks <= kQuick) {
    order.Add(useful, first,
              LatePromise<kPlayers, kNth>(*table_, *points_, start, on_table));
  } else {
    order.Add(
        useful, first,
        CardPromise<kPlayers, kNth>(*table_, *points_, start, on_table, need));
  }
  const bool ours = start.ours == (kNth % 2 == 0);
  int best = ours ? -1 : start.left + 1;
  for (Card card = order.First();; card = order.FirstOf(useful)) {
    useful.Remove(card);
    const int value =
        AfterCard<kPlayers, kNth>(start, on_table, CardSet::Of(card), need);
    if (ours ? value > best : value < best) {
      best = value;
      if (kNth == 0) start.best = CardSet::Of(card);
    }
    if ((best >= need) == ours) break;
    useful = choice.WithoutHopeless(card, useful, value, need, ours, best);
    if (useful.empty()) break;
  }
  return best;
}

template <int kPlayers, int kNth>
int TrickSearch::AfterCard(TrickStart<kPlayers>& start,
                           const CardsOnTable& on_table, CardSet card,
                           int need) {
  const CardsOnTable next = With<kNth>(on_table, card);
  if constexpr (kNth + 1 == kPlayers) {
    return AfterTrick<kPlayers>(start, next, need);
  } else {
    return AtCard<kPlayers, kNth + 1>(start, next, need);
  }
}

template <int kPlayers>
int TrickSearch::AfterTrick(const TrickStart<kPlayers>& start,
                            const CardsOnTable& on_table, int need) {
  const bool ours = start.ours == (on_table.winner % 2 == 0);
  const CardSet rest = start.rest & ~on_table.played;
  const Seat winner = rules_.turn_order[start.leader][Index(on_table.winner)];
  if (aim_ == Aim::kPoints) {
    const int gain = ours ? on_table.points : 0;
    if (rest.empty()) return gain;
    return gain + AtTrick<kPlayers>(rest, start.tricks - 1, winner,
                                    start.left - on_table.points, need - gain);
  }
  const bool decides = aim_ == Aim::kAnyTrick;
  if (ours == decides) return decides ? 1 : 0;
  if (rest.empty()) return decides ? 0 : 1;
  return AtTrick<kPlayers>(rest, start.tricks - 1, winner, 1, need);
}

template <int kPlayers, int kNth>
int TrickSearch::OfLastTwo(const TrickStart<kPlayers>& start,
                           const CardsOnTable& on_table, int alpha,
                           int beta) const {
  if constexpr (kNth == kPlayers) {
    return AfterFirstOfTwo<kPlayers>(start, on_table);
  } else {
    const bool ours = start.ours == (kNth % 2 == 0);
    int best = ours ? -1 : start.left + 1;
    for (const Card card : LegalCards<kNth>(start, on_table)) {
      const int value = OfLastTwo<kPlayers, kNth + 1>(
          start, With<kNth>(on_table, CardSet::Of(card)), alpha, beta);
      best = ours ? std::max(best, value) : std::min(best, value);
      (ours ? alpha : beta) = best;
      if (alpha >= beta) break;
    }
    return best;
  }
}

template <int kPlayers>
int TrickSearch::AfterFirstOfTwo(const TrickStart<kPlayers>& start,
                                 const CardsOnTable& on_table) const {
  const bool ours = start.ours == (on_table.winner % 2 == 0);
  const CardSet rest = start.rest & ~on_table.played;
  const Seat winner = rules_.turn_order[start.leader][Index(on_table.winner)];
  if (aim_ == Aim::kPoints) {
    return (ours ? on_table.points : 0) +
           LastTrick<kPlayers>(rest, winner, start.left - on_table.points);
  }
  const bool decides = aim_ == Aim::kAnyTrick;
  if (ours == decides) return decides ? 1 : 0;
  return LastTrick<kPlayers>(rest, winner, 1);
}

template <int kPlayers>
int TrickSearch::LastTrick(CardSet rest, Seat leader, int left) const {
  const auto& beaten_by = table_->table.beaten_by;
  const auto& turns = rules_.turn_order[leader];
  const CardSet lead = deal_.owned[leader] & rest;
  CardSet higher = beaten_by[Index(*lead.begin())];
  std::uint32_t winner = 0;
  for (std::uint32_t i = 1; i < kPlayers; ++i) {
    const CardSet card = deal_.owned[turns[i]] & rest;
    const CardSet wins = card & higher;
    higher = Choose(wins, beaten_by[Index(*card.begin())], higher);
    winner = Either(wins.mask(), i, winner);
  }
  return ((rules_.SideOf(leader) ^ winner) & 1U) == 0 ? left : 0;
}

}  // namespace couillon
