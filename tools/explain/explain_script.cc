#include "tools/explain/explain_script.h"

#include <cstddef>
#include <string_view>
#include <variant>

#include "absl/strings/str_cat.h"
#include "engine/rules/ruleset.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

std::string KeywordOf(Receivers to) {
  switch (to) {
    case Receivers::kAll:
      return "all";
    case Receivers::kEldest:
      return "eldest";
    case Receivers::kOthers:
      return "others";
    case Receivers::kAllButDealer:
      return "all_but_dealer";
    case Receivers::kDealer:
      break;
  }
  return "dealer";
}

std::string KeywordOf(Owner owner) {
  switch (owner) {
    case Owner::kTalon:
      return "talon";
    case Owner::kDealer:
      return "dealer";
    case Owner::kEldest:
      break;
  }
  return "eldest";
}

class ScriptTeller {
 public:
  ScriptTeller(const CompiledRules& rules, const Catalogue& words)
      : rules_(rules), words_(words), left_(rules.pack_size) {}

  Sentences Tell() {
    const std::vector<Step>& script = rules_.ruleset.script;
    for (at_ = 0; at_ < script.size(); ++at_) {
      std::visit([this](const auto& step) { Tell(step); }, script[at_]);
    }
    if (dealt_between_ && stages_ > 1) Say("steps_skipped");
    if (rules_.layout != Layout::kNone) {
      said_.push_back(absl::StrCat(rules_.layout == Layout::kAll
                                       ? words_.Say("all_laid_out")
                                       : words_.Say("dummy_laid_out"),
                                   " ", words_.Say("covered")));
    }
    Say("hands_and_tricks", {{"cards", Number(rules_.hand_size)},
                             {"tricks", Number(rules_.tricks)}});
    return said_;
  }

 private:
  void Say(std::string_view key, const Arguments& arguments = {}) {
    said_.push_back(words_.Say(key, arguments));
  }

  void Tell(const DealStep& step) {
    left_ -= ServedBy(step.to) * step.cards;
    dealt_between_ = dealt_between_ || stages_ > 0;
    const bool face_down = rules_.layout == Layout::kAll && !step.face_up;
    Say("deal", {{"cards", Number(step.cards)},
                 {"to", Keyword(KeywordOf(step.to))},
                 {"face", Keyword(step.face_up ? "up"
                                  : face_down  ? "down"
                                               : "hidden")}});
  }

  void Tell(const TalonStep& step) {
    const int cards = step.cards == 0 ? left_ : step.cards;
    left_ -= cards;
    talon_ += cards;
    Say("talon", {{"cards", Number(cards)}});
  }

  void Tell(const StockStep& /*step*/) {
    Say("stock", {{"cards", Number(left_)}});
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
    Say("offer", {{"opening", NextStage(When::kAlways)},
                  {"place", PlaceOf(step.card)},
                  {"open", Flag(IsOpen(step.card))},
                  {"show", Flag(step.show)}});
    if (at_ == first) return;
    const auto& last = std::get<OfferStep>(script[at_]);
    Say("further_offers", {{"last", PlaceOf(last.card)}});
  }

  void Tell(const NameStep& step) {
    const bool held = step.pool == Pool::kHeld;
    const Arguments arguments = {{"opening", NextStage(step.when)},
                                 {"show", Flag(step.show && held)},
                                 {"held", Flag(held)},
                                 {"defer", Flag(step.may_defer)}};
    if (step.when == When::kEldestIsDummy) {
      Say("name_for_dummy", arguments);
    } else {
      Say("name", arguments);
    }
  }

  void Tell(const TurnStep& step) {
    Say("turn",
        {{"opening", NextStage(When::kAlways)}, {"place", PlaceOf(step.card)}});
    AddMakersByChance(step.makers);
  }

  void Tell(const BlindStep& step) {
    Say("blind", {{"opening", NextStage(When::kAlways)},
                  {"first", PlaceOf(step.first)},
                  {"second", PlaceOf(step.second)}});
    AddMakersByChance(step.makers);
  }

