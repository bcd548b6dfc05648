// The rows of tests/cases/legal.txt, winner.txt and trumps.txt.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/play/trick.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/trump_order.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/case_file.h"
#include "tests/support/case_words.h"

namespace couillon::tests {
namespace {

const TrumpTable& TableOf(const CompiledRules& rules, const CaseRow& row) {
  return rules.tables[static_cast<std::size_t>(SuitOf(row["trump"]))]
                     [YesOrNo(row["mit"]) ? 1 : 0];
}

struct PlayedTrick {
  Trick trick;
  Card winning;
};

PlayedTrick TrickOf(const TrumpTable& table, const std::vector<Card>& cards,
                    bool lead_counts = true) {
  PlayedTrick played;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i == 0) {
      played.trick.Lead(table, cards[i], lead_counts);
      played.winning = cards[i];
    } else if (played.trick.Follow(table, cards[i])) {
      played.winning = cards[i];
    }
  }
  return played;
}

bool Beats(const TrumpTable& table, Card card, Card winning) {
  return table.beaten_by[static_cast<std::size_t>(winning.index())].Has(card);
}

TEST(LegalCasesTest, LegalCardsAreThoseOfTheTable) {
  const std::vector<CaseRow> rows = ReadCases("legal");
  EXPECT_GE(rows.size(), 53U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const TrumpTable& table = TableOf(rules, row);
    const bool lead_counts =
        NumbersOf(row["stock"])[0] == 0 || !rules.play.free_while_stock;
    const PlayedTrick played =
        TrickOf(table, CardsOf(row["trick"]), lead_counts);
    const CardSet legal = played.trick.LegalCards(table, CardSetOf(row["hand"]),
                                                  rules.has_heading);
    EXPECT_EQ(FormatCards(legal), FormatCards(CardSetOf(row["legal"])));
  }
}

TEST(WinnerCasesTest, TricksGoToTheCardOfTheTable) {
  const std::vector<CaseRow> rows = ReadCases("winner");
  EXPECT_GE(rows.size(), 22U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const std::vector<Card> cards = CardsOf(row["trick"]);
    EXPECT_EQ(cards.size(), rules.players);
    EXPECT_EQ(FormatCard(TrickOf(TableOf(rules, row), cards).winning),
              row["winner"]);
  }
}

TEST(TrumpCasesTest, TrumpsRankAsInTheTable) {
  const std::vector<CaseRow> rows = ReadCases("trumps");
  EXPECT_GE(rows.size(), 15U);
  for (const CaseRow& row : rows) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const TrumpOrder order =
        OrderOfTrumps(rules.ruleset, SuitOf(row["trump"]), YesOrNo(row["mit"]));
    const std::vector<Card> trumps(order.cards.begin(),
                                   order.cards.begin() + order.count);
    EXPECT_EQ(CardsText(trumps), row["order"]);
  }
}

// Play uses tables, not the order: the two have to say the same.
TEST(TrumpCasesTest, TablesFollowTheOrderOfTrumps) {
  for (const CaseRow& row : ReadCases("trumps")) {
    SCOPED_TRACE(row.Name());
    const CompiledRules rules = Rules(row["ruleset"]);
    const TrumpTable& table = TableOf(rules, row);
    const std::vector<Card> order = CardsOf(row["order"]);
    EXPECT_EQ(table.trumps, CardSetOf(row["order"]));
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (std::size_t j = 0; j < order.size(); ++j) {
        EXPECT_EQ(Beats(table, order[i], order[j]), i < j)
            << FormatCard(order[i]) << " " << FormatCard(order[j]);
      }
    }
    for (const Card plain : rules.deck & ~table.trumps) {
      for (const Card trump : table.trumps) {
        EXPECT_TRUE(Beats(table, trump, plain));
        EXPECT_FALSE(Beats(table, plain, trump));
      }
    }
  }
}

}  // namespace
}  // namespace couillon::tests
