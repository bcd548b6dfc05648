// A bot's own limit where it has one, else that of the league.

#include "arena/table/schedule/bot_limits.h"

#include <algorithm>

#include "couillon/v1/league.pb.h"

namespace couillon::arena {

v1::Limits LimitsOf(const v1::LeagueConfig& config, const v1::BotEntry& bot) {
  v1::Limits limits = config.limits();
  if (!bot.has_own_limits()) return limits;
  const v1::OwnLimits& own = bot.own_limits();
  if (own.has_start_ms()) limits.set_start_ms(own.start_ms());
  if (own.has_move_ms()) limits.set_move_ms(own.move_ms());
  if (own.has_table_budget_ms()) {
    limits.set_table_budget_ms(own.table_budget_ms());
    limits.set_increment_ms(own.increment_ms());
    if (own.table_budget_ms() > 0) limits.set_unit_budget_ms(0);
  }
  if (own.has_unit_budget_ms()) limits.set_unit_budget_ms(own.unit_budget_ms());
  if (own.has_total_budget_ms()) {
    limits.set_total_budget_ms(own.total_budget_ms());
  }
  if (own.has_memory_mb()) limits.set_memory_mb(own.memory_mb());
  if (own.has_cpu_seconds()) limits.set_cpu_seconds(own.cpu_seconds());
  if (own.has_processes()) limits.set_processes(own.processes());
  if (own.has_open_files()) limits.set_open_files(own.open_files());
  if (own.has_file_mb()) limits.set_file_mb(own.file_mb());
  if (own.has_scratch_mb()) limits.set_scratch_mb(own.scratch_mb());
  return limits;
}

v1::Limits LimitsOf(const v1::LeagueConfig& config, BotIndex bot) {
  return LimitsOf(config, config.bots(ToInt(bot)));
}

bool AsksOneAtATime(const v1::LeagueConfig& config) {
  return config.limits().strict_time() ||
         config.limits().table_budget_ms() > 0 ||
         std::any_of(config.bots().begin(), config.bots().end(),
                     [](const v1::BotEntry& bot) {
                       return bot.own_limits().table_budget_ms() > 0;
                     });
}

}  // namespace couillon::arena
