#include "tools/explain/explain_rules.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "engine/cards/card.h"
#include "engine/rules/ruleset.h"
#include "engine/rules/trump_order.h"
#include "tools/explain/explain_script.h"
#include "tools/words/catalogue.h"
#include "tools/words/game_words.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

std::string KeywordOf(Head head) {
  switch (head) {
    case Head::kBest:
      return "best";
    case Head::kPrevious:
      return "previous";
    case Head::kNone:
      break;
  }
  return "none";
}

std::string KeywordOf(MitWindow window) {
  switch (window) {
    case MitWindow::kPreLead:
      return "before_lead";
    case MitWindow::kOpen:
      return "open";
    case MitWindow::kOwnTurn:
      break;
  }
  return "own_turn";
}

// What ended a deal without a winner. Requires: at least one of both.
Value Undecided(bool tie, bool thrown_in) {
  return Keyword(tie && thrown_in ? "both" : tie ? "tie" : "thrown_in");
}

// Decides what is said of each knob; `words_` says it.
class RulesTeller {
 public:
  RulesTeller(const CompiledRules& rules, const Catalogue& words)
      : rules_(rules), ruleset_(rules.ruleset), words_(words) {}

  [[nodiscard]] Sentences Players() const {
    Sentences said;
    const Value players = Number(rules_.players);
    if (rules_.players == rules_.sides) {
      said.push_back(words_.Say("each_for_himself", {{"players", players}}));
    } else {
      said.push_back(words_.Say(
          "sides", {{"seats", players},
                    {"sides", Number(rules_.sides)},
                    {"each", Number(rules_.players / rules_.sides)}}));
    }
    const bool clockwise = ruleset_.table.direction == Direction::kClockwise;
    said.push_back(words_.Say(
        "turn_order",
        {{"direction", Keyword(clockwise ? "clockwise" : "anticlockwise")}}));
    if (rules_.layout == Layout::kDummy) {
      said.push_back(
          words_.Say("dummy", {{"dummy", Number(rules_.dummy)},
                               {"partner", Number(rules_.dummy_controller)}}));
    }
    return said;
  }

  [[nodiscard]] Sentences Cards() const {
    const TableRules& table = ruleset_.table;
    std::vector<Value> ranks;
    ranks.reserve(table.ranks.size());
    for (const Rank rank : table.ranks) ranks.push_back(RankValue(rank));
    std::string pack =
        words_.Say("pack", {{"cards", Number(rules_.pack_size)},
                            {"ranks", ListOf(ranks, Join::kCommas)}});
    if (!table.removed.empty()) {
      std::vector<Card> removed;
      for (const Card card : table.removed) removed.push_back(card);
      absl::StrAppend(
          &pack, " ",
          words_.Say("left_out", {{"cards", CardList(removed, Join::kAnd)}}));
    }
    Sentences said = {pack, CardPoints()};
    AddTrumps(said);
    return said;
  }

  [[nodiscard]] Sentences Announcements() const {
    const std::optional<MitRules>& mit = ruleset_.special.mit;
    if (!mit) return {};
    Sentences said = {
        words_.Say("declare_mit",
                   {{"card", CardValue(mit->card)},
                    {"window", Keyword(KeywordOf(mit->window))}}),
        mit->kontra ? words_.Say("say_kontra") : words_.Say("no_kontra"),
    };
    if (mit->re) {
      said.push_back(words_.Say("say_re"));
    } else if (mit->kontra) {
      said.push_back(words_.Say("no_re"));
    }
    return said;
  }

  [[nodiscard]] Sentences Play() const {
    const PlayRules& play = ruleset_.play;
    Sentences said = {
        words_.Say("first_lead", {{"lead", Keyword(ruleset_.lead == Lead::kMaker
                                                       ? "maker"
                                                       : "eldest")}}),
        words_.Say("winner_of_trick")};
    if (play.free_while_stock) said.push_back(words_.Say("free_while_stock"));
    said.push_back(words_.Say("trumps_led",
                              {{"head", Keyword(KeywordOf(play.head_trump))}}));
    said.push_back(words_.Say("plain_suit_led",
                              {{"trump", Flag(play.trump_when_able)},
                               {"head", Keyword(KeywordOf(play.head_plain))}}));
    if (play.must_overtrump && play.trump_when_able) {
      said.push_back(words_.Say("overtrump_by_choice"));
    }
    said.push_back(play.must_trump_when_void
                       ? words_.Say("void_trumps",
                                    {{"overtrump", Flag(play.must_overtrump)}})
                       : words_.Say("void_plays_any"));
    return said;
  }

