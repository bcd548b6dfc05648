#include "tools/explain/explain_rules.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/trump_order.h"
#include "tools/explain/explain_script.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/rule_sentences.h"
#include "tools/sentences/script_sentences.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

// Decides what is said of each knob; `words_` says it.
class RulesTeller {
 public:
  RulesTeller(const CompiledRules& rules, const RuleSentences& words)
      : rules_(rules), ruleset_(rules.ruleset), words_(words) {}

  [[nodiscard]] Sentences Players() const {
    const bool alone = rules_.players == rules_.sides;
    Sentences said = {alone ? words_.EachForHimself(rules_.players)
                            : words_.Sides(rules_.players, rules_.sides),
                      words_.TurnOrder(ruleset_.table.direction)};
    if (rules_.layout == Layout::kDummy) {
      said.push_back(words_.Dummy(rules_.dummy, rules_.dummy_controller));
    }
    return said;
  }

  [[nodiscard]] Sentences Cards() const {
    const TableRules& table = ruleset_.table;
    std::string pack = words_.Pack(rules_.pack_size, table.ranks);
    if (!table.removed.empty()) {
      std::vector<Card> removed;
      for (const Card card : table.removed) removed.push_back(card);
      absl::StrAppend(&pack, " ", words_.LeftOut(removed));
    }
    Sentences said = {pack, CardPoints()};
    AddTrumps(said);
    return said;
  }

  [[nodiscard]] Sentences Announcements() const {
    const std::optional<MitRules>& mit = ruleset_.special.mit;
    if (!mit) return {};
    Sentences said = {
        words_.DeclareMit(mit->card, mit->window),
        mit->kontra ? words_.SayKontra() : words_.NoKontra(),
    };
    if (mit->re) {
      said.push_back(words_.SayRe());
    } else if (mit->kontra) {
      said.push_back(words_.NoRe());
    }
    return said;
  }

  [[nodiscard]] Sentences Play() const {
    const PlayRules& play = ruleset_.play;
    Sentences said = {words_.FirstLead(ruleset_.lead), words_.WinnerOfTrick()};
    if (play.free_while_stock) said.push_back(words_.FreeWhileStock());
    said.push_back(words_.TrumpsLed(play.head_trump));
    said.push_back(words_.PlainSuitLed(play.trump_when_able, play.head_plain));
    if (play.must_overtrump && play.trump_when_able) {
      said.push_back(words_.OvertrumpByChoice());
    }
    said.push_back(play.must_trump_when_void
                       ? words_.VoidTrumps(play.must_overtrump)
                       : words_.VoidPlaysAny());
    return said;
  }

  [[nodiscard]] Sentences Scoring() const {
    const ScoringRules& scoring = ruleset_.scoring;
    const bool alone = rules_.players == rules_.sides;
    Sentences said = {words_.Winner(alone, Units(scoring.win))};
    const std::vector<Extra> extras = Extras();
    if (!extras.empty()) said.push_back(words_.Extras(extras));
    if (scoring.makers_must_exceed > 0) {
      said.push_back(words_.MakersMustExceed(scoring.makers_must_exceed));
    }
    said.push_back(LossOfMakers());
    said.push_back(
        words_.Tie(Units(scoring.tie_both), Units(scoring.maker_loss_on_tie)));
    said.push_back(Carry());
    return said;
  }

  [[nodiscard]] Sentences Match() const {
    const MatchRules& match = ruleset_.match;
    Sentences said = {Targets()};
    if (match.max_deals > 0 && match.fixed_deals == 0) {
      said.push_back(words_.MaxDeals(match.max_deals, match.max_deals_winner));
    }
    said.push_back(match.clamp_at_zero ? words_.NobodyBelowZero()
                                       : words_.MayFallBelowZero());
    const Undecided again = {.tie = match.same_dealer_after_tie,
                             .thrown_in = match.same_dealer_after_abandon};
    said.push_back(again.tie || again.thrown_in ? words_.SameDealerAfter(again)
                                                : words_.NextDealer());
    return said;
  }

 private:
  [[nodiscard]] Amount Units(int count) const {
    return AmountOf(count, ruleset_.scoring);
  }

  [[nodiscard]] std::string CardPoints() const {
    const TableRules& table = ruleset_.table;
    std::vector<RankPoints> worth;
    for (std::size_t i = 0; i < table.ranks.size(); ++i) {
      if (table.card_points[i] == 0) continue;
      worth.push_back(
          {.rank = table.ranks[i], .card_points = table.card_points[i]});
    }
    if (worth.empty()) return words_.NoCardPoints();
    int total = 0;
    for (const Card card : rules_.deck) {
      total += rules_.card_points[static_cast<std::size_t>(card.index())];
    }
    return words_.CardPoints(worth, worth.size() < table.ranks.size(), total);
  }

