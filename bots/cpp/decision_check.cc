// Checks what a codec cannot see: whether fields fit each other and the
// ruleset.

#include "bots/cpp/decision_check.h"

#include <cstddef>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon::bots {
namespace {

absl::Status CheckPlay(const CompiledRules& rules,
                       const Observation& observation) {
  const CardSet legal = observation.legal.cards();
  if (!(observation.legal == ActionSet(legal))) {
    return absl::InvalidArgumentError(
        "decision: legal_actions allows other actions than cards in the phase "
        "of play");
  }
  if (!(legal & ~rules.deck).empty()) {
    return absl::InvalidArgumentError(
        "decision: legal_actions has a card that is not in the pack");
  }
  CardSet played;
  for (const Card card : observation.played()) played.Add(card);
  if (!(played & ~rules.deck).empty()) {
    return absl::InvalidArgumentError(
        "decision: played_cards has a card that is not in the pack");
  }
  const std::size_t tricks = observation.played().size() / rules.players + 1;
  if (observation.leaders().size() != tricks) {
    return absl::InvalidArgumentError(
        "decision: trick_leaders does not have one seat for each trick of "
        "played_cards, the current one included");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckDecision(const CompiledRules& rules,
                           const Observation& observation) {
  if (observation.phase == Phase::kTrump) return absl::OkStatus();
  if (!observation.trump) {
    return absl::InvalidArgumentError(
        "decision: trump is not set after the phase of trumps");
  }
  if (observation.phase == Phase::kPlay) return CheckPlay(rules, observation);
  return absl::OkStatus();
}

}  // namespace couillon::bots
