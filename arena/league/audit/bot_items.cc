#include "arena/league/audit/bot_items.h"

#include <algorithm>
#include <utility>

namespace couillon::arena {

BotItems::BotItems(std::vector<Unit> units) : units_(std::move(units)) {
  first_.push_back(0);
  for (const Unit& unit : units_) first_.push_back(first_.back() + unit.items);
}

UnitItem BotItems::At(std::uint64_t number) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), number);
  const auto unit = static_cast<std::size_t>(after - first_.begin()) - 1;
  return {.unit = unit,
          .item = units_[unit].first_item + (number - first_[unit])};
}

}  // namespace couillon::arena
