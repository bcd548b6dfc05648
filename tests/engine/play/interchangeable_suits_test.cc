// A deal with its cards relabelled by a map of the ruleset is the same deal in
// other words, decision by decision; by any other map it is not.
#include "engine/play/interchangeable_suits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"
#include "tests/support/suit_maps.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kSuitDeals = 12;  // per map that is allowed
constexpr std::uint64_t kMaxDeals = 500;  // until another map shows
constexpr std::uint16_t kCarry = 1;

bool Contains(const std::vector<SuitMap>& maps, const SuitMap& map) {
  return std::find(maps.begin(), maps.end(), map) != maps.end();
}

// "DCHS": the images of clubs, diamonds, hearts and spades.
std::string Text(const SuitMap& map) {
  std::string text;
  for (int suit = 0; suit < kSuits; ++suit) {
    text += FormatSuit(map(static_cast<Suit>(suit)));
  }
  return text;
}

Pack Relabelled(const CompiledRules& rules, const Pack& pack,
                const SuitMap& map) {
  Pack relabelled = pack;
  for (std::size_t i = 0; i < rules.pack_size; ++i) {
    relabelled.at(i) = map(pack.at(i));
  }
  return relabelled;
}

DealResult Relabelled(DealResult result, const SuitMap& map) {
  if (result.trump) result.trump = map(*result.trump);
  return result;
}

std::vector<Card> Relabelled(std::vector<Card> cards, const SuitMap& map) {
  for (Card& card : cards) card = map(card);
  return cards;
}

// Where the relabelled deal first differs from the deal in more than labels.
std::optional<std::string> DifferenceNow(const Position& deal,
                                         const Position& relabelled,
                                         const SuitMap& map) {
  if (relabelled.phase() != deal.phase()) return "phase";
  if (deal.done()) return std::nullopt;
  if (!(relabelled.LegalActions() == map(deal.LegalActions()))) {
    return "legal actions";
  }
  if (!(relabelled.Observe() == map(deal.Observe()))) return "observation";
  for (Seat seat = 0; seat < deal.rules().players; ++seat) {
    if (!(relabelled.hand(seat) == map(deal.hand(seat)))) return "hands";
  }
  return std::nullopt;
}

std::optional<std::string> DifferenceAtEnd(const Position& deal,
                                           const Position& relabelled,
                                           const SuitMap& map) {
  const Ruleset& ruleset = deal.rules().ruleset;
  if (!(relabelled.Result() == Relabelled(deal.Result(), map))) {
    return "result";
  }
  if (!(ScoreDeal(ruleset, relabelled.Result(), kCarry) ==
        ScoreDeal(ruleset, deal.Result(), kCarry))) {
    return "score";
  }
  if (relabelled.Exposed() != Relabelled(deal.Exposed(), map)) {
    return "exposed cards";
  }
  return std::nullopt;
}

// Plays deal `index` at random beside its relabelled form. Returns how they
// differ, or nothing. Requires: `map` keeps the deck.
std::optional<std::string> Difference(const CompiledRules& rules,
                                      const SuitMap& map, std::uint64_t index) {
  static const DealSource kSource("interchangeable suits");
  RandomDraws draws(kSource, index);
  Position deal = DealAt(rules, kSource, index);
  Position relabelled(rules, Relabelled(rules, deal.pack(), map),
                      deal.dealer());
  for (int decision = 0;; ++decision) {
    const std::optional<std::string> difference =
        DifferenceNow(deal, relabelled, map);
    if (difference) {
      return *difference + " at decision " + std::to_string(decision);
    }
    if (deal.done()) return DifferenceAtEnd(deal, relabelled, map);
    const Action action = draws.Of(deal.LegalActions());
    deal.Apply(action);
    relabelled.Apply(map(action));
  }
}

void ExpectOnlyLabelsChange(const CompiledRules& rules, std::uint64_t deals) {
  for (const SuitMap& map : InterchangeableSuits(rules)) {
    for (std::uint64_t index = 0; index < deals; ++index) {
      ASSERT_EQ(Difference(rules, map, index), std::nullopt)
          << rules.ruleset.id << " " << Text(map) << " deal " << index;
    }
  }
}

