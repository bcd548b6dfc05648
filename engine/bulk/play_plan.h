// What the play kernel (play_kernel.h) has to know of a ruleset before it
// plays, and which rulesets it can play at all.
#pragma once

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/deal/pack_plan.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// Tables in the form in which vectors look things up.
struct BulkPlan {
  const CompiledRules* rules = nullptr;
  PackPlan pack;
  // Card points by rank, twice over: 16 entries are what a byte can look up.
  alignas(16) std::array<std::uint8_t, 16> points_of{};
};

// The plan for `rules`, which has to outlive it; or Unimplemented with the
// reason why the kernel does not cover them. It covers fixed hands in one of
// the sizes that it is compiled for, with trumps made and cards played and
// nothing else to decide: no Mit', no permanent trumps, no stock, no cards on
// the table.
[[nodiscard]] absl::StatusOr<BulkPlan> PlanBulk(const CompiledRules& rules);

}  // namespace couillon
