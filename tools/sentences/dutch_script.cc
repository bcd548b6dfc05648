#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/dutch_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/script_sentences.h"

namespace couillon::tools {
namespace {

using absl::StrFormat;
using dutch::Begin;
using dutch::Count;

// What stands before the main clause: "Als er nog geen troef is, ".
std::string Condition(Opening opening) {
  std::string eldest;
  if (opening.when == When::kEldestIsDummy) eldest = "de voorhand de blinde is";
  if (opening.when == When::kEldestIsPlayer) {
    eldest = "de voorhand een speler is";
  }
  if (!opening.if_no_trumps_yet) return absl::StrCat("Als ", eldest, ", ");
  return absl::StrCat("Als er nog geen troef is", eldest.empty() ? "" : " en ",
                      eldest, ", ");
}

// The beginning of a main clause. Its verb comes second: after the subject, or
// before it if there is a condition.
std::string Clause(Opening opening, const std::string& subject,
                   const char* verb) {
  return opening.empty() ? absl::StrCat(Begin(subject), " ", verb)
                         : absl::StrCat(Condition(opening), verb, " ", subject);
}

const char* Of(Owner owner) {
  switch (owner) {
    case Owner::kTalon:
      return "van de talon";
    case Owner::kDealer:
      return "van de gever";
    case Owner::kEldest:
      return "van de voorhand";
  }
  return "";
}

std::string NameOf(CardPlace card) {
  const bool of_talon = card.owner == Owner::kTalon;
  std::string which = absl::StrCat(dutch::Ordinal(card.number), " kaart");
  if (card.number == 1) {
    if (card.from_end) which = of_talon ? "onderste kaart" : "laatste kaart";
    if (!card.from_end && of_talon) which = "bovenste kaart";
  } else if (card.from_end) {
    which += of_talon ? " van onderen" : " van achteren";
  }
  return absl::StrCat("de ", which, " ", Of(card.owner));
}

const char* To(Receivers receivers) {
  switch (receivers) {
    case Receivers::kAll:
      return "voor elke speler om de beurt, vanaf de voorhand";
    case Receivers::kEldest:
      return "voor de voorhand";
    case Receivers::kOthers:
      return "voor elke speler om de beurt, behalve de voorhand";
    case Receivers::kAllButDealer:
      return "voor elke speler behalve de gever, om de beurt vanaf de voorhand";
    case Receivers::kDealer:
      return "voor de gever";
  }
  return "";
}

class Dutch final : public ScriptSentences {
 public:
  [[nodiscard]] std::string Deal(const DealStep& step,
                                 bool face_down) const override {
    return StrFormat("%s %s%s.", Begin(Count(step.cards, dutch::kCard)),
                     To(step.to),
                     step.face_up ? ", open voor iedereen"
                     : face_down  ? ", gesloten"
                                  : "");
  }
  [[nodiscard]] std::string Talon(int cards) const override {
    return StrFormat(
        "%s gesloten opzijgelegd: de talon. Niemand speelt daaruit.",
        Begin(Count(cards, dutch::kCard)) +
            (cards == 1 ? " wordt" : " worden"));
  }
  [[nodiscard]] std::string Stock(int cards) const override {
    return StrFormat(
        "%s de stok. Na elke slag trekt de winnaar de bovenste kaart ervan, en "
        "dan de anderen om de beurt.",
        cards == 1 ? "De kaart die overblijft, is"
                   : absl::StrCat("De ", Count(cards, dutch::kCard),
                                  " die overblijven, zijn"));
  }
  [[nodiscard]] std::string Offer(Opening opening, CardPlace card, bool is_open,
                                  bool show) const override {
    return StrFormat(
        "%s %s als troef aangeboden. Elke speler om de beurt, vanaf de "
        "voorhand, mag één keer nemen of passen. Wie neemt, is de maker%s.",
        Clause(opening, NameOf(card), is_open ? "ligt" : "wordt"),
        is_open ? "open, en haar kleur wordt" : "gekeerd en haar kleur",
        show ? " en moet een kaart van die kleur uit zijn hand tonen; wie er "
               "geen heeft, moet passen"
             : "");
  }
  [[nodiscard]] std::string FurtherOffers(CardPlace last) const override {
    return StrFormat(
        "Als iedereen past, wordt de volgende kaart van de talon net zo "
        "aangeboden, enzovoort; de laatste is %s. Een kleur kan terugkomen.",
        NameOf(last));
  }
  [[nodiscard]] std::string Name(Opening opening,
                                 const NameStep& step) const override {
    const bool for_dummy = step.when == When::kEldestIsDummy;
    const bool held = step.pool == Pool::kHeld;
    const char* by_showing =
        step.show && held ? " door een kaart van die kleur te tonen" : "";
    const char* defer =
        ". Hij mag er ook van afzien en het aan het vervolg overlaten";
    if (for_dummy) {
      return StrFormat(
          "%s de troef%s: %s. De blinde is de maker; zijn maat %s.",
          Clause(opening,
                 "zijn maat, die de open kaarten van de blinde ziet maar zijn "
                 "eigen kaarten nog niet,",
                 "noemt"),
          by_showing,
          held ? "een kleur waarvan de blinde al een kaart toont"
               : "een kleur naar keuze, ook een die de blinde niet toont",
          step.may_defer ? "mag er ook van afzien en het aan het vervolg "
                           "overlaten"
                         : "moet er een noemen");
    }
    return StrFormat(
        "%s de troef%s: %s. Hij is de maker%s.",
        Clause(opening,
               opening.when == When::kEldestIsPlayer ? "hij" : "de voorhand",
               "noemt"),
        by_showing,
        held ? "een kleur waarvan hij al een kaart heeft"
             : "een kleur naar keuze, ook een die hij niet heeft",
        step.may_defer ? defer : " en moet er een noemen");
  }
  [[nodiscard]] std::string Turn(Opening opening,
                                 CardPlace card) const override {
    return StrFormat("%s gekeerd, en haar kleur is troef.",
                     Clause(opening, NameOf(card), "wordt"));
  }
  [[nodiscard]] std::string Blind(Opening opening, CardPlace first,
                                  CardPlace second) const override {
    return StrFormat(
        "%s een van twee kaarten aan die niemand gezien heeft: %s of %s. Die "
        "wordt gekeerd, en haar kleur is troef.",
        Clause(opening, "de voorhand", "wijst"), NameOf(first), NameOf(second));
  }
  [[nodiscard]] std::string MakersByChance(Makers makers) const override {
    return makers == Makers::kEldest ? "De voorhand geldt als maker."
                                     : "Niemand geldt als maker.";
  }
  [[nodiscard]] std::string ThrownIn(Opening opening) const override {
    return StrFormat(
        "%s niet door: het wordt niet gespeeld%s.",
        Clause(opening, "het spel", "gaat"),
        opening.empty() ? "" : ", en niemand wist iets of krijgt iets bij");
  }
  [[nodiscard]] std::string StepsSkipped() const override {
    return "Zodra er troef is, vervallen de verdere stappen die troef zouden "
           "bepalen, en worden de kaarten verder gegeven.";
  }
  [[nodiscard]] std::string AllLaidOut() const override {
    return absl::StrCat(
        "Alle kaarten liggen in kolommen op tafel: de open gegeven kaarten "
        "bedekken, in de volgorde van het geven, de gesloten gegeven, die "
        "niemand kent. ",
        Covered());
  }
  [[nodiscard]] std::string DummyLaidOut() const override {
    return absl::StrCat(
        "De kaarten van de blinde liggen in kolommen op tafel: de eerste helft "
        "gesloten, voor iedereen onbekend, elk bedekt door een open kaart van "
        "de tweede helft. ",
        Covered());
  }
  [[nodiscard]] std::string HandsAndTricks(int cards,
                                           int tricks) const override {
    return StrFormat("Zo begint iedereen met %s, en telt een spel %s.",
                     Count(cards, dutch::kCard), Count(tricks, dutch::kTrick));
  }

 private:
  static const char* Covered() {
    return "Een bedekte kaart kan niet gespeeld worden en telt niet als een "
           "kaart die men heeft. Ze wordt omgedraaid aan het einde van de slag "
           "waarin de kaart erop gespeeld is.";
  }
};

}  // namespace

const ScriptSentences& DutchScript() {
  static const Dutch kSentences;
  return kSentences;
}

}  // namespace couillon::tools
