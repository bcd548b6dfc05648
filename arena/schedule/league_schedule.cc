#include "arena/schedule/league_schedule.h"

#include "arena/schedule/movement.h"
#include "arena/schedule/schedule.h"
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

Schedule ScheduleOf(const v1::LeagueConfig& config) {
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
