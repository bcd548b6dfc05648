// The end of a league, as the bot's own process sees it in its sandbox, in
// every language.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/sandbox_trial.h"
#include "arena/players/rpc/bot_connection.h"
#include "arena/players/rpc/connect_bot.h"
#include "arena/players/system/socket_folder.h"
#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::CommandOf;
using testing_support::kBot;
using testing_support::WhyNotBuilt;

class BotEndTest : public ::testing::TestWithParam<BotLanguage> {};

// Without SIGTERM it would be killed after hours.
TEST_P(BotEndTest, SigtermEndsABotInItsSandbox) {
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  const absl::StatusOr<SocketFolder> folder = SocketFolder::Make();
  ASSERT_TRUE(folder.ok()) << folder.status();
  GrpcWorkerConfig config{.folder = &*folder,
                          .limits = {.start_ms = 300'000},
                          .term_grace = std::chrono::hours(10)};
  if (TrySandbox().ok()) {
    config.sandbox = Sandbox{.paths = {.shown = {COUILLON_SOURCE}}};
  }
  GrpcBot bot{.name = "bot"};
  bot.program.command = *SplitShellWords(CommandOf(GetParam(), "random", kBot));
  absl::StatusOr<BotConnection> connection =
      Connect(config, bot, folder->PathFor(0, 0));
  ASSERT_TRUE(connection.ok()) << connection.status();
  BotProcess& process = *connection->process;
  process.Terminate();
  process.Kill();
  const std::string how = process.HowItEnded();
  // Node leaves the signal to the kernel, and bwrap reports that as a status.
  EXPECT_TRUE(how == "exited with status 0" ||
              how.find("signal 15") != std::string::npos)
      << how << "\n"
      << process.LastStderr();
}

INSTANTIATE_TEST_SUITE_P(All, BotEndTest, ::testing::ValuesIn(BotLanguages()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon::arena
