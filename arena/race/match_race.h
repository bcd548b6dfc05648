// The score of a match from the frequencies of its deals: the race to the end
// of the slate, with stakes, carries, cows and the rotation of the deal, as the
// rules of the match have it. It holds for bots that play a deal alike whatever
// the slate shows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arena/table/kinds_by_view.h"
#include "arena/table/seating.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class MatchRace {
 public:
  // Builds the states of a match. Requires: `rules` outlives it.
  explicit MatchRace(const CompiledRules& rules);

  [[nodiscard]] const KindsByView& views() const { return views_; }
  // The number of states that are not the end of a match.
  [[nodiscard]] std::size_t states() const { return states_.size(); }

  struct Value {
    // Of the first team: 1 if it wins every match, 1/2 for a match without a
    // winner. A mean over the seatings and first dealers.
    double score = 0.5;
    // The derivative of the score by each frequency, as an expected number of
    // deals times the score after a deal of that kind. Ordered as frequencies.
    std::vector<double> slopes;
  };

  // Returns the score of matches whose deals are of kind k, in view v, with
  // probability frequencies[v * kinds() + k]. Requires: they add up to 1 in
  // every view.
  [[nodiscard]] Value Play(const std::vector<double>& frequencies) const;

 private:
  struct State {
    Side dealer = 0;
    std::size_t steps = 0;  // index of its first step; one per kind of deal
  };

  void Build(const CompiledRules& rules);
  void AddSeating(Seating seating, const std::vector<double>& frequencies,
                  Value& value) const;

  const CompiledRules* rules_;
  KindsByView views_;
  std::vector<State> states_;
  // The state after a deal, or the end of the match: -1 without a winner, -2
  // less the winning side.
  std::vector<std::int32_t> steps_;
  std::vector<std::int32_t> starts_;  // by the side that deals first
};

}  // namespace couillon::arena
