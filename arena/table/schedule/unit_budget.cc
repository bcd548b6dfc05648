// The seconds of a unit from its items, seatings and clocks.

#include "arena/table/schedule/unit_budget.h"

#include <algorithm>
#include <cstddef>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
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

// The bound of a bot with `limits` for one unit; 0 if there is none.
double UnitSeconds(const v1::LeagueConfig& config, const v1::Limits& limits) {
  if (limits.unit_budget_ms() > 0) {
    return static_cast<double>(limits.unit_budget_ms()) / 1000;
  }
  return static_cast<double>(ItemsOfAUnit(config)) * MostSeatings(config) *
         limits.table_budget_ms() / 1000;
}

}  // namespace

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
                           MostSeatings(config), ArePlayingMatches(config));
}

double MsOfClocks(const v1::LeagueConfig& config) {
  constexpr int kDecisionsOfADeal = 20;  // of one side, rounded up
  const v1::Limits& limits = config.limits();
  const int deals = ArePlayingMatches(config) ? kDealsOfAMatch : 1;
  const double of_table =
      limits.table_budget_ms() +
      double{1} * limits.increment_ms() * kDecisionsOfADeal * deals;
  return static_cast<double>(ItemsOfAUnit(config)) * MostSeatings(config) *
         of_table;
}

void SetDefaultOwnBudget(const v1::LeagueConfig& config, v1::BotEntry& bot) {
  const v1::OwnLimits& own = bot.own_limits();
  const bool has_clock = own.table_budget_ms() > 0;
  if (!own.has_move_ms() || own.has_unit_budget_ms() || has_clock) return;
  const std::uint64_t budget = config.limits().unit_budget_ms();
  const auto milliseconds_of = [](const v1::LeagueConfig& of) {
    return static_cast<std::uint64_t>(DefaultUnitBudget(of).count());
  };
  if (milliseconds_of(config) != budget) return;
  v1::LeagueConfig of_bot = config;
  *of_bot.mutable_limits() = LimitsOf(config, bot);
  bot.mutable_own_limits()->set_unit_budget_ms(milliseconds_of(of_bot));
}

PlayBound BoundOfPlay(const v1::LeagueConfig& config) {
  const Schedule schedule = MakeSchedule(config);
  const std::vector<std::int64_t> units = UnitsOfBots(config, schedule);
  const v1::Limits& limits = config.limits();
  PlayBound bound{.units = schedule.units(),
                  .units_of_bot = std::ranges::max(units),
                  .unit_seconds = UnitSeconds(config, limits),
                  .from_clocks = limits.unit_budget_ms() == 0 &&
                                 limits.table_budget_ms() > 0};
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    const std::int64_t of_bot = units[static_cast<std::size_t>(bot)];
    if (of_bot == 0) continue;
    const double seconds = UnitSeconds(config, LimitsOf(config, BotIndex(bot)));
    if (seconds == 0) bound.without_end = true;
    bound.seconds += static_cast<double>(of_bot) * seconds;
  }
  return bound;
}

}  // namespace couillon::arena
