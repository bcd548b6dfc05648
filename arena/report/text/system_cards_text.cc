#include "arena/report/text/system_cards_text.h"

#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "couillon/v1/bot_manifest.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxCardBytes = 500;  // of each text

// Texts come from manifests and are untrusted.
std::string Line(const std::string& text) {
  return PrintableLine(text, kMaxCardBytes);
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

}  // namespace couillon::arena
