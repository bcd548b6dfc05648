// Tables that are no wider than a terminal.
#include "arena/numbers/format/fitted_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "arena/numbers/text/display_width.h"

namespace couillon::arena {
namespace {

std::size_t Widest(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, DisplayWidth(line));
  }
  return widest;
}

TEST(FittedTableTest, NamesAreFlushLeftAndNumbersFlushRight) {
  const Rows rows = {
      {"rank", "bot", "Elo"}, {"1", "a", "+7"}, {"2-10", "greedy", "-12.5"}};
  EXPECT_EQ(FittedTable(rows, {.name_column = 1, .width = 60}),
            "  rank  bot       Elo\n"
            "     1  a          +7\n"
            "  2-10  greedy  -12.5\n");
  EXPECT_EQ(TableWidth(rows), 21U);
}

TEST(FittedTableTest, ALongNameIsCutBeforeAColumnMovesDown) {
  const std::string number(20, '8');
  const Rows rows = {
      {"bot", "a", "b"},
      {"engine-" + std::string(60, 'x') + "-v12", number, number}};
  const std::string text = FittedTable(rows, {.width = 80});
  EXPECT_EQ(Widest(text), 80U);
  EXPECT_EQ(text.find("\n\n"), std::string::npos);
  EXPECT_NE(text.find("  engine-xxx"), std::string::npos) << text;
  EXPECT_NE(text.find("xx-v12  888"), std::string::npos) << text;
}

TEST(FittedTableTest, ColumnsThatDoNotFitFollowBelow) {
  Rows rows = {{"bot"}, {"greedy"}};
  for (int i = 0; i < 12; ++i) {
    rows[0].push_back("column" + std::to_string(i));
    rows[1].push_back(std::to_string(i));
  }
  const std::string text = FittedTable(rows, {.width = 60});
  EXPECT_LE(Widest(text), 60U);
  EXPECT_NE(text.find("\n\n  bot  "), std::string::npos) << text;
  for (const std::string& title : rows[0]) {
    EXPECT_NE(text.find(title), std::string::npos) << title;
  }
}

TEST(FittedTableTest, ATableWithoutALimitIsAsWideAsItIs) {
  const Rows rows = {{std::string(200, 'x'), "b"}, {"a", "c"}};
  EXPECT_EQ(FittedTable(rows, {}), Columns(rows));
}

TEST(FittedTableTest, ColoursChangeNothingElse) {
  const Rows rows = {{"bot", "Elo"}, {"greedy", "+7"}};
  const std::string text = FittedTable(
      rows, {.width = 60, .colours = true, .tones = {{1, 1, Tone::kAhead}}});
  EXPECT_EQ(text,
            "  \x1b[2mbot\x1b[0m     \x1b[2mElo\x1b[0m\n"
            "  greedy   \x1b[36m+7\x1b[0m\n");
}

TEST(ToneTest, EveryLineHasItsOwn) {
  EXPECT_EQ(Toned("a\n\nb\n", Tone::kStrong),
            "\x1b[1ma\x1b[0m\n\n\x1b[1mb\x1b[0m\n");
  EXPECT_EQ(Toned("a\n", Tone::kPlain), "a\n");
}

}  // namespace
}  // namespace couillon::arena
