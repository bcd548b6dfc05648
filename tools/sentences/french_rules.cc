#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/french_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/rule_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

using french::Count;
using french::ListOf;
using french::Number;
using french::Say;
using french::TheCard;
using french::TheCards;

std::string Occasion(Undecided after) {
  if (!after.thrown_in) return "une égalité";
  return absl::StrCat(after.tie ? "une égalité ou " : "", "une donne annulée");
}

class French final : public RuleSentences {
 public:
  [[nodiscard]] std::string Heading(RulesPart part) const override {
    constexpr std::array<const char*, 7> kHeadings = {
        "Joueurs",        "Cartes", "Donne et atout", "Annonces",
        "Jeu des cartes", "Marque", "Partie"};
    return kHeadings[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] RulesetLabels Labels(const std::string& id) const override {
    return {.without_switches = Say("Sans variantes :"),
            .switches = Say("Variantes, en anglais (%s+VARIANTE)", id),
            .sources = Say("Sources (document:lignes)"),
            .open_points = Say("Points obscurs, et ce qui a été décidé : voir "
                               "docs/rules.md")};
  }

  // --- Players.
  [[nodiscard]] std::string EachForHimself(int players) const override {
    return Say("%s joueurs, chacun pour soi : chaque joueur est un camp.",
               Capital(Number(players)));
  }
  [[nodiscard]] std::string Sides(int seats, int sides) const override {
    return Say(
        "%s places, %s camps de %s ; les camps alternent autour de la table.",
        Capital(Number(seats)), Number(sides), Number(seats / sides));
  }
  [[nodiscard]] std::string TurnOrder(Direction direction) const override {
    return Say(
        "On donne et on joue dans le sens %s. Le joueur qui suit le donneur "
        "est le premier en cartes.",
        direction == Direction::kClockwise
            ? "des aiguilles d’une montre, de voisin de gauche en voisin de "
              "gauche"
            : "inverse des aiguilles d’une montre, de voisin de droite en "
              "voisin de droite");
  }
  [[nodiscard]] std::string Dummy(Seat dummy, Seat controller) const override {
    return Say(
        "Personne n’occupe la place %d : c’est le mort, dont les cartes sont "
        "sur la table. Son partenaire, le joueur de la place %d, décide pour "
        "lui.",
        static_cast<int>(dummy), static_cast<int>(controller));
  }

  // --- Cards.
  [[nodiscard]] std::string Pack(
      int cards, const std::vector<Rank>& ranks) const override {
    return Say(
        "%d cartes. Dans chaque couleur, de la plus forte à la plus faible : "
        "%s.",
        cards, absl::StrJoin(ranks, ", ", [](std::string* out, Rank rank) {
          absl::StrAppend(out, french::RankName(rank));
        }));
  }
  [[nodiscard]] std::string LeftOut(
      const std::vector<Card>& cards) const override {
    return Say("On retire %s.", TheCards(cards));
  }
  [[nodiscard]] std::string NoCardPoints() const override {
    return Say("Aucune carte ne vaut de points de cartes.");
  }
  [[nodiscard]] std::string CardPoints(const std::vector<RankPoints>& worth,
                                       bool others_nothing,
                                       int total) const override {
    std::vector<std::string> items;
    items.reserve(worth.size());
    for (const RankPoints& of : worth) {
      items.push_back(Say("%s %d", french::TheRank(of.rank), of.card_points));
    }
    return Say("Points de cartes : %s%s. Le jeu entier en compte %d.",
               ListOf(items), others_nothing ? ", toutes les autres rien" : "",
               total);
  }
  [[nodiscard]] std::string TrumpsLikeOtherSuits() const override {
    return Say(
        "Les atouts gardent cet ordre et battent toutes les autres cartes.");
  }
  [[nodiscard]] std::string PermanentTrumps(
      Rank top, bool below_mit, const std::vector<Card>& cards) const override {
    const bool one = cards.size() == 1;
    return Say(
        "Toujours %s, quelle que soit la couleur d’atout, juste au-dessous %s "
        "d’atout%s%s : %s. %s.",
        one ? "atout" : "atouts", french::OfTheRank(top),
        below_mit ? " et d’un Mit’ annoncé" : "", one ? "" : ", dans cet ordre",
        TheCards(cards),
        one ? "Cette carte n’appartient pas à la couleur qu’elle porte"
            : "Ces cartes n’appartiennent pas à la couleur qu’elles portent");
  }
  [[nodiscard]] std::string Mit(Card mit, Rank top) const override {
    return Say(
        "Le Mit’ est %s. Annoncée, cette carte est le deuxième atout, "
        "au-dessous %s d’atout seulement, et quitte sa couleur ; non annoncée, "
        "c’est une "
        "carte comme les autres.",
        TheCard(mit), french::OfTheRank(top));
  }
  [[nodiscard]] std::string OrderOfTrumps(
      Suit suit, bool mit_declared,
      const std::vector<Card>& cards) const override {
    return Say("Atout %s%s : %s.", french::SuitName(suit),
               mit_declared ? ", le Mit’ étant annoncé" : "",
               CornersOf(cards, "ARDV"));
  }

  // --- Announcements.
  [[nodiscard]] std::string DeclareMit(Card mit,
                                       MitWindow window) const override {
    return Say(
        "Qui a %s peut l’annoncer comme Mit’. %s S’il se tait, personne n’en "
        "sait rien.",
        TheCard(mit), WhenToDeclare(window));
  }
  [[nodiscard]] std::string SayKontra() const override {
    return Say(
        "Une fois le Mit’ annoncé, chaque adversaire à son tour, à partir du "
        "joueur qui suit l’annonceur, peut dire Kontra ; le premier qui le dit "
        "met fin au tour.");
  }
  [[nodiscard]] std::string NoKontra() const override {
    return Say("Il n’y a pas de Kontra.");
  }
  [[nodiscard]] std::string SayRe() const override {
    return Say(
        "Après un Kontra, chaque joueur du camp qui a annoncé, à son tour et à "
        "partir de l’annonceur, peut dire Re ; le premier qui le dit met fin "
        "au tour.");
  }
  [[nodiscard]] std::string NoRe() const override {
    return Say("Il n’y a pas de Re.");
  }

  // --- Play.
  [[nodiscard]] std::string FirstLead(Lead lead) const override {
    return Say(
        "%s ; qui remporte un pli entame le suivant.",
        lead == Lead::kMaker
            ? "Le preneur entame le premier pli (à défaut, le premier en "
              "cartes)"
            : "Le premier en cartes entame le premier pli");
  }
  [[nodiscard]] std::string WinnerOfTrick() const override {
    return Say(
        "Le plus fort atout remporte le pli ; s’il n’y en a pas, la plus forte "
        "carte de la couleur demandée. Chacun joue une carte par pli.");
  }
  [[nodiscard]] std::string FreeWhileStock() const override {
    return Say(
        "Tant que la pioche n’est pas épuisée, on joue la carte qu’on veut. "
        "Les obligations qui suivent valent ensuite.");
  }
  [[nodiscard]] std::string TrumpsLed(Head head) const override {
    return Say("Quand atout est demandé, quiconque en a doit en jouer. %s",
               DutyToBeat(head, false, ""));
  }
  [[nodiscard]] std::string PlainSuitLed(bool may_trump,
                                         Head head) const override {
    return Say(
        "Quand une autre couleur est demandée, le joueur qui en a %s. %s",
        may_trump ? "peut fournir ou couper" : "doit fournir",
        DutyToBeat(head, may_trump, ", sauf si c’est un atout"));
  }
  [[nodiscard]] std::string OvertrumpByChoice() const override {
    return Say("S’il coupe un pli déjà coupé, il doit surcouper s’il le peut.");
  }
  [[nodiscard]] std::string VoidPlaysAny() const override {
    return Say(
        "Le joueur qui n’a pas la couleur demandée peut jouer n’importe quelle "
        "carte.");
  }
  [[nodiscard]] std::string VoidTrumps(bool must_overtrump) const override {
    return Say(
        "Le joueur qui n’a pas la couleur demandée doit couper s’il le peut ; "
        "%s. Sans atout, il peut jouer n’importe quelle carte.",
        must_overtrump ? "si le pli est déjà coupé, il doit surcouper s’il le "
                         "peut, sinon jouer un atout plus faible"
                       : "il n’est pas obligé de surcouper");
  }

  // --- Scoring.
  [[nodiscard]] std::string Winner(bool alone, Amount win) const override {
    return Say(
        "Le %s qui a le plus de points de cartes dans ses plis gagne la donne "
        "et efface %s.",
        alone ? "joueur" : "camp", Count(win));
  }
  [[nodiscard]] std::string Extras(
      const std::vector<Extra>& extras) const override {
    constexpr std::array<const char*, 4> kReasons = {
        "s’ils ont fait tous les plis",
        "si le Mit’ a été annoncé, par quelque camp que ce soit",
        "après un Kontra", "après un Re"};
    std::vector<std::string> items;
    items.reserve(extras.size());
    for (const Extra& extra : extras) {
      items.push_back(
          absl::StrCat(Count(extra.amount), " ",
                       kReasons[static_cast<std::size_t>(extra.what_for)]));
    }
    return Say("Les gagnants effacent en plus : %s.", ListOf(items));
  }
  [[nodiscard]] std::string MakersMustExceed(int card_points) const override {
    return Say(
        "Les preneurs ne gagnent que s’ils dépassent %s. S’ils en ont le plus "
        "de tous sans dépasser ce nombre, personne n’efface ni n’ajoute rien, "
        "et un report demeure.",
        Count(card_points, french::kCardPoint));
  }
  [[nodiscard]] std::string WhoMakersAre() const override {
    return "Les preneurs sont le camp du preneur.";
  }
  [[nodiscard]] std::string MakersAddNothing() const override {
    return Say("Les preneurs qui perdent n’ajoutent rien.");
  }
  [[nodiscard]] std::string MakersAdd(Amount loss,
                                      bool as_boucles) const override {
    return Say("Les preneurs qui perdent ajoutent %s%s.", Count(loss),
               !as_boucles       ? ""
               : loss.count == 1 ? ", dessinée comme une boucle sur une ligne "
                                   "et à effacer avant celle-ci"
                                 : ", chacune dessinée comme une boucle sur "
                                   "une ligne et à effacer avant celle-ci");
  }
  [[nodiscard]] std::string MakersWithMitAdd(Amount loss) const override {
    if (loss.count == 0) {
      return Say(
          "S’ils avaient annoncé le Mit’ eux-mêmes, ils n’ajoutent "
          "rien.");
    }
    return Say("S’ils avaient annoncé le Mit’ eux-mêmes, ils ajoutent %s.",
               Count(loss));
  }
  [[nodiscard]] std::string Tie(Amount all_erase,
                                Amount makers_add) const override {
    std::vector<std::string> parts;
    if (all_erase.count > 0) {
      parts.push_back(absl::StrCat("chaque camp efface ", Count(all_erase)));
    }
    if (makers_add.count > 0) {
      parts.push_back(
          absl::StrCat("les preneurs ajoutent ", Count(makers_add)));
    }
    return Say(
        "Quand plusieurs camps ont le plus de points de cartes, il y a égalité "
        ": %s.",
        parts.empty() ? "personne n’efface ni n’ajoute rien" : ListOf(parts));
  }
  [[nodiscard]] std::string NoCarry() const override {
    return Say("Rien n’est reporté sur la donne suivante.");
  }
  [[nodiscard]] std::string Carry(Undecided after,
                                  Amount bonus) const override {
    return Say("Après %s, les prochains gagnants effacent %s de plus.",
               Occasion(after), Count(bonus));
  }
  [[nodiscard]] std::string CarriesInARow(bool add_up) const override {
    return add_up ? "Plusieurs donnes pareilles de suite s’additionnent."
                  : "Plusieurs donnes pareilles de suite ne comptent qu’une "
                    "fois.";
  }
  [[nodiscard]] std::string LossWithCarry(bool more) const override {
    return more ? "Les preneurs qui perdent cette donne-là ajoutent autant en "
                  "plus."
                : "Ce qu’ajoutent les preneurs perdants ne change pas.";
  }
  [[nodiscard]] std::string CarryStaysAfterTie() const override {
    return "Une égalité entre-temps n’y met pas fin.";
  }
  [[nodiscard]] std::string CarryStaysAfterThrowIn() const override {
    return "Une donne annulée entre-temps n’y met pas fin.";
  }

  // --- Match.
  [[nodiscard]] std::string FixedDeals(Amount start, int deals) const override {
    return Say(
        "%s La partie compte %s, quel que soit le score ; le camp à qui il "
        "reste alors le moins à effacer est premier.",
        start.count == 0
            ? "Chaque camp commence à zéro."
            : Say("Chaque camp commence avec %s à effacer.", Count(start)),
        Count(deals, french::kDeal));
  }
  [[nodiscard]] std::string FirstToErase(Amount start) const override {
    return Say(
        "Chaque camp commence avec %s à effacer. Le premier qui a tout effacé "
        "gagne la partie.",
        Count(start));
  }
  [[nodiscard]] std::string CowsToWin(int cows) const override {
    return Say("Le premier camp qui a %s gagne la partie.",
               Count(cows, french::kCow));
  }
  [[nodiscard]] std::string EveryCow(Amount start) const override {
    return Say(
        "Pour chaque vache, les camps commencent avec %s à effacer ; le "
        "premier qui a tout effacé prend la vache.",
        Count(start));
  }
  [[nodiscard]] std::string CowByCow(const std::vector<Amount>& starts,
                                     bool more) const override {
    std::vector<std::string> cows;
    cows.reserve(starts.size());
    for (const Amount start : starts) {
      const int number = static_cast<int>(cows.size()) + 1;
      cows.push_back(
          Say("%s pour la %s", Count(start), french::Ordinal(number)));
    }
    return Say(
        "Vache après vache, les camps recommencent avec %s%s ; le premier qui "
        "a tout effacé prend la vache.",
        ListOf(cows), more ? " et les suivantes" : "");
  }
  [[nodiscard]] std::string MaxDeals(int deals,
                                     MaxDealsWinner winner) const override {
    return Say(
        "La partie s’arrête au plus tard après %s : le camp %s a gagné, et "
        "personne en cas d’égalité.",
        Count(deals, french::kDeal),
        winner == MaxDealsWinner::kMostErased
            ? "qui a effacé le plus en tout"
            : "à qui il reste le moins à effacer");
  }
  [[nodiscard]] std::string NobodyBelowZero() const override {
    return Say("On ne peut pas effacer plus qu’il ne reste.");
  }
  [[nodiscard]] std::string MayFallBelowZero() const override {
    return Say("Un score peut descendre au-dessous de zéro et y reste.");
  }
  [[nodiscard]] std::string NextDealer() const override {
    return Say("C’est ensuite au joueur suivant de donner.");
  }
  [[nodiscard]] std::string SameDealerAfter(Undecided after) const override {
    return Say(
        "C’est ensuite au joueur suivant de donner, mais après %s le même "
        "donneur redonne.",
        Occasion(after));
  }

 private:
  static std::string WhenToDeclare(MitWindow window) {
    switch (window) {
      case MitWindow::kPreLead:
        return "On le lui demande une seule fois, avant la première entame ; "
               "plus tard, ce n’est plus possible.";
      case MitWindow::kOpen:
        return "Il peut le faire à tout moment du premier pli, au plus tard "
               "juste avant sa propre carte.";
      case MitWindow::kOwnTurn:
        break;
    }
    return "On le lui demande une seule fois, quand il va jouer au premier "
           "pli.";
  }

  // `if_he_follows`: he may also trump, and has no such duty then.
  static std::string DutyToBeat(Head head, bool if_he_follows,
                                const char* unless) {
    switch (head) {
      case Head::kBest:
        return Say("%s doit battre la meilleure carte du pli s’il le peut%s.",
                   if_he_follows ? "S’il fournit, il" : "Il", unless);
      case Head::kPrevious:
        return Say(
            "%s la carte jouée juste avant la sienne est de la couleur "
            "demandée, il doit battre celle-ci s’il le peut.",
            if_he_follows ? "S’il fournit et que" : "Si");
      case Head::kNone:
        break;
    }
    return "Il n’est pas obligé de monter.";
  }
};

}  // namespace

const RuleSentences& FrenchRules() {
  static const French kSentences;
  return kSentences;
}

}  // namespace couillon::tools