  [[nodiscard]] Sentences Scoring() const {
    const ScoringRules& scoring = ruleset_.scoring;
    const bool alone = rules_.players == rules_.sides;
    Sentences said = {words_.Say(
        "winner", {{"alone", Flag(alone)}, {"win", Units(scoring.win)}})};
    const Value extras = Extras();
    if (!extras.items.empty()) {
      said.push_back(words_.Say("extras", {{"extras", extras}}));
    }
    if (scoring.makers_must_exceed > 0) {
      said.push_back(
          words_.Say("makers_must_exceed",
                     {{"points", Number(scoring.makers_must_exceed)}}));
    }
    said.push_back(LossOfMakers());
    said.push_back(
        words_.Say("tie", {{"all", Units(scoring.tie_both)},
                           {"makers", Units(scoring.maker_loss_on_tie)}}));
    said.push_back(Carry());
    return said;
  }

  [[nodiscard]] Sentences Match() const {
    const MatchRules& match = ruleset_.match;
    Sentences said = {Targets()};
    if (match.max_deals > 0 && match.fixed_deals == 0) {
      const bool most = match.max_deals_winner == MaxDealsWinner::kMaxErased;
      said.push_back(words_.Say(
          "max_deals",
          {{"deals", Number(match.max_deals)},
           {"winner", Keyword(most ? "most_erased" : "fewest_left")}}));
    }
    said.push_back(match.clamp_at_zero ? words_.Say("nobody_below_zero")
                                       : words_.Say("may_fall_below_zero"));
    const bool tie = match.same_dealer_after_tie;
    const bool thrown_in = match.same_dealer_after_abandon;
    said.push_back(tie || thrown_in
                       ? words_.Say("same_dealer_after",
                                    {{"after", Undecided(tie, thrown_in)}})
                       : words_.Say("next_dealer"));
    return said;
  }

 private:
  [[nodiscard]] Value Units(int count) const {
    return AmountOf(count, ruleset_.scoring);
  }

  [[nodiscard]] std::string CardPoints() const {
    const TableRules& table = ruleset_.table;
    std::vector<Value> worth;
    for (std::size_t i = 0; i < table.ranks.size(); ++i) {
      if (table.card_points[i] == 0) continue;
      worth.push_back({.kind = "worth",
                       .parts = {{"rank", RankValue(table.ranks[i])},
                                 {"points", Number(table.card_points[i])}}});
    }
    if (worth.empty()) return words_.Say("no_card_points");
    int total = 0;
    for (const Card card : rules_.deck) {
      total += rules_.card_points[static_cast<std::size_t>(card.index())];
    }
    return words_.Say("card_points",
                      {{"ranks", ListOf(worth, Join::kAnd)},
                       {"others", Flag(worth.size() < table.ranks.size())},
                       {"total", Number(total)}});
  }

  // The order of trumps, if it differs from that of other suits.
  void AddTrumps(Sentences& said) const {
    const SpecialRules& special = ruleset_.special;
    if (special.permanent_trumps.empty() && !special.mit) {
      said.push_back(words_.Say("trumps_like_other_suits"));
      return;
    }
    const Value top = RankValue(ruleset_.table.ranks.front());
    const Value mit = Flag(special.mit.has_value());
    if (!special.permanent_trumps.empty()) {
      said.push_back(words_.Say(
          "permanent_trumps",
          {{"top", top},
           {"mit", mit},
           {"cards", CardList(special.permanent_trumps, Join::kAnd)}}));
    }
    if (special.mit) {
      said.push_back(words_.Say(
          "mit", {{"card", CardValue(special.mit->card)}, {"top", top}}));
    }
    for (int index = kSuits - 1; index >= 0; --index) {
      const Suit suit = static_cast<Suit>(index);
      const TrumpOrder order =
          OrderOfTrumps(ruleset_, suit, special.mit.has_value());
      const std::vector<Card> cards(order.cards.begin(),
                                    order.cards.begin() + order.count);
      said.push_back(words_.Say("order_of_trumps",
                                {{"suit", SuitValue(suit)},
                                 {"mit", mit},
                                 {"cards", CardList(cards, Join::kSpaces)}}));
    }
  }

  // What winners erase besides the win.
  [[nodiscard]] Value Extras() const {
    const ScoringRules& scoring = ruleset_.scoring;
    std::vector<std::pair<const char*, int>> counts = {{"vole", scoring.vole}};
    if (const std::optional<MitRules>& mit = ruleset_.special.mit) {
      counts.emplace_back("mit", scoring.mit);
      if (mit->kontra) counts.emplace_back("kontra", scoring.kontra);
      if (mit->re) counts.emplace_back("re", scoring.re);
    }
    std::vector<Value> extras;
    for (const auto& [reason, count] : counts) {
      if (count == 0) continue;
      extras.push_back(
          {.kind = "extra",
           .parts = {{"amount", Units(count)}, {"reason", Keyword(reason)}}});
    }
    return ListOf(extras, Join::kAnd);
  }

