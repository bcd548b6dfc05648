// The choice of a bot that knows hidden cards: it plays every legal action to
// the end of the deal and takes the best.
#pragma once

#include <functional>
#include <optional>

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tests/broken/memory/deal_facts.h"

namespace couillon::bots::broken {

// Whether a deal that fits the facts is likely, by other knowledge.
using IsLikely = std::function<bool(const Position&)>;

// Returns the action with the best mean result, by game points, then by card
// points, with greedy play of all seats from there on; of equals the one that
// greedy takes. Cards that are not known are dealt at random, several times,
// from the random seed. Nothing if no deal was found that fits the facts.
// Requires: AreCovered(rules).
std::optional<Action> ChooseByPlayouts(const CompiledRules& rules,
                                       const Observation& observation,
                                       const DealFacts& known,
                                       const IsLikely& is_likely);

}  // namespace couillon::bots::broken
