#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/german_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/script_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

using absl::StrFormat;
using german::Case;

std::string Cards(int count) {
  return german::Count(count, german::kCard, Case::kNominative);
}

// What stands before the main clause: "Wenn es noch keinen Trumpf gibt, ".
std::string Condition(Opening opening) {
  std::string eldest;
  if (opening.when == When::kEldestIsDummy) {
    eldest = "die Vorhand der Blinde ist";
  }
  if (opening.when == When::kEldestIsPlayer) {
    eldest = "die Vorhand ein Spieler ist";
  }
  if (!opening.if_no_trumps_yet) return absl::StrCat("Wenn ", eldest, ", ");
  return absl::StrCat("Wenn es noch keinen Trumpf gibt",
                      eldest.empty() ? "" : " und ", eldest, ", ");
}

// The beginning of a main clause. Its verb comes second: after the subject, or
// before it if there is a condition.
std::string Clause(Opening opening, const std::string& subject,
                   const char* verb) {
  return opening.empty() ? absl::StrCat(Capital(subject), " ", verb)
                         : absl::StrCat(Condition(opening), verb, " ", subject);
}

const char* Of(Owner owner) {
  switch (owner) {
    case Owner::kTalon:
      return "des Talons";
    case Owner::kDealer:
      return "des Gebers";
    case Owner::kEldest:
      return "der Vorhand";
  }
  return "";
}

// In nominative and accusative.
std::string NameOf(CardPlace card) {
  const bool of_talon = card.owner == Owner::kTalon;
  std::string which = absl::StrCat(german::Ordinal(card.number), " Karte");
  if (card.number == 1) {
    if (card.from_end) which = of_talon ? "unterste Karte" : "letzte Karte";
    if (!card.from_end && of_talon) which = "oberste Karte";
  } else if (card.from_end) {
    which += of_talon ? " von unten" : " von hinten";
  }
  return absl::StrCat("die ", which, " ", Of(card.owner));
}

const char* To(Receivers receivers) {
  switch (receivers) {
    case Receivers::kAll:
      return "an jeden Spieler der Reihe nach, von der Vorhand an";
    case Receivers::kEldest:
      return "an die Vorhand";
    case Receivers::kOthers:
      return "an jeden Spieler außer der Vorhand, der Reihe nach";
    case Receivers::kAllButDealer:
      return "an jeden Spieler außer dem Geber, der Reihe nach von der Vorhand "
             "an";
    case Receivers::kDealer:
      return "an den Geber";
  }
  return "";
}

