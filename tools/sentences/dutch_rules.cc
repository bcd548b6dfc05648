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
#include "tools/sentences/dutch_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/rule_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

using absl::StrFormat;
using dutch::Begin;
using dutch::CardName;
using dutch::CardNames;
using dutch::Count;
using dutch::ListOf;
using dutch::Number;

std::string Occasion(Undecided after) {
  if (!after.thrown_in) return "een gelijk spel";
  return absl::StrCat(after.tie ? "een gelijk spel of " : "",
                      "een spel dat niet doorging");
}

class Dutch final : public RuleSentences {
 public:
  [[nodiscard]] std::string Heading(RulesPart part) const override {
    constexpr std::array<const char*, 7> kHeadings = {
        "Spelers",    "Kaarten", "Geven en troef", "Meldingen",
        "Het spelen", "Telling", "Partij"};
    return kHeadings[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] RulesetLabels Labels(const std::string& id) const override {
    return {
        .without_switches = "Zonder varianten:",
        .switches = StrFormat("Varianten, in het Engels (%s+VARIANT)", id),
        .sources = "Bronnen (document:regels)",
        .open_points = "Open vragen, en wat er beslist is: zie docs/rules.md"};
  }

  // --- Players.
  [[nodiscard]] std::string EachForHimself(int players) const override {
    return StrFormat("%s spelers, ieder voor zich: elke speler is een kant.",
                     Begin(Number(players)));
  }
  [[nodiscard]] std::string Sides(int seats, int sides) const override {
    return StrFormat(
        "%s zetels, %s kanten van %s; de kanten zitten om en om rond de tafel.",
        Begin(Number(seats)), Number(sides), Number(seats / sides));
  }
  [[nodiscard]] std::string TurnOrder(Direction direction) const override {
    const bool clockwise = direction == Direction::kClockwise;
    return StrFormat(
        "Er wordt %s de klok %s gegeven en gespeeld, telkens naar de "
        "%sbuur. De speler na de gever is de voorhand.",
        clockwise ? "met" : "tegen", clockwise ? "mee" : "in",
        clockwise ? "linker" : "rechter");
  }
  [[nodiscard]] std::string Dummy(Seat dummy, Seat controller) const override {
    return StrFormat(
        "Op zetel %d zit niemand: dat is de blinde, wiens kaarten op tafel "
        "liggen. Zijn maat, de speler op zetel %d, beslist voor hem.",
        static_cast<int>(dummy), static_cast<int>(controller));
  }

  // --- Cards.
  [[nodiscard]] std::string Pack(
      int cards, const std::vector<Rank>& ranks) const override {
    return StrFormat(
        "%d kaarten. De volgorde in elke kleur, van hoog naar laag: %s.", cards,
        absl::StrJoin(ranks, ", ", [](std::string* out, Rank rank) {
          absl::StrAppend(out, dutch::RankName(rank));
        }));
  }
  [[nodiscard]] std::string LeftOut(
      const std::vector<Card>& cards) const override {
    return absl::StrCat(Begin(CardNames(cards)),
                        cards.size() == 1 ? " doet" : " doen", " niet mee.");
  }
  [[nodiscard]] std::string NoCardPoints() const override {
    return "Geen enkele kaart telt kaartpunten.";
  }
  [[nodiscard]] std::string CardPoints(const std::vector<RankPoints>& worth,
                                       bool others_nothing,
                                       int total) const override {
    std::vector<std::string> items;
    items.reserve(worth.size());
    for (const RankPoints& of : worth) {
      items.push_back(
          StrFormat("%s %d", dutch::RankName(of.rank), of.card_points));
    }
    return StrFormat("Kaartpunten: %s%s. Alle kaarten samen tellen %d.",
                     ListOf(items), others_nothing ? ", alle andere niets" : "",
                     total);
  }
  [[nodiscard]] std::string TrumpsLikeOtherSuits() const override {
    return "Troeven houden deze volgorde en slaan alle andere kaarten.";
  }
  [[nodiscard]] std::string PermanentTrumps(
      Rank top, bool below_mit, const std::vector<Card>& cards) const override {
    const bool one = cards.size() == 1;
    return StrFormat(
        "Altijd troef, wat ook de troefkleur is, net onder %s%s%s: %s. %s niet "
        "bij de kleur die erop staat.",
        dutch::TheTrump(top), below_mit ? " en een gemelde Mit’" : "",
        one ? "" : ", in deze volgorde", CardNames(cards),
        one ? "Die kaart hoort" : "Die kaarten horen");
  }
  [[nodiscard]] std::string Mit(Card mit, Rank top) const override {
    return StrFormat(
        "De Mit’ is %s. Gemeld is die kaart de op een na hoogste troef, "
        "alleen onder %s, en hoort ze niet meer bij haar kleur; niet gemeld is "
        "ze een "
        "kaart als elke andere.",
        CardName(mit), dutch::TheTrump(top));
  }
  [[nodiscard]] std::string OrderOfTrumps(
      Suit suit, bool mit_declared,
      const std::vector<Card>& cards) const override {
    return StrFormat("%s troef%s: %s.", Begin(dutch::SuitName(suit)),
                     mit_declared ? ", met de Mit’ gemeld" : "",
                     CornersOf(cards, "AHVB"));
  }

  // --- Announcements.
  [[nodiscard]] std::string DeclareMit(Card mit,
                                       MitWindow window) const override {
    return StrFormat(
        "Wie %s heeft, mag die kaart als Mit’ melden. %s Zwijgt hij, dan komt "
        "niemand het te weten.",
        CardName(mit), WhenToDeclare(window));
  }
  [[nodiscard]] std::string SayKontra() const override {
    return "Is de Mit’ gemeld, dan mag elke tegenstander om de beurt, vanaf de "
           "speler na de melder, Kontra zeggen; de eerste die het zegt, "
           "beëindigt de ronde.";
  }
  [[nodiscard]] std::string NoKontra() const override {
    return "Er is geen Kontra.";
  }
  [[nodiscard]] std::string SayRe() const override {
    return "Na een Kontra mag elke speler van de kant die gemeld heeft om de "
           "beurt, vanaf de melder, Re zeggen; de eerste die het zegt, "
           "beëindigt de ronde.";
  }
  [[nodiscard]] std::string NoRe() const override { return "Er is geen Re."; }

  // --- Play.
  [[nodiscard]] std::string FirstLead(Lead lead) const override {
    return StrFormat(
        "%s komt in de eerste slag uit%s; wie een slag wint, komt in de "
        "volgende uit.",
        lead == Lead::kMaker ? "De maker" : "De voorhand",
        lead == Lead::kMaker ? " (of de voorhand, als er geen maker is)" : "");
  }
  [[nodiscard]] std::string WinnerOfTrick() const override {
    return "De hoogste troef wint de slag; ligt er geen troef, dan de hoogste "
           "kaart van de gevraagde kleur. Iedereen speelt één kaart per slag.";
  }
  [[nodiscard]] std::string FreeWhileStock() const override {
    return "Zolang er kaarten in de stok zijn, mag men elke kaart spelen. De "
           "plichten die volgen, gelden zodra de stok op is.";
  }
  [[nodiscard]] std::string TrumpsLed(Head head) const override {
    return absl::StrCat(
        "Als er troef gevraagd wordt, moet iedereen die troef heeft er een "
        "spelen. ",
        DutyToBeat(head, false, ""));
  }
  [[nodiscard]] std::string PlainSuitLed(bool may_trump,
                                         Head head) const override {
    return StrFormat("Als er een andere kleur gevraagd wordt, %s. %s",
                     may_trump
                         ? "mag een speler die ze heeft, bekennen of troeven"
                         : "moet een speler die ze heeft, bekennen",
                     DutyToBeat(head, may_trump, ", tenzij dat een troef is"));
  }
  [[nodiscard]] std::string OvertrumpByChoice() const override {
    return "Als hij troeft in een slag die al getroefd is, moet hij "
           "overtroeven als hij dat kan.";
  }
  [[nodiscard]] std::string VoidPlaysAny() const override {
    return "Een speler zonder de gevraagde kleur mag elke kaart spelen.";
  }
  [[nodiscard]] std::string VoidTrumps(bool must_overtrump) const override {
    return StrFormat(
        "Een speler zonder de gevraagde kleur moet troeven als hij dat kan; "
        "%s. Zonder troef mag hij elke kaart spelen.",
        must_overtrump ? "is de slag al getroefd, dan moet hij overtroeven als "
                         "hij dat kan, en anders een lagere troef spelen"
                       : "overtroeven hoeft niet");
  }

  // --- Scoring.
  [[nodiscard]] std::string Winner(bool alone, Amount win) const override {
    return StrFormat(
        "De %s die met zijn slagen de meeste kaartpunten haalt, wint het spel "
        "en wist %s.",
        alone ? "speler" : "kant", Count(win));
  }
  [[nodiscard]] std::string Extras(
      const std::vector<Extra>& extras) const override {
    constexpr std::array<const char*, 4> kReasons = {
        "voor alle slagen", "voor een gemelde Mit’ (door welke kant ook)",
        "na een Kontra", "na een Re"};
    std::vector<std::string> items;
    items.reserve(extras.size());
    for (const Extra& extra : extras) {
      items.push_back(
          absl::StrCat(kReasons[static_cast<std::size_t>(extra.what_for)], " ",
                       Count(extra.amount)));
    }
    return StrFormat("Bovendien wissen de winnaars %s.", ListOf(items));
  }
  [[nodiscard]] std::string MakersMustExceed(int card_points) const override {
    return StrFormat(
        "De makers winnen alleen met meer dan %d kaart%s. Hebben ze er de "
        "meeste, maar niet meer dan dat, dan wist niemand iets, krijgt niemand "
        "iets bij en blijft een overdracht staan.",
        card_points, card_points == 1 ? "punt" : "punten");
  }
  [[nodiscard]] std::string WhoMakersAre() const override {
    return "De makers zijn de kant van de maker.";
  }
  [[nodiscard]] std::string MakersAddNothing() const override {
    return "Makers die verliezen, krijgen niets bij.";
  }
  [[nodiscard]] std::string MakersAdd(Amount loss,
                                      bool as_boucles) const override {
    return StrFormat("Makers die verliezen, krijgen %s bij%s.", Count(loss),
                     !as_boucles ? ""
                     : loss.count == 1
                         ? ", als lus op een streep getekend en vóór die "
                           "streep te wissen"
                         : ", elk als lus op een streep getekend en vóór die "
                           "streep te wissen");
  }
  [[nodiscard]] std::string MakersWithMitAdd(Amount loss) const override {
    return StrFormat("Hadden ze de Mit’ zelf gemeld, dan krijgen ze %s bij.",
                     loss.count == 0 ? "niets" : Count(loss));
  }
  [[nodiscard]] std::string Tie(Amount all_erase,
                                Amount makers_add) const override {
    std::vector<std::string> parts;
    if (all_erase.count > 0) {
      parts.push_back(absl::StrCat("elke kant wist ", Count(all_erase)));
    }
    if (makers_add.count > 0) {
      parts.push_back(StrFormat("de makers krijgen %s bij", Count(makers_add)));
    }
    return StrFormat(
        "Als meer dan één kant de meeste kaartpunten heeft, is het spel "
        "gelijk: %s.",
        parts.empty() ? "niemand wist iets of krijgt iets bij" : ListOf(parts));
  }
  [[nodiscard]] std::string NoCarry() const override {
    return "Er gaat niets over naar het volgende spel.";
  }
  [[nodiscard]] std::string Carry(Undecided after,
                                  Amount bonus) const override {
    return StrFormat("Na %s wissen de volgende winnaars %s meer.",
                     Occasion(after), Count(bonus));
  }
  [[nodiscard]] std::string CarriesInARow(bool add_up) const override {
    return add_up ? "Meerdere zulke spellen na elkaar worden opgeteld."
                  : "Meerdere zulke spellen na elkaar tellen maar één keer.";
  }
  [[nodiscard]] std::string LossWithCarry(bool more) const override {
    return more ? "Makers die dat spel verliezen, krijgen er evenveel extra "
                  "bij."
                : "Wat verliezende makers bijkrijgen, blijft hetzelfde.";
  }
  [[nodiscard]] std::string CarryStaysAfterTie() const override {
    return "Een gelijk spel daartussen maakt hier geen einde aan.";
  }
  [[nodiscard]] std::string CarryStaysAfterThrowIn() const override {
    return "Een spel daartussen dat niet doorging, maakt hier geen einde aan.";
  }

  // --- Match.
  [[nodiscard]] std::string FixedDeals(Amount start, int deals) const override {
    return StrFormat(
        "%s De partij duurt %s, wat de stand ook is; eerste is dan de kant die "
        "het minst te wissen over heeft.",
        start.count == 0
            ? "Elke kant begint op nul."
            : StrFormat("Elke kant heeft eerst %s te wissen.", Count(start)),
        Count(deals, dutch::kDeal));
  }
  [[nodiscard]] std::string FirstToErase(Amount start) const override {
    return StrFormat(
        "Elke kant heeft %s te wissen. De eerste die alles gewist heeft, wint "
        "de partij.",
        Count(start));
  }
  [[nodiscard]] std::string CowsToWin(int cows) const override {
    return StrFormat("De eerste kant met %s wint de partij.",
                     Count(cows, dutch::kCow));
  }
  [[nodiscard]] std::string EveryCow(Amount start) const override {
    return StrFormat(
        "Voor elke koe heeft elke kant %s te wissen; de eerste die alles "
        "gewist heeft, krijgt de koe.",
        Count(start));
  }
  [[nodiscard]] std::string CowByCow(const std::vector<Amount>& starts,
                                     bool more) const override {
    std::vector<std::string> cows;
    cows.reserve(starts.size());
    for (const Amount start : starts) {
      const int number = static_cast<int>(cows.size()) + 1;
      cows.push_back(
          StrFormat("%s voor de %s", Count(start), dutch::Ordinal(number)));
    }
    return StrFormat(
        "Voor elke koe beginnen de kanten opnieuw, met %s%s; de eerste die "
        "alles gewist heeft, krijgt de koe.",
        ListOf(cows), more ? " en elke latere" : "");
  }
  [[nodiscard]] std::string MaxDeals(int deals,
                                     MaxDealsWinner winner) const override {
    return StrFormat(
        "Uiterlijk na %s stopt de partij: de kant die %s, heeft gewonnen, en "
        "niemand als het gelijk staat.",
        Count(deals, dutch::kDeal),
        winner == MaxDealsWinner::kMostErased ? "in totaal het meest gewist "
                                                "heeft"
                                              : "het minst te wissen over "
                                                "heeft");
  }
  [[nodiscard]] std::string NobodyBelowZero() const override {
    return "Niemand kan meer wissen dan er over is.";
  }
  [[nodiscard]] std::string MayFallBelowZero() const override {
    return "Een stand kan onder nul komen en blijft daar.";
  }
  [[nodiscard]] std::string NextDealer() const override {
    return "De volgende speler geeft het volgende spel.";
  }
  [[nodiscard]] std::string SameDealerAfter(Undecided after) const override {
    return StrFormat(
        "De volgende speler geeft het volgende spel, maar na %s geeft dezelfde "
        "gever nog eens.",
        Occasion(after));
  }

 private:
  static std::string WhenToDeclare(MitWindow window) {
    switch (window) {
      case MitWindow::kPreLead:
        return "Het wordt hem één keer gevraagd, vóór de eerste uitkomst, en "
               "later kan het niet meer.";
      case MitWindow::kOpen:
        return "Dat mag vóór elke kaart van de eerste slag, uiterlijk vóór "
               "zijn eigen kaart.";
      case MitWindow::kOwnTurn:
        break;
    }
    return "Het wordt hem één keer gevraagd, net voor hij in de eerste slag "
           "speelt.";
  }

  // `if_he_follows`: he may also trump, and has no such duty then.
  static std::string DutyToBeat(Head head, bool if_he_follows,
                                const char* unless) {
    switch (head) {
      case Head::kBest:
        return StrFormat(
            "%s de beste kaart van de slag slaan als hij dat kan%s.",
            if_he_follows ? "Bekent hij, dan moet hij" : "Hij moet", unless);
      case Head::kPrevious:
        return StrFormat(
            "Als %sde kaart net voor de zijne van de gevraagde kleur is, moet "
            "hij die slaan als hij dat kan.",
            if_he_follows ? "hij bekent en " : "");
      case Head::kNone:
        break;
    }
    return "Hij hoeft geen kaart te slaan.";
  }
};

}  // namespace

const RuleSentences& DutchRules() {
  static const Dutch kSentences;
  return kSentences;
}

}  // namespace couillon::tools