void ExpectGroup(const std::vector<SuitMap>& maps) {
  ASSERT_FALSE(maps.empty());
  EXPECT_EQ(maps.front(), SuitMap());
  for (const SuitMap& map : maps) {
    EXPECT_EQ(std::count(maps.begin(), maps.end(), map), 1);
    EXPECT_TRUE(Contains(maps, map.Inverse()));
    for (const SuitMap& next : maps) {
      EXPECT_TRUE(Contains(maps, map.Then(next)));
    }
  }
}

// Whether a map shows: in the deck, or in one of many deals.
bool Shows(const CompiledRules& rules, const SuitMap& map) {
  if (!(map(rules.deck) == rules.deck)) return true;
  for (std::uint64_t index = 0; index < kMaxDeals; ++index) {
    if (Difference(rules, map, index)) return true;
  }
  return false;
}

// The rules of valid combinations of knobs, permanent trumps and the Mit' among
// them.
std::vector<CompiledRules> RulesWithRandomKnobs(const std::string& id,
                                                int count) {
  static const DealSource kSource("interchangeable suits, knobs");
  const Ruleset base = Rules(id).ruleset;
  std::vector<CompiledRules> found;
  for (int number = 0; number < count; ++number) {
    RandomDraws draws(kSource, static_cast<std::uint64_t>(number));
    const absl::StatusOr<CompiledRules> rules =
        CompileRules(WithRandomKnobs(base, draws));
    if (rules.ok()) found.push_back(*rules);
  }
  return found;
}

class InterchangeableSuitsTest : public testing::TestWithParam<std::string> {};

TEST_P(InterchangeableSuitsTest, ChangeOnlyLabelsInADeal) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    ExpectOnlyLabelsChange(Rules(spec), kSuitDeals);
  }
  for (const std::string& spec : SpecsWithTwoSwitches(GetParam())) {
    ExpectOnlyLabelsChange(Rules(spec), 1);
  }
}

TEST_P(InterchangeableSuitsTest, ChangeOnlyLabelsUnderKnobsTurnedAtRandom) {
  const std::vector<CompiledRules> all = RulesWithRandomKnobs(GetParam(), 40);
  EXPECT_GT(all.size(), 10U);
  for (const CompiledRules& rules : all) ExpectOnlyLabelsChange(rules, 3);
}

TEST_P(InterchangeableSuitsTest, AnyOtherMapShowsInADeal) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    const std::vector<SuitMap> allowed = InterchangeableSuits(rules);
    for (const SuitMap& map : AllSuitMaps()) {
      if (Contains(allowed, map)) continue;
      EXPECT_TRUE(Shows(rules, map)) << spec << " " << Text(map);
    }
  }
}

