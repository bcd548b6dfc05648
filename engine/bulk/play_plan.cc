// Translates compiled rules into the numbers of the kernel, after a check that
// the kernel covers every knob that they set.

#include "engine/bulk/play_plan.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "engine/cards/card.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

// The shapes of play that the kernel is compiled for: the cases of PlayRun in
// play_kernel.cc.
struct Shape {
  int players = 0;
  int sides = 0;
  int hand_size = 0;
  bool heading = false;
  friend bool operator==(const Shape&, const Shape&) = default;
};
constexpr std::array<Shape, 5> kShapes = {{
    {.players = 4, .sides = 2, .hand_size = 4, .heading = false},
    {.players = 4, .sides = 2, .hand_size = 4, .heading = true},
    {.players = 4, .sides = 2, .hand_size = 6, .heading = false},
    {.players = 4, .sides = 2, .hand_size = 8, .heading = false},
    {.players = 3, .sides = 3, .hand_size = 10, .heading = false},
}};

bool HasKernel(const CompiledRules& rules) {
  const Shape shape{.players = rules.players,
                    .sides = rules.sides,
                    .hand_size = rules.hand_size,
                    .heading = rules.has_heading};
  return std::find(kShapes.begin(), kShapes.end(), shape) != kShapes.end();
}

absl::Status Refuse(const std::string& reason) {
  return absl::UnimplementedError("the vector kernel has no " + reason);
}

bool RanksFallInOrder(const TableRules& table) {
  for (std::size_t i = 1; i < table.ranks.size(); ++i) {
    if (table.ranks[i] >= table.ranks[i - 1]) return false;
  }
  return true;
}

absl::Status CheckCovered(const CompiledRules& rules) {
  if (rules.has_mit) return Refuse("Mit'");
  if (!rules.ruleset.special.permanent_trumps.empty()) {
    return Refuse("permanent trumps");
  }
  if (rules.layout != Layout::kNone) return Refuse("cards on the table");
  if (rules.stock_size > 0) return Refuse("stock");
  if (!RanksFallInOrder(rules.ruleset.table)) {
    return Refuse("other order of ranks than A K Q J 10 9 8 7");
  }
  if (!HasKernel(rules)) {
    return Refuse(absl::StrFormat("%d players on %d sides with %d cards%s",
                                  rules.players, rules.sides, rules.hand_size,
                                  rules.has_heading ? " and heading" : ""));
  }
  for (std::size_t i = 0; i < rules.stages; ++i) {
    const Stage& stage = rules.stage[i];
    if (stage.kind == StageKind::kName && stage.when != When::kAlways) {
      return Refuse("dummy");
    }
  }
  return absl::OkStatus();
}

std::uint32_t PlacesNeeded(const CompiledRules& rules) {
  std::uint32_t needed = 0;
  for (std::size_t turn = 0; turn < rules.players; ++turn) {
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      needed |= std::uint32_t{1} << rules.places[turn][i];
    }
  }
  for (std::size_t i = 0; i < rules.stages; ++i) {
    const Stage& stage = rules.stage[i];
    switch (stage.kind) {
      case StageKind::kBlind:
        needed |= std::uint32_t{1} << stage.second;
        [[fallthrough]];
      case StageKind::kOffer:
      case StageKind::kTurn:
        needed |= std::uint32_t{1} << stage.first;
        break;
      default:
        break;
    }
  }
  return needed;
}

}  // namespace

absl::StatusOr<BulkPlan> PlanBulk(const CompiledRules& rules) {
  RETURN_IF_ERROR(CheckCovered(rules));
  BulkPlan plan;
  plan.rules = &rules;
  plan.pack = PlanPacks(rules.deck);
  plan.pack.needed = PlacesNeeded(rules);
  for (const Card card : rules.deck) {
    const auto rank = static_cast<std::size_t>(card.rank());
    const std::uint8_t points =
        rules.card_points[static_cast<std::size_t>(card.index())];
    plan.points_of[rank] = points;
    plan.points_of[rank + kRanks] = points;
  }
  return plan;
}

}  // namespace couillon
