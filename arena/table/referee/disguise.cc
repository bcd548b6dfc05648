// Maps among the suits that a ruleset cannot tell apart, one of which is drawn
// per table.

#include "arena/table/referee/disguise.h"

#include <algorithm>
#include <cstddef>

#include "engine/play/interchangeable_suits.h"

namespace couillon::arena {

Disguise::Disguise(const std::vector<bool>& relabelled,
                   const std::vector<const CompiledRules*>& rules)
    : relabelled_(relabelled) {
  if (std::ranges::find(relabelled, true) == relabelled.end()) {
    relabelled_.clear();
    return;
  }
  for (const CompiledRules* compiled : rules) {
    maps_.push_back(InterchangeableSuits(*compiled));
  }
}

SuitMap Disguise::For(BotIndex bot, int ruleset, const Table& table) const {
  if (!Relabels(bot)) return {};
  return DrawSuitMap(maps_[static_cast<std::size_t>(ruleset)],
                     table.SuitDraw());
}

}  // namespace couillon::arena
