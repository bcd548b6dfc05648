// Matches between equal sides: in every deal each kind of result is as likely
// for one side as for the other, whoever deals. Stakes, carries, penalties,
// cows and the end of the match are those of the ruleset, so this is what a
// match would be if neither the seats nor the skill of a side mattered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/table/race/match_race.h"
#include "engine/play/deal_kinds.h"
#include "engine/play/deal_result.h"

namespace couillon::arena {

// The number of times that deals of each kind occurred, each deal counted as it
// was and with its two sides exchanged.
class EvenDeals {
 public:
  // No deals. Requires: `kinds` is of a ruleset with two sides.
  explicit EvenDeals(const DealKinds& kinds)
      : counts_(static_cast<std::size_t>(kinds.count())) {}
  EvenDeals() = default;

  // Adds a deal. Requires: `kinds` is that of the constructor.
  void Add(const DealKinds& kinds, const DealResult& result);
  // Adds other deals. Requires: those of the same ruleset, or none at all.
  void Merge(const EvenDeals& other);

  [[nodiscard]] bool empty() const { return total_ == 0; }
  // The share of each kind; they add up to 1. Requires: !empty().
  [[nodiscard]] std::vector<double> Frequencies() const;

 private:
  std::vector<std::int64_t> counts_;
  std::int64_t total_ = 0;
};

class EvenRace {
 public:
  // Plays the race with the frequencies of EvenDeals.
  // Requires: two sides; one frequency per kind of deal, which add up to 1.
  EvenRace(const MatchRace& race, std::span<const double> frequencies);

  // False if a match would be too long to be computed (kMaxRaceSteps): then the
  // rest has no meaning.
  [[nodiscard]] bool is_exact() const { return is_exact_; }
  // The expected number of deals of a match.
  [[nodiscard]] double deals() const { return deals_; }

  // Returns the share of standings with `left` lines left against
  // `opponent_left` from which that side wins the match, over all matches with
  // a winner; each standing before a deal counts once. Null if there is no such
  // standing. Requires: 1 <= left, opponent_left <= kMaxLines.
  [[nodiscard]] std::optional<double> WinRate(int left,
                                              int opponent_left) const;
  static constexpr int kMaxLines = 32;

 private:
  struct Cell {
    double seen = 0;
    double won = 0;
  };
  [[nodiscard]] static std::size_t At(int left, int opponent_left) {
    return static_cast<std::size_t>((left - 1) * kMaxLines + opponent_left - 1);
  }

  bool is_exact_ = true;
  double deals_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace couillon::arena
