#include "tools/explain/explain_script.h"

#include <cstddef>
#include <variant>

#include "absl/strings/str_cat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools {
namespace {

using Sentences = std::vector<std::string>;

class ScriptTeller {
 public:
  ScriptTeller(const CompiledRules& rules, const ScriptSentences& words)
      : rules_(rules), words_(words), left_(rules.pack_size) {}

  Sentences Tell() {
    const std::vector<Step>& script = rules_.ruleset.script;
    for (at_ = 0; at_ < script.size(); ++at_) {
      std::visit([this](const auto& step) { Tell(step); }, script[at_]);
    }
    if (dealt_between_ && stages_ > 1) said_.push_back(words_.StepsSkipped());
    if (rules_.layout == Layout::kAll) said_.push_back(words_.AllLaidOut());
    if (rules_.layout == Layout::kDummy) said_.push_back(words_.DummyLaidOut());
    said_.push_back(words_.HandsAndTricks(rules_.hand_size, rules_.tricks));
    return said_;
  }

 private:
  void Tell(const DealStep& step) {
    left_ -= ServedBy(step.to) * step.cards;
    dealt_between_ = dealt_between_ || stages_ > 0;
    const bool face_down = rules_.layout == Layout::kAll && !step.face_up;
    said_.push_back(words_.Deal(step, face_down));
  }

  void Tell(const TalonStep& step) {
    const int cards = step.cards == 0 ? left_ : step.cards;
    left_ -= cards;
    talon_ += cards;
    said_.push_back(words_.Talon(cards));
  }

  void Tell(const StockStep& /*step*/) {
    said_.push_back(words_.Stock(left_));
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
    said_.push_back(words_.Offer(NextStage(When::kAlways), PlaceOf(step.card),
                                 IsOpen(step.card), step.show));
    if (at_ == first) return;
    const auto& last = std::get<OfferStep>(script[at_]);
    said_.push_back(words_.FurtherOffers(PlaceOf(last.card)));
  }

  void Tell(const NameStep& step) {
    said_.push_back(words_.Name(NextStage(step.when), step));
  }

  void Tell(const TurnStep& step) {
    said_.push_back(
        absl::StrCat(words_.Turn(NextStage(When::kAlways), PlaceOf(step.card)),
                     " ", words_.MakersByChance(step.makers)));
  }

  void Tell(const BlindStep& step) {
    said_.push_back(
        absl::StrCat(words_.Blind(NextStage(When::kAlways), PlaceOf(step.first),
                                  PlaceOf(step.second)),
                     " ", words_.MakersByChance(step.makers)));
  }

  void Tell(const AbandonStep& /*step*/) {
    said_.push_back(words_.ThrownIn(NextStage(When::kAlways)));
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
  Opening NextStage(When when) {
    return {.if_no_trumps_yet = stages_++ > 0, .when = when};
  }

  [[nodiscard]] CardPlace PlaceOf(const CardRef& ref) const {
    if (ref.index < 0) {
      return {.owner = ref.owner, .number = -ref.index, .from_end = true};
    }
    const bool is_bottom =
        ref.owner == Owner::kTalon && ref.index > 0 && ref.index == talon_ - 1;
    if (is_bottom) return {.owner = ref.owner, .number = 1, .from_end = true};
    return {.owner = ref.owner, .number = ref.index + 1, .from_end = false};
  }

  const CompiledRules& rules_;
  const ScriptSentences& words_;
  Sentences said_;
  std::size_t at_ = 0;          // the step being described
  int left_;                    // cards not dealt yet
  int talon_ = 0;               // cards laid aside so far
  int stages_ = 0;              // trump steps described so far
  bool dealt_between_ = false;  // after a trump step
};

}  // namespace

std::vector<std::string> ExplainScript(const CompiledRules& rules,
                                       const ScriptSentences& words) {
  return ScriptTeller(rules, words).Tell();
}

}  // namespace couillon::tools
