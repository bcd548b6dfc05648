// The sources of a league's bots, and the errors for invalid ones.
#include "arena/players/roster/bot_sources.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/match.h"
#include "arena/league/run/bot_pairings.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/bot_directory.h"
#include "arena/table/bot_index.h"
#include "bots/cpp/bundled/bundled.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

class BotSourcesTest : public ::testing::Test {
 protected:
  std::string MakeDirectory(const std::string& name, const std::string& text) {
    const std::string path = folder_.path(name);
    std::filesystem::create_directories(path);
    WriteFile(path + "/bot.txtpb", text);
    return path;
  }
  static std::string Error(const std::vector<std::string>& entries) {
    return std::string(
        ReadBots(entries, bots::CheckStrategyName).status().message());
  }

  TemporaryFolder folder_;
};

TEST_F(BotSourcesTest, AnAddressNeedsItsScheme) {
  EXPECT_EQ(Error({"far=localhost:7543", "greedy"}),
            "--bots: found localhost:7543, which is not a program; expected "
            "grpcs://localhost:7543 (with TLS) or grpc://localhost:7543 "
            "(without) for a bot at an address");
  EXPECT_EQ(Error({"far=grpc://localhost:7543", "greedy"}), "");
  EXPECT_EQ(Error({"far=./run localhost:7543", "greedy"}), "");
}

std::vector<std::string> CommandIn(const std::string& entry) {
  const auto bots = ReadTableBots({entry}, bots::CheckStrategyName);
  EXPECT_TRUE(bots.ok()) << bots.status();
  if (!bots.ok()) return {};
  return {bots->front().command().begin(), bots->front().command().end()};
}

TEST_F(BotSourcesTest, ACommandHasWordsAsInAShell) {
  EXPECT_EQ(CommandIn("x='./my bots/run' \"a b\" c\\ d e"),
            (std::vector<std::string>{"./my bots/run", "a b", "c d", "e"}));
  EXPECT_EQ(Error({"x=./run 'a", "greedy"}),
            "--bots: bot x: the command ./run 'a: found ' without a second "
            "one; expected words as in a shell");
}

// Otherwise another program would be rated under that name, if there is one.
TEST_F(BotSourcesTest, APathWithBlanksNeedsQuotes) {
  std::filesystem::create_directories(folder_.path("my bots"));
  const std::string run = folder_.path("my bots/run");
  WriteFile(run, "#!/bin/sh\n");
  WriteFile(folder_.path("my"), "#!/bin/sh\n");
  EXPECT_EQ(Error({"x=" + run + " --fast", "greedy"}),
            "--bots: bot x: found " + run +
                ", a file whose path has blanks; expected quotes around it, "
                "within those of the shell: 'x=\"" +
                run + "\" --fast'");
  EXPECT_EQ(CommandIn("x=\"" + run + "\" --fast"),
            (std::vector<std::string>{run, "--fast"}));
  EXPECT_EQ(CommandIn("x='" + folder_.path("my") + "' bots/run").size(), 2U);
}

TEST_F(BotSourcesTest, TheNameOfABundledBotIsNoCommand) {
  EXPECT_EQ(Error({"a=random", "greedy"}),
            "--bots: found a=random, but there is no program random; did you "
            "mean the bundled bot, a=builtin:random?");
  EXPECT_EQ(Error({"a=pimc:samples=8", "greedy"}),
            "--bots: found a=pimc:samples=8, but there is no program "
            "pimc:samples=8; did you mean the bundled bot, "
            "a=builtin:pimc:samples=8?");
  EXPECT_EQ(Error({"a=random --fast", "greedy"}), "");
}

TEST_F(BotSourcesTest, AScriptIsNoListOfBots) {
  const std::string path = folder_.path("bot.py");
  WriteFile(path, "#!/usr/bin/env python3\nimport x\n");
  EXPECT_TRUE(absl::EndsWith(Error({path, "greedy"}),
                             "; it was read as a list of bots; expected "
                             "NAME=COMMAND for a program"))
      << Error({path, "greedy"});
}

