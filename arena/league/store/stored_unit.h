// A unit as the store keeps it.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/league/store/deal_span.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::arena {

// A unit as it was stored.
struct StoredUnit {
  std::int64_t number = 0;
  UnitOutcome outcome;
  std::int64_t faults = 0;          // their number
  std::optional<DealSpan> records;  // null if none are kept
};

}  // namespace couillon::arena
