#include "tools/explain/explain_script.h"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"
#include "tools/explain/rule_words.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

class ScriptTeller {
 public:
  explicit ScriptTeller(const CompiledRules& rules)
      : rules_(rules), left_(rules.pack_size) {}

  Sentences Tell() {
    const std::vector<Step>& script = rules_.ruleset.script;
    for (at_ = 0; at_ < script.size(); ++at_) {
      std::visit([this](const auto& step) { Tell(step); }, script[at_]);
    }
    if (dealt_between_ && stages_ > 1) {
      said_.push_back(
          "As soon as there are trumps the remaining steps that would make "
          "them are skipped, and the cards are dealt out.");
    }
    TellLayout();
    said_.push_back(absl::StrFormat(
        "So everybody starts with %s, and a deal has %s.",
        Count(rules_.hand_size, "card"), Count(rules_.tricks, "trick")));
    return said_;
  }

 private:
  void Tell(const DealStep& step) {
    const int players = rules_.players;
    std::string to = "to every player in turn, from eldest";
    int served = players;
    switch (step.to) {
      case Receivers::kAll:
        break;
      case Receivers::kEldest:
        to = "to eldest";
        served = 1;
        break;
      case Receivers::kOthers:
        to = "to every player but eldest, in turn";
        served = players - 1;
        break;
      case Receivers::kAllButDealer:
        to = "to every player but the dealer, in turn from eldest";
        served = players - 1;
        break;
      case Receivers::kDealer:
        to = "to the dealer";
        served = 1;
        break;
    }
    left_ -= served * step.cards;
    dealt_between_ = dealt_between_ || stages_ > 0;
    said_.push_back(Capital(
        absl::StrFormat("%s %s%s.", Count(step.cards, "card"), to,
                        step.face_up ? ", face up for all to see" : "")));
  }

  void Tell(const TalonStep& step) {
    const int cards = step.cards == 0 ? left_ : step.cards;
    left_ -= cards;
    talon_ += cards;
    said_.push_back(
        absl::StrFormat("%s aside, face down: the talon. Nobody plays from it.",
                        Capital(Count(cards, "card")) +
                            (cards == 1 ? " is laid" : " are laid")));
  }

  void Tell(const StockStep& /*step*/) {
    said_.push_back(absl::StrFormat(
        "The %s that are left are the stock. After each trick the player who "
        "took it draws its top card, then the others in turn.",
        Count(left_, "card")));
    left_ = 0;
  }

  // Describes a run of offers of successive talon cards in one sentence.
  void Tell(const OfferStep& step) {
    const std::vector<Step>& script = rules_.ruleset.script;
    const std::size_t first = at_;
    while (at_ + 1 < script.size() &&
           IsNextOffer(script[at_], script[at_ + 1])) {
      ++at_;
    }
    const std::string start = Opening(When::kAlways);
    ++stages_;
    said_.push_back(absl::StrFormat(
        "%s is turned up and its suit proposed as trumps. Each player in "
        "turn, from eldest, may take it or pass, once. Whoever takes is the "
        "maker%s.",
        start.empty() ? Capital(Name(step.card)) : start + Name(step.card),
        step.show ? ", and has to show a card of that suit from his hand; a "
                    "player without one has to pass"
                  : ""));
    if (at_ == first) return;
    const auto& last = std::get<OfferStep>(script[at_]);
    said_.push_back(absl::StrFormat(
        "If everybody passes, the next card of the talon is proposed in the "
        "same way, and so on up to %s; a suit may come up again.",
        Name(last.card)));
  }

  void Tell(const NameStep& step) {
    const std::string start = Opening(step.when);
    ++stages_;
    const bool for_dummy = step.when == When::kEldestIsDummy;
    std::string namer = for_dummy ? "its partner, before he looks at his own "
                                    "cards,"
                                  : "eldest";
    if (start.empty()) namer = Capital(namer);
    const bool held = step.pool == Pool::kHeld;
    said_.push_back(absl::StrFormat(
        "%s%s names trumps%s and is the maker: %s%s.", start, namer,
        step.show && held ? " by showing a card of the suit" : "",
        held ? absl::StrFormat("a suit of which %s a card by now",
                               for_dummy ? "the dummy shows" : "he holds")
             : std::string("any suit, held or not"),
        step.may_defer ? ". He may also defer, and leave it to what follows"
                       : "; he has to name one"));
  }

