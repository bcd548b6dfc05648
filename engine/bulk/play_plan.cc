#include "engine/bulk/play_plan.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "engine/bulk/play_kernel.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/ruleset.h"

namespace couillon {
namespace {

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
  if (!HasKernel(BulkShapeOf(rules))) {
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

PackPlan PlanPacks(CardSet deck) {
  PackPlan plan{.deck = deck, .size = static_cast<std::uint32_t>(deck.size())};
  const Pack canonical = CanonicalPack(deck);
  for (std::size_t i = 0; i < plan.size; ++i) {
    plan.card_of[i] = static_cast<std::uint8_t>(canonical[i].index());
    plan.needed |= std::uint32_t{1} << i;
  }
  return plan;
}

absl::StatusOr<BulkPlan> PlanBulk(const CompiledRules& rules) {
  if (absl::Status status = CheckCovered(rules); !status.ok()) return status;
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

// Here, not beside the kernel, which is compiled without sanitizers: they have
// to see that one thread looks and the others wait.
const std::vector<BulkTarget>& BulkTargets() {
  static const std::vector<BulkTarget> kTargets = FindBulkTargets();
  return kTargets;
}

}  // namespace couillon
