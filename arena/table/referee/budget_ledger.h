// The time that the workers of a league have waited for each bot, against its
// budget for the whole league (arena/table/schedule/total_budget.h). A bot over
// its budget plays last; one that has spent kForfeitAfter budgets forfeits what
// it has left to play.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/clock.h"
#include "arena/table/schedule/schedule.h"

namespace couillon::arena {

// Thread-safe.
// How the detail of a fault begins with which a bot forfeits that was away
// while its budget was spent.
inline constexpr char kAwayDetail[] = "the bot is away; ";

class BudgetLedger {
 public:
  // By index of the bot in the league: its budget, 0 for none, and how long
  // earlier runs have waited for it; bots missing in `waited` have not been
  // waited for.
  BudgetLedger(const std::vector<std::chrono::milliseconds>& budgets,
               const std::vector<std::chrono::microseconds>& waited);

  // Adds time in which one worker waited for the bot.
  void Add(BotIndex bot, Clock::duration waited);

  // Says that the bot is away. Requires: no worker uses the ledger yet.
  void SetAway(BotIndex bot) {
    bots_[static_cast<std::size_t>(bot)].is_away = true;
  }

  // Returns true if its budget is used up, and whether it forfeits what is
  // left.
  [[nodiscard]] bool IsOver(BotIndex bot) const;
  [[nodiscard]] bool IsSpent(BotIndex bot) const;
  // A bot of the unit for which that is true, if there is one.
  [[nodiscard]] std::optional<BotIndex> OverIn(const Unit& unit) const;
  [[nodiscard]] std::optional<BotIndex> SpentIn(const Unit& unit) const;

  // Returns true if any bot has a budget.
  [[nodiscard]] bool HasBudgets() const;
  // By bot.
  [[nodiscard]] std::vector<std::chrono::microseconds> Waited() const;
  // The detail of the fault of a bot that IsSpent().
  [[nodiscard]] std::string Detail(BotIndex bot) const;

 private:
  struct Bot {
    Clock::duration budget{0};
    std::atomic<Clock::rep> waited = 0;  // in units of Clock::duration
    bool is_away = false;
  };
  [[nodiscard]] const Bot& Of(BotIndex bot) const {
    return bots_[static_cast<std::size_t>(bot)];
  }

  std::vector<Bot> bots_;
};

}  // namespace couillon::arena
