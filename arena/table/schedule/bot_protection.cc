// The scope of each bot's processes, who sees relabelled suits, and the
// refusals that follow.

#include "arena/table/schedule/bot_protection.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

ProcessScope ScopeOf(const v1::LeagueConfig& config, BotIndex bot) {
  const v1::BotEntry& entry = config.bots(ToInt(bot));
  if (entry.has_remote() || entry.has_dial_in()) return ProcessScope::kRemote;
  if (entry.command().empty()) return ProcessScope::kBundled;
  return config.shared_process() ? ProcessScope::kShared
                                 : ProcessScope::kDivided;
}

const char* ScopeName(const v1::LeagueConfig& config, BotIndex bot) {
  if (ScopeOf(config, bot) == ProcessScope::kRemote) return "remote";
  return config.shared_process() ? "shared" : "divided";
}

bool SeesAllCards(const v1::LeagueConfig& config, BotIndex bot) {
  return config.bots(ToInt(bot)).builtin() == kOracle;
}

absl::Status CheckCheating(const v1::LeagueConfig& config, bool allowed) {
  for (int bot = 0; !allowed && bot < config.bots_size(); ++bot) {
    if (!SeesAllCards(config, BotIndex(bot))) continue;
    return absl::FailedPreconditionError(absl::StrFormat(
        "bot %s sees all cards, also those that its seat must not see, so its "
        "results are not comparable with those of other bots; expected "
        "--allow cheating",
        config.bots(bot).name()));
  }
  return absl::OkStatus();
}

bool HasRemoteBot(const v1::LeagueConfig& config) {
  return std::any_of(config.bots().begin(), config.bots().end(),
                     [](const auto& bot) { return bot.has_remote(); });
}

absl::Status CheckSeatIsolation(const v1::LeagueConfig& config) {
  if (!config.seat_isolation()) return absl::OkStatus();
  for (const v1::BotEntry& bot : config.bots()) {
    if (!bot.has_remote()) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "seat_isolation: bot %s is remote, at %s, and its seats may share a "
        "process; leave out one or the other",
        bot.name(), bot.remote().address()));
  }
  return absl::OkStatus();
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
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    const bool changed = config.suit_labels() == v1::SUIT_LABELS_CHANGED;
    const bool remote = config.suit_labels() != v1::SUIT_LABELS_TRUE &&
                        ScopeOf(config, BotIndex(bot)) == ProcessScope::kRemote;
    relabelled.push_back((changed || remote) &&
                         !SeesAllCards(config, BotIndex(bot)));
  }
  return relabelled;
}

}  // namespace couillon::arena