  [[nodiscard]] std::string LossOfMakers() const {
    const ScoringRules& scoring = ruleset_.scoring;
    std::string loss;
    if (rules_.players != rules_.sides) {
      loss = absl::StrCat(words_.Say("who_makers_are"), " ");
    }
    const bool boucles = scoring.penalty_mark == PenaltyMark::kBoucle;
    loss += scoring.maker_loss == 0
                ? words_.Say("makers_add_nothing")
                : words_.Say("makers_add", {{"loss", Units(scoring.maker_loss)},
                                            {"boucles", Flag(boucles)}});
    if (ruleset_.special.mit &&
        scoring.maker_loss_if_mit != scoring.maker_loss) {
      absl::StrAppend(&loss, " ",
                      words_.Say("makers_with_mit_add",
                                 {{"loss", Units(scoring.maker_loss_if_mit)}}));
    }
    return loss;
  }

  // What the winners of a later deal get for one without winners.
  [[nodiscard]] std::string Carry() const {
    const ScoringRules& scoring = ruleset_.scoring;
    const bool tie = scoring.bonus_on_tie;
    const bool thrown_in = scoring.bonus_on_abandon;
    if (!tie && !thrown_in) return words_.Say("no_carry");
    std::string said = absl::StrCat(
        words_.Say("carry", {{"after", Undecided(tie, thrown_in)},
                             {"bonus", Units(scoring.bonus_units)}}),
        " ",
        words_.Say("carries_in_a_row",
                   {{"add", Flag(scoring.bonus_accumulates)}}),
        " ",
        words_.Say("loss_with_carry",
                   {{"more", Flag(scoring.bonus_adds_penalty)}}));
    const bool may_be_thrown_in =
        std::ranges::any_of(ruleset_.script, [](const Step& step) {
          return std::holds_alternative<AbandonStep>(step);
        });
    if (!tie) absl::StrAppend(&said, " ", words_.Say("carry_stays_after_tie"));
    if (!thrown_in && may_be_thrown_in) {
      absl::StrAppend(&said, " ", words_.Say("carry_stays_after_throw_in"));
    }
    return said;
  }

  [[nodiscard]] std::string Targets() const {
    const MatchRules& match = ruleset_.match;
    const Value first = Units(match.targets.front());
    if (match.fixed_deals > 0) {
      return words_.Say("fixed_deals", {{"start", first},
                                        {"deals", Number(match.fixed_deals)}});
    }
    if (match.cows_to_win == 1) {
      return words_.Say("first_to_erase", {{"start", first}});
    }
    const std::string cows =
        words_.Say("cows_to_win", {{"cows", Number(match.cows_to_win)}});
    const bool same = std::ranges::count(match.targets, match.targets[0]) ==
                      std::ssize(match.targets);
    if (same) {
      return absl::StrCat(cows, " ",
                          words_.Say("every_cow", {{"start", first}}));
    }
    std::vector<Value> starts;
    for (const int target : match.targets) {
      const int cow = static_cast<int>(starts.size()) + 1;
      starts.push_back(
          {.kind = "start",
           .parts = {{"amount", Units(target)}, {"cow", Number(cow)}}});
    }
    // The last cow of a match is the winner's last and all the others' but one.
    const std::size_t most = rules_.sides * (match.cows_to_win - 1U) + 1;
    return absl::StrCat(
        cows, " ",
        words_.Say("cow_by_cow", {{"starts", ListOf(starts, Join::kAnd)},
                                  {"more", Flag(most > starts.size())}}));
  }

  const CompiledRules& rules_;
  const Ruleset& ruleset_;
  const Catalogue& words_;
};

}  // namespace

std::vector<ExplainedSection> ExplainRules(const CompiledRules& rules,
                                           Language language) {
  const Catalogue& words = WordsIn(language);
  const RulesTeller teller(rules, words);
  std::vector<std::pair<std::string, Sentences>> parts = {
      {words.Say("heading_players"), teller.Players()},
      {words.Say("heading_cards"), teller.Cards()},
      {words.Say("heading_deal"), ExplainScript(rules, words)},
      {words.Say("heading_announcements"), teller.Announcements()},
      {words.Say("heading_play"), teller.Play()},
      {words.Say("heading_scoring"), teller.Scoring()},
      {words.Say("heading_match"), teller.Match()}};
  std::vector<ExplainedSection> sections;
  for (auto& [heading, sentences] : parts) {
    if (sentences.empty()) continue;
    sections.push_back(
        {.heading = std::move(heading), .sentences = std::move(sentences)});
  }
  return sections;
}

}  // namespace couillon::tools