TEST_F(BotSourcesTest, ManifestFillsTheEntry) {
  const std::string path = MakeDirectory("a", R"(
    name: "anna" version: "2" author: "me" command: ["./run", "x"]
    rulesets: "troeven" max_batch: 8
    options { name: "depth" value: "3" }
    conventions { play: "p" meaning: "m" })");
  const auto bots = ReadBots({path, "other=" + path}, bots::CheckStrategyName);
  ASSERT_TRUE(bots.ok()) << bots.status();
  const v1::BotEntry& bot = bots->front();
  EXPECT_EQ(bot.name(), "anna");
  EXPECT_EQ(bot.directory(), std::filesystem::canonical(path).string());
  EXPECT_EQ(bot.rulesets(0), "troeven");
  EXPECT_EQ(bot.max_batch(), 8U);
  EXPECT_EQ(bot.conventions(0).meaning(), "m");
  EXPECT_EQ(CommandOf(bot), (std::vector<std::string>{
                                "env", "-C", bot.directory(),
                                "COUILLON_OPTION_DEPTH=3", "./run", "x"}));
  EXPECT_EQ((*bots)[1].name(), "other");
  EXPECT_EQ((*bots)[1].directory(), bot.directory());
}

TEST_F(BotSourcesTest, TheBareNameOfABundledBotIsEnough) {
  const auto both =
      ReadBots({"greedy", "pimc:samples=3"}, bots::CheckStrategyName);
  ASSERT_TRUE(both.ok()) << both.status();
  EXPECT_EQ((*both)[0].builtin(), "greedy");
  EXPECT_EQ((*both)[1].builtin(), "pimc:samples=3");
  const auto command =
      ReadBots({"random", "greedy=./run x"}, bots::CheckStrategyName);
  ASSERT_TRUE(command.ok()) << command.status();
  EXPECT_EQ((*command)[1].command(0), "./run");
}

TEST_F(BotSourcesTest, ABareNameThatIsAlsoAFolderIsAmbiguous) {
  const std::filesystem::path before = std::filesystem::current_path();
  MakeDirectory("greedy", R"(name: "mine" command: "x")");
  std::filesystem::current_path(folder_.path(""));
  const std::string error = Error({"greedy", "random"});
  const auto other = ReadBots({"./greedy", "random"}, bots::CheckStrategyName);
  std::filesystem::current_path(before);
  EXPECT_NE(error.find("expected builtin:greedy or ./greedy"),
            std::string::npos)
      << error;
  ASSERT_TRUE(other.ok()) << other.status();
  EXPECT_EQ(other->front().name(), "mine");
}

TEST_F(BotSourcesTest, AnUnknownNameComesWithTheNearestBundledBot) {
  const std::string error = Error({"heuristik", "random"});
  EXPECT_TRUE(error.ends_with("; did you mean heuristic?")) << error;
}

TEST_F(BotSourcesTest, FolderGivesItsBotsByName) {
  MakeDirectory("all/b", R"(name: "b" command: "x")");
  MakeDirectory("all/a", R"(name: "a" command: "x")");
  std::filesystem::create_directories(folder_.path("all/none"));
  const auto bots = ReadBots({folder_.path("all")}, bots::CheckStrategyName);
  ASSERT_TRUE(bots.ok()) << bots.status();
  ASSERT_EQ(bots->size(), 2U);
  EXPECT_EQ(bots->front().name(), "a");
}