class German final : public ScriptSentences {
 public:
  [[nodiscard]] std::string Deal(const DealStep& step,
                                 bool face_down) const override {
    return StrFormat("%s %s%s.", Capital(Cards(step.cards)), To(step.to),
                     step.face_up ? ", offen für alle"
                     : face_down  ? ", verdeckt"
                                  : "");
  }
  [[nodiscard]] std::string Talon(int cards) const override {
    return StrFormat(
        "%s verdeckt beiseitegelegt: der Talon. Niemand spielt daraus.",
        Capital(Cards(cards)) + (cards == 1 ? " wird" : " werden"));
  }
  [[nodiscard]] std::string Stock(int cards) const override {
    return StrFormat(
        "%s der Stapel. Nach jedem Stich zieht der Gewinner die oberste Karte "
        "davon, dann die anderen der Reihe nach.",
        cards == 1 ? "Die übrige Karte ist"
                   : absl::StrCat("Die ", german::Number(cards),
                                  " übrigen Karten sind"));
  }
  [[nodiscard]] std::string Offer(Opening opening, CardPlace card, bool is_open,
                                  bool show) const override {
    return StrFormat(
        "%s %s als Trumpf angeboten. Jeder Spieler der Reihe nach, von der "
        "Vorhand an, darf einmal annehmen oder passen. Wer annimmt, ist der "
        "Macher%s.",
        Clause(opening, NameOf(card), is_open ? "liegt" : "wird"),
        is_open ? "offen, und ihre Farbe wird" : "aufgedeckt und ihre Farbe",
        show ? " und muss eine Karte dieser Farbe aus seinem Blatt zeigen; wer "
               "keine hat, muss passen"
             : "");
  }
  [[nodiscard]] std::string FurtherOffers(CardPlace last) const override {
    return StrFormat(
        "Wenn alle passen, wird die nächste Karte des Talons ebenso angeboten, "
        "und so weiter; die letzte ist %s. Eine Farbe kann wiederkommen.",
        NameOf(last));
  }
  [[nodiscard]] std::string Name(Opening opening,
                                 const NameStep& step) const override {
    const bool for_dummy = step.when == When::kEldestIsDummy;
    const bool held = step.pool == Pool::kHeld;
    if (for_dummy) {
      return StrFormat(
          "%s Trumpf%s: %s. Der Blinde ist der Macher; sein Partner %s.",
          Clause(opening,
                 "sein Partner, der die offenen Karten des Blinden sieht, aber "
                 "die eigenen noch nicht,",
                 "nennt"),
          step.show && held ? ", indem er eine Karte der Farbe zeigt" : "",
          held ? "eine Farbe, von der der Blinde schon eine Karte zeigt"
               : "eine beliebige Farbe, auch eine, die der Blinde nicht zeigt",
          step.may_defer
              ? "darf auch verzichten und es dem überlassen, was folgt"
              : "muss eine nennen");
    }
    return StrFormat(
        "%s Trumpf%s: %s. Sie ist der Macher%s.",
        Clause(opening,
               opening.when == When::kEldestIsPlayer ? "sie" : "die Vorhand",
               "nennt"),
        step.show && held ? ", indem sie eine Karte der Farbe zeigt" : "",
        held ? "eine Farbe, von der sie schon eine Karte hat"
             : "eine beliebige Farbe, auch eine, die sie nicht hat",
        step.may_defer ? ". Sie darf auch verzichten und es dem überlassen, "
                         "was folgt"
                       : " und muss eine nennen");
  }
  [[nodiscard]] std::string Turn(Opening opening,
                                 CardPlace card) const override {
    return StrFormat("%s aufgedeckt, und ihre Farbe ist Trumpf.",
                     Clause(opening, NameOf(card), "wird"));
  }
  [[nodiscard]] std::string Blind(Opening opening, CardPlace first,
                                  CardPlace second) const override {
    return StrFormat(
        "%s auf eine von zwei Karten, die niemand gesehen hat: %s oder %s. Sie "
        "wird aufgedeckt, und ihre Farbe ist Trumpf.",
        Clause(opening, "die Vorhand", "zeigt"), NameOf(first), NameOf(second));
  }
  [[nodiscard]] std::string MakersByChance(Makers makers) const override {
    return makers == Makers::kEldest ? "Die Vorhand gilt als Macher."
                                     : "Niemand gilt als Macher.";
  }
  [[nodiscard]] std::string ThrownIn(Opening opening) const override {
    return opening.empty()
               ? "Das Spiel entfällt: Es wird nicht gespielt."
               : absl::StrCat(Condition(opening),
                              "entfällt das Spiel: Es wird nicht gespielt, und "
                              "niemand löscht etwas oder schreibt etwas an.");
  }
  [[nodiscard]] std::string StepsSkipped() const override {
    return "Sobald es Trumpf gibt, entfallen die übrigen Schritte, die ihn "
           "bestimmen würden, und die Karten werden zu Ende gegeben.";
  }
  [[nodiscard]] std::string AllLaidOut() const override {
    return absl::StrCat(
        "Alle Karten liegen in Spalten auf dem Tisch: die offen gegebenen "
        "bedecken, in der Reihenfolge des Gebens, die verdeckt gegebenen, die "
        "niemand kennt. ",
        Covered());
  }
  [[nodiscard]] std::string DummyLaidOut() const override {
    return absl::StrCat(
        "Die Karten des Blinden liegen in Spalten auf dem Tisch: die erste "
        "Hälfte verdeckt, allen unbekannt, jede bedeckt von einer offenen "
        "Karte der zweiten Hälfte. ",
        Covered());
  }
  [[nodiscard]] std::string HandsAndTricks(int cards,
                                           int tricks) const override {
    return StrFormat("So beginnt jeder mit %s, und ein Spiel hat %s.",
                     german::Count(cards, german::kCard, Case::kDative),
                     german::Count(tricks, german::kTrick, Case::kAccusative));
  }

 private:
  static const char* Covered() {
    return "Eine bedeckte Karte kann nicht gespielt werden und zählt nicht zu "
           "den Karten, die man hat. Sie wird am Ende des Stichs aufgedeckt, "
           "zu dem die Karte auf ihr gespielt wurde.";
  }
};

}  // namespace

const ScriptSentences& GermanScript() {
  static const German kSentences;
  return kSentences;
}

}  // namespace couillon::tools
