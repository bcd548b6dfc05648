// Bots of every language that dial in, and a whole season of twelve bots.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "couillon/v1/arena_service.pb.h"
#include "tests/arena/standing/serve/dial_in_fixture.h"
#include "tests/arena/standing/serve/serving_arena.h"
#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon::tests {
namespace {

using nlohmann::json;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::CommandOf;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::WhyNotBuilt;

// Waits until the bot "far" has joined the arena.
void AwaitJoined(const ArenaClient& client) {
  client.WatchUntil(
      [](const v1::WatchResponse& seen) { return IsPresent(seen, "far v1"); });
}

class DialledCommand : public DialInFixture {
 protected:
  // Starts the program of a bot in a relay, as "far".
  [[nodiscard]] std::unique_ptr<RunningProgram> DialCommand(
      const std::string& command, const std::string& address,
      const std::string& token_file) const {
    return std::make_unique<RunningProgram>(
        Relayed({"/bin/sh", "-c", "exec " + command}, "plaintext:" + address,
                token_file, "far"));
  }
  // Plays a bot that dials in, and expects the results of one that does not.
  void ExpectDialsIn(const BotLanguage& language) {
    Init(open(), "64", "32");
    Submit(open(), {"builtin:random"});
    const std::string token = Admit("alice");
    Serve();
    const ArenaClient client(address_, TokenIn(token));
    const auto far =
        DialCommand(CommandOf(language, "greedy", kBot), address_, token);
    AwaitJoined(client);
    client.AwaitPairs(1, 64);
    // It stays for the rounds to come.
    ASSERT_EQ(Arena("extend", open(), {"--to", "96"}).exit_code, 0);
    client.AwaitPairs(1, 96);
    EXPECT_FALSE(far->HasEnded());
    Stop();
    far->Signal(SIGTERM);
    EXPECT_EQ(far->Wait(), 0) << "asked to end while the arena is gone";
    ExpectNoBot();
    for (const auto& left :
         std::filesystem::directory_iterator(folder_.path(""))) {
      EXPECT_FALSE(absl::StrContains(left.path().string(), "relay")) << left;
    }
    ExpectVerified(open());
    const json report = Report(open());
    EXPECT_TRUE(report["faults"].empty()) << report["faults"];
    const std::string near = folder_.path("near");
    Init(near, "96", "32");
    Submit(near, {"builtin:random", "far=builtin:greedy"});
    ASSERT_EQ(Arena("run", near, {"--quiet"}).exit_code, 0);
    EXPECT_EQ(report["rulesets"], Report(near)["rulesets"]);
  }
};

class DialInLanguageTest : public DialledCommand,
                           public ::testing::WithParamInterface<BotLanguage> {};

TEST_P(DialInLanguageTest, AnyBotDialsInUnchanged) {
  const std::string why = WhyNotBuilt(GetParam());
  if (!why.empty()) GTEST_SKIP() << why;
  ExpectDialsIn(GetParam());
}

TEST_F(DialledCommand, TheRelayOfPythonPlaysTheSame) {
  const std::string why = WhyNotBuilt(Python());
  if (!why.empty()) GTEST_SKIP() << why;
  relay_ = PythonRelay();
  ExpectDialsIn(BotLanguages().front());
}

INSTANTIATE_TEST_SUITE_P(All, DialInLanguageTest,
                         ::testing::ValuesIn(BotLanguages()),
                         ::testing::PrintToStringParamName());

class SeasonTest : public DialledCommand {
 protected:
  // Waits until some of a round is played, and kills the arena in it. The
  // client is a new one each time: an old one may not know that its arena was
  // killed.
  void KillInPlay(const std::string& token) {
    ArenaClient(address_, token).WatchUntil([](const v1::WatchResponse& seen) {
      return seen.units_done() > 0 && seen.units_done() < seen.units();
    });
    serving_->Signal(SIGKILL);
    ASSERT_EQ(serving_->Wait(), 128 + SIGKILL);
  }
  // Waits until the arena has nothing left to play, with the bot that dials in.
  static void AwaitEnd(const std::string& directory, const std::string& address,
                       const std::string& token) {
    ArenaClient(address, token).WatchUntil([&](const v1::WatchResponse& seen) {
      return seen.round() == 0 && IsAtEnd(Arena("status", directory).out);
    });
  }
  static bool IsAtEnd(const std::string& status) {
    return absl::StrContains(status, " 0 pairings left") &&
           !absl::StrContains(status, "\nRound ");
  }
  static std::string ReportIn(const std::string& directory,
                              const std::string& format) {
    return Arena("report", directory, {"--format", format, "--reproducible"})
        .out;
  }
};

TEST_F(SeasonTest, TwelveBotsOfSixLanguagesAreTheSameBytesInOneGo) {
  std::vector<std::string> bots;  // NAME=COMMAND
  std::string far;                // the last one dials in
  for (const BotLanguage& language : BotLanguages()) {
    if (!WhyNotBuilt(language).empty()) continue;
    bots.push_back(language.name + "=" + CommandOf(language, "random", kBot));
    far = CommandOf(language, "greedy", kBot);
    bots.push_back(language.name + "-2=" + far);
  }
  if (bots.size() < 12) GTEST_SKIP() << "not all languages are built";
  bots.pop_back();

  const auto made = Arena(
      "init", open(),
      {"--ruleset", "fr", "--deals", "96", "--round-items", "48", "--block",
       "8", "--seed", "season", "--limit", "start:250,move:250", "--trust",
       "shared-process", "--trust", "true-suits", "--allow", "remote"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  bots.insert(bots.end(), {"gone=/no/such/file", "ends=/bin/false"});
  std::vector<std::string> submission = bots;
  submission.insert(submission.end(), {"--allow", "unchecked"});
  const auto submitted = Arena("submit", open(), submission);
  EXPECT_EQ(submitted.exit_code, 3) << "two are broken";
  for (const char* broken : {"gone: refused", "ends: refused"}) {
    EXPECT_NE(submitted.out.find(broken), std::string::npos) << submitted.out;
  }
  const std::string token_file = Admit("alice");
  const std::string token = TokenIn(token_file);

  Serve();
  const std::string address = address_;
  const auto dialled = DialCommand(far, address, token_file);
  AwaitJoined(ArenaClient(address, token));
  // Killed twice, which drops the bot's connection twice, and moved.
  ASSERT_NO_FATAL_FAILURE(KillInPlay(token));
  ASSERT_NO_FATAL_FAILURE(Serve({}, address));
  ASSERT_NO_FATAL_FAILURE(KillInPlay(token));
  std::filesystem::rename(open(), folder_.path("moved"));
  std::filesystem::create_directory_symlink(folder_.path("moved"), open());
  ASSERT_NO_FATAL_FAILURE(Serve({}, address));
  // Three are replaced and one leaves while it plays.
  const auto replaced = Arena(
      "submit", open(),
      {"go=" + kBot + " --name heuristic", "python=" + kBot + " --name greedy",
       "node=" + kBot + " --name first-legal", "--allow", "unchecked"});
  ASSERT_EQ(replaced.exit_code, 0) << replaced.out << replaced.err;
  ASSERT_EQ(Arena("retire", open(), {"java"}).exit_code, 0);
  AwaitEnd(open(), address, token);
  Stop();
  EXPECT_FALSE(dialled->HasEnded());
  dialled->Signal(SIGTERM);
  dialled->Wait();

  // The same journal in one go on one worker.
  const std::string again = folder_.path("again");
  std::filesystem::create_directories(again);
  for (const char* file : {"/journal.jsonl", "/authors.json"}) {
    std::filesystem::copy(open() + file, again);
  }
  serving_ = std::make_unique<TalkativeProgram>(
      std::vector<std::string>{kCouillon, "arena", "serve", again, "--listen",
                               "127.0.0.1:0", "--quiet", "--concurrency", "1"});
  const std::string line = serving_->first_line();
  const std::string place = line.substr(line.rfind(' ') + 1);
  const auto once = DialCommand(far, place, token_file);
  AwaitEnd(again, place, token);
  EXPECT_FALSE(once->HasEnded());
  Stop();
  for (const char* format : {"text", "json", "csv", "html"}) {
    EXPECT_EQ(ReportIn(again, format), ReportIn(open(), format)) << format;
  }
  EXPECT_EQ(ReadFile(again + "/journal.jsonl"),
            ReadFile(open() + "/journal.jsonl"));
  ExpectVerified(open());
  const json report = Report(open());
  EXPECT_EQ(report["arena"]["entrants"].size(), 15U);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

}  // namespace
}  // namespace couillon::tests
