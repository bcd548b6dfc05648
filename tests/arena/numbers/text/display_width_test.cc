#include "arena/numbers/text/display_width.h"

#include <gtest/gtest.h>

#include <sstream>

namespace couillon::arena {
namespace {

TEST(DisplayWidthTest, ACharacterCountsAsItIsShown) {
  EXPECT_EQ(DisplayWidth(""), 0U);
  EXPECT_EQ(DisplayWidth("greedy"), 6U);
  EXPECT_EQ(DisplayWidth("± été"), 5U);
  EXPECT_EQ(DisplayWidth("e\u0301te\u0301"), 3U);  // with combining accents
  EXPECT_EQ(DisplayWidth("囲碁"), 4U);
  EXPECT_EQ(DisplayWidth("한국"), 4U);
  EXPECT_EQ(DisplayWidth("🂡"), 1U);
  EXPECT_EQ(DisplayWidth("🤖"), 2U);
  EXPECT_EQ(DisplayWidth("שלום"), 4U);
}

TEST(DisplayWidthTest, NamesKeepTheirBeginningAndTheirEnd) {
  EXPECT_EQ(CutInMiddle("engine-v12", 10), "engine-v12");
  EXPECT_EQ(CutInMiddle("my-engine-v12", 10), "my-en…-v12");
  EXPECT_EQ(CutInMiddle("my-engine-v12", 1), "…");
}

TEST(DisplayWidthTest, NoCutIsWiderThanItMayBe) {
  const std::string names[] = {
      "囲碁囲碁囲碁囲碁", "e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301",
      "a囲b碁c囲d碁e🤖", std::string(200, 'x'), "\u0301\u0301\u0301abcdefgh"};
  for (const std::string& name : names) {
    for (std::size_t width = 1; width < 30; ++width) {
      EXPECT_LE(DisplayWidth(CutInMiddle(name, width)), width) << name;
    }
  }
}

TEST(WrappedTest, LinesEndBetweenWords) {
  EXPECT_EQ(Wrapped("one two three", 7), "one two\nthree\n");
  EXPECT_EQ(Wrapped("one two three", 9, 2), "one two\n  three\n");
  EXPECT_EQ(Wrapped("", 9), "\n");
}

TEST(WrappedTest, NoLineIsTooWide) {
  const std::string text =
      "a " + std::string(50, 'x') + " 囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁 end";
  for (std::size_t width = 10; width < 40; ++width) {
    std::istringstream lines(Wrapped(text, width, 3));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(DisplayWidth(line), width) << line;
      for (const char letter : line) {
        if (letter != ' ') all += letter;
      }
    }
    EXPECT_EQ(all, "a" + std::string(50, 'x') +
                       "囲碁囲碁囲碁囲碁囲碁囲碁囲碁囲碁end");
  }
}

TEST(WrappedTest, AWideWordMayStayWhole) {
  EXPECT_EQ(Wrapped("a " + std::string(12, 'x'), 10, 0, WideWord::kKeep),
            "a\n" + std::string(12, 'x') + "\n");
}

}  // namespace
}  // namespace couillon::arena
