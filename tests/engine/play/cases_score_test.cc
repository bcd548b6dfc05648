// The rows of tests/cases/score.txt and slate.txt.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

// The first `sides` numbers, as "1-0-0".
template <typename Numbers>
std::string Dashed(const Numbers& numbers, int sides) {
  return absl::StrJoin(numbers.begin(), numbers.begin() + sides, "-");
}

void SetSides(const std::string& cell,
              std::array<std::uint8_t, kMaxSides>& out) {
  const std::vector<int> numbers = NumbersOf(cell);
  for (std::size_t side = 0; side < numbers.size(); ++side) {
    out.at(side) = static_cast<std::uint8_t>(numbers[side]);
  }
}

DealResult ResultOf(const CaseRow& row) {
  DealResult result;
  result.abandoned = row["points"] == "abandoned";
  result.maker_side = SeatOf(row["maker"]);
  result.mit_side = SeatOf(row["mit"]);
  result.kontra = YesOrNo(row["K"]);
  result.re = YesOrNo(row["R"]);
  if (result.abandoned) return result;
  SetSides(row["points"], result.card_points);
  SetSides(row["tricks"], result.tricks);
  return result;
}

TEST(ScoreCasesTest, DealsAreWorthWhatTheTableSays) {
  const std::vector<CaseRow> rows = ReadCases("score");
  EXPECT_GE(rows.size(), 46U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const DealScore score =
        ScoreDeal(rules.ruleset, ResultOf(row),
                  static_cast<std::uint16_t>(NumbersOf(row["bonus"])[0]));
    EXPECT_EQ(Dashed(score.erase, rules.sides), row["erase"]);
    EXPECT_EQ(Dashed(score.add, rules.sides), row["add"]);
    EXPECT_EQ(score.bonus_after, NumbersOf(row["bonus after"])[0]);
  }
}

// What a cell of the slate table says; the rest is left to its default.
struct State {
  std::array<Slate::Tally, kMaxSides> tallies{};
  std::uint16_t bonus = 0;
  int cow = 0;
  int deals = 0;
  bool says_cow = false;
  bool says_deals = false;
  bool says_erased = false;
  bool ended = false;
  Side winner = kNoSide;
};

void ReadSides(const std::string& cell, State& state,
               int Slate::Tally::* member) {
  const std::vector<int> numbers = NumbersOf(cell);
  for (std::size_t side = 0; side < numbers.size(); ++side) {
    state.tallies.at(side).*member = numbers[side];
  }
}

// A word such as "b1", "c1:1-0", "d9" or "e5-4".
void ReadMark(const std::string& word, State& state) {
  const std::string rest = word.substr(1);
  switch (word[0]) {
    case 'b':
      state.bonus = static_cast<std::uint16_t>(std::stoi(rest));
      return;
    case 'c':
      state.says_cow = true;
      state.cow = std::stoi(rest);
      ReadSides(rest.substr(rest.find(':') + 1), state, &Slate::Tally::cows);
      return;
    case 'd':
      state.says_deals = true;
      state.deals = std::stoi(rest);
      return;
    case 'e':
      state.says_erased = true;
      ReadSides(rest, state, &Slate::Tally::erased);
      return;
    default:
      ADD_FAILURE() << "no mark of a slate: " << word;
  }
}

State StateOf(const std::string& cell) {
  State state;
  std::size_t side = 0;
  for (const std::string& word : Words(cell)) {
    if (const std::size_t slash = word.find('/'); slash != std::string::npos) {
      Slate::Tally& tally = state.tallies.at(side++);
      tally.lines = std::stoi(word.substr(0, slash));
      tally.boucles = std::stoi(word.substr(slash + 1));
    } else if (absl::StartsWith(word, "win=")) {
      state.ended = true;
      state.winner = SeatOf(word.substr(4));
    } else if (word == "end") {
      state.ended = true;
    } else {
      ReadMark(word, state);
    }
  }
  return state;
}

// "m=0 p=12-8 t=3-1 mit=0 K R", or "abandoned".
DealResult DealOf(const std::string& text) {
  DealResult result;
  result.tricks.fill(1);  // nobody takes all
  for (const std::string& word : Words(text)) {
    const std::string value = word.substr(word.find('=') + 1);
    if (word == "abandoned") {
      result.abandoned = true;
    } else if (word == "K") {
      result.kontra = true;
    } else if (word == "R") {
      result.re = true;
    } else if (absl::StartsWith(word, "m=")) {
      result.maker_side = SeatOf(value);
    } else if (absl::StartsWith(word, "mit=")) {
      result.mit_side = SeatOf(value);
    } else if (absl::StartsWith(word, "p=")) {
      SetSides(value, result.card_points);
    } else if (absl::StartsWith(word, "t=")) {
      SetSides(value, result.tricks);
    } else {
      ADD_FAILURE() << "no part of a deal: " << word;
    }
  }
  return result;
}

void ExpectState(const Slate& slate, const State& expected, int sides) {
  EXPECT_EQ(slate.pending_carry(), expected.bonus);
  EXPECT_EQ(slate.ended(), expected.ended);
  EXPECT_EQ(slate.winner(), expected.winner);
  if (expected.says_cow) {
    EXPECT_EQ(slate.cow(), expected.cow);
  }
  if (expected.says_deals) {
    EXPECT_EQ(slate.deals(), expected.deals);
  }
  for (int side = 0; side < sides; ++side) {
    SCOPED_TRACE("side " + std::to_string(side));
    const Slate::Tally& tally = slate.tally(static_cast<Side>(side));
    const Slate::Tally& wanted =
        expected.tallies.at(static_cast<std::size_t>(side));
    EXPECT_EQ(tally.lines, wanted.lines);
    EXPECT_EQ(tally.boucles, wanted.boucles);
    if (expected.says_cow) {
      EXPECT_EQ(tally.cows, wanted.cows);
    }
    if (expected.says_erased) {
      EXPECT_EQ(tally.erased, wanted.erased);
    }
  }
}

TEST(SlateCasesTest, DealsChangeTheSlateAsTheTableSays) {
  const std::vector<CaseRow> rows = ReadCases("slate");
  EXPECT_GE(rows.size(), 34U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const State before = StateOf(row["before"]);
    Slate slate(rules.ruleset, before.tallies, before.bonus, before.cow,
                before.deals);
    for (const std::string& deal :
         std::vector<std::string>(absl::StrSplit(row["deals"], " ; "))) {
      ASSERT_FALSE(slate.ended());
      slate.Apply(
          ScoreDeal(rules.ruleset, DealOf(deal), slate.pending_carry()));
    }
    ExpectState(slate, StateOf(row["after"]), rules.sides);
  }
}

}  // namespace
}  // namespace couillon::tests
