// Deals that look to a player as the deal under way does: the hidden cards
// drawn at random, for searches and for beliefs about other players' cards.
#pragma once

#include <optional>
#include <vector>

#include "bots/cpp/random.h"
#include "bots/cpp/search/card_split.h"
#include "bots/cpp/search/column_plan.h"
#include "bots/cpp/search/hand_plan.h"
#include "bots/cpp/search/script_view.h"
#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// The knowledge from an observation about each card of the pack: who held it,
// where it may lie, and which hidden cards each hand may hold.
struct DealKnowledge {
  CardSet hidden;  // cards whose holder is not known
  // The hands with hidden cards or not, then the cards of no seat.
  std::vector<HandPlan> hands;
  std::vector<ColumnPlan> layouts;  // hands laid out, once trumps are made
  // The hidden cards of `hands`, then those of `layouts`.
  std::vector<CardSplit::Share> shares;
  ScriptView script;
  // True if deals drawn may contradict the observation, so that each has to be
  // replayed with checks: rulesets that combine a layout or a stock with other
  // rules in ways that no bundled ruleset does.
  bool must_check = false;
};

[[nodiscard]] DealKnowledge KnowDeal(const CompiledRules& rules,
                                     const Observation& observation);

// Draws whole deals that look exactly as `observation` does to its decider.
// Threads may share a sampler, each with a Random of its own.
class DealSampler {
 public:
  // `order`: whether the order in which players received their cards is drawn
  // as well, or only which cards they have. Where the rest of the deal depends
  // on that order, it is drawn always. Both orders draw the same hands.
  // Requires: `rules` and `observation` outlive the sampler; the observation
  // is of a deal under way.
  DealSampler(const CompiledRules& rules, const Observation& observation,
              CardOrder order = CardOrder::kDrawn);

  // Draws a pack; all packs that agree with the observation are equally likely.
  // They agree if every card seen lies with the seat or in the place where it
  // was seen, and if all calls and cards were allowed when they were made. What
  // a bot would rather have played, or said, plays no role. The order in which
  // a player received cards is drawn as well, those of the decider included,
  // unless it may be any.
  //
  // Returns the position at this decision: Observe() of it equals
  // `observation` up to `standing` and `random_seed`. Silence about the Mit'
  // that the decider cannot know of is added; where the moment of its
  // declaration is hidden (MitWindow::kOpen), it is the earliest.
  //
  // Returns nullopt if no deal was found in a bounded number of tries. This
  // does not happen with observations of deals under bundled rulesets.
  [[nodiscard]] std::optional<Position> Draw(Random& random) const;

 private:
  [[nodiscard]] bool OrderMatters() const;
  [[nodiscard]] bool NamerHeldSuit(const Pack& pack) const;

  const CompiledRules* rules_;
  const Observation* observation_;
  DealKnowledge knowledge_;
  CardSplit split_;
  CardOrder order_;
  bool possible_ = false;
};

}  // namespace couillon::bots
