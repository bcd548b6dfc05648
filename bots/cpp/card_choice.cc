// For every legal card, the chance of winning the trick from the hidden cards
// of each later hand (hypergeometric, in integers), times what is at stake.

#include "bots/cpp/card_choice.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "bots/cpp/trick_view.h"
#include "engine/cards/seat.h"

namespace couillon::bots {
namespace {

// Probabilities of the places of cards, as integers in 1/1024, so that they are
// the same on every machine.
constexpr int kCertain = 1024;

constexpr int kMaxHeld = 16;
constexpr int kMaxUnseen = 32;
constexpr int kMaxWanted = 16;

using NoneTable = std::array<
    std::array<std::array<std::uint16_t, kMaxWanted + 1>, kMaxUnseen + 1>,
    kMaxHeld + 1>;

// The nearest integer; halves are rounded up. Requires: value >= 0.
constexpr int Rounded(double value) {
  const int whole = static_cast<int>(value);
  return value - whole < 0.5 ? whole : whole + 1;
}

constexpr NoneTable MakeNoneTable() {
  NoneTable table{};
  for (int held = 0; held <= kMaxHeld; ++held) {
    for (int unseen = 0; unseen <= kMaxUnseen; ++unseen) {
      double none = 1;
      for (int wanted = 0; wanted <= kMaxWanted; ++wanted) {
        table[static_cast<std::size_t>(held)][static_cast<std::size_t>(unseen)]
             [static_cast<std::size_t>(wanted)] =
                 static_cast<std::uint16_t>(Rounded(none * kCertain));
        const int others = unseen - held - wanted;
        none = others > 0 ? none * others / (unseen - wanted) : 0;
        if (held == 0) none = 1;
      }
    }
  }
  return table;
}

constexpr NoneTable kNone = MakeNoneTable();

// The probabilities, in 1/1024, that none of a number of cards is among the
// hidden cards of a hand; those of kMaxWanted cards and more are the same.
using NoneRow = std::array<std::uint16_t, kMaxWanted + 1>;

// The row of `held` cards drawn from `unseen` ones.
const NoneRow& NoneOf(int held, int unseen) {
  return kNone[static_cast<std::size_t>(held)]
              [static_cast<std::size_t>(unseen)];
}

// The probability that none of `wanted` is held. Requires: they are some of the
// unseen cards of the row.
std::uint32_t ChanceOfNone(const NoneRow& none, CardSet wanted) {
  constexpr int kMax = kMaxWanted;
  const int count = wanted.size();
  return none[static_cast<std::size_t>(count < kMax ? count : kMax)];
}

// 0, 1, 2, or 3 for any more. Cheaper than to count them all.
int CountToThree(CardSet cards) {
  std::uint32_t rest = cards.mask();
  int count = 0;
  for (; rest != 0 && count < 3; ++count) rest &= rest - 1;
  return count;
}

// The possible cards in the hand of a seat that plays later to the trick under
// way.
struct LaterHand {
  const TableView::Hand* cards;
  const NoneRow* none;   // for its hidden cards
  std::uint32_t trumps;  // the chance that it has any
};

// A seat that plays later to the trick.
struct LaterSeat {
  std::size_t hand;  // its place among the hands, which seats may share
  bool is_ours;
};

class Chooser {
 public:
  Chooser(const TableView& view, const CardWeights& weights)
      : rules_(*view.rules),
        table_(*view.table),
        weights_(weights),
        view_(view),
        leads_(view.trick.empty()),
        side_(rules_.SideOf(view.turn)),
        may_ruff_(rules_.play.trump_when_able || view.free_play) {
    for (const Card card : view_.trick) {
      table_points_ += CardPoints(rules_, card);
    }
    AddLaterSeats(rules_.players - static_cast<int>(view_.trick.size()) - 1);
    if (later_ > 0) later_points_ = LaterPoints();
    fed_points_ = later_points_ * weights_.feed / 100;
    own_size_ = view_.own.size();
  }

  // Requires: at least two legal cards.
  [[nodiscard]] Card Choose(CardSet legal) const {
    Card best = *legal.begin();
    int best_value = INT32_MIN;
    ForEach(legal, [&best_value, &best](Card card, int /*chance*/, int value) {
      if (value > best_value) {
        best_value = value;
        best = card;
      }
    });
    return best;
  }

