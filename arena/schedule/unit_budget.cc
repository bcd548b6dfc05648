#include "arena/schedule/unit_budget.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMovesOfADeal = 4;  // move limits per deal
constexpr std::int64_t kDealsOfAMatch = 20;

int MostSeatings(const v1::LeagueConfig& config) {
  std::size_t most = 0;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const auto sides = static_cast<int>(entry.ruleset().table().sides());
    most = std::max(most, Seatings(sides).size());
  }
  return static_cast<int>(most);
}

std::uint64_t ItemsOfAUnit(const v1::LeagueConfig& config) {
  return std::min<std::uint64_t>(config.items(), config.block_items());
}

// The number of units of each bot of the league; 0 for bundled bots.
std::vector<std::int64_t> UnitsOfBots(const v1::LeagueConfig& config,
                                      const Schedule& schedule) {
  std::vector<std::int64_t> units(static_cast<std::size_t>(config.bots_size()));
  const std::vector<std::vector<Pairing>>& rounds = schedule.rounds();
  const std::int64_t of_pairing =
      schedule.units() /
      static_cast<std::int64_t>(rounds.size() * rounds[0].size());
  for (const std::vector<Pairing>& round : rounds) {
    for (const Pairing& pairing : round) {
      for (const Team team : kAllTeams) {
        for (const BotIndex bot : pairing[team]) {
          if (!config.bots(ToInt(bot)).builtin().empty()) continue;
          units[static_cast<std::size_t>(bot)] += of_pairing;
        }
      }
    }
  }
  return units;
}

}  // namespace

milliseconds DefaultUnitBudget(milliseconds move, std::uint64_t items,
                               int seatings, bool is_match) {
  const std::int64_t deals = static_cast<std::int64_t>(items) * seatings *
                             (is_match ? kDealsOfAMatch : 1);
  return kMovesOfADeal * deals * move;
}

milliseconds DefaultUnitBudget(const v1::LeagueConfig& config) {
  const v1::Limits& limits = config.limits();
  if (limits.table_budget_ms() > 0) return milliseconds(0);
  return DefaultUnitBudget(milliseconds(limits.move_ms()), ItemsOfAUnit(config),
                           MostSeatings(config),
                           config.mode() == v1::LEAGUE_MODE_MATCHES);
}

PlayBound BoundOfPlay(const v1::LeagueConfig& config) {
  const Schedule schedule = ScheduleOf(config);
  const std::vector<std::int64_t> units = UnitsOfBots(config, schedule);
  const v1::Limits& limits = config.limits();
  PlayBound bound{.units = schedule.units(),
                  .units_of_bot = std::ranges::max(units)};
  if (limits.unit_budget_ms() > 0) {
    bound.unit_seconds = static_cast<double>(limits.unit_budget_ms()) / 1000;
  } else if (limits.table_budget_ms() > 0) {
    bound.from_clocks = true;
    bound.unit_seconds = static_cast<double>(ItemsOfAUnit(config)) *
                         MostSeatings(config) * limits.table_budget_ms() / 1000;
  }
  for (const std::int64_t of_bot : units) {
    bound.seconds += static_cast<double>(of_bot) * bound.unit_seconds;
  }
  return bound;
}

}  // namespace couillon::arena