TEST_F(BotSourcesTest, ListSetsOptionsAndIsWhereItsDirectoriesStart) {
  MakeDirectory("d", R"(name: "d" command: "x"
                        options { name: "depth" value: "3" })");
  const std::string list = folder_.path("list.txtpb");
  WriteFile(list, R"(
    bots { directory: "d" }
    bots { name: "deep" directory: "d" options { name: "depth" value: "9" } })");
  const auto bots = ReadBots({list}, bots::CheckStrategyName);
  ASSERT_TRUE(bots.ok()) << bots.status();
  EXPECT_EQ((*bots)[0].options(0).value(), "3");
  EXPECT_EQ((*bots)[1].name(), "deep");
  EXPECT_EQ((*bots)[1].options(0).value(), "9");
  WriteFile(list, R"(
    bots { directory: "d" options { name: "width" value: "9" } })");
  EXPECT_NE(Error({list}).find("options.name is \"width\""), std::string::npos);
}

TEST_F(BotSourcesTest, BadManifestIsNamedWithFieldAndPlace) {
  const auto error = [this](const std::string& text) {
    return Error({MakeDirectory("bad", text), "builtin:random"});
  };
  EXPECT_NE(error("nam: 3").find("bad/bot.txtpb:1:"), std::string::npos);
  EXPECT_NE(error("command: \"x\"").find("name is not set"), std::string::npos);
  EXPECT_NE(error("name: \"x\"").find("command is empty"), std::string::npos);
  EXPECT_NE(error(R"(name: "x" command: "x" rulesets: "troeven+void-free")")
                .find("without switches"),
            std::string::npos);
  EXPECT_NE(error(R"(name: "x" command: "x" options { name: "a b" })")
                .find("options.name is \"a b\""),
            std::string::npos);
}