  void Tell(const TurnStep& step) {
    const std::string start = Opening(When::kAlways);
    ++stages_;
    said_.push_back(absl::StrFormat(
        "%s is turned up, and its suit is trumps. %s",
        start.empty() ? Capital(Name(step.card)) : start + Name(step.card),
        MakersOf(step.makers)));
  }

  void Tell(const BlindStep& step) {
    const std::string start = Opening(When::kAlways);
    ++stages_;
    said_.push_back(absl::StrFormat(
        "%s points at one of two cards that nobody has seen, %s and %s. It is "
        "turned up, and its suit is trumps. %s",
        start.empty() ? "Eldest" : start + "eldest", Name(step.first),
        Name(step.second), MakersOf(step.makers)));
  }

  void Tell(const AbandonStep& /*step*/) {
    const std::string start = Opening(When::kAlways);
    ++stages_;
    said_.push_back(start.empty()
                        ? "The deal is thrown in: it is not played."
                        : start +
                              "the deal is thrown in: it is not played, and "
                              "nobody erases or adds anything.");
  }

  void TellLayout() {
    if (rules_.layout == Layout::kAll) {
      said_.push_back(
          "All cards lie on the table in columns: those dealt face up cover, "
          "in the order dealt, those dealt face down, which nobody knows. A "
          "covered card is turned up at the end of the trick to which the "
          "card on top of it was played.");
    } else if (rules_.layout == Layout::kDummy) {
      said_.push_back(
          "The dummy's cards lie on the table in columns: the first half of "
          "them face down, unknown to all, each covered by one of the second "
          "half, face up. A covered card is turned up at the end of the trick "
          "to which the card on top of it was played.");
    }
  }

  // Whether `next` offers the talon card below the one that `step` offers.
  static bool IsNextOffer(const Step& step, const Step& next) {
    const auto* a = std::get_if<OfferStep>(&step);
    const auto* b = std::get_if<OfferStep>(&next);
    return a != nullptr && b != nullptr && a->show == b->show &&
           a->card.owner == Owner::kTalon && b->card.owner == Owner::kTalon &&
           a->card.index >= 0 && b->card.index == a->card.index + 1;
  }

  // The condition under which a trump step is reached, with a final space;
  // empty if there is none.
  [[nodiscard]] std::string Opening(When when) const {
    std::string eldest;
    if (when == When::kEldestIsDummy) eldest = "eldest is the dummy";
    if (when == When::kEldestIsPlayer) eldest = "eldest is a player";
    if (stages_ == 0 && eldest.empty()) return "";
    if (stages_ == 0) return absl::StrCat("If ", eldest, ", ");
    return absl::StrCat("If there are no trumps yet",
                        eldest.empty() ? "" : " and ", eldest, ", ");
  }

  [[nodiscard]] std::string Name(const CardRef& ref) const {
    if (ref.owner == Owner::kTalon) {
      if (ref.index == 0) return "the top card of the talon";
      if (ref.index == -1 || ref.index == talon_ - 1) {
        return "the bottom card of the talon";
      }
      if (ref.index < 0) {
        return absl::StrCat("the ", OrdinalWord(-ref.index),
                            " card of the talon from the bottom");
      }
      return absl::StrCat("the ", OrdinalWord(ref.index + 1),
                          " card of the talon");
    }
    const char* whose =
        ref.owner == Owner::kDealer ? "the dealer's " : "eldest's ";
    if (ref.index == -1) return absl::StrCat(whose, "latest card");
    if (ref.index < 0) {
      return absl::StrCat(whose, OrdinalWord(-ref.index),
                          " card from the latest");
    }
    return absl::StrCat(whose, OrdinalWord(ref.index + 1), " card");
  }

  static std::string MakersOf(Makers makers) {
    return makers == Makers::kEldest ? "Eldest counts as the maker."
                                     : "Nobody counts as the maker.";
  }

  const CompiledRules& rules_;
  Sentences said_;
  std::size_t at_ = 0;          // the step being described
  int left_;                    // cards not dealt yet
  int talon_ = 0;               // cards laid aside so far
  int stages_ = 0;              // trump steps described so far
  bool dealt_between_ = false;  // after a trump step
};

}  // namespace

std::vector<std::string> ExplainScript(const CompiledRules& rules) {
  return ScriptTeller(rules).Tell();
}

}  // namespace couillon::tools
