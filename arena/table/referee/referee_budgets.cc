// The referee and the budgets of bots for the whole league: how long a worker
// waits for them, and what that costs.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/referee.h"
#include "arena/table/referee/referee_state.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// Charges the time since the last look to every bot of which a process was
// starting, ending or thinking: once, however many of its processes were.
void Referee::ChargeWaiting() {
  const Clock::time_point now = clock_.looked();
  waiting_since_.assign(static_cast<std::size_t>(plan_.bots()), now);
  for (const BotState* bot : waited_for_) {
    if (!bot->busy()) continue;
    Clock::time_point& since =
        waiting_since_[static_cast<std::size_t>(bot->league_bot)];
    since = std::min(since, std::max(bot->busy_since, charged_until_));
  }
  for (int bot = 0; bot < plan_.bots(); ++bot) {
    const Clock::time_point since =
        waiting_since_[static_cast<std::size_t>(bot)];
    if (since < now) config_.budgets->Add(BotIndex(bot), now - since);
  }
  charged_until_ = now;
}

void Referee::EnforceBudgets() {
  for (int number = 0; number < plan_.bots(); ++number) {
    const auto bot = BotIndex(number);
    if (!config_.budgets->IsOver(bot)) continue;
    if (config_.budgets->IsSpent(bot)) {
      EndSpent(bot);
    } else if (config_.postpones && !resumed_) {
      for (const auto& unit : units_) {
        if (unit->result.unit.Has(bot)) Postpone(*unit);
      }
    }
  }
}

// Ends a bot for which workers have waited too long, and forfeits its units.
void Referee::EndSpent(BotIndex league_bot) {
  bool given_up = true;
  for (const auto& bot : bots_) {
    if (bot->league_bot == league_bot && !bot->given_up) given_up = false;
  }
  if (given_up) return;
  GiveUp(league_bot, {.verdict = Verdict::kOverBudget,
                      .detail = config_.budgets->Detail(league_bot)});
  for (const auto& bot : bots_) {
    if (bot->league_bot != league_bot) continue;
    bot->link->Stop();
    bot->phase = BotState::Phase::kStopped;
    bot->open.clear();
    bot->queue.TakeOpen();
  }
}

void Referee::ForfeitSpent(OpenUnit& unit, BotIndex league_bot) {
  RecordFault(nullptr, league_bot,
              {.verdict = Verdict::kOverBudget,
               .detail = config_.budgets->Detail(league_bot)},
              /*forfeits=*/true, unit);
  ForfeitUnit(unit, league_bot);
}

// No unit waits for a unit of a bot that is over its budget: its tables get a
// cohort of their own, and are asked again when nothing else is left here.
void Referee::Postpone(OpenUnit& unit) {
  if (unit.cohort->postponed) return;
  auto own = std::make_shared<Cohort>();
  own->postponed = true;
  std::erase_if(unit.cohort->due, [&](const Cohort::Due& due) {
    const TableSlot* slot = Find(due.decision.table);
    if (slot == nullptr || slot->unit != &unit) return false;
    own->due.push_back(due);
    return true;
  });
  for (const auto& slot : slots_) {
    if (slot->unit != &unit || !slot->asked) continue;
    --unit.cohort->asked;
    ++own->asked;
  }
  unit.cohort = std::move(own);
}

// Plays the postponed units if nothing else is left here.
void Referee::ResumePostponed() {
  if (more_units_) return;
  for (const auto& unit : units_) {
    if (!unit->cohort->postponed) return;
  }
  for (const auto& unit : units_) unit->cohort->postponed = false;
  resumed_ = true;
}

// The tables that are open and not postponed.
std::size_t Referee::TablesUnderWay() const {
  std::size_t postponed = 0;
  const bool any = std::ranges::any_of(
      units_, [](const auto& unit) { return unit->cohort->postponed; });
  if (!any) return open_tables_;
  for (const auto& slot : slots_) {
    if (slot->unit != nullptr && slot->unit->cohort->postponed) ++postponed;
  }
  return open_tables_ - postponed;
}

}  // namespace couillon::arena
