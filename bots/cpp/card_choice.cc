#include "bots/cpp/card_choice.h"

#include <cstddef>
#include <cstdint>
#include <span>

#include "bots/cpp/odds.h"
#include "bots/cpp/table_view.h"
#include "bots/cpp/trick_view.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {
namespace {

// 0, 1, 2, or 3 for any more. Cheaper than to count them all.
int CountToThree(CardSet cards) {
  std::uint32_t rest = cards.mask();
  int count = 0;
  for (; rest != 0 && count < 3; ++count) rest &= rest - 1;
  return count;
}

class Chooser {
 public:
  Chooser(const TableView& view, const CardWeights& weights)
      : rules_(*view.rules),
        weights_(weights),
        view_(view),
        side_(rules_.SideOf(view.turn)) {
    for (const Card card : view_.trick) {
      table_points_ += CardPoints(rules_, card);
    }
    later_ = rules_.players - static_cast<int>(view_.trick.size()) - 1;
    if (later_ > 0) later_points_ = LaterPoints();
    own_size_ = view_.own.size();
    trumps_out_ = view_.at_large & view_.table->trumps;
    for (const Card card : view_.own & ~view_.table->trumps) {
      if ((view_.HigherInSuit(card) & view_.at_large).empty()) ++sure_cards_;
    }
  }

  [[nodiscard]] Card Choose(CardSet legal) const {
    Card best = *legal.begin();
    if (legal.size() == 1) return best;
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
    if (!view_.trick.empty()) {
      winning = legal & BeatenBy(*view_.table, view_.winning);
      if (winning != legal) {
        ours_if_not =
            ChanceOfTrick(view_.trick.front(), view_.winning, view_.winner);
      }
    }
    for (const Card card : legal) {
      const int ours = winning.Has(card) ? ChanceToWinWith(card) : ours_if_not;
      see(card, ours, Value(card, ours));
    }
  }

 private:
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
    const int value = ours * (points + later_points_ * weights_.feed / 100) -
                      (kCertain - ours) * (points + later_points_);
    const int left = own_size_ - 1;
    if (left == 0) return value;
    int later = ours * weights_.tempo - kCertain * Keep(card);
    if (view_.trick.empty()) later += kCertain * LeadBonus(card);
    return value + (left == 1 ? later / 100 * weights_.late : later);
  }

  // The chance that our side wins the trick if `card` is played, which beats
  // the cards before it.
  [[nodiscard]] int ChanceToWinWith(Card card) const {
    const Card led = view_.trick.empty() ? card : view_.trick.front();
    return ChanceOfTrick(led, card, view_.turn);
  }

  // The chance that our side wins the trick led by `led`, if after our card
  // `winning` is the card to beat, played by `winner`.
  [[nodiscard]] int ChanceOfTrick(Card led, Card winning, Seat winner) const {
    int ours = rules_.SideOf(winner) == side_ ? kCertain : 0;
    Seat seat = view_.turn;
    for (int turns = 0; turns < later_; ++turns) {
      seat = rules_.Next(seat);
      const int beats = ChanceToBeat(view_.hands[seat], led, winning);
      if (rules_.SideOf(seat) == side_) {
        ours += (kCertain - ours) * beats / kCertain;
      } else {
        ours -= ours * beats / kCertain * weights_.eagerness / kCertain;
      }
    }
    return ours;
  }

  // The chance that a hand holds a card that beats `winning`, and may play it.
  [[nodiscard]] int ChanceToBeat(const TableView::Hand& hand, Card led,
                                 Card winning) const {
    const TrumpTable& table = *view_.table;
    const CardSet beating = BeatenBy(table, winning);
    const CardSet answers = Answers(table, led);
    const bool may_ruff = rules_.play.trump_when_able || view_.free_play;
    const bool must_follow = !may_ruff && !table.trumps.Has(led);
    if (!(hand.known & beating & answers).empty()) return kCertain;
    const int unseen = hand.possible.size();
    const int held = hand.hidden;
    const int no_follow =
        ChanceOfNone(held, unseen, (hand.possible & beating & answers).size());
    if (table.trumps.Has(led)) return kCertain - no_follow;
    int ruffs =
        (hand.known & beating & table.trumps).empty()
            ? kCertain -
                  ChanceOfNone(held, unseen,
                               (hand.possible & beating & table.trumps).size())
            : kCertain;
    if (must_follow) {
      const int is_void =
          (hand.known & answers).empty()
              ? ChanceOfNone(held, unseen, (hand.possible & answers).size())
              : 0;
      ruffs = ruffs * is_void / kCertain;
    }
    return kCertain - no_follow * (kCertain - ruffs) / kCertain;
  }

  // The value of the card in a later trick.
  [[nodiscard]] int Keep(Card card) const {
    if (view_.table->trumps.Has(card)) {
      switch (CountToThree(BeatenBy(*view_.table, card) & view_.at_large)) {
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
    const CardSet trumps = view_.own & view_.table->trumps;
    if (!trumps.Has(card) || trumps_out_.empty()) return 0;
    if (!(BeatenBy(*view_.table, card) & trumps_out_).empty()) return 0;
    if (trumps.size() < trumps_out_.size()) return 0;
    return weights_.draw_trumps * sure_cards_;
  }

  const CompiledRules& rules_;
  const CardWeights& weights_;
  const TableView& view_;
  Side side_;
  CardSet trumps_out_;
  int table_points_ = 0;
  int later_ = 0;         // seats that play after this one
  int later_points_ = 0;  // sixteenths of a card point
  int own_size_ = 0;
  int sure_cards_ = 0;  // own plain cards that only a trump can beat
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
  return Chooser(view, weights).Choose(legal);
}

}  // namespace couillon::bots
