#include "arena/report/data/bot_names.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "proto/nearest_name.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxShownBytes = 60;  // of a name in a message

}  // namespace

std::vector<std::string> BotNames(const v1::LeagueConfig& config) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(config.bots_size()));
  for (const v1::BotEntry& bot : config.bots()) names.push_back(bot.name());
  return names;
}

std::string ShownName(const v1::LeagueConfig& config, BotIndex bot) {
  const std::string name = PrintableLine(config.bots(ToInt(bot)).name());
  if (SeesAllCards(config, bot)) return name + " (sees all cards)";
  const bool remote = ScopeOf(config, bot) == ProcessScope::kRemote;
  return remote ? name + " (not divided)" : name;
}

std::vector<std::string> ShownNames(const v1::LeagueConfig& config) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(config.bots_size()));
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    names.push_back(ShownName(config, BotIndex(bot)));
  }
  return names;
}

std::string ProtectionField(const v1::LeagueConfig& config, BotIndex bot) {
  if (SeesAllCards(config, bot)) return kSeesAllCards;
  std::string field = ScopeName(config, bot);
  if (RelabelledBots(config)[Index(bot)]) field += " relabelled";
  return field;
}

absl::StatusOr<int> FindBot(const std::vector<std::string>& names,
                            const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) {
    std::vector<std::string> shown;
    shown.reserve(names.size());
    for (const std::string& known : names) {
      shown.push_back(PrintableLine(known, kMaxShownBytes));
    }
    return absl::NotFoundError(absl::StrFormat(
        "found the bot %s; expected %s%s", PrintableLine(name, kMaxShownBytes),
        absl::StrJoin(shown, " or "), DidYouMean(name, shown)));
  }
  return static_cast<int>(at - names.begin());
}

}  // namespace couillon::arena
