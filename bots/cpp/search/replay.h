// The way from a fresh deal to the decision that an observation shows.
#pragma once

#include <span>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"

namespace couillon::bots {

enum class ReplayMode {
  kTrusting,  // the deal is known to allow all that was played
  kChecking,  // stops at the first action that the deal does not allow
};

// Applies the calls and cards of `observation` to `position`, the beginning of
// a deal. Silence about the Mit', which is hidden, is added where the deal asks
// for it; a Mit' whose moment is hidden is declared as early as possible.
// Returns whether all actions were applied.
// Requires: in mode kTrusting, each action is allowed when its turn comes.
bool Replay(const Observation& observation, ReplayMode mode,
            Position& position);

// The actions that Replay() applies to `position`, the beginning of a deal.
// Requires: Replay() in mode kChecking would apply all of them.
std::vector<Action> ListActions(const Observation& observation,
                                Position position);

}  // namespace couillon::bots
