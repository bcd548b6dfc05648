#include "tests/support/random_knobs.h"

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "engine/cards/card.h"

namespace couillon::tests {
namespace {

class Turner {
 public:
  explicit Turner(RandomDraws& draws) : draws_(draws) {}

  void Flag(bool& knob) {
    if (Turn()) knob = draws_.Below(2) == 1;
  }
  void Number(int& knob, int least, int most) {
    if (!Turn()) return;
    const auto values =
        static_cast<std::size_t>(most) - static_cast<std::size_t>(least) + 1;
    knob = least + static_cast<int>(draws_.Below(values));
  }
  template <typename Enum>
  void Choice(Enum& knob, int values) {
    if (!Turn()) return;
    knob = static_cast<Enum>(draws_.Below(static_cast<std::size_t>(values)));
  }
  bool Turn() { return draws_.Below(2) == 1; }
  // Some queens and a jack, in any order.
  std::vector<Card> Promoted() {
    std::vector<Card> cards;
    cards.reserve(kSuits);
    for (int suit = 0; suit < kSuits; ++suit) {
      cards.emplace_back(static_cast<Suit>(suit),
                         draws_.Below(4) == 0 ? Rank::kJack : Rank::kQueen);
    }
    for (std::size_t i = cards.size(); i > 1; --i) {
      std::swap(cards[i - 1], cards[draws_.Below(i)]);
    }
    cards.resize(draws_.Below(cards.size() + 1));
    return cards;
  }

 private:
  RandomDraws& draws_;
};

void TurnSpecial(Turner& turner, SpecialRules& special) {
  if (turner.Turn()) special.permanent_trumps = turner.Promoted();
  if (turner.Turn()) {
    special.mit = MitRules{.card = Card(Suit::kSpades, Rank::kQueen)};
  }
  if (!special.mit) return;
  turner.Choice(special.mit->window, 3);
  turner.Flag(special.mit->kontra);
  turner.Flag(special.mit->re);
}

void TurnScoring(Turner& turner, ScoringRules& scoring) {
  turner.Number(scoring.win, 1, 3);
  for (int* knob : {&scoring.vole, &scoring.mit, &scoring.kontra, &scoring.re,
                    &scoring.maker_loss, &scoring.maker_loss_if_mit,
                    &scoring.maker_loss_on_tie, &scoring.tie_both}) {
    turner.Number(*knob, 0, 3);
  }
  turner.Number(scoring.makers_must_exceed, 0, 20);
  turner.Flag(scoring.bonus_on_tie);
  turner.Flag(scoring.bonus_on_abandon);
  turner.Number(scoring.bonus_units, 1, 2);
  turner.Flag(scoring.bonus_accumulates);
  turner.Flag(scoring.bonus_adds_penalty);
  turner.Choice(scoring.penalty_mark, 3);
}

void TurnMatch(Turner& turner, MatchRules& match) {
  if (turner.Turn()) match.targets = {4, 2, 3};
  turner.Number(match.cows_to_win, 1, 3);
  turner.Number(match.fixed_deals, 0, 3);
  turner.Number(match.max_deals, 0, 20);
  turner.Choice(match.max_deals_winner, 2);
  turner.Flag(match.clamp_at_zero);
  turner.Flag(match.same_dealer_after_tie);
  turner.Flag(match.same_dealer_after_abandon);
}

}  // namespace

Ruleset WithRandomKnobs(Ruleset ruleset, RandomDraws& draws) {
  Turner turner(draws);
  if (turner.Turn()) {
    ruleset.table.direction =
        turner.Turn() ? Direction::kClockwise : Direction::kAnticlockwise;
  }
  turner.Choice(ruleset.lead, 2);
  turner.Flag(ruleset.play.trump_when_able);
  turner.Flag(ruleset.play.must_trump_when_void);
  turner.Flag(ruleset.play.must_overtrump);
  turner.Choice(ruleset.play.head_plain, 3);
  turner.Choice(ruleset.play.head_trump, 3);
  turner.Flag(ruleset.play.free_while_stock);
  for (Step& step : ruleset.script) {
    if (auto* offer = std::get_if<OfferStep>(&step)) turner.Flag(offer->show);
    if (auto* name = std::get_if<NameStep>(&step)) {
      turner.Choice(name->pool, 2);
      turner.Flag(name->show);
    }
  }
  TurnSpecial(turner, ruleset.special);
  TurnScoring(turner, ruleset.scoring);
  TurnMatch(turner, ruleset.match);
  return ruleset;
}

}  // namespace couillon::tests