  // Calls `see(card, chance, value)` for each card, as in CardValue.
  template <typename See>
  void ForEach(CardSet legal, const See& see) const {
    // All cards that do not win the trick so far leave it the same chance.
    CardSet winning = legal;
    int ours_if_not = 0;
    if (!leads_) {
      winning = legal & BeatenBy(table_, view_.winning);
      if (winning != legal) {
        ours_if_not = ChanceOfTrick(view_.trick.front(), view_.winning,
                                    rules_.SideOf(view_.winner) == side_);
      }
    }
    for (const Card card : legal) {
      const int ours = winning.Has(card) ? ChanceToWinWith(card) : ours_if_not;
      see(card, ours, Value(card, ours));
    }
  }

 private:
  void AddLaterSeats(int count) {
    Seat seat = view_.turn;
    for (; later_ < count; ++later_) {
      seat = rules_.Next(seat);
      seats_[static_cast<std::size_t>(later_)] = {
          .hand = PlaceOf(view_.hands[seat]),
          .is_ours = rules_.SideOf(seat) == side_};
    }
  }

  // Most hands are not known apart, so their chances are found once.
  [[nodiscard]] std::size_t PlaceOf(const TableView::Hand& hand) {
    const NoneRow* none = &NoneOf(hand.hidden, hand.possible.size());
    std::size_t place = 0;
    for (; place < hands_count_; ++place) {
      const LaterHand& other = hands_[place];
      if (other.cards->known == hand.known &&
          other.cards->possible == hand.possible && other.none == none) {
        return place;
      }
    }
    LaterHand& added = hands_[hands_count_++];
    added.cards = &hand;
    added.none = none;
    added.trumps = ChanceOfAny(added, table_.trumps);
    return place;
  }

  // The chance that a hand has any of `cards`.
  static std::uint32_t ChanceOfAny(const LaterHand& hand, CardSet cards) {
    if (!(hand.cards->known & cards).empty()) return kCertain;
    return kCertain - ChanceOfNone(*hand.none, hand.cards->possible & cards);
  }

  // The card points that later players add on average, in sixteenths.
  [[nodiscard]] int LaterPoints() const {
    int points = 0;
    for (const Card card : view_.at_large) points += CardPoints(rules_, card);
    const int cards = view_.at_large.size();
    return cards > 0 ? 16 * later_ * points / cards : 0;
  }

  // The expected value of playing `card`, in 1/16384 of a card point, if our
  // side then has the chance `ours` to win the trick.
  [[nodiscard]] int Value(Card card, int ours) const {
    const int points = 16 * (table_points_ + CardPoints(rules_, card));
    const int value = ours * (points + fed_points_) -
                      (kCertain - ours) * (points + later_points_);
    const int left = own_size_ - 1;
    if (left == 0) return value;
    int later = ours * weights_.tempo - kCertain * Keep(card);
    if (leads_) later += kCertain * LeadBonus(card);
    return value + (left == 1 ? later / 100 * weights_.late : later);
  }

  // The chance that our side wins the trick if `card` is played, which beats
  // the cards before it.
  [[nodiscard]] int ChanceToWinWith(Card card) const {
    return ChanceOfTrick(leads_ ? card : view_.trick.front(), card, true);
  }

  // The chance that our side wins the trick led by `led`, if after our card
  // `winning` is the card to beat; `is_ours`: our side has played it.
  [[nodiscard]] int ChanceOfTrick(Card led, Card winning, bool is_ours) const {
    std::array<std::uint32_t, kMaxSeats> beats;  // by hand
    for (std::size_t i = 0; i < hands_count_; ++i) {
      beats[i] = ChanceToBeat(hands_[i], led, BeatenBy(table_, winning));
    }
    std::uint32_t ours = is_ours ? kCertain : 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(later_); ++i) {
      const std::uint32_t chance = beats[seats_[i].hand];
      if (seats_[i].is_ours) {
        ours += (kCertain - ours) * chance / kCertain;
      } else {
        ours -= ours * chance / kCertain *
                static_cast<std::uint32_t>(weights_.eagerness) / kCertain;
      }
    }
    return static_cast<int>(ours);
  }

