#include "arena/numbers/text/shell_word.h"

#include <gtest/gtest.h>

namespace couillon::arena {
namespace {

TEST(ShellWordTest, WhatAShellReadsAsItIsStays) {
  EXPECT_EQ(ShellWord("/tmp/a-league_1.0"), "/tmp/a-league_1.0");
}

TEST(ShellWordTest, AllElseIsInSingleQuotes) {
  EXPECT_EQ(ShellWord(""), "''");
  EXPECT_EQ(ShellWord("my league"), "'my league'");
  EXPECT_EQ(ShellWord("a;$(b)"), "'a;$(b)'");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
}

std::vector<std::string> Words(const std::string& text) {
  const auto words = SplitShellWords(text);
  EXPECT_TRUE(words.ok()) << words.status();
  return words.value_or(std::vector<std::string>());
}

using Many = std::vector<std::string>;

TEST(SplitShellWordsTest, BlanksSeparateUnlessQuoted) {
  EXPECT_EQ(Words("  python3\tbot.py  --fast "),
            (Many{"python3", "bot.py", "--fast"}));
  EXPECT_EQ(Words("'./my bots/run' \"a b\"c d\\ e"),
            (Many{"./my bots/run", "a bc", "d e"}));
  EXPECT_EQ(Words("'' \"\""), (Many{"", ""}));
  EXPECT_TRUE(Words(" ").empty());
}

TEST(SplitShellWordsTest, QuotesAndBackslashesMeanWhatAShellSays) {
  EXPECT_EQ(Words(R"('a\b$' "a\b\"\$c" \'d)"),
            (Many{R"(a\b$)", R"(a\b"$c)", "'d"}));
  EXPECT_EQ(Words("a;b $HOME *"), (Many{"a;b", "$HOME", "*"}));
}

TEST(SplitShellWordsTest, ReadsWhatShellWordWrites) {
  for (const char* word : {"", "plain", "two words", "it's", R"(a\b "c")"}) {
    EXPECT_EQ(Words(ShellWord(word)), Many{word});
  }
}

TEST(SplitShellWordsTest, OpenQuoteAndLastBackslashAreRefused) {
  EXPECT_EQ(SplitShellWords("run 'a b").status().message(),
            "the command run 'a b: found ' without a second one; expected "
            "words as in a shell");
  EXPECT_EQ(SplitShellWords("run a\\").status().message(),
            "the command run a\\: found a backslash at the end; expected words "
            "as in a shell");
}

}  // namespace
}  // namespace couillon::arena
