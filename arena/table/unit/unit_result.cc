// The search for a forfeit among the records.

#include "arena/table/unit/unit_result.h"

namespace couillon::arena {

bool HasForfeit(const std::string& forfeited_items, std::size_t item) {
  if (item / 8 >= forfeited_items.size()) return false;
  return (static_cast<unsigned char>(forfeited_items[item / 8]) >> (item % 8) &
          1) != 0;
}

}  // namespace couillon::arena
