// A view is a seating counted from the dealer; kinds of forfeits follow those
// of DealKinds.

#include "arena/table/kinds_by_view.h"

#include "arena/table/quantity.h"
#include "arena/table/table.h"
#include "engine/cards/check.h"
#include "engine/play/deal_result.h"

namespace couillon::arena {

KindsByView::KindsByView(const CompiledRules& rules)
    : rules_(&rules),
      kinds_(rules.ruleset),
      views_(static_cast<int>(Seatings(rules.sides).size())) {}

int KindsByView::ViewOf(Seating seating, Side dealer) const {
  const int sides = rules_->sides;
  for (const Seating view : Seatings(sides)) {
    bool same = true;
    for (int side = 0; side < sides; ++side) {
      const auto at = static_cast<Side>((side + dealer) % sides);
      same = same && HolderOf(sides, view, static_cast<Side>(side)) ==
                         HolderOf(sides, seating, at);
    }
    if (same) return static_cast<int>(view);
  }
  COUILLON_CHECK(false);
  return 0;
}

int KindsByView::LeadHalves(int view, int kind) const {
  if (kind >= kinds_.count()) {
    const Team team =
        kind == ForfeitBy(Team::kFirst) ? Team::kFirst : Team::kSecond;
    return ForfeitOutcome(*rules_, /*is_match=*/false, team)
        .lead_halves[Quantity::kGamePoints];
  }
  return ScoreForPairing(*rules_, DealResult{}, kinds_.ScoreOf(kind, 0),
                         static_cast<Seating>(view))
      .lead_halves[Quantity::kGamePoints];
}

int KindsByView::PlainWin(int view, Team team) const {
  Side side = 0;
  while (HolderOf(rules_->sides, static_cast<Seating>(view), side) != team) {
    ++side;
  }
  return kinds_.PlainWin(side);
}

}  // namespace couillon::arena
