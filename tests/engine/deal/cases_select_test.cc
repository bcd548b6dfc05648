// The rows of tests/cases/select.txt.
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/cards/pack.h"
#include "engine/deal/table_draw.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

std::optional<DealerAndPartner> Drawn(const CaseRow& row) {
  if (row["method"] == "draw") {
    return DealerByDrawing(CardsOf(row["cards"]));
  }
  EXPECT_EQ(row["method"], "jack");
  const CompiledRules rules = Rules("mit-malmedy");
  const Pack pack = PackOfCell(row["cards"], rules.deck);
  return DealerByJacks(std::span(pack).first(rules.pack_size), rules.players);
}

TEST(SelectCasesTest, CardsSettleDealerAndPartnerAsInTheTable) {
  const std::vector<CaseRow> rows = ReadCases("select");
  EXPECT_GE(rows.size(), 5U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const std::optional<DealerAndPartner> drawn = Drawn(row);
    if (row["dealer"] == "redraw") {
      EXPECT_FALSE(drawn.has_value());
      continue;
    }
    ASSERT_TRUE(drawn.has_value());
    EXPECT_EQ(drawn->dealer, SeatOf(row["dealer"]));
    EXPECT_EQ(drawn->partner, SeatOf(row["partner"]));
  }
}

TEST(SelectCasesTest, TwoJacksAreNeeded) {
  EXPECT_EQ(DealerByJacks(CardsOf("AS JS KH"), 4), std::nullopt);
  EXPECT_EQ(DealerByJacks(CardsOf("AS JS JH"), 4),
            (DealerAndPartner{.dealer = 1, .partner = 2}));
}

}  // namespace
}  // namespace couillon::tests
