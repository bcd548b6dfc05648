#include <string>

#include "absl/strings/str_cat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/french_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/script_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

using french::Count;
using french::Say;

// What stands before the main clause: "S’il n’y a pas encore d’atout, ".
std::string Condition(Opening opening) {
  std::string eldest;
  if (opening.when == When::kEldestIsDummy) {
    eldest = "le premier en cartes est le mort";
  }
  if (opening.when == When::kEldestIsPlayer) {
    eldest = "le premier en cartes est un joueur";
  }
  if (!opening.if_no_trumps_yet) return absl::StrCat("Si ", eldest, ", ");
  return absl::StrCat("S’il n’y a pas encore d’atout",
                      eldest.empty() ? "" : " et que ", eldest, ", ");
}

// `subject` as the beginning of a sentence.
std::string Begin(Opening opening, const std::string& subject) {
  return opening.empty() ? Capital(subject)
                         : absl::StrCat(Condition(opening), subject);
}

std::string Owned(const char* which, Owner owner) {
  return absl::StrCat("la ", which, " carte ",
                      owner == Owner::kTalon    ? "du talon"
                      : owner == Owner::kDealer ? "du donneur"
                                                : "du premier en cartes");
}

std::string NameOf(CardPlace card) {
  const std::string ordinal = french::Ordinal(card.number);
  if (!card.from_end) return Owned(ordinal.c_str(), card.owner);
  if (card.number == 1) return Owned("dernière", card.owner);
  return absl::StrCat(Owned(ordinal.c_str(), card.owner),
                      " à partir de la dernière");
}

const char* To(Receivers receivers) {
  switch (receivers) {
    case Receivers::kAll:
      return "à chaque joueur à son tour, à partir du premier en cartes";
    case Receivers::kEldest:
      return "au premier en cartes";
    case Receivers::kOthers:
      return "à chaque joueur à son tour, sauf au premier en cartes";
    case Receivers::kAllButDealer:
      return "à chaque joueur sauf au donneur, à tour de rôle à partir du "
             "premier en cartes";
    case Receivers::kDealer:
      return "au donneur";
  }
  return "";
}

