// Plays a unit again a few times, to find out which of its bots is not
// deterministic: results without deal records do not say.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/league/shards/first_decision.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/bot_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::arena {

struct UnitRepeats {
  std::int64_t unit = 0;
  int plays = 0;
  // The first decision that differs between the first play and another one, and
  // the bots to which these decisions belong. Null and none if all plays have
  // the same decisions.
  std::optional<DifferentDecision> first;
  std::set<BotIndex> bots;
};

// Plays `unit` five times, each with fresh bots and with deal records, unless
// `stop` is set before. `make_links` as in UnitPlay; `rules` are those of the
// plan, compiled.
UnitRepeats RepeatUnit(const v1::LeaguePlan& plan,
                       const std::vector<CompiledRules>& rules,
                       std::int64_t unit,
                       const std::function<BotLinks(int worker)>& make_links,
                       const std::atomic<bool>& stop);

// One line: which bot is not deterministic, or that the plays do not say.
std::string DescribeRepeats(const v1::LeaguePlan& plan,
                            const UnitRepeats& repeats);

}  // namespace couillon::arena
