// The kinds of a deal's result: results of one kind have the same score
// whatever is carried over, seen from any side. How often each kind occurs is
// all that the course of a match depends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/ruleset.h"

namespace couillon {

class DealKinds {
 public:
  // Requires: `ruleset` outlives it and has been checked.
  explicit DealKinds(const Ruleset& ruleset);

  // Kinds are numbered from 0, the same for equal rulesets; at most 200.
  [[nodiscard]] int count() const {
    return static_cast<int>(numbering_->results.size());
  }
  // The kind of `result` with its sides counted from `zero`: what is said below
  // of side 0 holds for `zero`, of side 1 for the next one, and so on.
  [[nodiscard]] int KindOf(const DealResult& result, Side zero = 0) const;
  // As ScoreDeal() of any result of this kind, without `bourgumesse`.
  // Requires: 0 <= kind < count().
  [[nodiscard]] DealScore ScoreOf(int kind, std::uint16_t bonus_before) const;
  // The kind of a deal that `side` wins and nobody has made trumps or declared
  // anything.
  [[nodiscard]] int PlainWin(Side side) const;
  [[nodiscard]] bool IsAbandoned(int kind) const {
    return numbering_->results[static_cast<std::size_t>(kind)].abandoned;
  }

  // The meaning of the numbers, shared by equal rulesets.
  struct Numbering {
    std::vector<std::uint8_t> kinds;  // by code: see deal_kinds.cc
    std::vector<DealResult> results;  // one of each kind
  };

 private:
  const Ruleset* ruleset_;
  std::shared_ptr<const Numbering> numbering_;
};

}  // namespace couillon
