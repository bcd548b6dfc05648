// Agreements between partners, as manifests declare them.

#include <gtest/gtest.h>

#include "arena/numbers/format/json.h"
#include "arena/report/json/league_json.h"
#include "arena/report/text/identities_text.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

void Declare(v1::BotEntry& bot, const std::string& play,
             const std::string& meaning) {
  v1::Convention& convention = *bot.add_conventions();
  convention.set_play(play);
  convention.set_meaning(meaning);
}

v1::LeagueConfig TwoBots() {
  v1::LeagueConfig config;
  config.add_bots()->set_name("plain");
  config.add_bots()->set_name("signals");
  Declare(*config.mutable_bots(1), "discards low", "wants that suit");
  return config;
}

TEST(SystemCardsTest, OnlyBotsWithACardAreListed) {
  EXPECT_EQ(SystemCardsText(TwoBots()),
            "System cards: agreements between partners\n"
            "  signals\n"
            "    discards low: wants that suit\n");
}

TEST(SystemCardsTest, WithoutACardThereIsNoHeading) {
  v1::LeagueConfig config = TwoBots();
  config.mutable_bots(1)->clear_conventions();
  EXPECT_EQ(SystemCardsText(config), "");
  Json json = Json::object();
  AddSystemCards(config, json);
  EXPECT_TRUE(json.empty()) << json;
}

TEST(SystemCardsTest, JsonHasTheSame) {
  Json json;
  AddSystemCards(TwoBots(), json);
  EXPECT_EQ(json["system_cards"].dump(),
            R"([{"bot":"signals","conventions":[)"
            R"({"play":"discards low","meaning":"wants that suit"}]}])");
}

TEST(SystemCardsTest, TextsOfABotCannotSteerATerminalOrAddALine) {
  v1::BotEntry bot;
  Declare(bot, "\x1b[31mred", "one\ntwo");
  const std::string lines = ConventionLines(bot, "");
  EXPECT_EQ(lines.find('\x1b'), std::string::npos) << lines;
  EXPECT_EQ(lines.find('\n'), lines.size() - 1) << lines;
}

TEST(SystemCardsTest, LongTextsAreShortened) {
  v1::BotEntry bot;
  Declare(bot, std::string(100'000, 'x'), "y");
  EXPECT_LT(ConventionLines(bot, "").size(), 600U);
}

}  // namespace
}  // namespace couillon::arena
