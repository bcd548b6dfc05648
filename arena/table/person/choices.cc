// Calls first, then cards in the order of the hand; a choice is a number or the
// word of an action.

#include "arena/table/person/choices.h"

#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "arena/table/person/hand_order.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"

namespace couillon::arena {

std::vector<Action> ListChoices(const CompiledRules& rules,
                                const Observation& seen) {
  std::vector<Action> choices;
  for (const Action action : seen.legal) {
    if (!action.is_card()) choices.push_back(action);
  }
  for (const HandGroup& group : OrderHand(rules, seen, seen.legal.cards())) {
    for (const Card card : group.cards) {
      choices.push_back(Action::OfCard(card));
    }
  }
  return choices;
}

std::optional<Action> ReadChoice(const std::vector<Action>& choices,
                                 const Observation& seen,
                                 std::string_view text) {
  const std::string word(
      absl::StripAsciiWhitespace(absl::string_view(text.data(), text.size())));
  if (word.empty() && choices.size() == 1) return choices.front();
  std::size_t number = 0;
  if (absl::SimpleAtoi(word, &number)) {
    if (number < 1 || number > choices.size()) return std::nullopt;
    return choices[number - 1];
  }
  for (const Action action : choices) {
    if (absl::EqualsIgnoreCase(word,
                               FormatAction(action, seen.phase, seen.naming)) ||
        (action.is_card() &&
         absl::EqualsIgnoreCase(word, FormatCard(action.card())))) {
      return action;
    }
  }
  return std::nullopt;
}

}  // namespace couillon::arena
