// The referee's state of each unit under way, each table and each link. Private
// to the referee.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/referee/arena_clock.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/bundled_link.h"
#include "arena/table/referee/clock.h"
#include "arena/table/referee/decision_queue.h"
#include "arena/table/referee/time_control.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/unit/unit_tally.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The bot that forfeits a whole unit by too many faults.
//
// Faults count in the order of the tables of the unit, not in the order in
// which they happen: the latter depends on what bots are asked at the same
// time. With two faulty bots it would decide which of them loses the unit.
class FaultLimit {
 public:
  // A bot forfeits the unit at a table.
  struct Loss {
    BotIndex bot{};
    std::uint32_t table = 0;  // by item and seating, from 0
    friend bool operator==(const Loss&, const Loss&) = default;
  };

  // `most`: the number of faults of a team that costs the unit; 0 as 1.
  explicit FaultLimit(int most)
      : most_(static_cast<std::size_t>(std::max(most, 1))) {}

  // Counts a fault of `bot`, of `team`. Requires: one fault per table;
  // Needs(table).
  void Add(std::uint32_t table, Team team, BotIndex bot);

  // The team that is the first to reach the limit, by the bot whose fault does
  // so, if one does. Faults at later tables do not change it; those at earlier
  // ones may move it forward.
  [[nodiscard]] const std::optional<Loss>& loss() const { return loss_; }
  // Returns true if what happens at the table can still change who that is.
  [[nodiscard]] bool Needs(std::uint32_t table) const {
    return !loss_ || table <= loss_->table;
  }

 private:
  std::size_t most_;
  PerTeam<std::vector<Loss>> faults_;  // the first ones, ascending by table
  std::optional<Loss> loss_;
};

struct BotState;

// Tables that wait for each other: the next decisions of all of them are asked
// when the last of them has answered, and in the order in which the tables were
// opened. So neither the time nor the order of its answers lets a process tell
// its partner's process anything about one table.
struct Cohort {
  // Has what is needed to ask, since the table may have left the cache by then.
  struct Due {
    std::uint64_t order = 0;  // as in TableSlot
    BotState* bot = nullptr;
    DueDecision decision;
  };
  std::vector<Due> due;   // tables whose next decision is not asked yet
  std::size_t asked = 0;  // decisions that are
  // True if it waits until nothing else is left on this worker, since a bot of
  // its tables is over its budget for the whole league.
  bool postponed = false;
};

struct OpenUnit {
  OpenUnit(const Unit& unit, const CompiledRules& compiled, bool is_match,
           DealSource source, int max_faults)
      : rules(&compiled),
        deals(std::move(source)),
        tally(unit, compiled, is_match),
        faults(max_faults) {
    result.unit = unit;
  }

  // The number of a table, counted from 0 in order of item and seating.
  [[nodiscard]] std::uint32_t TableNumber(std::uint32_t item,
                                          Seating seating) const {
    return item * static_cast<std::uint32_t>(tally.seatings()) +
           static_cast<std::uint32_t>(seating);
  }
  // Returns true if the table may still decide who forfeits the unit, or count.
  [[nodiscard]] bool Needs(std::uint32_t table) const {
    return table < tally.tables() && faults.Needs(table);
  }

  UnitResult result;
  const CompiledRules* rules;
  // By seating and seat: whom to ask.
  std::array<std::array<BotState*, kMaxSeats>, kMaxSeatings> players{};
  DealSource deals;
  UnitTally tally;
  std::shared_ptr<Cohort> cohort;
  std::uint32_t opened = 0;  // tables, by number
  FaultLimit faults;
  std::vector<Pack> packs;        // of the items; deals only
  std::vector<Outcome> outcomes;  // of its tables, as they ended
  // By bot of the league; empty until one that has a budget has thought.
  std::vector<Clock::duration> thought;
};

// A place for a table. A table that ends leaves it to the next one with
// another generation, so that late answers are recognized.
struct TableSlot {
  std::optional<Table> open_table;  // empty while the place is free
  OpenUnit* unit = nullptr;
  std::uint32_t item = 0;  // counted from the unit's first
  Seating seating{};
  std::uint32_t generation = 0;
  std::uint64_t order = 0;  // counts the tables that were opened before
  bool asked = false;       // whether its decision counts in Cohort::asked
  int excused = 0;          // timeouts of its decision, in a row
  PerTeam<Clock::duration> time_left;

  // Whom to ask for the decision that is due. Requires: one is.
  [[nodiscard]] BotState& player() const {
    return *unit->players[static_cast<std::size_t>(seating)]
                         [table().position().decider()];
  }

  [[nodiscard]] Table& table() {
    COUILLON_CHECK(open_table.has_value());
    return *open_table;
  }
  [[nodiscard]] const Table& table() const {
    COUILLON_CHECK(open_table.has_value());
    return *open_table;
  }
};

struct BotState {
  BotIndex league_bot{};
  BotLink* link = nullptr;
  BundledLink* bundled = nullptr;  // the link, if it is one
  bool sees_all_cards = false;
  bool relabelled = false;  // see disguise.h
  enum class Phase : std::uint8_t { kStopped, kStarting, kReady, kEnding };
  Phase phase = Phase::kStopped;
  bool given_up = false;
  int failed_starts = 0;   // of its league bot here, in a row
  bool has_begun = false;  // it has answered or failed
  DecisionQueue queue;
  // While it is ending: the decisions that were open when it failed. Those of
  // units that were lost by then count in `unanswered` alone.
  std::vector<DueDecision> open;
  std::size_t unanswered = 0;
  TimeControl time;
  BatchRules batches;
  bool has_budget = false;  // for the thinking time of a unit
  // When it was asked first, or began to start, since it was not busy().
  Clock::time_point busy_since;
  ThinkingTime thinking;
  Clock::duration share{0};  // of that time, for each event at hand

  // Returns true if it has something to do, or is being started or ended.
  [[nodiscard]] bool busy() const {
    return phase == Phase::kStarting || phase == Phase::kEnding ||
           !queue.idle();
  }
};

}  // namespace couillon::arena