class French final : public ScriptSentences {
 public:
  [[nodiscard]] std::string Deal(const DealStep& step,
                                 bool face_down) const override {
    const char* down = step.cards == 1 ? ", face cachée" : ", faces cachées";
    return Say("%s %s%s.", Capital(Count(step.cards, french::kCard)),
               To(step.to),
               step.face_up ? ", à découvert"
               : face_down  ? down
                            : "");
  }
  [[nodiscard]] std::string Talon(int cards) const override {
    return Say("%s : c’est le talon, qui reste hors du jeu.",
               cards == 1 ? "Une carte est mise de côté, face cachée"
                          : absl::StrCat(Capital(Count(cards, french::kCard)),
                                         " sont mises de côté, faces cachées"));
  }
  [[nodiscard]] std::string Stock(int cards) const override {
    return Say(
        "%s la pioche. Après chaque pli, celui qui l’a remporté en tire la "
        "première carte, puis les autres à tour de rôle.",
        cards == 1 ? "La carte restante est"
                   : absl::StrCat("Les ", Count(cards, french::kCard),
                                  " restantes sont"));
  }
  [[nodiscard]] std::string Offer(Opening opening, CardPlace card, bool is_open,
                                  bool show) const override {
    return Say(
        "%s est %s proposée comme atout. Chaque joueur à son tour, à partir du "
        "premier en cartes, peut une seule fois prendre ou passer. Celui qui "
        "prend est le preneur%s.",
        Begin(opening, NameOf(card)),
        is_open ? "à découvert, et sa couleur est" : "retournée et sa couleur",
        show ? " et doit montrer une carte de cette couleur de sa main ; qui "
               "n’en a pas doit passer"
             : "");
  }
  [[nodiscard]] std::string FurtherOffers(CardPlace last) const override {
    return Say(
        "Si tout le monde passe, la carte suivante du talon est proposée de la "
        "même façon, et ainsi de suite jusqu’à %s ; une couleur peut revenir.",
        NameOf(last));
  }
  [[nodiscard]] std::string Name(Opening opening,
                                 const NameStep& step) const override {
    const bool for_dummy = step.when == When::kEldestIsDummy;
    const bool held = step.pool == Pool::kHeld;
    const char* by_showing =
        step.show && held ? " en montrant une carte de la couleur" : "";
    if (for_dummy) {
      return Say(
          "%s nomme l’atout%s : %s. Le mort est le preneur ; son partenaire "
          "%s.",
          Begin(opening,
                "son partenaire, qui voit les cartes découvertes du mort mais "
                "pas encore les siennes,"),
          by_showing,
          held ? "une couleur dont le mort montre déjà une carte"
               : "n’importe quelle couleur, que le mort en montre ou non",
          step.may_defer ? "peut aussi s’abstenir et s’en remettre à la suite"
                         : "doit en nommer une");
    }
    return Say("%s nomme l’atout%s : %s. Il est le preneur%s.",
               Begin(opening, opening.when == When::kEldestIsPlayer
                                  ? "il"
                                  : "le premier en cartes"),
               by_showing,
               held ? "une couleur dont il a déjà une carte"
                    : "n’importe quelle couleur, qu’il en ait ou non",
               step.may_defer
                   ? ". Il peut aussi s’abstenir et s’en remettre à la suite"
                   : " et doit en nommer une");
  }
  [[nodiscard]] std::string Turn(Opening opening,
                                 CardPlace card) const override {
    return Say("%s est retournée, et sa couleur est atout.",
               Begin(opening, NameOf(card)));
  }
  [[nodiscard]] std::string Blind(Opening opening, CardPlace first,
                                  CardPlace second) const override {
    return Say(
        "%s désigne l’une des deux cartes que personne n’a vues : %s ou %s. "
        "Elle est retournée, et sa couleur est atout.",
        Begin(opening, "le premier en cartes"), NameOf(first), NameOf(second));
  }
  [[nodiscard]] std::string MakersByChance(Makers makers) const override {
    return makers == Makers::kEldest
               ? "Le premier en cartes compte comme preneur."
               : "Personne ne compte comme preneur.";
  }
  [[nodiscard]] std::string ThrownIn(Opening opening) const override {
    return Say(
        "%s est annulée : elle n’est pas jouée%s.", Begin(opening, "la donne"),
        opening.empty() ? "" : ", et personne n’efface ni n’ajoute rien");
  }
  [[nodiscard]] std::string StepsSkipped() const override {
    return Say(
        "Dès qu’il y a un atout, on saute les étapes restantes qui serviraient "
        "à le fixer, et l’on finit de donner les cartes.");
  }
  [[nodiscard]] std::string AllLaidOut() const override {
    return Say(
        "Toutes les cartes sont sur la table, en colonnes : celles qui sont "
        "données à découvert recouvrent, dans l’ordre de la donne, celles qui "
        "sont données faces cachées et que personne ne connaît. %s",
        Covered());
  }
  [[nodiscard]] std::string DummyLaidOut() const override {
    return Say(
        "Les cartes du mort sont sur la table, en colonnes : la première "
        "moitié faces cachées, inconnues de tous, chacune recouverte d’une "
        "carte de la seconde moitié, à découvert. %s",
        Covered());
  }
  [[nodiscard]] std::string HandsAndTricks(int cards,
                                           int tricks) const override {
    return Say("Chacun commence ainsi avec %s, et une donne compte %s.",
               Count(cards, french::kCard), Count(tricks, french::kTrick));
  }

 private:
  static const char* Covered() {
    return "Une carte recouverte ne peut pas être jouée et ne compte pas parmi "
           "celles qu’on a. Elle est retournée à la fin du pli où la carte "
           "posée sur elle a été jouée.";
  }
};

}  // namespace

const ScriptSentences& FrenchScript() {
  static const French kSentences;
  return kSentences;
}

}  // namespace couillon::tools
