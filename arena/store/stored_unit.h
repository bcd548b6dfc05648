// A unit as the store keeps it.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/store/deal_span.h"
#include "arena/unit/unit_result.h"

namespace couillon::arena {

// A unit as it was stored.
struct StoredUnit {
  std::int64_t number = 0;
  UnitOutcome outcome;
  std::int64_t faults = 0;          // how many
  std::optional<DealSpan> records;  // where they are
};

}  // namespace couillon::arena
