#include "arena/report/system_cards.h"

#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostCardBytes = 500;  // of each text

// Texts come from manifests and are untrusted.
std::string Line(const std::string& text) {
  return PrintableLine(text, kMostCardBytes);
}

}  // namespace

std::string ConventionLines(const v1::BotEntry& bot,
                            const std::string& indent) {
  std::string text;
  for (const v1::Convention& convention : bot.conventions()) {
    text += absl::StrFormat("%s%s: %s\n", indent, Line(convention.play()),
                            Line(convention.meaning()));
  }
  return text;
}

std::string SystemCardsText(const v1::LeagueConfig& config) {
  std::string text;
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.conventions().empty()) continue;
    text += "  " + Line(bot.name()) + "\n" + ConventionLines(bot, "    ");
  }
  return text.empty() ? text
                      : "System cards: agreements between partners\n" + text;
}

Json ConventionsJson(const v1::BotEntry& bot) {
  Json list = Json::array();
  for (const v1::Convention& convention : bot.conventions()) {
    list.push_back({{"play", Line(convention.play())},
                    {"meaning", Line(convention.meaning())}});
  }
  return list;
}

void AddSystemCards(const v1::LeagueConfig& config, Json& league) {
  for (const v1::BotEntry& bot : config.bots()) {
    if (bot.conventions().empty()) continue;
    league["system_cards"].push_back(
        {{"bot", bot.name()}, {"conventions", ConventionsJson(bot)}});
  }
}

}  // namespace couillon::arena
