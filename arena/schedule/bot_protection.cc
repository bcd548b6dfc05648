#include "arena/schedule/bot_protection.h"

#include <vector>

#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

ProcessScope ScopeOf(const v1::LeagueConfig& config, BotIndex bot) {
  const v1::BotEntry& entry = config.bots(ToInt(bot));
  if (entry.has_remote()) return ProcessScope::kRemote;
  if (entry.command().empty()) return ProcessScope::kBundled;
  return config.shared_process() ? ProcessScope::kShared
                                 : ProcessScope::kDivided;
}

const char* ScopeName(const v1::LeagueConfig& config, BotIndex bot) {
  if (ScopeOf(config, bot) == ProcessScope::kRemote) return "remote";
  return config.shared_process() ? "shared" : "divided";
}

std::vector<bool> DividedBots(const v1::LeagueConfig& config) {
  std::vector<bool> divided;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    divided.push_back(ScopeOf(config, BotIndex(bot)) == ProcessScope::kDivided);
  }
  return divided;
}

std::vector<bool> RelabelledBots(const v1::LeagueConfig& config) {
  std::vector<bool> relabelled;
  for (const v1::BotEntry& bot : config.bots()) {
    relabelled.push_back(
        config.suit_labels() == v1::SUIT_LABELS_CHANGED ||
        (config.suit_labels() != v1::SUIT_LABELS_TRUE && bot.has_remote()));
  }
  return relabelled;
}

}  // namespace couillon::arena
