#include "arena/numbers/text/printable.h"

#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace couillon::arena {
namespace {

// Forbidden in any text: each would move, hide or reorder the text around it.
std::vector<std::string> Bad() {
  return {"\x01", "\x1b[31m", "\x7f", "\r",
          // C1 controls, as a terminal reads them in UTF-8.
          "\u0080",
          "\u009b"
          "31m",
          "\u009f",
          // Marks of direction.
          "\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069",
          // Invisible, or a line break.
          "\u00ad", "\u200b", "\u200c", "\u200d", "\u2028", "\u2029", "\u2060",
          "\ufeff", "\ufff9", "\U000e0041",
          // Not UTF-8.
          "\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
          "\x80", std::string(1, '\0')};
}

TEST(IsUtf8Test, AllowsWhatCannotBeSeenButNoBrokenSequence) {
  for (const char* text : {"", "café", "\u200b", "a\tb\n", "🂡"}) {
    EXPECT_TRUE(IsUtf8(text)) << text;
  }
  for (const char* text : {"\xff", "caf\xe9", "\xc0\xaf", "\xed\xa0\x80",
                           "\xf4\x90\x80\x80", "\x80", "\xc3"}) {
    EXPECT_FALSE(IsUtf8(text)) << text;
  }
}

TEST(PrintableTest, PlainTextHasNothingThatIsNotSeen) {
  for (const char* plain :
       {"", "anna", "a b", "Café", "日本", "🂡", "<b>&\"'"}) {
    EXPECT_TRUE(IsPlainText(plain)) << plain;
    EXPECT_EQ(Printable(plain), plain);
    EXPECT_EQ(PrintableLine(plain), plain);
  }
  for (const std::string& bad : Bad()) {
    EXPECT_FALSE(IsPlainText("a" + bad + "b")) << PrintableLine(bad);
    EXPECT_FALSE(IsPlainText(bad));
  }
  EXPECT_FALSE(IsPlainText("a\nb"));
  EXPECT_FALSE(IsPlainText("a\tb"));
}

TEST(PrintableTest, WhatIsNotPlainIsWrittenOut) {
  for (const std::string& bad : Bad()) {
    const std::string shown = Printable("a" + bad + "b");
    EXPECT_TRUE(IsPlainText(shown)) << shown;
    EXPECT_TRUE(absl::StartsWith(shown, "a\\x")) << shown;
    EXPECT_EQ(PrintableLine("a" + bad + "b"), shown);
  }
  EXPECT_EQ(Printable("\u202e"), "\\xe2\\x80\\xae");
  EXPECT_EQ(Printable("a\n\tb"), "a\n\tb");
  EXPECT_EQ(PrintableLine("a\n\tb\r"), "a\\n\\tb\\x0d");
}

TEST(PrintableTest, CheckNamesFieldFoundAndExpected) {
  EXPECT_TRUE(CheckPlainText("name", "anna", 4).ok());
  EXPECT_EQ(CheckPlainText("name", "annas", 4).message(),
            "name has 5 bytes; expected 4 at most");
  EXPECT_EQ(CheckPlainText("name", "a\u202e", 10).message(),
            "name is \"a\\xe2\\x80\\xae\", which has control characters or "
            "others that cannot be seen; expected printable UTF-8 on one line");
}

TEST(PrintableTest, QuotedLinesCannotBeTakenForTheArenasOwn) {
  EXPECT_EQ(QuotedLines("one\ntwo", "  "), "\n  | one\n  | two");
  // Nor does a long line wrap, where its rest would look like a separate line.
  for (const std::string& unit : {std::string("x"), std::string("日")}) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += unit;
    std::string whole;
    const std::string quoted = QuotedLines(text);
    for (const auto line : absl::StrSplit(quoted.substr(1), '\n')) {
      ASSERT_TRUE(absl::StartsWith(line, "    | ")) << line;
      const std::string rest(line.substr(6));
      EXPECT_LE(unit.size() == 1 ? rest.size() : rest.size() / 3 * 2, 70U);
      whole += rest;
    }
    EXPECT_EQ(whole, text);
  }
}

TEST(PrintableTest, StderrTailIsQuotedAndNotCutTwice) {
  EXPECT_EQ(WithStderrTail("it ended", ""), "it ended");
  EXPECT_EQ(WithStderrTail("it ended", "\x1b[2Jcouillon: all well\n"),
            "it ended; its last stderr output:\n    | \\x1b[2Jcouillon: all "
            "well");
  const std::string controls = Printable(std::string(4096, '\x1b'));
  EXPECT_EQ(WithStderrTail("", controls).find("left out"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
