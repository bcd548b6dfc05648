// The results of deals as they are counted for a pairing: their kinds, seen
// from the dealer, and the views in which they are seen.
//
// A *view* is one team's share of a table as seen from the dealer: which of the
// sides, counted from the dealer's, the first team holds. Kinds of deals are
// those of DealKinds, counted from the dealer's side too, followed by the two
// forfeits.
#pragma once

#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_kinds.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The numbering of kinds and views under a ruleset.
class KindsByView {
 public:
  // Requires: `rules` outlives it.
  explicit KindsByView(const CompiledRules& rules);

  // Kinds, the forfeits included, and views: as many as seatings.
  [[nodiscard]] int kinds() const { return kinds_.count() + 2; }
  [[nodiscard]] int views() const { return views_; }
  [[nodiscard]] const DealKinds& deal_kinds() const { return kinds_; }

  [[nodiscard]] int ForfeitBy(Team team) const {
    return kinds_.count() + (team == Team::kFirst ? 0 : 1);
  }
  // The kind of a deal that `team` wins plainly, seen in `view`.
  [[nodiscard]] int PlainWin(int view, Team team) const;
  // The first team's lead in game points in such a deal of a single table, in
  // halves, as Outcome::lead_halves has it.
  [[nodiscard]] int LeadHalves(int view, int kind) const;
  // The view of a deal dealt by `dealer` (a side) in `seating`: the seating of
  // the same teams at a table where side 0 deals.
  [[nodiscard]] int ViewOf(Seating seating, Side dealer) const;

 private:
  const CompiledRules* rules_;
  DealKinds kinds_;
  int views_;
};

}  // namespace couillon::arena
