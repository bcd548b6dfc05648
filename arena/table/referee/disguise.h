// The suits as a bot sees them: the true ones or, for bots that may remember a
// deal, relabelled by a map under which the ruleset stays as it is. Each seat
// of a deal in each seating has a map of its own, so that a memory does not
// recognize the deal by its cards.
#pragma once

#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/table.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class Disguise {
 public:
  // `relabelled` says of each bot whether it sees relabelled suits; empty: none
  // does. `rules` are those of the league, by index.
  Disguise(const std::vector<bool>& relabelled,
           const std::vector<const CompiledRules*>& rules);

  [[nodiscard]] bool Relabels(BotIndex bot) const {
    return !relabelled_.empty() && relabelled_[Index(bot)];
  }
  // The suits that `bot` sees instead of the true ones while the decision of
  // `table` is due to it; the same for all its decisions in that deal.
  [[nodiscard]] SuitMap For(BotIndex bot, int ruleset,
                            const Table& table) const;

 private:
  std::vector<bool> relabelled_;
  std::vector<std::vector<SuitMap>> maps_;  // by ruleset
};

}  // namespace couillon::arena
