// couillon play as a real process, driven through its input and output.
#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/program.h"
#include "tests/support/talking_program.h"

namespace couillon {
namespace {

using testing_support::RunProgram;
using testing_support::TalkingProgram;

std::vector<std::string> Play(const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {COUILLON_PROGRAM, "play"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

// One deal against a bot that answers fast; with a random seed if `seed` is
// empty.
std::vector<std::string> OneDeal(const std::string& seed) {
  std::vector<std::string> arguments = {"--deals", "1", "--bot",
                                        "builtin:heuristic"};
  if (!seed.empty()) arguments.insert(arguments.end(), {"--seed", seed});
  return arguments;
}

bool Has(const std::string& text, const std::string& part) {
  return absl::StrContains(text, part);
}

// Answers every prompt with `answer` to the end of the game; returns all
// output.
std::string PlayOut(TalkingProgram& game, const std::string& answer) {
  std::string all;
  for (;;) {
    const std::string text = game.ReadTo("\n> ");
    all += text;
    if (!text.ends_with("\n> ")) return all;
    game.Write(answer + "\n");
  }
}

// The lines that show a card played: two blanks, a name, a card.
std::string PlayerOf(const std::string& line) {
  return line.substr(2, line.find("  ", 2) - 2);
}

// Whether whoever takes a trick leads the next one.
void CheckLeaders(const std::string& text) {
  const std::string goes = "  The trick goes to ";
  std::string winner;
  bool leads = false;
  for (const absl::string_view view : absl::StrSplit(text, '\n')) {
    const std::string line(view);
    if (line.starts_with("Deal ")) winner.clear();
    if (line.starts_with(goes)) {
      winner = line.substr(goes.size(), line.find('.') - goes.size());
    } else if (leads && line.size() > 26 && !winner.empty()) {
      EXPECT_EQ(PlayerOf(line), winner) << text;
    }
    leads = line.empty();
  }
}

class PlayRulesetTest : public testing::TestWithParam<std::string> {};

TEST_P(PlayRulesetTest, WholeDealsArePlayedToTheirEndFromEverySeat) {
  const CompiledRules rules = tests::Rules(GetParam());
  for (int seat = 0; seat < rules.players; ++seat) {
    if (seat == rules.dummy) continue;
    TalkingProgram game(
        Play({"--ruleset", GetParam(), "--deals", "2", "--seed", "a seed",
              "--seat", std::to_string(seat), "--bot", "builtin:greedy"}));
    const std::string text = PlayOut(game, "1");
    EXPECT_EQ(game.Wait(), 0) << text;
    EXPECT_TRUE(Has(text, "Deal 1 is over")) << text;
    EXPECT_TRUE(Has(text, "Deal 2 is over")) << text;
    EXPECT_TRUE(Has(text, "Seed: a seed\n")) << text;
    CheckLeaders(text);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlayRulesetTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

TEST(PlayCommandTest, MatchEndsWithItsWinner) {
  TalkingProgram game(Play({"--seed", "m", "--bot", "builtin:greedy"}));
  const std::string text = PlayOut(game, "1");
  EXPECT_EQ(game.Wait(), 0);
  EXPECT_TRUE(Has(text, "The match is over after")) << text;
  EXPECT_TRUE(Has(text, "have won it") || Has(text, "has won it")) << text;
  EXPECT_TRUE(Has(text, "Side 0 (yours) has")) << text;
}

TEST(PlayCommandTest, SameSeedGivesTheSameGame) {
  const std::vector<std::string> command =
      Play({"--deals", "3", "--seed", "again", "--bot", "builtin:random"});
  TalkingProgram first(command);
  TalkingProgram second(command);
  const std::string text = PlayOut(first, "1");
  EXPECT_EQ(text, PlayOut(second, "1"));
  EXPECT_TRUE(Has(text, "--deals 3 --seed again\n")) << text;
}

// The value in "NAME: value" at the start of a line.
std::string ValueOf(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(PlayCommandTest, SeedIsDrawnCommittedToAndRevealed) {
  TalkingProgram game(Play(OneDeal("")));
  const std::string text = PlayOut(game, "1");
  const std::string seed = ValueOf(text, "Seed");
  EXPECT_EQ(seed.size(), 64U);
  TalkingProgram again(Play(OneDeal(seed)));
  const std::string second = PlayOut(again, "1");
  EXPECT_EQ(ValueOf(text, "Commitment to the seed"),
            ValueOf(second, "Commitment to the seed"));
  EXPECT_EQ(text, second);
  TalkingProgram other(Play(OneDeal("")));
  EXPECT_NE(ValueOf(PlayOut(other, "1"), "Seed"), seed);
}

TEST(PlayCommandTest, UnknownInputAsksAgainAndSaysWhatIsLegal) {
  TalkingProgram game(Play(OneDeal("example")));
  game.ReadTo("\n> ");
  for (const char* text : {"99", "0", "-1", "XX", "play", "\x1b[2J",
                           "7777777777777777777777777", "1 1"}) {
    game.Write(std::string(text) + "\n");
    const std::string answer = game.ReadTo("\n> ");
    EXPECT_TRUE(Has(answer, "is not legal here. Legal: 1 or ")) << answer;
    EXPECT_FALSE(Has(answer, "\"\x1b")) << answer;
  }
}

TEST(PlayCommandTest, CardsAreReadInNotationInAnyCase) {
  for (const char* card : {"AS", "as", "play:AS", " PLAY:as ", "1"}) {
    TalkingProgram game(Play(OneDeal("example")));
    EXPECT_TRUE(Has(game.ReadTo("\n> "), "spades 1:AS\n"));
    game.Write(std::string(card) + "\n");
    EXPECT_TRUE(Has(game.ReadTo("\n> "), "you                      AS\n"))
        << card;
  }
}

TEST(PlayCommandTest, HelpHintTricksAndScoreAskAgain) {
  TalkingProgram game(Play(OneDeal("example")));
  game.ReadTo("\n> ");
  game.Write("?\n");
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "this help"));
  game.Write("h\n");
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "would choose AS."));
  game.Write("t\n");
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "Trick 1, led by"));
  game.Write("s\n");
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "Side 0 (yours): +0"));
  game.Write("\n");  // the only legal action
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "you                      AS\n"));
  game.Write("\n");
  EXPECT_TRUE(Has(game.ReadTo("\n> "), "\"\" is not legal here"));
}