  // The order of trumps, if it differs from that of other suits.
  void AddTrumps(Sentences& said) const {
    const SpecialRules& special = ruleset_.special;
    if (special.permanent_trumps.empty() && !special.mit) {
      said.push_back(words_.TrumpsLikeOtherSuits());
      return;
    }
    const Rank top = ruleset_.table.ranks.front();
    if (!special.permanent_trumps.empty()) {
      said.push_back(words_.PermanentTrumps(top, special.mit.has_value(),
                                            special.permanent_trumps));
    }
    if (special.mit) said.push_back(words_.Mit(special.mit->card, top));
    for (int index = kSuits - 1; index >= 0; --index) {
      const Suit suit = static_cast<Suit>(index);
      const TrumpOrder order =
          OrderOfTrumps(ruleset_, suit, special.mit.has_value());
      const std::vector<Card> cards(order.cards.begin(),
                                    order.cards.begin() + order.count);
      said.push_back(
          words_.OrderOfTrumps(suit, special.mit.has_value(), cards));
    }
  }

  // What winners erase besides the win.
  [[nodiscard]] std::vector<Extra> Extras() const {
    const ScoringRules& scoring = ruleset_.scoring;
    std::vector<std::pair<ExtraFor, int>> counts = {
        {ExtraFor::kVole, scoring.vole}};
    if (const std::optional<MitRules>& mit = ruleset_.special.mit) {
      counts.emplace_back(ExtraFor::kMit, scoring.mit);
      if (mit->kontra) counts.emplace_back(ExtraFor::kKontra, scoring.kontra);
      if (mit->re) counts.emplace_back(ExtraFor::kRe, scoring.re);
    }
    std::vector<Extra> extras;
    for (const auto& [what_for, count] : counts) {
      if (count > 0) {
        extras.push_back({.what_for = what_for, .amount = Units(count)});
      }
    }
    return extras;
  }

  [[nodiscard]] std::string LossOfMakers() const {
    const ScoringRules& scoring = ruleset_.scoring;
    std::string loss;
    if (rules_.players != rules_.sides) {
      loss = absl::StrCat(words_.WhoMakersAre(), " ");
    }
    loss +=
        scoring.maker_loss == 0
            ? words_.MakersAddNothing()
            : words_.MakersAdd(Units(scoring.maker_loss),
                               scoring.penalty_mark == PenaltyMark::kBoucle);
    if (ruleset_.special.mit &&
        scoring.maker_loss_if_mit != scoring.maker_loss) {
      absl::StrAppend(
          &loss, " ",
          words_.MakersWithMitAdd(Units(scoring.maker_loss_if_mit)));
    }
    return loss;
  }

  // What the winners of a later deal get for one without winners.
  [[nodiscard]] std::string Carry() const {
    const ScoringRules& scoring = ruleset_.scoring;
    const Undecided carried = {.tie = scoring.bonus_on_tie,
                               .thrown_in = scoring.bonus_on_abandon};
    if (!carried.tie && !carried.thrown_in) return words_.NoCarry();
    std::string said =
        absl::StrCat(words_.Carry(carried, Units(scoring.bonus_units)), " ",
                     words_.CarriesInARow(scoring.bonus_accumulates), " ",
                     words_.LossWithCarry(scoring.bonus_adds_penalty));
    const bool may_be_thrown_in =
        std::ranges::any_of(ruleset_.script, [](const Step& step) {
          return std::holds_alternative<AbandonStep>(step);
        });
    if (!carried.tie) absl::StrAppend(&said, " ", words_.CarryStaysAfterTie());
    if (!carried.thrown_in && may_be_thrown_in) {
      absl::StrAppend(&said, " ", words_.CarryStaysAfterThrowIn());
    }
    return said;
  }

  [[nodiscard]] std::string Targets() const {
    const MatchRules& match = ruleset_.match;
    const Amount first = Units(match.targets.front());
    if (match.fixed_deals > 0) {
      return words_.FixedDeals(first, match.fixed_deals);
    }
    if (match.cows_to_win == 1) return words_.FirstToErase(first);
    std::vector<Amount> starts;
    starts.reserve(match.targets.size());
    for (const int target : match.targets) starts.push_back(Units(target));
    const bool same = std::all_of(
        starts.begin(), starts.end(),
        [&first](Amount start) { return start.count == first.count; });
    // The last cow of a match is the winner's last and all the others' but one.
    const std::size_t most = rules_.sides * (match.cows_to_win - 1U) + 1;
    return absl::StrCat(
        words_.CowsToWin(match.cows_to_win), " ",
        same ? words_.EveryCow(first)
             : words_.CowByCow(starts, /*more=*/most > starts.size()));
  }

  const CompiledRules& rules_;
  const Ruleset& ruleset_;
  const RuleSentences& words_;
};

}  // namespace

std::vector<ExplainedSection> ExplainRules(const CompiledRules& rules,
                                           Language language) {
  const RuleSentences& words = RulesIn(language);
  const RulesTeller teller(rules, words);
  std::vector<std::pair<RulesPart, Sentences>> parts = {
      {RulesPart::kPlayers, teller.Players()},
      {RulesPart::kCards, teller.Cards()},
      {RulesPart::kDealAndTrumps, ExplainScript(rules, ScriptIn(language))},
      {RulesPart::kAnnouncements, teller.Announcements()},
      {RulesPart::kPlay, teller.Play()},
      {RulesPart::kScoring, teller.Scoring()},
      {RulesPart::kMatch, teller.Match()}};
  std::vector<ExplainedSection> sections;
  for (auto& [part, sentences] : parts) {
    if (sentences.empty()) continue;
    sections.push_back(
        {.heading = words.Heading(part), .sentences = std::move(sentences)});
  }
  return sections;
}

}  // namespace couillon::tools
