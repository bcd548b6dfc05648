// The slate of a match: what each side still has to erase, deal by deal, and
// when a side is home.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/rules/ruleset.h"

namespace couillon {

class Slate {
 public:
  // The units that one side has left: lines (branches, points), and boucles on
  // them, which are erased first (rules.md C-80 to C-83). A line or a boucle is
  // one unit.
  struct Tally {
    int lines = 0;
    int boucles = 0;
    int erased = 0;  // units, over the whole match
    int cows = 0;    // won
    [[nodiscard]] int units() const { return lines + boucles; }
    friend bool operator==(const Tally&, const Tally&) = default;
  };

  // A fresh slate. Requires: `ruleset` outlives it and has been checked.
  explicit Slate(const Ruleset& ruleset);
  // A slate in the middle of a match, for test cases and analysis.
  Slate(const Ruleset& ruleset, const std::array<Tally, kMaxSides>& tallies,
        std::uint16_t pending_carry, int cow, int deals);

  // Records the score of one deal. Requires: !ended(); `score` was computed
  // with pending_carry().
  void Apply(const DealScore& score);

  [[nodiscard]] bool ended() const { return ended_; }
  // The side that has won the match; kNoSide if the match has not ended or has
  // no winner.
  [[nodiscard]] Side winner() const { return winner_; }
  // Returns the leading side, for matches that end after a number of deals: the
  // one with fewest units left or, if the ruleset says so (max_deals_winner),
  // with most units erased. kNoSide if several share the lead.
  [[nodiscard]] Side Leader() const;
  [[nodiscard]] std::uint16_t pending_carry() const { return pending_carry_; }
  [[nodiscard]] const Tally& tally(Side side) const { return tallies_[side]; }
  [[nodiscard]] int cow() const { return cow_; }
  [[nodiscard]] int deals() const { return deals_; }
  [[nodiscard]] MatchStanding Standing() const;

  // Returns the dealer after `dealer`, given how their deal ended.
  [[nodiscard]] static Seat NextDealer(const Ruleset& ruleset, Seat dealer,
                                       bool tie, bool abandoned);

 private:
  void Erase(Tally& tally, int units);
  void Add(Tally& tally, int units);
  [[nodiscard]] Side SideAtHome(Side winner) const;
  void FinishCow(Side side);
  void StopIfDealsAreUp();
  [[nodiscard]] int Target(int cow) const;

  const Ruleset* ruleset_;
  std::array<Tally, kMaxSides> tallies_{};
  std::uint16_t pending_carry_ = 0;
  int cow_ = 0;
  int deals_ = 0;
  bool ended_ = false;
  Side winner_ = kNoSide;
};

}  // namespace couillon
