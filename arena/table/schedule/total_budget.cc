// The time that a bot may take in all, its clocks for every unit included.

#include "arena/table/schedule/total_budget.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_limits.h"
#include "arena/table/schedule/unit_budget.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr double kMinMs = 10.0 * 60 * 1000;
constexpr double kMaxMs = 1e15;
// The default budget per unit has four move limits per deal and seating.
constexpr double kOfDefaultUnitBudget = 80;

// The time that `bot` may take for one unit before its total budget is used up.
double MsPerUnit(const v1::LeagueConfig& config, const v1::BotEntry& bot) {
  v1::LeagueConfig of_bot = config;
  *of_bot.mutable_limits() = LimitsOf(config, bot);
  v1::Limits& limits = *of_bot.mutable_limits();
  if (limits.table_budget_ms() > 0 && limits.unit_budget_ms() == 0) {
    return MsOfClocks(of_bot) / kForfeitAfter;
  }
  const auto unit_budget = static_cast<double>(limits.unit_budget_ms());
  limits.set_table_budget_ms(0);
  const auto by_default =
      static_cast<double>(DefaultUnitBudget(of_bot).count());
  return unit_budget > 0 && unit_budget != by_default
             ? unit_budget / kForfeitAfter
             : by_default / kOfDefaultUnitBudget;
}

// The parts of the configuration that budgets depend on: it may have very many
// bots and pairings.
v1::LeagueConfig TermsOf(const v1::LeagueConfig& config) {
  v1::LeagueConfig terms;
  *terms.mutable_rulesets() = config.rulesets();
  *terms.mutable_limits() = config.limits();
  terms.set_mode(config.mode());
  terms.set_items(config.items());
  terms.set_block_items(config.block_items());
  return terms;
}

}  // namespace

std::vector<std::chrono::milliseconds> TotalBudgets(
    const v1::LeagueConfig& config, const Schedule& schedule, double share) {
  const std::vector<std::int64_t> units = UnitsOfBots(config, schedule);
  std::vector<std::chrono::milliseconds> budgets(units.size());
  const v1::LeagueConfig terms = TermsOf(config);
  const double of_league = MsPerUnit(terms, v1::BotEntry());
  for (std::size_t i = 0; i < budgets.size(); ++i) {
    if (units[i] == 0) continue;
    const v1::BotEntry& bot = config.bots(static_cast<int>(i));
    const v1::Limits limits = LimitsOf(terms, bot);
    const double of_unit =
        bot.has_own_limits() ? MsPerUnit(terms, bot) : of_league;
    const double ms =
        limits.has_total_budget_ms()
            ? static_cast<double>(limits.total_budget_ms()) * share
            : std::max(kMinMs, static_cast<double>(units[i]) * share * of_unit);
    budgets[i] = std::chrono::milliseconds(
        static_cast<std::int64_t>(std::ceil(std::min(ms, kMaxMs))));
  }
  return budgets;
}

}  // namespace couillon::arena
