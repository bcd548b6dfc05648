// couillon bot check, on bots that keep the contract and on bots that break it
// in one way each.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/check/odd_bot.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;
using tests::kOddBot;

struct Verdict {
  int exit_code = 0;
  std::string text;  // all of it, for messages
  std::set<std::string> passed;
  std::set<std::string> warned;
  std::set<std::string> failed;
};

Verdict Check(const std::vector<std::string>& bot,
              const std::vector<std::string>& options = {}) {
  std::vector<std::string> command = {kCouillon, "bot", "check", "--format",
                                      "json"};
  for (const std::string limit : {"start:", "move:"}) {
    if (std::ranges::none_of(options, [&](const std::string& option) {
          return option.starts_with(limit);
        })) {
      command.insert(command.end(), {"--limit", limit + "250"});
    }
  }
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("--");
  command.insert(command.end(), bot.begin(), bot.end());
  const ProgramResult run = RunProgram(command);
  Verdict verdict{.exit_code = run.exit_code, .text = run.out + run.err};
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  if (report.is_discarded()) return verdict;
  for (const auto& check : report["checks"]) {
    auto& set = check["result"] == "pass"   ? verdict.passed
                : check["result"] == "warn" ? verdict.warned
                                            : verdict.failed;
    set.insert(check["check"].get<std::string>());
  }
  return verdict;
}

const std::vector<std::string> kTwoRulesets = {
    "--ruleset", "mit-malmedy,troeven", "--decisions", "60"};

struct GoodCase {
  std::string name;
  std::vector<std::string> command;
};

void PrintTo(const GoodCase& good, std::ostream* out) { *out << good.name; }

class GoodBotTest : public ::testing::TestWithParam<GoodCase> {};

TEST_P(GoodBotTest, PassesEveryCheck) {
  const Verdict verdict = Check(GetParam().command, {"--decisions", "30"});
  EXPECT_EQ(verdict.exit_code, 0) << verdict.text;
  EXPECT_EQ(verdict.failed, std::set<std::string>()) << verdict.text;
  EXPECT_EQ(verdict.passed.size() + verdict.warned.size(), 17U) << verdict.text;
}

INSTANTIATE_TEST_SUITE_P(
    , GoodBotTest,
    ::testing::Values(
        GoodCase{"heuristic", {COUILLON_BOT_PROGRAM, "--name", "heuristic"}},
        GoodCase{"pimc",
                 {COUILLON_BOT_PROGRAM, "--name", "pimc:samples=2,cards=4"}},
        GoodCase{"expert",
                 {COUILLON_BOT_PROGRAM, "--name", "expert:samples=2,cards=4"}},
        GoodCase{"small_batches",
                 {COUILLON_BOT_PROGRAM, "--name", "random", "--batch", "3",
                  "--in-flight", "1"}},
        GoodCase{
            "python",
            {COUILLON_PYTHON, COUILLON_SOURCE "/bots/python/random_bot.py"}},
        // Node is one that does not listen where a socket is.
        GoodCase{"needs_a_new_path",
                 {"sh", "-c",
                  "test ! -e \"${COUILLON_LISTEN#unix:}\" && "
                  "exec " COUILLON_BOT_PROGRAM " --name random"}},
        GoodCase{"odd", {COUILLON_ODD_BOT, "good"}}),
    [](const auto& instance) { return instance.param.name; });

struct OddCase {
  std::string mode;
  std::string check;           // that fails
  bool alone;                  // whether no other check fails
  bool is_waited_for = false;  // whether it says nothing for ever
};

void PrintTo(const OddCase& odd, std::ostream* out) { *out << odd.mode; }

class OddBotTest : public ::testing::TestWithParam<OddCase> {};

