// What an observation says about each card of the pack: who held it, where it
// may lie, and which hidden cards each hand may hold.
#pragma once

#include <vector>

#include "bots/cpp/search/card_split.h"
#include "bots/cpp/search/column_plan.h"
#include "bots/cpp/search/hand_plan.h"
#include "bots/cpp/search/script_view.h"
#include "engine/cards/card_set.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

struct DealKnowledge {
  CardSet hidden;  // cards whose holder is not known
  // The hands with hidden cards or not, then the cards of no seat.
  std::vector<HandPlan> hands;
  std::vector<ColumnPlan> layouts;  // hands laid out, once trumps are made
  // The hidden cards of `hands`, then those of `layouts`.
  std::vector<CardSplit::Share> shares;
  ScriptView script;
  // Whether deals drawn may contradict the observation, so that each has to be
  // replayed with checks: rulesets that combine a layout or a stock with other
  // rules in ways that no bundled ruleset does.
  bool must_check = false;
};

[[nodiscard]] DealKnowledge KnowDeal(const CompiledRules& rules,
                                     const Observation& observation);

}  // namespace couillon::bots
