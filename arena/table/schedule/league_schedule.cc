// Pairings, rounds or three-way tables of a configuration, and the words for
// its items.

#include "arena/table/schedule/league_schedule.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/movement.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/league.pb.h"
#include "google/protobuf/repeated_field.h"

namespace couillon::arena {

bool IsIndividual(const v1::LeagueConfig& config) {
  return config.format() == v1::LEAGUE_FORMAT_INDIVIDUAL;
}

bool IsThreeWay(const v1::LeagueConfig& config) {
  return config.format() == v1::LEAGUE_FORMAT_THREE_WAY;
}

int CountTeams(const v1::LeagueConfig& config) {
  return IsThreeWay(config) ? 3 : 2;
}

namespace {

// The pairings of a gauntlet, or those that the configuration lists.
std::vector<Pairing> ListedPairings(const v1::LeagueConfig& config) {
  std::vector<Pairing> pairings;
  pairings.reserve(static_cast<std::size_t>(config.pairings_size()));
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

TeamBots TeamOf(const google::protobuf::RepeatedField<std::uint32_t>& numbers) {
  TeamBots team;
  for (const std::uint32_t number : numbers) {
    team.push_back(BotIndex(static_cast<int>(number)));
  }
  return team;
}

// The rounds of an individual tournament: those of a movement, or one of the
// tables that the configuration lists.
std::vector<std::vector<Pairing>> IndividualRounds(
    const v1::LeagueConfig& config) {
  if (config.tables().empty()) {
    const auto seats =
        static_cast<int>(config.rulesets(0).ruleset().table().players());
    return MakeMovement(config.bots_size(), seats).rounds;
  }
  std::vector<Pairing> tables;
  for (const v1::LeagueTable& table : config.tables()) {
    tables.push_back({.first = TeamOf(table.first()),
                      .second = TeamOf(table.second()),
                      .first_item = table.first_item()});
  }
  return {std::move(tables)};
}

}  // namespace

Schedule MakeSchedule(const v1::LeagueConfig& config) {
  if (config.format() == v1::LEAGUE_FORMAT_GAUNTLET ||
      config.format() == v1::LEAGUE_FORMAT_PAIRINGS) {
    return Schedule::Listed(ListedPairings(config), config.rulesets_size(),
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
  return Schedule::Rounds(IndividualRounds(config), config.rulesets_size(),
                          config.items(), config.block_items());
}

std::int64_t CountPairings(const v1::LeagueConfig& config) {
  const std::int64_t bots = config.bots_size();
  if (config.format() == v1::LEAGUE_FORMAT_PAIRINGS) {
    return config.pairings_size();
  }
  if (config.format() == v1::LEAGUE_FORMAT_GAUNTLET || IsIndividual(config)) {
    return static_cast<std::int64_t>(MakeSchedule(config).rounds()[0].size());
  }
  return IsThreeWay(config) ? bots * (bots - 1) * (bots - 2) / 6
                            : bots * (bots - 1) / 2;
}

std::int64_t CountPlannedUnits(const v1::LeagueConfig& config) {
  if (IsIndividual(config)) return MakeSchedule(config).units();
  return Schedule::CountUnits(CountPairings(config), config.rulesets_size(),
                              config.items(), config.block_items());
}

bool IsArenaRound(const v1::LeagueConfig& config) {
  return config.format() == v1::LEAGUE_FORMAT_PAIRINGS ||
         config.tables_size() > 0;
}

bool ArePlayingMatches(const v1::LeagueConfig& config) {
  return config.mode() == v1::LEAGUE_MODE_MATCHES;
}

const char* ItemWord(const v1::LeagueConfig& config) {
  return ArePlayingMatches(config) ? "match" : "deal";
}

const char* ItemsWord(const v1::LeagueConfig& config) {
  return ArePlayingMatches(config) ? "matches" : "deals";
}

}  // namespace couillon::arena
