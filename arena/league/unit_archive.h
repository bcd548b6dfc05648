// Stores units as the rule of who is out wants them: a unit that was played
// before it was known that a bot of it is out is lost after all.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/out_rule.h"
#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class LeagueStore;

class UnitArchive {
 public:
  // Requires: outlived by all of them.
  UnitArchive(LeagueStore& store, const Schedule& schedule,
              const std::vector<CompiledRules>& rules, OutRule& out)
      : store_(store), schedule_(schedule), rules_(rules), out_(out) {}

  // Takes in what an earlier run stored.
  absl::Status Begin();
  // Stores `results`, changed where a bot is out, and mends those stored
  // before. They are durable when it returns.
  absl::Status Save(std::vector<UnitResult>& results);

 private:
  void Count(std::int64_t number, std::optional<BotIndex> lost_by);
  [[nodiscard]] UnitResult LostByRule(const Unit& unit, BotIndex out) const;
  absl::Status Mend();

  LeagueStore& store_;
  const Schedule& schedule_;
  const std::vector<CompiledRules>& rules_;
  OutRule& out_;
  // The first stored unit of which the rule may have changed its mind.
  std::optional<std::int64_t> mend_from_;
};

}  // namespace couillon::arena
