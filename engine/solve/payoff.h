// The stakes of the sides of a deal: a value of each possible result.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// A value for each side; 0 for sides that do not exist.
using SideValues = std::array<std::int32_t, kMaxSides>;

// Any unit; larger is better for the side. |value| < 2^24. May depend on tricks
// only through whether a side has taken all of them.
class Payoff {
 public:
  Payoff();
  Payoff(const Payoff&) = delete;
  Payoff& operator=(const Payoff&) = delete;
  virtual ~Payoff() = default;
  // Requires: always the same for the same result.
  [[nodiscard]] virtual SideValues Of(const DealResult& result) const = 0;

  // Different for all payoffs ever made: what was found for a payoff is not
  // taken for that of another one in the same place.
  [[nodiscard]] std::uint64_t id() const { return id_; }

 private:
  std::uint64_t id_;
};

// Game points: what a side erases less what is added to its slate (rules.md
// 3.5). A carry that the deal leaves counts for nobody.
class GamePoints final : public Payoff {
 public:
  // `pending_carry`: game points added to the next win. Requires: `ruleset`
  // outlives the payoff.
  explicit GamePoints(const Ruleset& ruleset, std::uint16_t pending_carry = 0)
      : ruleset_(&ruleset), pending_carry_(pending_carry) {}
  [[nodiscard]] SideValues Of(const DealResult& result) const override;

 private:
  const Ruleset* ruleset_;
  std::uint16_t pending_carry_;
};

// Card points: those of the tricks that a side has taken.
class CardPointsTaken final : public Payoff {
 public:
  [[nodiscard]] SideValues Of(const DealResult& result) const override;
};

}  // namespace couillon
