// Stores units and enforces disqualifications. Units arrive in any order, and
// the rule applies in the order of the schedule: a unit that was stored before
// all units before it is replaced by its forfeit, once these say so.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/disqualification_rule.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class LeagueStore;

class UnitArchive {
 public:
  // All arguments outlive the archive. `rule` has counted nothing yet.
  UnitArchive(LeagueStore& store, const Schedule& schedule,
              const std::vector<CompiledRules>& rules,
              DisqualificationRule& rule)
      : store_(store), schedule_(schedule), rules_(rules), rule_(rule) {}

  // Reads the units that an earlier run stored.
  absl::Status Begin();
  // Stores `results`, with a forfeit for each unit of a disqualified bot, and
  // fixes units stored earlier likewise; returns these. The results are durable
  // on return.
  absl::StatusOr<std::vector<UnitResult>> Save(
      std::vector<UnitResult>& results);

 private:
  // A unit as it was played or stored.
  struct Arrived {
    std::optional<BotIndex> lost_by;  // as a whole
    bool by_rule = false;             // since that bot is disqualified
    bool over_budget = false;  // since its time for the whole league is spent
  };
  void Add(std::int64_t number, Arrived unit);
  void Settle(std::int64_t number, const Arrived& unit);
  [[nodiscard]] UnitResult ForfeitByRule(std::int64_t number,
                                         BotIndex disqualified) const;
  absl::StatusOr<std::vector<UnitResult>> FixStoredUnits();

  LeagueStore& store_;
  const Schedule& schedule_;
  const std::vector<CompiledRules>& rules_;
  DisqualificationRule& rule_;
  std::int64_t settled_ = 0;                 // the rule has all units below
  std::map<std::int64_t, Arrived> waiting_;  // for an earlier one
  // Units that are to be replaced by the forfeit of a disqualified bot.
  std::map<std::int64_t, BotIndex> taken_;
};

}  // namespace couillon::arena
