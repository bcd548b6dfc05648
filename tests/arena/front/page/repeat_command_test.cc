#include "arena/front/page/repeat_command.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "arena/numbers/text/shell_word.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

v1::LeagueConfig Config() {
  v1::LeagueConfig config;
  config.add_bots()->set_name("greedy");
  config.mutable_bots(0)->set_builtin("greedy");
  config.add_bots()->set_name("it's");
  config.mutable_bots(1)->set_builtin("random");
  config.add_rulesets()->set_spec("fr");
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_items(32);
  config.set_block_items(8);
  config.set_seed("a b");
  return config;
}

TEST(RepeatCommandTest, WordsAreQuotedForAShell) {
  EXPECT_EQ(RepeatCommand(Config()),
            "couillon league run --bots builtin:greedy "
            "'it'\\''s=builtin:random' --format round-robin --ruleset fr "
            "--deals 32 --block 8 --seed 'a b' --out DIRECTORY");
}

TEST(RepeatCommandTest, ASequentialTestIsAMatch) {
  v1::LeagueConfig config = Config();
  config.mutable_sprt()->set_elo1(5);
  config.mutable_sprt()->set_alpha(0.05);
  config.mutable_sprt()->set_beta(0.05);
  config.mutable_sprt()->set_scale(v1::RESULT_SCALE_SCORE);
  EXPECT_EQ(RepeatCommand(config),
            "couillon match builtin:greedy 'it'\\''s=builtin:random' "
            "--ruleset fr --deals 32 --block 8 --seed 'a b' --sprt elo0=0 "
            "elo1=5 alpha=0.050000000000000003 beta=0.050000000000000003 "
            "--scale deals --out DIRECTORY");
}

TEST(RepeatCommandTest, AProgramKeepsItsWords) {
  v1::LeagueConfig config = Config();
  config.mutable_bots(1)->clear_builtin();
  for (const char* word : {"./my bots/run", "", "x"}) {
    config.mutable_bots(1)->add_command(word);
  }
  const auto words = SplitShellWords(RepeatCommand(config).value_or(""));
  ASSERT_TRUE(words.ok()) << words.status();
  EXPECT_EQ(std::ranges::count(*words, "it's='./my bots/run' '' x"), 1);
}

TEST(RepeatCommandTest, WhatNoCommandSaysHasNone) {
  v1::LeagueConfig config = Config();
  config.mutable_bots(1)->mutable_remote();
  EXPECT_EQ(RepeatCommand(config), std::nullopt);
  config = Config();
  config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
  EXPECT_EQ(RepeatCommand(config), std::nullopt);
}

}  // namespace
}  // namespace couillon::arena
