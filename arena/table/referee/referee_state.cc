// The bot that forfeits a unit, by the order of the tables.
#include "arena/table/referee/referee_state.h"

namespace couillon::arena {

void FaultLimit::Add(std::uint32_t table, Team team, BotIndex bot) {
  COUILLON_CHECK(Needs(table));
  std::vector<Loss>& faults = faults_[team];
  auto later = faults.begin();
  while (later != faults.end() && later->table < table) ++later;
  faults.insert(later, {.bot = bot, .table = table});
  if (faults.size() > most_) faults.pop_back();
  if (faults.size() < most_) return;
  if (!loss_ || faults.back().table < loss_->table) loss_ = faults.back();
}

}  // namespace couillon::arena
