// The referee of one worker: opens tables, collects the decisions that are due
// into batches for each bot, applies the answers, judges faults, and hands
// over units as they are finished. One thread, no locks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/arena_clock.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_queue.h"
#include "arena/table/referee/disguise.h"
#include "arena/table/referee/link_plan.h"
#include "arena/table/referee/referee_state.h"
#include "arena/table/referee/time_control.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/table.h"
#include "arena/table/unit/unit_result.h"
#include "engine/play/observation.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The number of times that a process is started again, in a row, if it could
// not be started because of the machine, or for a reason that may be that.
inline constexpr int kMaxStartRetries = 2;
// The number of times that a decision is asked again, in a fresh process, if
// the bot gave no answer while the machine stalled.
inline constexpr int kMaxStallRetries = 2;

// The time of one bot.
struct OwnTime {
  TimeControl time;
  Clock::duration target = BatchRules().target;  // of a message
};

// The configuration that the referees of all workers share; immutable.
struct RefereeConfig {
  std::vector<const CompiledRules*> rules;  // by index in the league
  const UnitDeals* deals = nullptr;
  int teams = 2;  // at each table, 2 or 3
  bool is_match = false;
  bool coupled = false;
  bool record_deals = false;
  // By bot: whether it has a link for each view (see link_plan.h). Empty: every
  // bot has one link.
  std::vector<bool> divided;
  // By bot: whether it sees relabelled suits (see disguise.h). Empty: none.
  std::vector<bool> relabelled;
  int max_faults = 0;          // of a team in one unit; 0 as 1
  int tolerated_failures = 0;  // tolerated unattributed failures of a link
  BatchRules batches;          // how bots are asked
  TimeControl time;
  // By bot: what holds for it in place of `time` and `batches.target`. Empty:
  // those hold for all. Requires: no bot has a partner of another bot.
  std::vector<OwnTime> own_time;
  // The disqualified bot that loses the unit, if any. Null: no bot ever is.
  // Called by the threads of all workers.
  std::function<std::optional<BotIndex>(const Unit&)> disqualified_bot;
  // The budgets of bots for the whole league; null: none. Outlives the
  // referees.
  BudgetLedger* budgets = nullptr;
  // True if units under way wait for all others if a bot in them is over its
  // budget.
  bool postpones = false;
  // Outlives the referees.
  const Clock* clock = &MachineClock();
};

class Referee {
 public:
  // The source of units, empty at the end, and the sink of their results.
  using NextUnit = std::function<std::optional<Unit>()>;
  using FinishUnit = std::function<void(UnitResult)>;

  // `config` outlives the referee.
  Referee(const RefereeConfig& config, BotLinks links, NextUnit next,
          FinishUnit finish);
  ~Referee();

  // Plays units until there are no more, or until `stop` is set or the machine
  // cannot start a bot: units under way are then dropped. A bot that fails
  // costs its own results alone.
  void Run(const std::atomic<bool>& stop);
  // Why the machine could not start a bot, which is not to blame; null if it
  // could.
  struct Unstartable {
    BotIndex bot;
    std::string why;
  };
  [[nodiscard]] const std::optional<Unstartable>& unstartable() const {
    return unstartable_;
  }
  // Ends the bots, and returns the resources that each bot of the league has
  // used here.
  std::vector<BotUsage> Finish();

 private:
  // Tables and units.
  void DropLostUnits();
  void OpenTables();
  bool OpenNextUnit();
  void ForfeitAtOnce(OpenUnit& unit);
  void OpenNextTable(OpenUnit& unit);
  void JoinCohort(OpenUnit& unit);
  void Advance(std::uint32_t slot);
  void AskDue();
  static void Settle(TableSlot& slot);
  void CloseTable(std::uint32_t slot, const Outcome& outcome);
  void Release(std::uint32_t slot);
  void ForfeitTable(std::uint32_t slot, BotIndex league_bot);
  void ForfeitIfSettled(OpenUnit& unit, BotIndex loser);
  void ForfeitUnit(OpenUnit& unit, BotIndex league_bot);
  void FinishIfDone(OpenUnit& unit);
  void SendResults(const OpenUnit& unit);
  void Close(const OpenUnit& unit, UnitResult result);
  [[nodiscard]] TableSlot* Find(TableRef ref);
  void FindPlayers(OpenUnit& unit) const;

