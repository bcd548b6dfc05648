// The chance of winning a match of two sides from any state of its slate, for
// sides of equal strength: what a deal is worth to a player who plays for the
// match and not for game points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {

// Made once per ruleset. The law of its deals is that of a few hundred deals
// that the bot "heuristic" plays against itself.
class MatchTable {
 public:
  // Returns true if the matches of a ruleset have a table: two sides, and an
  // end when a side is home, not after a number of deals.
  [[nodiscard]] static bool Covers(const CompiledRules& rules);

  // Requires: Covers(rules).
  explicit MatchTable(const CompiledRules& rules);

  // The chance that side 0 wins the match, if a deal of result `result` is
  // played at `standing`. Requires: `ruleset` is that of the table.
  [[nodiscard]] double ChanceAfter(const Ruleset& ruleset,
                                   const MatchStanding& standing,
                                   const DealResult& result) const;

 private:
  static constexpr int kMaxUnits = 24;  // on a slate; more count as many
  static constexpr int kCarries = 4;    // carries of 0 to 3 bonuses
  static constexpr int kStates = kCarries * kMaxUnits * kMaxUnits;

  // Results that change slates alike, and their probability.
  struct Kind {
    double weight = 0;
    DealResult result;
  };
  using Law = std::vector<Kind>;
  // The transition from a state of one cow after a kind of deal.
  struct Step {
    double weight = 0;
    std::size_t state = 0;
    double end = -1;  // the chance if the cow is over, else below 0
  };

  [[nodiscard]] static Law EstimateLaw(const CompiledRules& rules);
  [[nodiscard]] std::vector<Step> ListSteps(const CompiledRules& rules,
                                            const Law& law) const;
  void FindChances(const std::vector<Step>& steps, std::size_t kinds);
  [[nodiscard]] std::size_t StateOf(int units, int other_units,
                                    int carry) const;
  // The chance to win the cow that is under way on a slate.
  [[nodiscard]] double ChanceOfCow(const Slate& slate) const;
  // The chance to win the match with that number of cows won.
  [[nodiscard]] double ChanceOfMatch(int cows, int other_cows) const;

  int bonus_ = 0;
  int cows_to_win_ = 1;
  std::vector<double> chances_;  // of side 0 to win the cow, by state
};

// Chances of winning the match, in 1e-6.
class MatchPayoff final : public Payoff {
 public:
  // Requires: all outlive the payoff.
  MatchPayoff(const MatchTable& table, const Ruleset& ruleset,
              const MatchStanding& standing)
      : table_(&table), ruleset_(&ruleset), standing_(&standing) {}
  [[nodiscard]] SideValues Of(const DealResult& result) const override;

 private:
  const MatchTable* table_;
  const Ruleset* ruleset_;
  const MatchStanding* standing_;
};

// Returns true if a match is under way: its slate is not that of the beginning,
// which a single deal has too.
[[nodiscard]] bool IsInsideMatch(const Ruleset& ruleset,
                                 const MatchStanding& standing);

}  // namespace couillon::bots
