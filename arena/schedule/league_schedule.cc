#include "arena/schedule/league_schedule.h"

#include <cstdint>
#include <vector>

#include "arena/schedule/movement.h"
#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

bool IsIndividual(const v1::LeagueConfig& config) {
  return config.format() == v1::LEAGUE_FORMAT_INDIVIDUAL;
}

bool IsThreeWay(const v1::LeagueConfig& config) {
  return config.format() == v1::LEAGUE_FORMAT_THREE_WAY;
}

int TeamsOf(const v1::LeagueConfig& config) {
  return IsThreeWay(config) ? 3 : 2;
}

namespace {

// The pairings of a gauntlet, or those that the configuration lists.
std::vector<Pairing> ListedPairings(const v1::LeagueConfig& config) {
  std::vector<Pairing> pairings;
  const auto add = [&](std::uint32_t first, std::uint32_t second,
                       std::uint64_t first_item) {
    pairings.push_back({.first = {BotIndex(static_cast<int>(first))},
                        .second = {BotIndex(static_cast<int>(second))},
                        .first_item = first_item});
  };
  if (config.format() == v1::LEAGUE_FORMAT_GAUNTLET) {
    for (int bot = 1; bot < config.bots_size(); ++bot) {
      add(0, static_cast<std::uint32_t>(bot), 0);
    }
  }
  for (const v1::LeaguePairing& pairing : config.pairings()) {
    add(pairing.first(), pairing.second(), pairing.first_item());
  }
  return pairings;
}

}  // namespace

Schedule ScheduleOf(const v1::LeagueConfig& config) {
  if (config.format() == v1::LEAGUE_FORMAT_GAUNTLET ||
      config.format() == v1::LEAGUE_FORMAT_PAIRINGS) {
    return Schedule::Rounds({ListedPairings(config)}, config.rulesets_size(),
                            config.items(), config.block_items());
  }
  if (IsThreeWay(config)) {
    return Schedule::ThreeWay(config.bots_size(), config.rulesets_size(),
                              config.items(), config.block_items());
  }
  if (!IsIndividual(config)) {
    return Schedule::RoundRobin(config.bots_size(), config.rulesets_size(),
                                config.items(), config.block_items());
  }
  const auto seats =
      static_cast<int>(config.rulesets(0).ruleset().table().players());
  return Schedule::Rounds(MakeMovement(config.bots_size(), seats).rounds,
                          config.rulesets_size(), config.items(),
                          config.block_items());
}

}  // namespace couillon::arena