  void Tell(const AbandonStep& /*step*/) {
    Say("thrown_in", {{"opening", NextStage(When::kAlways)}});
  }

  // To the last sentence.
  void AddMakersByChance(Makers makers) {
    const bool eldest = makers == Makers::kEldest;
    absl::StrAppend(
        &said_.back(), " ",
        words_.Say("makers_by_chance",
                   {{"makers", Keyword(eldest ? "eldest" : "nobody")}}));
  }

  // How many players get cards.
  [[nodiscard]] int ServedBy(Receivers to) const {
    switch (to) {
      case Receivers::kAll:
        return rules_.players;
      case Receivers::kOthers:
      case Receivers::kAllButDealer:
        return rules_.players - 1;
      case Receivers::kEldest:
      case Receivers::kDealer:
        break;
    }
    return 1;
  }

  static bool Serves(Receivers to, Owner owner) {
    switch (to) {
      case Receivers::kAll:
        return owner != Owner::kTalon;
      case Receivers::kEldest:
      case Receivers::kAllButDealer:
        return owner == Owner::kEldest;
      case Receivers::kOthers:
      case Receivers::kDealer:
        return owner == Owner::kDealer;
    }
    return false;
  }

  // Whether a card of a player has been dealt face up.
  [[nodiscard]] bool IsOpen(const CardRef& ref) const {
    if (ref.index < 0) return false;
    int dealt = 0;
    for (std::size_t i = 0; i < at_; ++i) {
      const auto* deal = std::get_if<DealStep>(&rules_.ruleset.script[i]);
      if (deal == nullptr || !Serves(deal->to, ref.owner)) continue;
      dealt += deal->cards;
      if (ref.index < dealt) return deal->face_up;
    }
    return false;
  }

  // Whether `next` offers the talon card below the one that `step` offers.
  static bool IsNextOffer(const Step& step, const Step& next) {
    const auto* a = std::get_if<OfferStep>(&step);
    const auto* b = std::get_if<OfferStep>(&next);
    return a != nullptr && b != nullptr && a->show == b->show &&
           a->card.owner == Owner::kTalon && b->card.owner == Owner::kTalon &&
           a->card.index >= 0 && b->card.index == a->card.index + 1;
  }

  // The condition under which the next trump step is reached.
  Value NextStage(When when) {
    const bool first = stages_++ == 0;
    const char* condition = first ? "none" : "no_trumps";
    if (when == When::kEldestIsDummy) {
      condition = first ? "dummy" : "no_trumps_dummy";
    } else if (when == When::kEldestIsPlayer) {
      condition = first ? "player" : "no_trumps_player";
    }
    return {.kind = "opening", .keyword = condition};
  }

  // The place of a card among those of its owner, counted from 1.
  static Value Place(Owner owner, int number, bool from_end) {
    return {.kind = "place",
            .parts = {{"owner", Keyword(KeywordOf(owner))},
                      {"number", Number(number)},
                      {"end", Keyword(from_end ? "last" : "first")}}};
  }

  [[nodiscard]] Value PlaceOf(const CardRef& ref) const {
    if (ref.index < 0) return Place(ref.owner, -ref.index, true);
    const bool is_bottom =
        ref.owner == Owner::kTalon && ref.index > 0 && ref.index == talon_ - 1;
    if (is_bottom) return Place(ref.owner, 1, true);
    return Place(ref.owner, ref.index + 1, false);
  }

  const CompiledRules& rules_;
  const Catalogue& words_;
  Sentences said_;
  std::size_t at_ = 0;          // the step being described
  int left_;                    // cards not dealt yet
  int talon_ = 0;               // cards laid aside so far
  int stages_ = 0;              // trump steps described so far
  bool dealt_between_ = false;  // after a trump step
};

}  // namespace

std::vector<std::string> ExplainScript(const CompiledRules& rules,
                                       const Catalogue& words) {
  return ScriptTeller(rules, words).Tell();
}

}  // namespace couillon::tools