TEST(PlayCommandTest, EndOfInputAndLeavingEndCleanly) {
  for (const bool leave : {false, true}) {
    TalkingProgram game(
        Play({"--seed", "example", "--bot", "builtin:heuristic"}));
    game.ReadTo("\n> ");
    if (leave) game.Write("q\n");
    game.CloseInput();
    const std::string text = game.ReadAll();
    EXPECT_EQ(game.Wait(), 0);
    EXPECT_TRUE(Has(text, "You have left the game.")) << text;
    EXPECT_TRUE(Has(text, "Seed: example")) << text;
  }
}

TEST(PlayCommandTest, SignalEndsCleanly) {
  TalkingProgram game(
      Play({"--seed", "example", "--bot", "builtin:heuristic"}));
  game.ReadTo("\n> ");
  game.Signal(SIGINT);
  const std::string text = game.ReadAll();
  EXPECT_EQ(game.Wait(), 130);
  EXPECT_TRUE(Has(text, "Stopped.")) << text;
  EXPECT_TRUE(Has(text, "Seed: example")) << text;
}

TEST(PlayCommandTest, ProcessesPlayAsBundledBotsDo) {
  const std::string bot =
      std::string("greedy=") + COUILLON_BOT_PROGRAM + " --name greedy";
  TalkingProgram bundled(Play(
      {"--deals", "2", "--seed", "example", "--bot", "greedy=builtin:greedy"}));
  TalkingProgram process(Play({"--deals", "2", "--seed", "example", "--bot",
                               bot, "--isolation", "none"}));
  const std::string text = PlayOut(bundled, "1");
  const std::string other = PlayOut(process, "1");
  EXPECT_EQ(process.Wait(), 0);
  EXPECT_EQ(text.substr(0, text.find("Seed:")),
            other.substr(0, other.find("Seed:")));
}

TEST(PlayCommandTest, ABotThatDoesNotStartIsReported) {
  const auto run =
      RunProgram(Play({"--bot", "x=/bin/false", "--isolation", "none"}));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_TRUE(Has(run.err, "bot x (/bin/false): ended before it was ready"))
      << run.err;
}

TEST(PlayCommandTest, SeatsAndBotsThatDoNotFitAreRefused) {
  const auto error = [](const std::vector<std::string>& arguments) {
    const auto run = RunProgram(Play(arguments));
    EXPECT_NE(run.exit_code, 0);
    return run.err;
  };
  EXPECT_TRUE(
      Has(error({"--seat", "4"}), "--seat is 4; basic-gerver has 0 to 3"));
  EXPECT_TRUE(Has(error({"--ruleset", "troeven-3-dummy", "--seat", "2"}),
                  "the dummy of troeven-3-dummy; seat 0 decides for it"));
  EXPECT_TRUE(Has(error({"--ruleset", "troeven-2-stock", "--bot",
                         "builtin:greedy", "builtin:random"}),
                  "--bot: found 2 bots; expected at most 1"));
  EXPECT_TRUE(Has(error({"--bot", "builtin:nobody"}), "expected one of"));
  EXPECT_TRUE(Has(error({"--ruleset", "nothing"}), "nothing"));
}

}  // namespace
}  // namespace couillon