  // The chance that a hand has a card that beats the trick so far, and may play
  // it.
  [[nodiscard]] std::uint32_t ChanceToBeat(const LaterHand& hand, Card led,
                                           CardSet beating) const {
    const CardSet held = hand.cards->known | hand.cards->possible;
    if ((held & beating).empty()) return 0;
    const CardSet answers = Answers(table_, led);
    const std::uint32_t follows = ChanceOfAny(hand, beating & answers);
    if (follows == kCertain || table_.trumps.Has(led)) return follows;
    const CardSet ruffing = beating & table_.trumps;
    std::uint32_t ruffs =
        ruffing == table_.trumps ? hand.trumps : ChanceOfAny(hand, ruffing);
    if (!may_ruff_) {
      ruffs = ruffs * (kCertain - ChanceOfAny(hand, answers)) / kCertain;
    }
    return kCertain - (kCertain - follows) * (kCertain - ruffs) / kCertain;
  }

  // The value of the card in a later trick.
  [[nodiscard]] int Keep(Card card) const {
    if (table_.trumps.Has(card)) {
      switch (CountToThree(BeatenBy(table_, card) & view_.at_large)) {
        case 0:
          return weights_.trump_top;
        case 1:
          return weights_.trump_second;
        case 2:
          return weights_.trump_third;
        default:
          return weights_.trump_low;
      }
    }
    const int higher = CountToThree(view_.HigherInSuit(card) & view_.at_large);
    if (own_size_ == 2) {
      return higher == 0 ? weights_.last_top : weights_.last_low;
    }
    if (higher == 0) return weights_.suit_top;
    return higher == 1 ? weights_.suit_second : weights_.suit_low;
  }

  // The value of a lead for the rest of the hand: a lead of sure trumps, if
  // others have few left, makes sure cards of other suits safe.
  [[nodiscard]] int LeadBonus(Card card) const {
    const CardSet trumps = view_.own & table_.trumps;
    const CardSet trumps_out = view_.at_large & table_.trumps;
    if (!trumps.Has(card) || trumps_out.empty()) return 0;
    if (!(BeatenBy(table_, card) & trumps_out).empty()) return 0;
    if (trumps.size() < trumps_out.size()) return 0;
    return weights_.draw_trumps * SureCards();
  }

  // Own plain cards that only a trump can beat.
  [[nodiscard]] int SureCards() const {
    int cards = 0;
    for (const Card card : view_.own & ~table_.trumps) {
      if ((view_.HigherInSuit(card) & view_.at_large).empty()) ++cards;
    }
    return cards;
  }

  const CompiledRules& rules_;
  const TrumpTable& table_;
  const CardWeights& weights_;
  const TableView& view_;
  bool leads_;
  Side side_;
  bool may_ruff_;
  int table_points_ = 0;
  int later_ = 0;         // seats that play after this one
  int later_points_ = 0;  // sixteenths of a card point
  int fed_points_ = 0;    // what they are worth if our side wins the trick
  int own_size_ = 0;
  std::array<LaterSeat, kMaxSeats> seats_;  // the first `later_`
  std::size_t hands_count_ = 0;
  std::array<LaterHand, kMaxSeats> hands_;
};

}  // namespace

Card ChooseCard(const CompiledRules& rules, const Observation& observation,
                const CardWeights& weights) {
  return ChooseCard(ViewTable(rules, observation), observation.legal.cards(),
                    weights);
}

int ValueCards(const TableView& view, CardSet legal,
               std::span<CardValue> values) {
  constexpr CardWeights kWeights;
  std::size_t count = 0;
  Chooser(view, kWeights).ForEach(legal, [&](Card card, int chance, int value) {
    values[count++] = {.card = card, .chance = chance, .value = value};
  });
  return static_cast<int>(count);
}

Card ChooseCard(const TableView& view, CardSet legal,
                const CardWeights& weights) {
  if (legal.size() == 1) return *legal.begin();
  return Chooser(view, weights).Choose(legal);
}

}  // namespace couillon::bots
