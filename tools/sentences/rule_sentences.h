// The sentences about cards, play, scores and matches, in one language each.
// tools/explain/ decides which of them are said, for all languages at once; a
// language decides how. Every function returns whole sentences, unless its
// comment says otherwise.
#pragma once

#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "tools/sentences/language.h"
#include "tools/sentences/rule_facts.h"

namespace couillon::tools {

// Headings of what follows the sentences in a text.
struct RulesetLabels {
  std::string without_switches;  // of the summary, which does not know them
  std::string switches;
  std::string sources;
  std::string open_points;
};

class RuleSentences {
 public:
  RuleSentences() = default;
  RuleSentences(const RuleSentences&) = delete;
  RuleSentences& operator=(const RuleSentences&) = delete;
  virtual ~RuleSentences() = default;

  // Headings, not sentences. `id` is that of the ruleset.
  [[nodiscard]] virtual std::string Heading(RulesPart part) const = 0;
  [[nodiscard]] virtual RulesetLabels Labels(const std::string& id) const = 0;

  // --- Players.
  [[nodiscard]] virtual std::string EachForHimself(int players) const = 0;
  [[nodiscard]] virtual std::string Sides(int seats, int sides) const = 0;
  // Also what eldest means.
  [[nodiscard]] virtual std::string TurnOrder(Direction direction) const = 0;
  [[nodiscard]] virtual std::string Dummy(Seat dummy,
                                          Seat controller) const = 0;

  // --- Cards. Lists have at least one item; ranks and trumps begin with the
  // highest.
  [[nodiscard]] virtual std::string Pack(
      int cards, const std::vector<Rank>& ranks) const = 0;
  [[nodiscard]] virtual std::string LeftOut(
      const std::vector<Card>& cards) const = 0;
  [[nodiscard]] virtual std::string NoCardPoints() const = 0;
  // `others_nothing`: there are ranks besides those of `worth`.
  [[nodiscard]] virtual std::string CardPoints(
      const std::vector<RankPoints>& worth, bool others_nothing,
      int total) const = 0;
  [[nodiscard]] virtual std::string TrumpsLikeOtherSuits() const = 0;
  // `top` is the highest rank of the pack. `below_mit`: there is a Mit'.
  [[nodiscard]] virtual std::string PermanentTrumps(
      Rank top, bool below_mit, const std::vector<Card>& cards) const = 0;
  [[nodiscard]] virtual std::string Mit(Card mit, Rank top) const = 0;
  [[nodiscard]] virtual std::string OrderOfTrumps(
      Suit suit, bool mit_declared, const std::vector<Card>& cards) const = 0;

  // --- Announcements.
  [[nodiscard]] virtual std::string DeclareMit(Card mit,
                                               MitWindow window) const = 0;
  [[nodiscard]] virtual std::string SayKontra() const = 0;
  [[nodiscard]] virtual std::string NoKontra() const = 0;
  [[nodiscard]] virtual std::string SayRe() const = 0;
  [[nodiscard]] virtual std::string NoRe() const = 0;

  // --- Play.
  [[nodiscard]] virtual std::string FirstLead(Lead lead) const = 0;
  [[nodiscard]] virtual std::string WinnerOfTrick() const = 0;
  [[nodiscard]] virtual std::string FreeWhileStock() const = 0;
  [[nodiscard]] virtual std::string TrumpsLed(Head head) const = 0;
  [[nodiscard]] virtual std::string PlainSuitLed(bool may_trump,
                                                 Head head) const = 0;
  [[nodiscard]] virtual std::string OvertrumpByChoice() const = 0;
  [[nodiscard]] virtual std::string VoidPlaysAny() const = 0;
  [[nodiscard]] virtual std::string VoidTrumps(bool must_overtrump) const = 0;

  // --- Scoring.
  // `alone`: every player is a side.
  [[nodiscard]] virtual std::string Winner(bool alone, Amount win) const = 0;
  // At least one item.
  [[nodiscard]] virtual std::string Extras(
      const std::vector<Extra>& extras) const = 0;
  [[nodiscard]] virtual std::string MakersMustExceed(int card_points) const = 0;
  // That the side of the maker is called so.
  [[nodiscard]] virtual std::string WhoMakersAre() const = 0;
  [[nodiscard]] virtual std::string MakersAddNothing() const = 0;
  // `as_boucles`: each is drawn as a boucle.
  [[nodiscard]] virtual std::string MakersAdd(Amount loss,
                                              bool as_boucles) const = 0;
  [[nodiscard]] virtual std::string MakersWithMitAdd(Amount loss) const = 0;
  [[nodiscard]] virtual std::string Tie(Amount all_erase,
                                        Amount makers_add) const = 0;
  [[nodiscard]] virtual std::string NoCarry() const = 0;
  [[nodiscard]] virtual std::string Carry(Undecided after,
                                          Amount bonus) const = 0;
  [[nodiscard]] virtual std::string CarriesInARow(bool add_up) const = 0;
  [[nodiscard]] virtual std::string LossWithCarry(bool more) const = 0;
  // Such a deal neither makes a carry nor ends one.
  [[nodiscard]] virtual std::string CarryStaysAfterTie() const = 0;
  [[nodiscard]] virtual std::string CarryStaysAfterThrowIn() const = 0;

  // --- Match.
  [[nodiscard]] virtual std::string FixedDeals(Amount start,
                                               int deals) const = 0;
  [[nodiscard]] virtual std::string FirstToErase(Amount start) const = 0;
  [[nodiscard]] virtual std::string CowsToWin(int cows) const = 0;
  [[nodiscard]] virtual std::string EveryCow(Amount start) const = 0;
  // `more`: a match may have more cows than `starts`; they begin with the last.
  [[nodiscard]] virtual std::string CowByCow(const std::vector<Amount>& starts,
                                             bool more) const = 0;
  [[nodiscard]] virtual std::string MaxDeals(int deals,
                                             MaxDealsWinner winner) const = 0;
  [[nodiscard]] virtual std::string NobodyBelowZero() const = 0;
  [[nodiscard]] virtual std::string MayFallBelowZero() const = 0;
  [[nodiscard]] virtual std::string NextDealer() const = 0;
  [[nodiscard]] virtual std::string SameDealerAfter(Undecided after) const = 0;
};

const RuleSentences& EnglishRules();
const RuleSentences& FrenchRules();
const RuleSentences& DutchRules();
const RuleSentences& GermanRules();
const RuleSentences& RulesIn(Language language);

}  // namespace couillon::tools