TEST_P(OddBotTest, FailsTheCheckThatIsMeantForIt) {
  const OddCase& odd = GetParam();
  std::vector<std::string> options = kTwoRulesets;
  if (odd.is_waited_for) options.insert(options.end(), {"--limit", "move:2"});
  // In a sandbox every process of a bot has the same number.
  if (odd.mode == "process") {
    options.insert(options.end(), {"--isolation", "none"});
  }
  const Verdict verdict = Check({kOddBot, odd.mode}, options);
  EXPECT_EQ(verdict.exit_code, 3) << verdict.text;
  EXPECT_TRUE(verdict.failed.contains(odd.check)) << verdict.text;
  if (odd.alone) {
    EXPECT_EQ(verdict.failed.size(), 1U) << verdict.text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    , OddBotTest,
    ::testing::Values(OddCase{"nondeterministic", "repeat", false},
                      OddCase{"illegal", "legal", false},
                      OddCase{"order", "composition", false},
                      OddCase{"process", "restart", false},
                      OddCase{"peeks", "hidden", false},
                      OddCase{"neighbours", "cold", true},
                      OddCase{"seatings", "cold", true},
                      OddCase{"leaks", "memory", true},
                      OddCase{"stays", "half_close", true, true},
                      OddCase{"strict", "unknown_fields", true},
                      OddCase{"impatient", "empty_message", true},
                      OddCase{"drops", "legal", false, true},
                      OddCase{"twice", "legal", false},
                      OddCase{"columns", "legal", false, true},
                      OddCase{"crashes", "legal", false}),
    [](const auto& instance) {
      std::string name = instance.param.mode;
      std::erase(name, '-');
      return name;
    });

// The findings of a bot that throws, by result.
struct Thrown {
  int exit_code = 0;
  std::string text;
  std::vector<nlohmann::json> failed;
  std::set<std::string> skipped;
  std::set<std::string> warned;
};

Thrown CheckThrownOf(const std::vector<std::string>& bot,
                     const std::vector<std::string>& options = {}) {
  std::vector<std::string> command = {kCouillon, "bot", "check", "--format",
                                      "json"};
  command.insert(command.end(), kTwoRulesets.begin(), kTwoRulesets.end());
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back("--");
  command.insert(command.end(), bot.begin(), bot.end());
  const ProgramResult run = RunProgram(command);
  Thrown thrown{.exit_code = run.exit_code, .text = run.out + run.err};
  const auto report = nlohmann::json::parse(run.out, nullptr, false);
  for (const auto& check : report["checks"]) {
    if (check["result"] == "fail") thrown.failed.push_back(check);
    if (check["result"] == "skipped") thrown.skipped.insert(check["check"]);
    if (check["result"] == "warn") thrown.warned.insert(check["check"]);
  }
  return thrown;
}

Thrown CheckThrown(const std::string& mode,
                   const std::vector<std::string>& options = {}) {
  return CheckThrownOf({kOddBot, mode}, options);
}

TEST(BotCheckTest, AnExceptionIsOneFindingWithItsPlace) {
  const Thrown thrown = CheckThrown("throws");
  EXPECT_EQ(thrown.exit_code, 3) << thrown.text;
  ASSERT_EQ(thrown.failed.size(), 1U) << thrown.text;
  EXPECT_EQ(thrown.failed[0]["check"], "exception");
  EXPECT_EQ(thrown.failed[0]["place"], "/b/bot.py:5");
  EXPECT_TRUE(thrown.failed[0]["seen"].get<std::string>().starts_with(
      "KeyError: 'kontra' at /b/bot.py:5"))
      << thrown.text;
  EXPECT_TRUE(thrown.skipped.contains("legal")) << thrown.text;
  EXPECT_TRUE(thrown.skipped.contains("repeat")) << thrown.text;
  EXPECT_TRUE(thrown.skipped.contains("speed")) << thrown.text;
}

TEST(BotCheckTest, AnExceptionAtTheFirstDecisionIsNoFindingAboutStreams) {
  const Thrown thrown = CheckThrown("throws-at-once");
  ASSERT_EQ(thrown.failed.size(), 1U) << thrown.text;
  EXPECT_EQ(thrown.failed[0]["check"], "exception");
  EXPECT_TRUE(thrown.skipped.contains("reopen")) << thrown.text;
  EXPECT_EQ(thrown.warned, std::set<std::string>()) << thrown.text;
}

// As an SDK tells that its bot returned no action, also if the bot is remote.
TEST(BotCheckTest, AnErrorThatTheSdkTellsIsOneFinding) {
  const auto expect_one = [](const Thrown& thrown) {
    ASSERT_EQ(thrown.failed.size(), 1U) << thrown.text;
    EXPECT_EQ(thrown.failed[0]["check"], "exception");
    EXPECT_TRUE(thrown.failed[0]["seen"].get<std::string>().starts_with(
        "the bot returned 99, no card; in the check reopen: "))
        << thrown.text;
    EXPECT_EQ(thrown.warned, std::set<std::string>()) << thrown.text;
  };
  expect_one(CheckThrown("tells"));
  const TemporaryFolder folder;
  const std::string address = "unix:" + folder.path("socket");
  const RunningProgram bot(
      {"/usr/bin/env", "COUILLON_LISTEN=" + address, kOddBot, "tells"});
  expect_one(CheckThrownOf({address}));
}

TEST(BotCheckTest, ABotThatAnswersNothingIsNotSaidToFailOtherwise) {
  const Thrown exits = CheckThrown("exits-at-once");
  ASSERT_EQ(exits.failed.size(), 1U) << exits.text;
  EXPECT_EQ(exits.failed[0]["check"], "legal");
  EXPECT_TRUE(absl::StartsWith(exits.failed[0]["fix"].get<std::string>(),
                               "find out why the process ends"))
      << exits.text;
  EXPECT_EQ(exits.skipped, std::set<std::string>{"reopen"}) << exits.text;
  EXPECT_EQ(exits.warned, std::set<std::string>()) << exits.text;
}

TEST(BotCheckTest, ExceptionsAtDifferentPlacesAreTwoFindings) {
  const Thrown thrown = CheckThrown("throws-twice");
  std::set<std::string> places;
  for (const auto& finding : thrown.failed) {
    EXPECT_EQ(finding["check"], "exception") << thrown.text;
    places.insert(finding["place"]);
  }
  EXPECT_EQ(places.size(), thrown.failed.size()) << thrown.text;
  EXPECT_LE(places.size(), 2U) << thrown.text;
}

// What a check looks for is not what its bot has to change.
TEST(BotCheckTest, ACrashIsTheSameAdviceInEveryCheck) {
  const Thrown crashed = CheckThrown("crashes");
  EXPECT_EQ(crashed.exit_code, 3) << crashed.text;
  EXPECT_GE(crashed.failed.size(), 3U) << crashed.text;
  for (const auto& finding : crashed.failed) {
    EXPECT_TRUE(absl::StartsWith(finding["fix"].get<std::string>(),
                                 "find out why the process ends"))
        << finding;
  }
}

TEST(BotCheckTest, AMissingAnswerIsTheSameAdviceInEveryCheck) {
  const Thrown hung = CheckThrown("hangs", {"--limit", "move:1"});
  EXPECT_EQ(hung.exit_code, 3) << hung.text;
  EXPECT_GE(hung.failed.size(), 3U) << hung.text;
  for (const auto& finding : hung.failed) {
    EXPECT_TRUE(absl::StartsWith(finding["fix"].get<std::string>(),
                                 "answer each decision of a request, within 1 "
                                 "s (--limit move); if a batch "))
        << finding;
  }
}

TEST(BotCheckTest, MemoryThatSettlesIsNoLeak) {
  const Verdict settles = Check({kOddBot, "settles"}, kTwoRulesets);
  EXPECT_EQ(settles.exit_code, 0) << settles.text;
  EXPECT_TRUE(settles.passed.contains("memory")) << settles.text;
}

TEST(BotCheckTest, UndyingAndMisnamedBotsAreWarned) {
  for (const std::string isolation : {"auto", "none"}) {
    std::vector<std::string> options = kTwoRulesets;
    options.insert(options.end(), {"--isolation", isolation});
    const Verdict undying = Check({kOddBot, "undying"}, options);
    EXPECT_EQ(undying.exit_code, 0) << undying.text;
    EXPECT_EQ(undying.warned, std::set<std::string>{"sigterm"}) << undying.text;
  }
  const Verdict misnamed = Check({kOddBot, "misnamed"}, kTwoRulesets);
  EXPECT_EQ(misnamed.exit_code, 0) << misnamed.text;
  EXPECT_TRUE(misnamed.warned.contains("rulesets")) << misnamed.text;
}

// The referee opens one stream a process, so that is no failure, nor does it
// make others fail; a bot that is called by its address has to serve several.
TEST(BotCheckTest, OneStreamPerProcessIsEnoughForAProcess) {
  std::vector<std::string> options = kTwoRulesets;
  options.insert(options.end(), {"--limit", "move:4"});
  for (const std::string mode : {"one-stream", "first-stream"}) {
    const Verdict verdict = Check({kOddBot, mode}, options);
    EXPECT_EQ(verdict.exit_code, 0) << verdict.text;
    EXPECT_EQ(verdict.warned, std::set<std::string>{"reopen"}) << verdict.text;
    EXPECT_EQ(verdict.passed.size(), 16U) << verdict.text;
    const TemporaryFolder folder;
    const std::string address = "unix:" + folder.path("socket");
    const RunningProgram bot(
        {"/usr/bin/env", "COUILLON_LISTEN=" + address, kOddBot, mode});
    const Verdict remote = Check({address}, options);
    EXPECT_EQ(remote.exit_code, 3) << remote.text;
    EXPECT_EQ(remote.failed, std::set<std::string>{"reopen"}) << remote.text;
  }
}

TEST(BotCheckTest, BotThatDoesNotServeFailsAtTheStart) {
  const std::vector<std::string> soon = {"--limit", "start:0.3"};
  for (const std::vector<std::string>& bot :
       {std::vector<std::string>{kOddBot, "mute"}, {"/bin/false"}, {"/none"}}) {
    const Verdict verdict = Check(bot, soon);
    EXPECT_EQ(verdict.exit_code, 3) << verdict.text;
    EXPECT_EQ(verdict.failed, std::set<std::string>{"start"}) << verdict.text;
    EXPECT_TRUE(verdict.passed.empty()) << verdict.text;
  }
}

TEST(BotCheckTest, AProgramThatIsMissingIsSaidToBe) {
  const Verdict verdict = Check({"/none"});
  EXPECT_NE(verdict.text.find("a program that can be run"), std::string::npos)
      << verdict.text;
  EXPECT_EQ(verdict.text.find("COUILLON_LISTEN"), std::string::npos)
      << verdict.text;
}

// The whole output of a check of `bot`, one argument.
std::string CheckOne(const std::string& bot) {
  const ProgramResult run =
      RunProgram({kCouillon, "bot", "check", bot, "--ruleset", "fr",
                  "--decisions", "10", "--limit", "start:250,move:250"});
  return run.out + run.err;
}

TEST(BotCheckTest, ABotInOneArgumentIsReadAsLeaguesReadIt) {
  const std::string command = std::string(COUILLON_BOT_PROGRAM) + " --name ";
  EXPECT_TRUE(absl::StartsWith(CheckOne("mine=" + command + "greedy"),
                               "Bot mine\n\npass    start "));
  EXPECT_TRUE(absl::StartsWith(CheckOne(command + "greedy"),
                               "Bot couillon-bot\n\npass    start "));
}

TEST(BotCheckTest, ABundledBotHasAProgramThatIsNamed) {
  for (const std::string bot : {"builtin:pimc:samples=8", "pimc:samples=8"}) {
    EXPECT_EQ(CheckOne(bot),
              "couillon: " + bot +
                  " is a bundled bot inside the referee, which has no process "
                  "to start; expected a program: -- couillon-bot --name "
                  "pimc:samples=8\n");
  }
}

TEST(BotCheckTest, AnEmptyBotIsRefused) {
  EXPECT_EQ(CheckOne(" "),
            "couillon: bot: found an empty command; expected a program and its "
            "arguments\n");
  EXPECT_EQ(
      CheckOne("mine="),
      "couillon: bot mine: has 0 of command, builtin and remote; expected "
      "one of them\n");
}

TEST(BotCheckTest, FailingDecisionIsSavedAndCanBeAskedAgain) {
  const TemporaryFolder folder;
  std::vector<std::string> options = kTwoRulesets;
  options.insert(options.end(), {"--save", folder.path("failed")});
  const Verdict verdict = Check({kOddBot, "crashes"}, options);
  EXPECT_EQ(verdict.exit_code, 3) << verdict.text;
  EXPECT_TRUE(std::filesystem::exists(folder.path("failed/legal.txtpb")));
  const Verdict thrown = Check({kOddBot, "throws"}, options);
  EXPECT_TRUE(std::filesystem::exists(folder.path("failed/exception.txtpb")))
      << thrown.text;
  const Verdict illegal = Check({kOddBot, "illegal"}, options);
  EXPECT_EQ(illegal.exit_code, 3) << illegal.text;
  const std::string file = folder.path("failed/legal.txtpb");
  ASSERT_TRUE(std::filesystem::exists(file)) << illegal.text;
  const ProgramResult ask =
      RunProgram({kCouillon, "bot", "ask", file, "--", COUILLON_BOT_PROGRAM,
                  "--name", "greedy"});
  EXPECT_EQ(ask.exit_code, 0) << ask.err;
  EXPECT_NE(ask.out.find("  hand:       "), std::string::npos) << ask.out;
  EXPECT_NE(ask.out.find("  legal:     "), std::string::npos) << ask.out;
  EXPECT_NE(ask.out.find("  answer:     "), std::string::npos) << ask.out;
  const ProgramResult none =
      RunProgram({kCouillon, "bot", "ask", file, "--", "/bin/false"});
  EXPECT_EQ(none.exit_code, 1) << none.out;
}

}  // namespace
}  // namespace couillon
