// Stores units and enforces disqualifications: a unit that was played before a
// bot's disqualification was known is replaced by its forfeit.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/disqualification_rule.h"
#include "arena/schedule/schedule.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class LeagueStore;

class UnitArchive {
 public:
  // All arguments outlive the archive.
  UnitArchive(LeagueStore& store, const Schedule& schedule,
              const std::vector<CompiledRules>& rules,
              DisqualificationRule& rule)
      : store_(store), schedule_(schedule), rules_(rules), rule_(rule) {}

  // Reads the units that an earlier run stored.
  absl::Status Begin();
  // Stores `results`, with a forfeit for each unit of a disqualified bot, and
  // fixes units stored earlier likewise. The results are durable on return.
  absl::Status Save(std::vector<UnitResult>& results);

 private:
  void Count(std::int64_t number, std::optional<BotIndex> lost_by);
  [[nodiscard]] UnitResult ForfeitByRule(const Unit& unit,
                                         BotIndex disqualified) const;
  absl::Status FixStoredUnits();

  LeagueStore& store_;
  const Schedule& schedule_;
  const std::vector<CompiledRules>& rules_;
  DisqualificationRule& rule_;
  // The first stored unit that the rule may now take from a bot.
  std::optional<std::int64_t> fix_from_;
};

}  // namespace couillon::arena
