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

}  // namespace
}  // namespace couillon::arena
