// The launcher: how bots are reached, before any of them is started.
#include "arena/league/setup/launch.h"

#include <gtest/gtest.h>

#include "arena/league/run/bot_division.h"
#include "arena/league/setup/process_setup.h"
#include "arena/league/setup/trial_worker.h"
#include "engine/play/observation.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

DecideFunction FirstLegal(const std::string& /*name*/) {
  return [](const CompiledRules& /*rules*/, const Observation& seen) {
    return seen.legal.Nth(0);
  };
}

v1::LeagueConfig TwoBundled() {
  v1::LeagueConfig config;
  for (const char* name : {"a", "b"}) {
    v1::BotEntry& bot = *config.add_bots();
    bot.set_name(name);
    bot.set_builtin("first");
  }
  return config;
}

TEST(LauncherTest, BundledBotComesFromTheFactoryByItsName) {
  std::vector<std::string> names;
  const absl::StatusOr<Launcher> launcher = Launcher::Make(
      TwoBundled(), {.bundled = [&names](const std::string& name) {
        names.push_back(name);
        return FirstLegal(name);
      }});
  ASSERT_TRUE(launcher.ok()) << launcher.status();
  const BotLinks links = launcher->MakeLinks({}, 0);
  EXPECT_EQ(links.links.size(), 2U);
  EXPECT_EQ(links.waiter, nullptr) << "nothing to wait for";
  EXPECT_NE(links.links[1]->bundled(), nullptr);
  EXPECT_EQ(names, (std::vector<std::string>{"first", "first"}));
}

TEST(LauncherTest, BundledBotsNeedNoTrial) {
  EXPECT_TRUE(AllWork(TryBots(TwoBundled(), {.bundled = FirstLegal})).ok());
}

TEST(LauncherTest, OnlyBotsThatItStartsHaveALinkForEachView) {
  v1::LeagueConfig config = TwoBundled();
  v1::BotEntry& started = *config.add_bots();
  started.set_name("c");
  started.add_command("/bin/true");
  config.add_bots()->mutable_remote()->set_address("grpc://localhost:1");
  const std::vector<CompiledRules> rules = {*wire::FindRules("basic-gerver")};
  const auto links = [&] {
    const auto launcher = Launcher::Make(
        config, {.bundled = FirstLegal, .permission = AskedHere()});
    EXPECT_TRUE(launcher.ok()) << launcher.status();
    return launcher->MakeLinks(rules, 0).links.size();
  };
  EXPECT_EQ(links(), 1U + 1 + 4 + 1);
  EXPECT_EQ(DescribeProcesses(config, rules, 3),
            "up to 12 processes: 4 of each bot on each of 3 workers");
  config.set_shared_process(true);
  EXPECT_EQ(links(), 4U);
}

TEST(LauncherTest, BotThatDoesNotStartIsNamedWithItsBuildCommand) {
  const TemporaryFolder folder;
  WriteFile(folder.path("bot.txtpb"), R"(name: "a" command: "./none"
                                         build: ["make"])");
  v1::LeagueConfig config = TwoBundled();
  v1::BotEntry& bot = *config.mutable_bots(0);
  bot.clear_builtin();
  bot.set_directory(folder.path(""));
  bot.add_command("./none");
  config.mutable_limits()->set_start_ms(10'000);
  const std::string hint = "\nIf it is not built yet: make-bot ";
  const auto error = [&config](const std::string& build_command) {
    return std::string(
        AllWork(TryBots(config, {.bundled = FirstLegal,
                                 .permission = AskedHere(),
                                 .build_command = build_command}))
            .message());
  };
  EXPECT_NE(error("make-bot").find(hint + bot.directory()), std::string::npos)
      << error("make-bot");
  const absl::Status of_a_copy =
      AllWork(TryBots(config, {.bundled = FirstLegal,
                               .permission = AskedHere(),
                               .build_command = "make-bot",
                               .build_directory = "/its author's"}));
  EXPECT_NE(
      std::string(of_a_copy.message()).find(hint + R"('/its author'\''s')"),
      std::string::npos)
      << of_a_copy;
  EXPECT_NE(error("").find("bot a"), std::string::npos) << error("");
  EXPECT_EQ(error("").find("not built"), std::string::npos);
}

TEST(TrialWorkerTest, HasTheLimitsThatALeagueWouldGive) {
  TrialRequest request;
  request.limits.set_start_ms(1500);
  request.limits.set_move_ms(250);
  request.process.isolation = IsolationRequest::kLimits;
  request.limits.set_memory_mb(77);
  request.process.bot_environment = {"A=1"};
  v1::BotEntry bot;
  bot.add_command("/bin/true");
  const auto started = MakeTrialWorker(request, bot, {});
  ASSERT_TRUE(started.ok()) << started.status();
  EXPECT_EQ(started->config.limits.start_ms, 1500U);
  EXPECT_EQ(started->config.limits.move_ms, 250U);
  EXPECT_EQ(started->config.process_limits.memory_mb, 77U);
  EXPECT_EQ(started->config.environment, std::vector<std::string>{"A=1"});
  EXPECT_EQ(started->config.folder, started->folder.get());
  EXPECT_EQ(started->no_sandbox, "") << "none was requested";

  bot.Clear();
  bot.mutable_remote()->set_address("unix:/run/bot");
  const auto elsewhere = MakeTrialWorker(request, bot, {});
  ASSERT_TRUE(elsewhere.ok()) << elsewhere.status();
  EXPECT_EQ(elsewhere->config.process_limits.memory_mb, 0U) << "not started";

  request.limits.set_move_ms(0);
  EXPECT_EQ(std::string(MakeTrialWorker(request, bot, {}).status().message()),
            "limits: move is 0; expected 0.001 to 86400");
}

}  // namespace
}  // namespace couillon::arena
