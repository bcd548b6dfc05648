#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/english_words.h"
#include "tools/sentences/rule_facts.h"
#include "tools/sentences/rule_sentences.h"
#include "tools/sentences/text_pieces.h"

namespace couillon::tools {
namespace {

// `if_he_follows`: he may also trump, and has no such duty then.
std::string DutyToBeat(Head head, bool if_he_follows, const char* unless) {
  switch (head) {
    case Head::kBest:
      return absl::StrFormat(
          "%s must beat the best card of the trick so far if he can%s.",
          if_he_follows ? "If he follows, he" : "He", unless);
    case Head::kPrevious:
      return absl::StrFormat(
          "If %sthe card played just before his is of the suit led, he must "
          "beat that one if he can.",
          if_he_follows ? "he follows and " : "");
    case Head::kNone:
      break;
  }
  return "He need not beat any card.";
}

std::string NamesOf(const std::vector<Card>& cards) {
  std::vector<std::string> names;
  names.reserve(cards.size());
  for (const Card card : cards) names.push_back(CardName(card));
  return ListOf(names);
}

std::string Occasion(Undecided after, const char* thrown_in) {
  if (!after.thrown_in) return "a tie";
  return absl::StrCat(after.tie ? "a tie or " : "", thrown_in);
}

class English final : public RuleSentences {
 public:
  [[nodiscard]] std::string Heading(RulesPart part) const override {
    constexpr std::array<const char*, 7> kHeadings = {
        "Players", "Cards", "Deal and trumps", "Announcements", "Play",
        "Scoring", "Match"};
    return kHeadings[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] RulesetLabels Labels(const std::string& id) const override {
    return {
        .without_switches = "Without switches:",
        .switches = absl::StrFormat("Switches (%s+SWITCH)", id),
        .sources = "Sources (document:lines)",
        .open_points = "Open points, with what was decided: see docs/rules.md"};
  }

  // --- Players.
  [[nodiscard]] std::string EachForHimself(int players) const override {
    return absl::StrFormat(
        "%s players, each for himself: every player is a side.",
        Capital(NumberWord(players)));
  }
  [[nodiscard]] std::string Sides(int seats, int sides) const override {
    return absl::StrFormat(
        "%s seats, %s sides of %s; the sides sit alternately round the table.",
        Capital(NumberWord(seats)), NumberWord(sides),
        NumberWord(seats / sides));
  }
  [[nodiscard]] std::string TurnOrder(Direction direction) const override {
    const bool clockwise = direction == Direction::kClockwise;
    return absl::StrFormat(
        "Deal and play go round %s, to the %s-hand neighbour. The player after "
        "the dealer is called eldest.",
        clockwise ? "clockwise" : "anticlockwise",
        clockwise ? "left" : "right");
  }
  [[nodiscard]] std::string Dummy(Seat dummy, Seat controller) const override {
    return absl::StrFormat(
        "There is nobody on seat %d: it is a dummy, whose cards lie on the "
        "table. The player on seat %d, its partner, decides for it.",
        static_cast<int>(dummy), static_cast<int>(controller));
  }

  // --- Cards.
  [[nodiscard]] std::string Pack(
      int cards, const std::vector<Rank>& ranks) const override {
    std::vector<std::string> names;
    names.reserve(ranks.size());
    for (const Rank rank : ranks) names.push_back(RankName(rank));
    return absl::StrFormat(
        "%d cards. In every suit they rank, from the highest, %s.", cards,
        absl::StrJoin(names, ", "));
  }
  [[nodiscard]] std::string LeftOut(
      const std::vector<Card>& cards) const override {
    return absl::StrCat(Capital(NamesOf(cards)),
                        cards.size() == 1 ? " is" : " are", " left out.");
  }
  [[nodiscard]] std::string NoCardPoints() const override {
    return "No card is worth card points.";
  }
  [[nodiscard]] std::string CardPoints(const std::vector<RankPoints>& worth,
                                       bool others_nothing,
                                       int total) const override {
    std::vector<std::string> items;
    items.reserve(worth.size());
    for (const RankPoints& of : worth) {
      const bool vowel = of.rank == Rank::kAce || of.rank == Rank::kEight;
      items.push_back(absl::StrFormat("%s %s %d", vowel ? "an" : "a",
                                      RankName(of.rank), of.card_points));
    }
    return absl::StrFormat("Card points: %s%s. The whole pack holds %d.",
                           ListOf(items),
                           others_nothing ? ", all others nothing" : "", total);
  }
  [[nodiscard]] std::string TrumpsLikeOtherSuits() const override {
    return "Trumps keep this order and beat all other cards.";
  }
  [[nodiscard]] std::string PermanentTrumps(
      Rank top, bool below_mit, const std::vector<Card>& cards) const override {
    const bool one = cards.size() == 1;
    return absl::StrFormat(
        "Always %s, whatever the trump suit, just below the %s of trumps%s%s: "
        "%s. %s.",
        one ? "a trump" : "trumps", RankName(top),
        below_mit ? " and a declared Mit'" : "", one ? "" : ", in this order",
        NamesOf(cards),
        one ? "It does not belong to the suit printed on it"
            : "They do not belong to the suit printed on them");
  }
  [[nodiscard]] std::string Mit(Card mit, Rank top) const override {
    return absl::StrFormat(
        "The Mit' is %s. Declared, it is the second highest trump, below the "
        "%s of trumps alone, and leaves its suit; undeclared, it is a card "
        "like any other.",
        CardName(mit), RankName(top));
  }
  [[nodiscard]] std::string OrderOfTrumps(
      Suit suit, bool mit_declared,
      const std::vector<Card>& cards) const override {
    return absl::StrFormat(
        "%s as trumps%s: %s.", Capital(SuitName(suit)),
        mit_declared ? " with the Mit' declared" : "",
        absl::StrJoin(cards, " ", [](std::string* out, Card card) {
          absl::StrAppend(out, FormatCard(card));
        }));
  }

  // --- Announcements.
  [[nodiscard]] std::string DeclareMit(Card mit,
                                       MitWindow window) const override {
    return absl::StrCat("Whoever holds ", CardName(mit),
                        " may declare it as the Mit'. ", WhenToDeclare(window),
                        " If he keeps silent, nobody learns of it.");
  }
  [[nodiscard]] std::string SayKontra() const override {
    return "Once the Mit' is declared, each opponent in turn, from the player "
           "after the declarer, may say Kontra; the first one ends the round.";
  }
  [[nodiscard]] std::string NoKontra() const override {
    return "There is no Kontra.";
  }
  [[nodiscard]] std::string SayRe() const override {
    return "After a Kontra each player of the declaring side in turn, from the "
           "declarer, may say Re; the first one ends the round.";
  }
  [[nodiscard]] std::string NoRe() const override { return "There is no Re."; }

  // --- Play.
  [[nodiscard]] std::string FirstLead(Lead lead) const override {
    return lead == Lead::kMaker
               ? "The maker leads to the first trick (eldest, if there is "
                 "none); whoever takes a trick leads to the next."
               : "Eldest leads to the first trick; whoever takes a trick leads "
                 "to the next.";
  }
  [[nodiscard]] std::string WinnerOfTrick() const override {
    return "The highest trump takes the trick; if there is none, the highest "
           "card of the suit led. Everybody plays one card to a trick.";
  }
  [[nodiscard]] std::string FreeWhileStock() const override {
    return "While there are cards in the stock any card may be played. The "
           "duties that follow hold once it is used up.";
  }
  [[nodiscard]] std::string TrumpsLed(Head head) const override {
    return absl::StrCat(
        "When trumps are led, everybody who has a trump must play one. ",
        DutyToBeat(head, false, ""));
  }
  [[nodiscard]] std::string PlainSuitLed(bool may_trump,
                                         Head head) const override {
    return absl::StrCat(
        may_trump
            ? "When another suit is led, a player who holds it may either "
              "follow suit or trump."
            : "When another suit is led, a player who holds it must follow "
              "suit.",
        " ", DutyToBeat(head, may_trump, ", unless that is a trump"));
  }
  [[nodiscard]] std::string OvertrumpByChoice() const override {
    return "If he trumps a trick that has been trumped already, he must "
           "overtrump if he can.";
  }
  [[nodiscard]] std::string VoidPlaysAny() const override {
    return "A player without the suit led may play any card.";
  }
  [[nodiscard]] std::string VoidTrumps(bool must_overtrump) const override {
    return absl::StrFormat(
        "A player without the suit led must trump if he can%s. Without a trump "
        "he may play any card.",
        must_overtrump ? ", and if the trick has been trumped already he must "
                         "overtrump if he can, else play a lower trump"
                       : "; he need not overtrump");
  }

  // --- Scoring.
  [[nodiscard]] std::string Winner(bool alone, Amount win) const override {
    return absl::StrFormat("The %s tricks wins the deal and erases %s.",
                           alone ? "player with the most card points in his"
                                 : "side with the most card points in its",
                           Count(win));
  }
  [[nodiscard]] std::string Extras(
      const std::vector<Extra>& extras) const override {
    constexpr std::array<const char*, 4> kReasons = {
        "if they took every trick",
        "if the Mit' was declared, by whichever side", "after a Kontra",
        "after a Re"};
    std::vector<std::string> items;
    items.reserve(extras.size());
    for (const Extra& extra : extras) {
      items.push_back(
          absl::StrCat(Count(extra.amount), " more ",
                       kReasons[static_cast<std::size_t>(extra.what_for)]));
    }
    return absl::StrFormat("The winners erase %s.", ListOf(items));
  }
  [[nodiscard]] std::string MakersMustExceed(int card_points) const override {
    return absl::StrFormat(
        "Makers win only with more than %d card points. With the most of all, "
        "but no more than that, nobody erases or adds anything, and a carry "
        "stays.",
        card_points);
  }
  [[nodiscard]] std::string WhoMakersAre() const override {
    return "The makers are the side of the maker.";
  }
  [[nodiscard]] std::string MakersAddNothing() const override {
    return "Makers who lose add nothing.";
  }
  [[nodiscard]] std::string MakersAdd(Amount loss,
                                      bool as_boucles) const override {
    return absl::StrFormat(
        "Makers who lose add %s%s.", Count(loss),
        as_boucles ? ", each drawn as a boucle (a loop) on a line and erased "
                     "before it"
                   : "");
  }
  [[nodiscard]] std::string MakersWithMitAdd(Amount loss) const override {
    return absl::StrFormat(
        "If they had declared the Mit' themselves, it is %s.", Count(loss));
  }
  [[nodiscard]] std::string Tie(Amount all_erase,
                                Amount makers_add) const override {
    std::vector<std::string> parts;
    if (all_erase.count > 0) {
      parts.push_back("every side erases " + Count(all_erase));
    }
    if (makers_add.count > 0) {
      parts.push_back("makers add " + Count(makers_add));
    }
    return absl::StrFormat(
        "When the most card points are shared, the deal is a tie: %s.",
        parts.empty() ? "nobody erases or adds anything" : ListOf(parts));
  }
  [[nodiscard]] std::string NoCarry() const override {
    return "Nothing is carried over to the next deal.";
  }
  [[nodiscard]] std::string Carry(Undecided after,
                                  Amount bonus) const override {
    return absl::StrFormat("After %s the next winners erase %s more.",
                           Occasion(after, "a deal thrown in"), Count(bonus));
  }
  [[nodiscard]] std::string CarriesInARow(bool add_up) const override {
    return add_up ? "Several such deals in a row add up."
                  : "Several such deals in a row still count once.";
  }
  [[nodiscard]] std::string LossWithCarry(bool more) const override {
    return more ? "Makers who lose that deal add as much on top."
                : "What losing makers add stays the same.";
  }
  [[nodiscard]] std::string CarryStaysAfterTie() const override {
    return "A tie meanwhile does not end this.";
  }
  [[nodiscard]] std::string CarryStaysAfterThrowIn() const override {
    return "A deal that is thrown in meanwhile does not end this.";
  }

  // --- Match.
  [[nodiscard]] std::string FixedDeals(Amount start, int deals) const override {
    return absl::StrFormat(
        "Each side starts with %s to erase. The match has %s, whatever the "
        "score; then the side with fewest left comes first.",
        Count(start), Count(deals, "deal"));
  }
  [[nodiscard]] std::string FirstToErase(Amount start) const override {
    return absl::StrFormat(
        "Each side starts with %s to erase. The first to have none left wins "
        "the match.",
        Count(start));
  }
  [[nodiscard]] std::string CowsToWin(int cows) const override {
    return absl::StrFormat("The match is won by the first side with %s.",
                           Count(cows, "cow"));
  }
  [[nodiscard]] std::string EveryCow(Amount start) const override {
    return absl::StrFormat(
        "For each cow both sides start with %s to erase; the first to have "
        "none left takes the cow.",
        Count(start));
  }
  [[nodiscard]] std::string CowByCow(const std::vector<Amount>& starts,
                                     bool more) const override {
    std::vector<std::string> cows;
    cows.reserve(starts.size());
    for (const Amount start : starts) {
      const int number = static_cast<int>(cows.size()) + 1;
      cows.push_back(
          absl::StrFormat("%s in the %s", Count(start), OrdinalWord(number)));
    }
    return absl::StrFormat(
        "Cow by cow both sides start afresh with %s%s; the first to have none "
        "left takes the cow.",
        ListOf(cows), more ? " and any later one" : "");
  }
  [[nodiscard]] std::string MaxDeals(int deals,
                                     MaxDealsWinner winner) const override {
    return absl::StrFormat(
        "After %s at the latest the match stops: the side %s has won, and "
        "nobody if they are equal.",
        Count(deals, "deal"),
        winner == MaxDealsWinner::kMostErased ? "that has erased most in all"
                                              : "with fewest left");
  }
  [[nodiscard]] std::string NobodyBelowZero() const override {
    return "Nobody can erase more than he has left.";
  }
  [[nodiscard]] std::string MayFallBelowZero() const override {
    return "A score may go below zero and stays there.";
  }
  [[nodiscard]] std::string NextDealer() const override {
    return "The next player in turn deals next.";
  }
  [[nodiscard]] std::string SameDealerAfter(Undecided after) const override {
    return absl::StrFormat(
        "The next player in turn deals next, but after %s the same dealer "
        "deals again.",
        Occasion(after, "a deal that was thrown in"));
  }

 private:
  static std::string WhenToDeclare(MitWindow window) {
    switch (window) {
      case MitWindow::kPreLead:
        return "He is asked once, before the first lead, and cannot do it "
               "later.";
      case MitWindow::kOpen:
        return "He may do it before any card of the first trick, up to his "
               "own.";
      case MitWindow::kOwnTurn:
        break;
    }
    return "He is asked once, when he is about to play to the first trick.";
  }
};

}  // namespace

const RuleSentences& EnglishRules() {
  static const English kSentences;
  return kSentences;
}

}  // namespace couillon::tools