  // Decisions of bundled bots.
  struct Slice {
    const std::atomic<bool>* stop;
    const Clock* clock = nullptr;  // null if nobody waits for its end
    Clock::time_point end;
    [[nodiscard]] bool Over() const;
  };
  bool DecideHere(const std::atomic<bool>& stop);
  void PlayHere(TableRef ref, const Slice& slice);
  bool DecideAt(std::uint32_t at);
  [[nodiscard]] Observation Seen(const BotState& bot,
                                 const TableSlot& slot) const;
  [[nodiscard]] std::size_t TablesWanted() const;

  // Bots.
  void SendBatches();
  void SendInTurn();
  void SendTo(BotState& bot);
  void SendBatch(BotState& bot, std::size_t size);
  [[nodiscard]] SuitMap MapFor(const BotState& bot,
                               const TableSlot& slot) const;
  [[nodiscard]] std::uint32_t TrueAction(const BotState& bot,
                                         const TableSlot& slot,
                                         std::uint32_t named) const;
  bool CollectEvents();
  void PrefetchFor(const BotEvent& event) const;
  void HandleAnswer(BotState& bot, const BotEvent& event);
  bool Charge(const BotState& bot, const TableSlot* slot);
  [[nodiscard]] OpenUnit* OldestUnitOf(BotIndex league_bot) const;
  void ForfeitByIllegal(std::uint32_t at, BotIndex league_bot,
                        std::uint32_t action, BotEvent event);
  void HandleFailure(BotState& bot, const BotEvent& event);
  bool AskAgainIfExcused(BotState& bot, const std::vector<DueDecision>& open,
                         const BotEvent& event);
  void HandleFailedStart(BotState& bot, const BotEvent& event);
  void SetFailedStarts(BotIndex league_bot, int attempts);
  void GiveUp(BotIndex league_bot, const BotEvent& why);
  void HandleEvent(const BotEvent& event);
  void HandleReady(BotState& bot);
  void HandleEnding(BotState& bot);

  // Budgets for the whole league.
  void ChargeWaiting();
  void EnforceBudgets();
  void EndSpent(BotIndex league_bot);
  void ForfeitSpent(OpenUnit& unit, BotIndex league_bot);
  void Postpone(OpenUnit& unit);
  void ResumePostponed();
  [[nodiscard]] std::size_t TablesUnderWay() const;

  // Without a unit under way there is none to record it in.
  void RecordFault(const TableSlot* slot, BotIndex league_bot,
                   const BotEvent& event, bool forfeits, OpenUnit* unit);

  const RefereeConfig& config_;
  BotLinks links_;
  LinkPlan plan_;
  Disguise disguise_;
  NextUnit next_unit_;
  FinishUnit finish_unit_;
  std::vector<std::unique_ptr<OpenUnit>> units_;
  std::vector<std::unique_ptr<TableSlot>> slots_;
  std::vector<std::uint32_t> free_slots_;
  std::size_t open_tables_ = 0;
  std::uint64_t tables_opened_ = 0;
  bool in_cohorts_ = false;  // whether tables wait for each other
  bool more_units_ = true;
  std::vector<std::unique_ptr<BotState>> bots_;
  std::vector<BotState*> waited_for_;  // the bots that are not bundled
  std::size_t turn_ = 0;  // of these, to be asked next; one at a time only
  std::deque<TableRef> due_here_;  // tables at which a bundled bot decides next
  ArenaClock clock_;
  Clock::time_point charged_until_{};             // see ChargeWaiting()
  std::vector<Clock::time_point> waiting_since_;  // likewise, by league bot
  bool resumed_ = false;  // units that were postponed are played
  std::vector<Question> batch_;
  std::vector<BotEvent> events_;
  std::optional<Unstartable> unstartable_;
};

}  // namespace couillon::arena
