// Erasing lines by the rules of the match, boucles and cows, and the end of the
// match.

#include "engine/play/slate.h"

#include <algorithm>
#include <cstddef>

namespace couillon {

Slate::Slate(const Ruleset& ruleset) : ruleset_(&ruleset) {
  for (Tally& tally : tallies_) tally.lines = Target(0);
}

Slate::Slate(const Ruleset& ruleset,
             const std::array<Tally, kMaxSides>& tallies,
             std::uint16_t pending_carry, int cow, int deals)
    : ruleset_(&ruleset),
      tallies_(tallies),
      pending_carry_(pending_carry),
      cow_(cow),
      deals_(deals) {}

int Slate::Target(int cow) const {
  const auto& targets = ruleset_->match.targets;
  return targets[std::min(static_cast<std::size_t>(cow), targets.size() - 1)];
}

void Slate::Erase(Tally& tally, int units) {
  if (ruleset_->match.clamp_at_zero) {
    units = std::min(units, std::max(tally.units(), 0));
  }
  const int boucles = std::min(units, tally.boucles);
  tally.boucles -= boucles;
  tally.lines -= units - boucles;
  tally.erased += units;
}

void Slate::Add(Tally& tally, int units) {
  if (ruleset_->scoring.penalty_mark == PenaltyMark::kBoucle) {
    tally.boucles += units;
  } else {
    tally.lines += units;
  }
}

void Slate::Apply(const DealScore& score) {
  const int sides = ruleset_->table.sides;
  ++deals_;
  pending_carry_ = score.bonus_after;
  for (int side = 0; side < sides; ++side) {
    const auto at = static_cast<std::size_t>(side);
    Erase(tallies_[at], score.erase[at]);
    Add(tallies_[at], score.add[at]);
  }
  if (ruleset_->match.fixed_deals == 0) {
    const Side home = SideAtHome(score.winner);
    if (home != kNoSide) FinishCow(home);
  }
  if (!ended_) StopIfDealsAreUp();
}

// Returns the side with no units left. If several have none: the winner of the
// deal, or kNoSide after a tie.
Side Slate::SideAtHome(Side winner) const {
  if (winner != kNoSide && tallies_[winner].units() <= 0) return winner;
  Side home = kNoSide;
  for (int i = 0; i < ruleset_->table.sides; ++i) {
    const auto side = static_cast<Side>(i);
    if (tallies_[side].units() > 0) continue;
    if (home != kNoSide) return kNoSide;
    home = side;
  }
  return home;
}

// A new cow begins with fresh slates and without a carry (C-107).
void Slate::FinishCow(Side side) {
  if (++tallies_[side].cows == ruleset_->match.cows_to_win) {
    ended_ = true;
    winner_ = side;
    return;
  }
  ++cow_;
  pending_carry_ = 0;
  for (Tally& tally : tallies_) {
    tally.lines = Target(cow_);
    tally.boucles = 0;
  }
}

void Slate::StopIfDealsAreUp() {
  const MatchRules& match = ruleset_->match;
  if (match.fixed_deals > 0) {
    ended_ = deals_ >= match.fixed_deals;
    return;
  }
  if (match.max_deals == 0 || deals_ < match.max_deals) return;
  ended_ = true;
  winner_ = Leader();
}

Side Slate::Leader() const {
  const int sides = ruleset_->table.sides;
  const bool most =
      ruleset_->match.max_deals_winner == MaxDealsWinner::kMaxErased;
  const auto merit = [this, most](int side) {
    const Tally& tally = tallies_[static_cast<std::size_t>(side)];
    return most ? tally.erased : -tally.units();
  };
  int best = 0;
  bool shared = false;
  for (int side = 1; side < sides; ++side) {
    if (merit(side) > merit(best)) {
      best = side;
      shared = false;
    } else if (merit(side) == merit(best)) {
      shared = true;
    }
  }
  return shared ? kNoSide : static_cast<Side>(best);
}

MatchStanding Slate::Standing() const {
  MatchStanding standing;
  for (int side = 0; side < ruleset_->table.sides; ++side) {
    const auto at = static_cast<std::size_t>(side);
    standing.lines_left[at] = static_cast<std::int16_t>(tallies_[at].units());
    standing.cows_won[at] = static_cast<std::uint8_t>(tallies_[at].cows);
  }
  standing.pending_carry = pending_carry_;
  standing.deals_played = static_cast<std::uint16_t>(std::min(deals_, 65535));
  return standing;
}

Seat Slate::NextDealer(const Ruleset& ruleset, Seat dealer, bool tie,
                       bool abandoned) {
  if (tie && ruleset.match.same_dealer_after_tie) return dealer;
  if (abandoned && ruleset.match.same_dealer_after_abandon) return dealer;
  const int players = ruleset.table.players;
  const int step = static_cast<int>(ruleset.table.direction);
  return static_cast<Seat>((dealer + step + players) % players);
}

}  // namespace couillon