// Each of these texts would change what a table, a report or a terminal shows.
TEST_F(BotSourcesTest, TextThatIsNotPlainIsRefusedWithFileAndField) {
  struct Case {
    std::string text;  // of a manifest
    std::string reported;
  };
  for (const Case& bad : {
           Case{R"(name: "a\x1b[2J" command: "x")",
                "bad/bot.txtpb: name is \"a\\x1b[2J\", which has control "
                "characters or others that cannot be seen; expected printable "
                "UTF-8 on one line"},
           Case{R"(name: "a\nb" command: "x")", "name is \"a\\nb\""},
           Case{R"(name: "a\xe2\x80\xaeb" command: "x")",
                "name is \"a\\xe2\\x80\\xaeb\""},
           Case{R"(name: "a\xc2\x9b" command: "x")", "\\xc2\\x9b"},
           Case{"name: '" + std::string(101, 'a') + "' command: 'x'",
                "name has 101 bytes; expected 100 at most"},
           Case{R"(name: "=1+1" command: "x")", "another first character"},
           Case{R"(name: "@a" command: "x")", "another first character"},
           Case{R"(name: "a " command: "x")", "no blank"},
           Case{R"(name: "a" version: "\r2" command: "x")",
                "version is \"\\x0d2\""},
           Case{R"(name: "a" author: "\u200b" command: "x")", "author is "},
           Case{R"(name: "a" rulesets: "fr\t" command: "x")",
                "rulesets is \"fr\\t\""},
           Case{R"(name: "a" command: "x" options { name: "d\x07" })",
                "options.name is "},
           Case{R"(name: "a" command: "x" options { name: "d" value: "\n" })",
                "options.value is "},
           Case{R"(name: "a" command: "x" options { name: "d" summary: "\n" })",
                "options.summary is "},
           Case{R"(name: "a" command: "x" conventions { play: "p\x1b" })",
                "conventions.play is "},
           Case{R"(name: "a" command: "x" conventions { meaning: "p\u2066" })",
                "conventions.meaning is "},
           Case{R"(name: "a" remote { address: "grpc://h:1\x1b" })",
                "remote.address is "},
       }) {
    const std::string error =
        Error({MakeDirectory("bad", bad.text), "builtin:random"});
    EXPECT_NE(error.find(bad.reported), std::string::npos)
        << bad.text << ": " << error;
    EXPECT_TRUE(IsPlainText(error)) << Printable(error);
  }
  const std::string list = folder_.path("list.txtpb");
  WriteFile(list, R"(bots { name: "a\x1b" builtin: "random" })");
  EXPECT_NE(Error({list}).find("list.txtpb: name is \"a\\x1b\""),
            std::string::npos);
  EXPECT_NE(Error({"a\x1b=x"}).find("--bots: name is \"a\\x1b\""),
            std::string::npos);
}

TEST_F(BotSourcesTest, NothingThereIsSaid) {
  EXPECT_NE(Error({folder_.path("none")}).find("neither a bot directory"),
            std::string::npos);
  std::filesystem::create_directories(folder_.path("empty"));
  EXPECT_NE(Error({folder_.path("empty")}).find("holds no bot.txtpb"),
            std::string::npos);
}

TEST_F(BotSourcesTest, ManifestMayNameAnAddressButNoToken) {
  MakeDirectory("far", R"(name: "far"
    remote { address: "grpcs://bots.example:443" ca_file: "ca.pem" })");
  WriteFile(folder_.path("token"), "secret");
  const std::string list = folder_.path("list.txtpb");
  WriteFile(list, R"(
    bots { directory: "far" remote { token_file: "token" } }
    bots { name: "near" builtin: "random" })");
  const auto bots = ReadBots({list}, bots::CheckStrategyName);
  ASSERT_TRUE(bots.ok()) << bots.status();
  const v1::RemoteBot& remote = bots->front().remote();
  EXPECT_EQ(remote.address(), "grpcs://bots.example:443");
  EXPECT_EQ(
      remote.ca_file(),
      std::filesystem::canonical(folder_.path("far")).string() + "/ca.pem");
  EXPECT_EQ(remote.token_file(), folder_.path("token"));
  for (const char* token :
       {"token_file: '/etc/passwd'", "token_variable: 'A'"}) {
    MakeDirectory("far", std::string("name: 'far' remote { address: "
                                     "'grpcs://bots.example:443' ") +
                             token + " }");
    EXPECT_NE(Error({list}).find("remote names a token"), std::string::npos);
  }
  MakeDirectory("far", R"(name: "far" command: "x"
    remote { address: "grpcs://bots.example:443" })");
  EXPECT_NE(Error({list}).find("expected one of them"), std::string::npos);
}

TEST_F(BotSourcesTest, BuildRunsInTheDirectoryAndReportsHowItFailed) {
  const std::string path = MakeDirectory("built",
                                         R"(name: "b" command: "x"
         build: ["sh", "-c", "echo $COUILLON_SOURCE > built"])");
  ASSERT_TRUE(BuildBot(path, "/some/tree").ok());
  EXPECT_EQ(ReadFile(path + "/built"), "/some/tree\n");
  MakeDirectory("built",
                R"(name: "b" command: "x" build: ["sh", "-c", "exit 7"])");
  EXPECT_NE(std::string(BuildBot(path, "/").message()).find("status 7"),
            std::string::npos);
}

TEST(BotPairingsTest, ImpossiblePairingIsNamed) {
  v1::LeagueConfig config;
  config.add_bots()->set_name("anna");
  config.add_bots()->set_name("bert");
  config.add_rulesets()->set_spec("troeven+void-free");
  config.add_rulesets()->set_spec("kujong");
  EXPECT_TRUE(CheckPairings(config, BotIndex(0), {}).ok());
  EXPECT_TRUE(CheckPairings(config, BotIndex(0), {"kujong", "troeven"}).ok());
  const auto status = CheckPairings(config, BotIndex(0), {"kujong"});
  EXPECT_EQ(std::string(status.message()),
            "bot anna: does not play the ruleset troeven+void-free, so these "
            "pairings are impossible there: anna - bert. It plays kujong; "
            "leave out the bot or the ruleset");
}

}  // namespace
}  // namespace couillon::arena
