// The rows of tests/cases/invalid.txt.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"

namespace couillon::tests {
namespace {

constexpr std::size_t kRanksWithPoints = 4;  // A 4, K 3, Q 2, J 1

void SetRanks(const std::string& letters, TableRules& table) {
  table.ranks.clear();
  table.card_points.clear();
  for (const char letter : letters) {
    const std::optional<Rank> rank = ParseRank(letter);
    ASSERT_TRUE(rank.has_value()) << letter;
    const std::size_t at = table.ranks.size();
    table.ranks.push_back(*rank);
    table.card_points.push_back(
        at < kRanksWithPoints ? static_cast<int>(kRanksWithPoints - at) : 0);
  }
}

void Change(const std::string& change, Ruleset& ruleset) {
  const std::vector<std::string> sides = absl::StrSplit(change, '=');
  ASSERT_EQ(sides.size(), 2U);
  if (sides[0] == "players") {
    ruleset.table.players = std::stoi(sides[1]);
  } else if (sides[0] == "ranks") {
    SetRanks(sides[1], ruleset.table);
  } else if (sides[0] == "drop_step") {
    ruleset.script.erase(ruleset.script.begin() + std::stoi(sides[1]));
  } else if (sides[0] == "talon") {
    for (Step& step : ruleset.script) {
      if (auto* talon = std::get_if<TalonStep>(&step)) {
        talon->cards = std::stoi(sides[1]);
      }
    }
  } else {
    ADD_FAILURE() << "no change: " << change;
  }
}

TEST(InvalidCasesTest, TheValidatorRefusesTheRulesetsOfTheTable) {
  const std::vector<CaseRow> rows = ReadCases("invalid");
  EXPECT_GE(rows.size(), 8U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    Ruleset ruleset = Rules(row["ruleset"]).ruleset;
    Change(row["change"], ruleset);
    const absl::StatusOr<CompiledRules> rules = CompileRules(ruleset);
    ASSERT_FALSE(rules.ok());
    EXPECT_EQ(rules.status().code(), absl::StatusCode::kInvalidArgument);
    // The reason names the script or one of its steps.
    EXPECT_EQ(rules.status().message().substr(0, 6), "script")
        << rules.status();
  }
}

// A side's card points are a byte.
TEST(InvalidPointsTest, TheWholePackHasAtMost255) {
  Ruleset ruleset = Rules("troeven").ruleset;
  ASSERT_EQ(ruleset.table.card_points.size(), 8U);  // troeven has 32 cards
  ruleset.table.card_points.assign(8, 7);           // 224
  EXPECT_TRUE(CompileRules(ruleset).ok());
  ruleset.table.card_points.assign(8, 8);  // 256
  EXPECT_EQ(CompileRules(ruleset).status().message(),
            "table.card_points is 256 in four suits; expected at most 255 in "
            "the whole pack");
}

}  // namespace
}  // namespace couillon::tests
