// The guess from which the solver asks.
#include "engine/solve/value_guess.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/solve/solver.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

// What the guess is about, read from a position.
struct Read {
  Read(const CompiledRules& rules, const Position& position) {
    const DealResult result = position.Result();
    const auto suit = static_cast<std::size_t>(result.trump.value());
    table = MakeSearchTable(
        rules, rules.tables[suit][result.mit_side == kNoSide ? 0 : 1]);
    ReadPosition(position, table, deal, trick);
    for (const Card label : trick.rest) {
      left += table.points[static_cast<std::size_t>(label.index())];
    }
  }
  SearchTable table;
  SearchDeal deal;
  SearchTrick trick;
  int left = 0;  // card points
};

// The mean difference from the exact value, in card points.
double MeanError(const CompiledRules& rules, int deals) {
  const DealSource source("value guess");
  Solver solver(rules);
  int sum = 0;
  int count = 0;
  for (std::uint64_t index = 0; count < deals; ++index) {
    const Position position = DealAfterCalls(rules, source, index);
    if (position.done()) continue;
    const Read read(rules, position);
    const int guess = GuessValue(rules, read.table, read.deal, read.trick);
    EXPECT_GE(guess, 0);
    EXPECT_LE(guess, read.left);
    sum += std::abs(guess - solver.CardPoints(position)[0]);
    ++count;
  }
  return static_cast<double>(sum) / count;
}

// Integers only, so that the errors are the same everywhere; the limits are
// just above them.
TEST(ValueGuessTest, IsNearTheValueOfADeal) {
  EXPECT_LT(MeanError(Rules("basic-gerver"), 400), 2.9);
  EXPECT_LT(MeanError(Rules("kwajongen"), 400), 3.65);
  EXPECT_LT(MeanError(Rules("force-gerver"), 200), 2.95);
  EXPECT_LT(MeanError(Rules("kujong"), 200), 3.4);
  EXPECT_LT(MeanError(Rules("troeven"), 20), 4.15);
}

// Seen from the other side, by the same cards one seat further.
TEST(ValueGuessTest, GivesEachPointToOneSide) {
  const DealSource source("value guess");
  for (const char* spec : {"basic-gerver", "tongres", "troeven", "six-24"}) {
    const CompiledRules rules = Rules(spec);
    int compared = 0;
    for (std::uint64_t index = 0; index < 100; ++index) {
      const Position position = DealAfterCalls(rules, source, index);
      if (position.done()) continue;
      const Read read(rules, position);
      SearchDeal turned = read.deal;
      SearchTrick trick = read.trick;
      const auto next = [&rules](Seat seat) {
        return static_cast<Seat>((seat + 1) % rules.players);
      };
      for (Seat seat = 0; seat < rules.players; ++seat) {
        turned.owned[next(seat)] = read.deal.owned[seat];
      }
      trick.leader = next(trick.leader);
      trick.turn = next(trick.turn);
      trick.winner = next(trick.winner);
      const int both = GuessValue(rules, read.table, read.deal, read.trick) +
                       GuessValue(rules, read.table, turned, trick);
      // Rounded, and a guess is one point higher on purpose.
      EXPECT_GE(both, read.left) << spec << ", deal " << index;
      EXPECT_LE(both, read.left + 2) << spec << ", deal " << index;
      ++compared;
    }
    EXPECT_GT(compared, 50) << spec;
  }
}

}  // namespace
}  // namespace couillon::tests
