// The cards that strong players tend to play: a policy without search, fitted
// to the choices of the bot "expert" (bench/fit_policy.py). As a player, it is
// about as strong as "pimc"; as a model of others, it says how likely each card
// is.
#pragma once

#include <array>
#include <cstdint>

#include "bots/cpp/card_choice.h"
#include "bots/cpp/table_view.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/deal_limits.h"

namespace couillon::bots {

class CardPolicy {
 public:
  // Returns true if the policy was fitted to such deals: four players with
  // hands that nobody else sees. With others it plays worse than "heuristic".
  [[nodiscard]] static bool IsFittedTo(const CompiledRules& rules);

  // The player whose turn it is in `view`; `maker`: who made trumps, or
  // kNoSeat. Requires: `legal` are the legal cards, at least one.
  CardPolicy(const TableView& view, Seat maker, CardSet legal);

  // The most likely card; of equals the lowest.
  [[nodiscard]] Card Best() const;

  // The chance of `card`, in 1/65536: a softmax of the scores in integers, so
  // that it is the same on every machine. Requires: `card` is legal.
  [[nodiscard]] std::int64_t ChanceOf(Card card) const;

  // The card that the bot "heuristic" plays here.
  [[nodiscard]] Card HeuristicCard() const;

 private:
  std::array<CardValue, kMaxTricks> values_;  // by legal card, ascending
  std::array<int, kMaxTricks> scores_;        // in 1/1024 of a logit
  int count_ = 0;
};

}  // namespace couillon::bots
