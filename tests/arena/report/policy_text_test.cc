// The policy of a league as text, each sentence with and without its condition.

#include "arena/report/text/policy_text.h"

#include <gtest/gtest.h>

#include "couillon/v1/league.pb.h"
#include "tests/support/large_league.h"

namespace couillon::arena {
namespace {

v1::LeagueConfig Bundled() {
  v1::LeagueConfig config = testing_support::LargeLeague(3, 40);
  config.set_same_deals(false);
  config.set_seed_origin(v1::SEED_ORIGIN_RANDOM);
  for (v1::BotEntry& bot : *config.mutable_bots()) bot.set_builtin("greedy");
  v1::Limits& limits = *config.mutable_limits();
  limits.set_start_ms(10'000);
  limits.set_move_ms(2500);
  limits.set_margin_ms(50);
  limits.set_max_faults(3);
  limits.set_tolerated_failures(4);
  return config;
}

v1::LeagueConfig OfStrangers() {
  v1::LeagueConfig config = Bundled();
  config.set_isolation(v1::ISOLATION_BWRAP);
  config.set_seed_origin(v1::SEED_ORIGIN_USER);
  v1::Limits& limits = *config.mutable_limits();
  limits.set_table_budget_ms(60'000);
  limits.set_increment_ms(100);
  limits.set_disqualify_after(2);
  limits.set_memory_mb(512);
  limits.set_processes(16);
  limits.set_scratch_mb(64);
  v1::BotEntry& bot = *config.mutable_bots(1);
  bot.clear_builtin();
  bot.add_command("./stranger");
  v1::OwnLimits& own = *bot.mutable_own_limits();
  own.set_move_ms(500);
  own.set_table_budget_ms(0);
  own.set_total_budget_ms(90'000);
  own.set_memory_mb(1024);
  own.set_processes(0);
  return config;
}

TEST(PolicyTextTest, TheGistOfBundledBotsNamesNoSandbox) {
  EXPECT_EQ(
      DescribePolicy(Bundled()),
      "A fault forfeits the deal at its largest stake, and the pair still "
      "counts; 3 faults in a\n"
      "unit of work forfeit the unit.\n"
      "A bot that fails is started again; a worker tolerates 4 failures of a "
      "bot that\n"
      "no decision causes.\n"
      "Time: 10 s to start, 2.5 s for an answer; bulk: a bot has many open "
      "decisions at a\n"
      "time, and the limit is on the time without an answer. Margin 50 ms.\n"
      "Processes: NO SANDBOX, with the rights of the user; a bot has no "
      "limits.\n"
      "Deals: of their own for each pairing and ruleset.\n");
  EXPECT_EQ(PolicyGist(Bundled()), "faults forfeit the deal; 2.5 s per answer");
}

TEST(PolicyTextTest, EveryLimitOfStrangersIsNamed) {
  EXPECT_EQ(
      DescribePolicy(OfStrangers()),
      "A fault forfeits the deal at its largest stake, and the pair still "
      "counts; 3 faults in a\n"
      "unit of work forfeit the unit. After 2 such units the bot is "
      "disqualified.\n"
      "A bot that fails is started again; a worker tolerates 4 failures of a "
      "bot that\n"
      "no decision causes.\n"
      "Time: 10 s to start, 2.5 s for a decision; strict: a worker sends one "
      "decision at a time;\n"
      "a side has 60 s per table, plus 0.1 s per decision. Margin 50 ms.\n"
      "Budget: a bot may think 1 h 20 min and the increments per unit of work, "
      "the clocks of its tables.\n"
      "3 units, at most 2 per bot; total thinking time is at most\n"
      "without limit, because of bots with limits of their own without "
      "increments, divided by the number of workers.\n"
      "Total: workers wait for a bot at most 3 min, and from half of that on "
      "it plays\n"
      "last; then it forfeits what is left. For all bots that is at most 3 "
      "min.\n"
      "Processes: in a sandbox (no network, no home directory, no privileges); "
      "a bot has 512 MB of memory, 16 processes, 64 MB to write.\n"
      "Own limits: bot1: 0.5 s for an answer, no clock, 90 s in the whole "
      "league, 1024 MB of memory, any number of processes.\n"
      "Deals: of their own for each pairing and ruleset.\n"
      "Memory: no process is asked about a deal from two seats or in two "
      "seatings.\n"
      "Seed: chosen by the user, so treat it as public. A bot that guesses the "
      "text\n"
      "from one random_seed knows all cards; omit --seed if bots of others "
      "play.\n");
  EXPECT_EQ(
      PolicyGist(OfStrangers()),
      "faults forfeit the deal; 2.5 s per decision, 60 s + 0.1 s per side and "
      "table; sandbox; OWN LIMITS of some bots; user's seed");
}

TEST(PolicyTextTest, WithoutASandboxNothingLimitsTheFolder) {
  v1::LeagueConfig config = OfStrangers();
  config.set_isolation(v1::ISOLATION_LIMITS);
  const std::string policy = DescribePolicy(config);
  EXPECT_NE(policy.find("Processes: NO SANDBOX, with the rights of the user; a "
                        "bot has 512 MB of memory, 16 processes.\n"),
            std::string::npos)
      << policy;
}

}  // namespace
}  // namespace couillon::arena
