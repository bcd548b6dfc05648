// The last three tricks against plain minimax, with every instruction set.
#include "engine/solve/last_three_tricks.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiler.h"
#include "tests/engine/solve/plain_minimax.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"

namespace couillon::tests {
namespace {

// A random deal when three tricks are left and nothing but cards is due.
std::optional<Position> ThreeTricksOf(const CompiledRules& rules,
                                      const DealSource& source,
                                      std::uint64_t index) {
  RandomDraws draws(source, index);
  Position position = DealAt(rules, source, index);
  while (!position.done() &&
         (!position.OnlyCardsAreDue() || position.tricks_left() > 3)) {
    position.Apply(draws.Of(position.LegalActions()));
  }
  if (position.done() || !position.trick().empty()) return std::nullopt;
  return position;
}

SearchTable TableOf(const CompiledRules& rules, const DealResult& result) {
  const auto suit = static_cast<std::size_t>(result.trump.value());
  return MakeSearchTable(
      rules, rules.tables[suit][result.mit_side == kNoSide ? 0 : 1]);
}

// The hands from the leader on.
LastThreeTricks::Hands HandsOf(const CompiledRules& rules,
                               const SearchTable& table,
                               const Position& position) {
  LastThreeTricks::Hands hands;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const Seat seat = rules.turn_order[position.leader()][i];
    hands[i] = table.LabelsOf(position.hand(seat));
  }
  return hands;
}

int PointsLeft(const SearchTable& table, const LastThreeTricks::Hands& hands) {
  int points = 0;
  for (const CardSet hand : hands) {
    for (const Card label : hand) {
      points += table.points[static_cast<std::size_t>(label.index())];
    }
  }
  return points;
}

// Returns the number of positions compared.
int Compare(const CompiledRules& rules, std::uint64_t first, int deals) {
  const DealSource source("last three tricks");
  int compared = 0;
  for (std::uint64_t index = first; deals > 0; ++index, --deals) {
    const auto position = ThreeTricksOf(rules, source, index);
    if (!position) continue;
    const DealResult result = position->Result();
    const SearchTable table = TableOf(rules, result);
    if (!LastThreeTricks::Knows(rules, table)) continue;
    const LastThreeTricks::Hands hands = HandsOf(rules, table, *position);
    const bool ours = rules.SideOf(position->leader()) == 0;
    const int left = PointsLeft(table, hands);
    const int before = result.card_points[0] - result.card_points[1];
    const int lead = PlainEndings().LeadOf(*position);
    for (const LineTarget& target : FindLineTargets()) {
      const LastThreeTricks three(rules, table, target);
      EXPECT_EQ(before + 2 * three.PointsOf(hands, ours, left) - left, lead)
          << rules.ruleset.id << ", deal " << index << ", " << target.name;
    }
    ++compared;
  }
  return compared;
}

TEST(LastThreeTricksTest, AreWorthWhatPlainMinimaxFinds) {
  if (FindLineTargets().empty()) GTEST_SKIP() << "no vectors on this machine";
  for (const char* spec : {"basic-gerver", "denexa", "cooyah", "kwajongen",
                           "tongres", "force-gerver", "kujong", "troeven"}) {
    EXPECT_GT(Compare(Rules(spec), 0, 100), 50) << spec;
  }
}

TEST(LastThreeTricksTest, OfRandomKnobsAreWorthWhatPlainMinimaxFinds) {
  if (FindLineTargets().empty()) GTEST_SKIP() << "no vectors on this machine";
  const DealSource source("last three knobs");
  int compared = 0;
  for (const char* spec : {"basic-gerver", "kwajongen", "kujong"}) {
    const CompiledRules written = Rules(spec);
    for (std::uint64_t index = 0; index < 100; ++index) {
      RandomDraws draws(source, index);
      const auto rules = CompileRules(WithRandomKnobs(written.ruleset, draws));
      if (rules.ok()) compared += Compare(*rules, 100 * index, 3);
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(LastThreeTricksTest, ADutyToBeatACardIsNotKnown) {
  const CompiledRules rules = Rules("ardennes");
  const SearchTable table = MakeSearchTable(rules, rules.tables[0][0]);
  EXPECT_FALSE(LastThreeTricks::Knows(rules, table));
}

}  // namespace
}  // namespace couillon::tests
