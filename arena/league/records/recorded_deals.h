// The deals of a record with their dealers, carries and slates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_notation.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct RecordedDeal {
  DealScript script;
  std::uint16_t carry = 0;
  // After this deal of a match; null for single deals and for a deal that was
  // not played to its end.
  std::optional<Slate> slate;
};

// Splits `actions` (one byte per action, over all deals of an item) into its
// deals. DataLoss names an action that is not legal. Requires: `rules` outlives
// the result.
absl::StatusOr<std::vector<RecordedDeal>> SplitIntoDeals(
    const CompiledRules& rules, const DealSource& deals, bool is_match,
    std::uint64_t item, std::string_view actions);

}  // namespace couillon::arena
