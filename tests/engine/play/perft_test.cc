// Pinned counts, as chess programs have them: the number of ways to play out
// an ending. One number depends on every rule of following, winning, drawing
// and turning up cards, and the reference rules have to count the same.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/reference_rules.h"

namespace couillon::tests {
namespace {

struct Ending {
  const char* spec;
  std::uint64_t deal;  // of the seed "perft"
  int tricks_left;
  std::uint64_t ways;
};

constexpr auto kEndings = std::to_array<Ending>({
    {"basic-gerver", 0, 3, 408},
    {"basic-gerver", 1, 4, 11664},
    {"denexa", 0, 3, 276},
    {"denexa-24", 2, 4, 11648},
    {"ardennes", 0, 4, 192},
    {"ardennes+free-trumping", 0, 4, 3624},
    {"fr", 0, 4, 192},
    {"fr", 5, 4, 428},
    {"fr+head-previous", 5, 4, 520},
    {"force-fr", 0, 4, 544},
    {"cooyah", 0, 4, 3656},
    {"cooyah+void-free", 0, 4, 29768},
    {"tongres", 0, 3, 384},
    {"force-gerver", 0, 3, 384},
    {"mit-malmedy", 0, 3, 416},
    {"mit-malmedy", 1, 3, 1008},
    {"mit-malmedy+red-queens", 1, 3, 492},
    {"six-24", 0, 2, 48},
    {"six-32", 1, 2, 16},
    {"eight-32", 0, 2, 128},
    {"kwajongen", 0, 4, 360},
    {"kujong", 0, 3, 576},
    {"troeven", 0, 3, 480},
    {"troeven-3-dummy", 0, 3, 280},
    {"troeven-3-solo", 0, 4, 2976},
    {"troeven-2-layout", 0, 6, 15341},
    {"troeven-2-stock", 0, 5, 3024},
});

// Who makes trumps takes the last of his choices, which is no pass where
// trumps can be taken; the rest of the deal starts with the first choices.
Action Opening(const Position& position) {
  const ActionSet legal = position.LegalActions();
  return legal.Nth(position.phase() == Phase::kTrump ? legal.size() - 1 : 0);
}

int TricksLeft(const Position& position) {
  const Observation seen = position.Observe();
  return position.rules().tricks - seen.played_count / position.rules().players;
}

std::uint64_t WaysToPlayOut(const Position& position) {
  if (position.done()) return 1;
  std::uint64_t ways = 0;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    ways += WaysToPlayOut(next);
  }
  return ways;
}

std::uint64_t WaysToPlayOut(const reference::ReferenceDeal& deal) {
  if (deal.phase() == Phase::kDone) return 1;
  std::uint64_t ways = 0;
  for (const Action action : deal.Legal()) {
    reference::ReferenceDeal next = deal;
    next.Apply(action);
    ways += WaysToPlayOut(next);
  }
  return ways;
}

TEST(PerftTest, EndingsCanBePlayedOutInThePinnedNumberOfWays) {
  const DealSource source("perft");
  for (const Ending& ending : kEndings) {
    SCOPED_TRACE(std::string(ending.spec) + " deal " +
                 std::to_string(ending.deal));
    const CompiledRules rules = Rules(ending.spec);
    const Pack pack = source.PackOf(rules.deck, ending.deal);
    Position position(rules, pack, 0);
    reference::ReferenceDeal deal(
        rules.ruleset, {pack.begin(), pack.begin() + rules.pack_size}, 0);
    while (!position.done() && (position.phase() != Phase::kPlay ||
                                TricksLeft(position) > ending.tricks_left)) {
      const Action action = Opening(position);
      position.Apply(action);
      deal.Apply(action);
    }
    ASSERT_FALSE(position.done());
    EXPECT_EQ(WaysToPlayOut(position), ending.ways);
    EXPECT_EQ(WaysToPlayOut(deal), ending.ways);
  }
}

}  // namespace
}  // namespace couillon::tests