TEST_P(InterchangeableSuitsTest, AreAGroupWithTheIdentityFirst) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    ExpectGroup(InterchangeableSuits(Rules(spec)));
  }
  for (const CompiledRules& rules : RulesWithRandomKnobs(GetParam(), 100)) {
    ExpectGroup(InterchangeableSuits(rules));
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, InterchangeableSuitsTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

// "CD HS": suits that some map exchanges are in one group.
std::string Groups(const std::vector<SuitMap>& maps) {
  std::string groups;
  std::string grouped;
  for (int suit = 0; suit < kSuits; ++suit) {
    if (grouped.find(FormatSuit(static_cast<Suit>(suit))) != grouped.npos) {
      continue;
    }
    std::string group;
    for (const SuitMap& map : maps) {
      const char image = FormatSuit(map(static_cast<Suit>(suit)));
      if (group.find(image) == group.npos) group += image;
    }
    std::sort(group.begin(), group.end());  // C D H S, also as letters
    grouped += group;
    groups += (groups.empty() ? "" : " ") + group;
  }
  return groups;
}

TEST(SuitsCasesTest, RulesetsLeaveFreeTheSuitsInTheTable) {
  std::map<std::string, CaseRow> rows;
  for (const CaseRow& row : ReadCases("suits")) {
    EXPECT_TRUE(rows.emplace(row["ruleset"], row).second) << row.Name();
    const std::vector<SuitMap> maps =
        InterchangeableSuits(Rules(row["ruleset"]));
    EXPECT_EQ(Groups(maps), row["suits"]) << row.Name();
    EXPECT_EQ(std::to_string(maps.size()), row["maps"]) << row.Name();
  }
  for (const std::string& id : wire::RulesetIds()) {
    ASSERT_TRUE(rows.contains(id)) << id << " has no row in suits.txt";
    for (const std::string& spec : SpecsOf(id)) {
      const CaseRow& row = rows.at(rows.contains(spec) ? spec : id);
      EXPECT_EQ(Groups(InterchangeableSuits(Rules(spec))), row["suits"])
          << spec << " is not as " << row.Name();
    }
  }
}

// In rules compiled today some tables follow from others. Each is compared all
// the same, since a knob to come may change one alone.
class CompiledSuitsTest : public testing::Test {
 protected:
  // Expects that the changed rules leave all suits free but hearts.
  void ExpectHeartsFixed(const std::string& what) {
    const std::vector<SuitMap> maps = InterchangeableSuits(rules_);
    EXPECT_EQ(Groups(maps), "CDS H") << what;
    EXPECT_EQ(maps.size(), 6U) << what;
    rules_ = Rules("basic-gerver");
  }
  // If hearts are trumps.
  TrumpTable& Hearts() {
    return rules_.tables.at(static_cast<std::size_t>(Suit::kHearts)).at(0);
  }

  CompiledRules rules_ = Rules("basic-gerver");
  const Card ace_{Suit::kHearts, Rank::kAce};
  const std::size_t index_ = static_cast<std::size_t>(ace_.index());
};

TEST_F(CompiledSuitsTest, AMemberThatNamesHeartsFixesThem) {
  rules_.deck.Remove(ace_);
  ExpectHeartsFixed("deck");
  ++rules_.card_points.at(index_);
  ExpectHeartsFixed("card points");
  rules_.has_mit = true;
  rules_.mit.card = ace_;
  ExpectHeartsFixed("Mit'");
  rules_.stage.at(0).legal = ActionSet::Of(Action::Name(Suit::kHearts));
  ExpectHeartsFixed("trump step");
}

TEST_F(CompiledSuitsTest, ATableThatDiffersForHeartsFixesThem) {
  Hearts().trumps.Remove(ace_);
  ExpectHeartsFixed("trumps");
  Hearts().answers.at(index_).Remove(ace_);
  ExpectHeartsFixed("answers");
  Hearts().beaten_by.at(index_).Add(ace_);
  ExpectHeartsFixed("beaten by");
}

TEST_F(CompiledSuitsTest, ADutyThatDiffersForHeartsFixesThem) {
  for (const auto set :
       {&Duty::follow, &Duty::able, &Duty::must, &Duty::ruff, &Duty::head_best,
        &Duty::head_previous, &Duty::overtrump}) {
    for (const std::size_t lead : {index_, std::size_t{kNoDuty}}) {
      CardSet& cards = Hearts().duties.at(lead).*set;
      cards = cards.Has(ace_) ? CardSet() : CardSet::Of(ace_);
      ExpectHeartsFixed("duty after " + std::to_string(lead));
    }
  }
}

TEST(DrawSuitMapTest, DividesTheNumbersEvenly) {
  const std::vector<SuitMap> all = AllSuitMaps();
  constexpr std::uint64_t kRange = ~std::uint64_t{0};
  for (std::size_t size = 1; size <= all.size(); ++size) {
    const std::span<const SuitMap> maps(all.data(), size);
    const std::uint64_t share = kRange / size;
    for (std::size_t i = 0; i < size; ++i) {
      // Within the i-th of `size` equal parts of the range, near its ends.
      EXPECT_EQ(DrawSuitMap(maps, i * share + (share >> 24)), maps[i]);
      EXPECT_EQ(DrawSuitMap(maps, (i + 1) * share - (share >> 24)), maps[i]);
    }
    EXPECT_EQ(DrawSuitMap(maps, 0), maps.front());
    EXPECT_EQ(DrawSuitMap(maps, kRange), maps.back());
  }
}

}  // namespace
}  // namespace couillon::tests
