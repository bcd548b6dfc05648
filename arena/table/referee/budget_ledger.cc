// An atomic sum per bot, to which workers add without a lock.

#include "arena/table/referee/budget_ledger.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_format.h"
#include "arena/table/schedule/total_budget.h"
#include "arena/table/team.h"

namespace couillon::arena {
namespace {

template <typename Is>
std::optional<BotIndex> FindIn(const Unit& unit, Is is) {
  for (const Team team : kAllTeams) {
    for (const BotIndex bot : unit.teams[team]) {
      if (is(bot)) return bot;
    }
  }
  return std::nullopt;
}

}  // namespace

BudgetLedger::BudgetLedger(
    const std::vector<std::chrono::milliseconds>& budgets,
    const std::vector<std::chrono::microseconds>& waited)
    : bots_(budgets.size()) {
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    bots_[i].budget = budgets[i];
    if (i < waited.size()) {
      bots_[i].waited = Clock::duration(waited[i]).count();
    }
  }
}

bool BudgetLedger::HasBudgets() const {
  return std::ranges::any_of(
      bots_, [](const Bot& bot) { return bot.budget.count() > 0; });
}

void BudgetLedger::Add(BotIndex bot, Clock::duration waited) {
  bots_[static_cast<std::size_t>(bot)].waited.fetch_add(
      waited.count(), std::memory_order_relaxed);
}

bool BudgetLedger::IsOver(BotIndex bot) const {
  const Bot& of = Of(bot);
  return of.budget.count() > 0 &&
         of.waited.load(std::memory_order_relaxed) > of.budget.count();
}

bool BudgetLedger::IsSpent(BotIndex bot) const {
  const Bot& of = Of(bot);
  return of.budget.count() > 0 && of.waited.load(std::memory_order_relaxed) >
                                      kForfeitAfter * of.budget.count();
}

std::optional<BotIndex> BudgetLedger::OverIn(const Unit& unit) const {
  return FindIn(unit, [this](BotIndex bot) { return IsOver(bot); });
}

std::optional<BotIndex> BudgetLedger::SpentIn(const Unit& unit) const {
  return FindIn(unit, [this](BotIndex bot) { return IsSpent(bot); });
}

std::vector<std::chrono::microseconds> BudgetLedger::Waited() const {
  std::vector<std::chrono::microseconds> waited(bots_.size());
  for (std::size_t i = 0; i < bots_.size(); ++i) {
    waited[i] = std::chrono::duration_cast<std::chrono::microseconds>(
        Clock::duration(bots_[i].waited.load(std::memory_order_relaxed)));
  }
  return waited;
}

std::string BudgetLedger::Detail(BotIndex bot) const {
  using std::chrono::milliseconds;
  const Bot& of = Of(bot);
  return absl::StrFormat(
      "%sworkers have waited %d ms for it, at most %d times its total budget "
      "of "
      "%d ms are allowed; it forfeits what is left",
      of.is_away ? kAwayDetail : "",
      std::chrono::duration_cast<milliseconds>(
          Clock::duration(of.waited.load(std::memory_order_relaxed)))
          .count(),
      kForfeitAfter,
      std::chrono::duration_cast<milliseconds>(of.budget).count());
}

}  // namespace couillon::arena
