// The play kernel's (play_kernel.h) view of a ruleset, and which rulesets it
// can play.
#pragma once

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/deal/pack_plan.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// A ruleset as lookup tables for vectors.
struct BulkPlan {
  const CompiledRules* rules = nullptr;
  PackPlan pack;
  // Card points by rank, twice, since a lookup by byte takes 16 entries.
  alignas(16) std::array<std::uint8_t, 16> points_of{};
};

// Returns the plan for `rules`, which have to outlive it, or Unimplemented with
// the reason why the kernel does not cover them. It covers rules with hands of
// a fixed size that it is compiled for, the usual order of ranks, and no
// decisions except making trumps and playing cards: no Mit', no permanent
// trumps, no stock, no cards on the table.
[[nodiscard]] absl::StatusOr<BulkPlan> PlanBulk(const CompiledRules& rules);

}  // namespace couillon
