// The actions that a person may choose from, with numbers to type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The legal actions of a decision: calls without a card in ascending order of
// action, then cards as OrderHand() sorts them. The number of an action is its
// place here, counted from 1.
[[nodiscard]] std::vector<Action> ListChoices(const CompiledRules& rules,
                                              const Observation& seen);

// The legal action that `text` names: by its number; in the notation of
// engine/cards/notation.h, in any case ("play:KD"); or by the card alone
// ("kd"). nullopt if it names none. If there is one action only, an empty text
// names it. Space around the text has no effect. `choices` are those of `seen`.
[[nodiscard]] std::optional<Action> ReadChoice(
    const std::vector<Action>& choices, const Observation& seen,
    std::string_view text);

}  // namespace couillon::arena
