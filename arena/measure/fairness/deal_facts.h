// The facts of one played deal for the figures of a fairness report. They
// follow from the pack and the actions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct DealFacts {
  Seat dealer = 0;
  DealResult result;
  DealScore score;  // with the carry that was pending
  // These three are 0 in bulk random play, which keeps no actions.
  int decisions = 0;    // cards played, forced or not
  int forced = 0;       // of these, with one legal card
  int legal_cards = 0;  // summed over these decisions

  // The position of a seat in turn order from eldest, 0 to players - 1.
  [[nodiscard]] int TurnOf(const CompiledRules& rules, Seat seat) const;
  // Game points that a side erased minus those that it added.
  [[nodiscard]] int Net(Side side) const {
    return score.erase[side] - score.add[side];
  }
};

// Replays the actions of a deal. Requires: they are legal and end the deal.
DealFacts ReplayDeal(const CompiledRules& rules, const Pack& pack, Seat dealer,
                     const std::string& actions, std::uint16_t pending_carry);

// The standing of a match before one of its deals, and the deal.
struct MatchDeal {
  MatchStanding before;
  DealFacts facts;
};

struct MatchFacts {
  std::vector<MatchDeal> deals;
  MatchStanding after;
  Side winner = kNoSide;  // as the referee decides it
};

// Replays a match from the packs and actions of its deals, in order. Requires:
// as for ReplayDeal, and a pack for each deal.
MatchFacts ReplayMatch(const CompiledRules& rules,
                       const std::vector<Pack>& packs, Seat first_dealer,
                       const std::vector<std::string>& actions);

}  // namespace couillon::arena
