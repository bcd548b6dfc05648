#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/german_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/rule_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

using absl::StrFormat;
using german::CardName;
using german::CardNames;
using german::Case;
using german::ListOf;
using german::Number;

// What somebody erases, adds or has left, as the object of a verb.
std::string Some(Amount amount) {
  return german::Count(amount, Case::kAccusative);
}

std::string Occasion(Undecided after) {
  if (!after.thrown_in) return "einem Gleichstand";
  return absl::StrCat(after.tie ? "einem Gleichstand oder " : "",
                      "einem entfallenen Spiel");
}

class German final : public RuleSentences {
 public:
  [[nodiscard]] std::string Heading(RulesPart part) const override {
    constexpr std::array<const char*, 7> kHeadings = {
        "Spieler",    "Karten", "Geben und Trumpf", "Ansagen", "Spielverlauf",
        "Abrechnung", "Partie"};
    return kHeadings[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] RulesetLabels Labels(const std::string& id) const override {
    return {
        .without_switches = "Ohne Varianten:",
        .switches = StrFormat("Varianten, auf Englisch (%s+VARIANTE)", id),
        .sources = "Quellen (Dokument:Zeilen)",
        .open_points =
            "Offene Fragen, und was entschieden wurde: siehe docs/rules.md"};
  }

  // --- Players.
  [[nodiscard]] std::string EachForHimself(int players) const override {
    return StrFormat(
        "%s Spieler, jeder für sich: Jeder Spieler ist eine Seite.",
        Capital(Number(players)));
  }
  [[nodiscard]] std::string Sides(int seats, int sides) const override {
    return StrFormat(
        "%s Plätze, %s Seiten zu je %s; die Seiten sitzen abwechselnd um den "
        "Tisch.",
        Capital(Number(seats)), Number(sides), Number(seats / sides));
  }
  [[nodiscard]] std::string TurnOrder(Direction direction) const override {
    const bool clockwise = direction == Direction::kClockwise;
    return StrFormat(
        "Gegeben und gespielt wird %s Uhrzeigersinn, jeweils zum %s Nachbarn. "
        "Der Spieler nach dem Geber ist die Vorhand.",
        clockwise ? "im" : "gegen den", clockwise ? "linken" : "rechten");
  }
  [[nodiscard]] std::string Dummy(Seat dummy, Seat controller) const override {
    return StrFormat(
        "Auf Platz %d sitzt niemand: Dort ist der Blinde, dessen Karten auf "
        "dem Tisch liegen. Sein Partner, der Spieler auf Platz %d, entscheidet "
        "für ihn.",
        static_cast<int>(dummy), static_cast<int>(controller));
  }

  // --- Cards.
  [[nodiscard]] std::string Pack(
      int cards, const std::vector<Rank>& ranks) const override {
    return StrFormat(
        "%d Karten. Die Reihenfolge in jeder Farbe, von oben nach unten: %s.",
        cards, absl::StrJoin(ranks, ", ", [](std::string* out, Rank rank) {
          absl::StrAppend(out, german::RankName(rank));
        }));
  }
  [[nodiscard]] std::string LeftOut(
      const std::vector<Card>& cards) const override {
    return absl::StrCat(CardNames(cards),
                        cards.size() == 1 ? " fehlt." : " fehlen.");
  }
  [[nodiscard]] std::string NoCardPoints() const override {
    return "Keine Karte zählt Kartenpunkte.";
  }
  [[nodiscard]] std::string CardPoints(const std::vector<RankPoints>& worth,
                                       bool others_nothing,
                                       int total) const override {
    std::vector<std::string> items;
    items.reserve(worth.size());
    for (const RankPoints& of : worth) {
      items.push_back(
          StrFormat("%s %d", german::RankName(of.rank), of.card_points));
    }
    return StrFormat("Kartenpunkte: %s%s. Alle Karten zusammen zählen %d.",
                     ListOf(items),
                     others_nothing ? ", alle anderen nichts" : "", total);
  }
  [[nodiscard]] std::string TrumpsLikeOtherSuits() const override {
    return "Trümpfe behalten diese Reihenfolge und schlagen alle anderen "
           "Karten.";
  }
  [[nodiscard]] std::string PermanentTrumps(
      Rank top, bool below_mit, const std::vector<Card>& cards) const override {
    const bool one = cards.size() == 1;
    return StrFormat(
        "Immer Trumpf, gleich welche Farbe Trumpf ist, direkt unter %s%s%s: "
        "%s. %s steht.",
        german::TheTrumpDative(top),
        below_mit ? " und einem angesagten Mit’" : "",
        one ? "" : ", in dieser Reihenfolge", CardNames(cards),
        one ? "Diese Karte gehört nicht zu der Farbe, die auf ihr"
            : "Diese Karten gehören nicht zu der Farbe, die auf ihnen");
  }
  [[nodiscard]] std::string Mit(Card mit, Rank top) const override {
    return StrFormat(
        "Das Mit’ ist %s. Angesagt ist diese Karte der zweithöchste Trumpf, "
        "nur unter %s, und verlässt ihre Farbe; nicht angesagt ist sie eine "
        "Karte wie jede andere.",
        CardName(mit), german::TheTrumpDative(top));
  }
  [[nodiscard]] std::string OrderOfTrumps(
      Suit suit, bool mit_declared,
      const std::vector<Card>& cards) const override {
    return StrFormat("%s als Trumpf%s: %s.", german::SuitName(suit),
                     mit_declared ? ", mit angesagtem Mit’" : "",
                     CornersOf(cards, "AKDB"));
  }

  // --- Announcements.
  [[nodiscard]] std::string DeclareMit(Card mit,
                                       MitWindow window) const override {
    return StrFormat(
        "Wer %s hat, darf diese Karte als Mit’ ansagen. %s Schweigt er, "
        "erfährt niemand davon.",
        CardName(mit), WhenToDeclare(window));
  }
  [[nodiscard]] std::string SayKontra() const override {
    return "Ist das Mit’ angesagt, darf jeder Gegner der Reihe nach, vom "
           "Spieler nach dem Ansager an, Kontra sagen; der Erste, der es sagt, "
           "beendet die Runde.";
  }
  [[nodiscard]] std::string NoKontra() const override {
    return "Es gibt kein Kontra.";
  }
  [[nodiscard]] std::string SayRe() const override {
    return "Nach einem Kontra darf jeder Spieler der Seite, die angesagt hat, "
           "der Reihe nach, vom Ansager an, Re sagen; der Erste, der es sagt, "
           "beendet die Runde.";
  }
  [[nodiscard]] std::string NoRe() const override { return "Es gibt kein Re."; }

  // --- Play.
  [[nodiscard]] std::string FirstLead(Lead lead) const override {
    return StrFormat(
        "%s zum ersten Stich aus; wer einen Stich gewinnt, spielt zum nächsten "
        "aus.",
        lead == Lead::kMaker ? "Der Macher (die Vorhand, wenn es keinen gibt) "
                               "spielt"
                             : "Die Vorhand spielt");
  }
  [[nodiscard]] std::string WinnerOfTrick() const override {
    return "Der höchste Trumpf gewinnt den Stich; liegt keiner, so gewinnt die "
           "höchste Karte der ausgespielten Farbe. Jeder spielt zu jedem Stich "
           "eine Karte.";
  }
  [[nodiscard]] std::string FreeWhileStock() const override {
    return "Solange Karten im Stapel sind, darf jede Karte gespielt werden. "
           "Die Pflichten, die folgen, gelten, sobald er aufgebraucht ist.";
  }
  [[nodiscard]] std::string TrumpsLed(Head head) const override {
    return absl::StrCat(
        "Wenn Trumpf ausgespielt ist, muss jeder, der Trumpf hat, Trumpf "
        "bedienen. ",
        DutyToBeat(head, false, ""));
  }
  [[nodiscard]] std::string PlainSuitLed(bool may_trump,
                                         Head head) const override {
    return StrFormat(
        "Wenn eine andere Farbe ausgespielt ist, %s. %s",
        may_trump ? "darf ein Spieler, der sie hat, bedienen oder stechen"
                  : "muss ein Spieler, der sie hat, bedienen",
        DutyToBeat(head, may_trump, ", es sei denn, sie ist ein Trumpf"));
  }
  [[nodiscard]] std::string OvertrumpByChoice() const override {
    return "Sticht er einen Stich, der schon gestochen ist, so muss er "
           "überstechen, wenn er kann.";
  }
  [[nodiscard]] std::string VoidPlaysAny() const override {
    return "Wer die ausgespielte Farbe nicht hat, darf jede Karte spielen.";
  }
  [[nodiscard]] std::string VoidTrumps(bool must_overtrump) const override {
    return StrFormat(
        "Wer die ausgespielte Farbe nicht hat, muss stechen, wenn er kann; %s. "
        "Ohne Trumpf darf er jede Karte spielen.",
        must_overtrump ? "ist der Stich schon gestochen, so muss er "
                         "überstechen, wenn er kann, sonst einen niedrigeren "
                         "Trumpf spielen"
                       : "überstechen muss er nicht");
  }

  // --- Scoring.
  [[nodiscard]] std::string Winner(bool alone, Amount win) const override {
    return StrFormat(
        "%s gewinnt das Spiel und löscht %s.",
        alone ? "Der Spieler mit den meisten Kartenpunkten in seinen Stichen"
              : "Die Seite mit den meisten Kartenpunkten in ihren Stichen",
        Some(win));
  }
  [[nodiscard]] std::string Extras(
      const std::vector<Extra>& extras) const override {
    constexpr std::array<const char*, 4> kReasons = {
        "für alle Stiche", "für ein angesagtes Mit’ (gleich von welcher Seite)",
        "nach einem Kontra", "nach einem Re"};
    std::vector<std::string> items;
    items.reserve(extras.size());
    for (const Extra& extra : extras) {
      items.push_back(
          absl::StrCat(kReasons[static_cast<std::size_t>(extra.what_for)], " ",
                       Some(extra.amount)));
    }
    return StrFormat("Außerdem löschen die Gewinner %s.", ListOf(items));
  }
  [[nodiscard]] std::string MakersMustExceed(int card_points) const override {
    return StrFormat(
        "Die Macher gewinnen nur mit mehr als %d %s. Haben sie die meisten von "
        "allen, aber nicht mehr als das, so löscht niemand etwas, niemand "
        "schreibt etwas an, und ein Übertrag bleibt stehen.",
        card_points, card_points == 1 ? "Kartenpunkt" : "Kartenpunkten");
  }
  [[nodiscard]] std::string WhoMakersAre() const override {
    return "Die Macher sind die Seite des Machers.";
  }
  [[nodiscard]] std::string MakersAddNothing() const override {
    return "Macher, die verlieren, schreiben nichts an.";
  }
  [[nodiscard]] std::string MakersAdd(Amount loss,
                                      bool as_boucles) const override {
    return StrFormat("Macher, die verlieren, schreiben %s an%s.", Some(loss),
                     !as_boucles ? ""
                     : loss.count == 1
                         ? ", als Schleife auf einen Strich gezeichnet und "
                           "vor diesem zu löschen"
                         : ", jeden als Schleife auf einen Strich gezeichnet "
                           "und vor diesem zu löschen");
  }
  [[nodiscard]] std::string MakersWithMitAdd(Amount loss) const override {
    return StrFormat(
        "Hatten sie das Mit’ selbst angesagt, schreiben sie %s an.",
        loss.count == 0 ? "nichts" : Some(loss));
  }
  [[nodiscard]] std::string Tie(Amount all_erase,
                                Amount makers_add) const override {
    std::vector<std::string> parts;
    if (all_erase.count > 0) {
      parts.push_back(absl::StrCat("jede Seite löscht ", Some(all_erase)));
    }
    if (makers_add.count > 0) {
      parts.push_back(
          StrFormat("die Macher schreiben %s an", Some(makers_add)));
    }
    return StrFormat(
        "Wenn mehrere Seiten die meisten Kartenpunkte haben, ist Gleichstand: "
        "%s.",
        Capital(parts.empty() ? "niemand löscht etwas oder schreibt etwas an"
                              : ListOf(parts)));
  }
  [[nodiscard]] std::string NoCarry() const override {
    return "Auf das nächste Spiel wird nichts übertragen.";
  }
  [[nodiscard]] std::string Carry(Undecided after,
                                  Amount bonus) const override {
    return StrFormat("Nach %s löschen die nächsten Gewinner %s mehr.",
                     Occasion(after), Some(bonus));
  }
  [[nodiscard]] std::string CarriesInARow(bool add_up) const override {
    return add_up ? "Mehrere solche Spiele hintereinander summieren sich."
                  : "Mehrere solche Spiele hintereinander zählen nur einmal.";
  }
  [[nodiscard]] std::string LossWithCarry(bool more) const override {
    return more ? "Macher, die dieses Spiel verlieren, schreiben ebenso viel "
                  "zusätzlich an."
                : "Was verlierende Macher anschreiben, bleibt gleich.";
  }
  [[nodiscard]] std::string CarryStaysAfterTie() const override {
    return "Ein Gleichstand dazwischen beendet das nicht.";
  }
  [[nodiscard]] std::string CarryStaysAfterThrowIn() const override {
    return "Ein Spiel dazwischen, das entfällt, beendet das nicht.";
  }

  // --- Match.
  [[nodiscard]] std::string FixedDeals(Amount start, int deals) const override {
    return StrFormat(
        "%s Die Partie hat %s, wie es auch steht; Erste ist dann die Seite, "
        "die am wenigsten zu löschen übrig hat.",
        start.count == 0
            ? "Jede Seite beginnt bei null."
            : StrFormat("Jede Seite hat am Anfang %s zu löschen.", Some(start)),
        german::Count(deals, german::kDeal, Case::kAccusative));
  }
  [[nodiscard]] std::string FirstToErase(Amount start) const override {
    return StrFormat(
        "Jede Seite hat am Anfang %s zu löschen. Wer zuerst alles gelöscht "
        "hat, gewinnt die Partie.",
        Some(start));
  }
  [[nodiscard]] std::string CowsToWin(int cows) const override {
    return StrFormat("Die Seite, die zuerst %s hat, gewinnt die Partie.",
                     german::Count(cows, german::kCow, Case::kAccusative));
  }
  [[nodiscard]] std::string EveryCow(Amount start) const override {
    return StrFormat(
        "Für jede Kuh hat jede Seite am Anfang %s zu löschen; wer zuerst alles "
        "gelöscht hat, bekommt die Kuh.",
        Some(start));
  }
  [[nodiscard]] std::string CowByCow(const std::vector<Amount>& starts,
                                     bool more) const override {
    std::vector<std::string> cows;
    cows.reserve(starts.size());
    for (const Amount start : starts) {
      const int number = static_cast<int>(cows.size()) + 1;
      cows.push_back(StrFormat("%s für die %s",
                               german::Count(start, Case::kDative),
                               german::Ordinal(number)));
    }
    return StrFormat(
        "Bei jeder Kuh beginnen die Seiten neu, mit %s%s; wer zuerst alles "
        "gelöscht hat, bekommt die Kuh.",
        ListOf(cows), more ? " und jede spätere" : "");
  }
  [[nodiscard]] std::string MaxDeals(int deals,
                                     MaxDealsWinner winner) const override {
    return StrFormat(
        "Spätestens nach %s endet die Partie: Gewonnen hat die Seite, die %s, "
        "und niemand bei Gleichstand.",
        german::Count(deals, german::kDeal, Case::kDative),
        winner == MaxDealsWinner::kMostErased
            ? "insgesamt am meisten gelöscht hat"
            : "am wenigsten zu löschen übrig hat");
  }
  [[nodiscard]] std::string NobodyBelowZero() const override {
    return "Niemand kann mehr löschen, als er übrig hat.";
  }
  [[nodiscard]] std::string MayFallBelowZero() const override {
    return "Ein Stand kann unter null fallen und bleibt dort.";
  }
  [[nodiscard]] std::string NextDealer() const override {
    return "Das nächste Spiel gibt der nächste Spieler.";
  }
  [[nodiscard]] std::string SameDealerAfter(Undecided after) const override {
    return StrFormat(
        "Das nächste Spiel gibt der nächste Spieler, nach %s aber noch einmal "
        "derselbe Geber.",
        Occasion(after));
  }

 private:
  static std::string WhenToDeclare(MitWindow window) {
    switch (window) {
      case MitWindow::kPreLead:
        return "Er wird einmal gefragt, vor dem ersten Ausspielen, und kann es "
               "später nicht mehr.";
      case MitWindow::kOpen:
        return "Er darf es vor jeder Karte des ersten Stichs, spätestens vor "
               "seiner eigenen.";
      case MitWindow::kOwnTurn:
        break;
    }
    return "Er wird einmal gefragt, unmittelbar bevor er zum ersten Stich "
           "spielt.";
  }

  // `if_he_follows`: he may also trump, and has no such duty then.
  static std::string DutyToBeat(Head head, bool if_he_follows,
                                const char* unless) {
    switch (head) {
      case Head::kBest:
        return StrFormat(
            "%s die bisher beste Karte des Stichs schlagen, wenn er kann%s.",
            if_he_follows ? "Bedient er, so muss er" : "Er muss", unless);
      case Head::kPrevious:
        return StrFormat(
            "Wenn %sdie Karte unmittelbar vor seiner von der ausgespielten "
            "Farbe ist, muss er sie schlagen, wenn er kann.",
            if_he_follows ? "er bedient und " : "");
      case Head::kNone:
        break;
    }
    return "Er muss keine Karte schlagen.";
  }
};

}  // namespace

const RuleSentences& GermanRules() {
  static const German kSentences;
  return kSentences;
}

}  // namespace couillon::tools
