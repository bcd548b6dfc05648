#include "bots/cpp/search/replay.h"

#include <cstddef>
#include <span>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"

namespace couillon::bots {
namespace {

// Returns what `position` hears about the Mit' from a seat that is not the
// decider: the declaration if it is the next public call, else silence.
bool DeclaresNow(const Observation& observation, const Position& position,
                 std::span<const Call> calls, bool all_played) {
  if (calls.empty() || calls[0].action != kSayMit) return false;
  if (calls[0].seat != position.seat()) return false;
  // Kontra and Re follow the declaration before any other card.
  const bool just_declared =
      observation.phase == Phase::kKontra || observation.phase == Phase::kRe;
  return !just_declared || all_played;
}

}  // namespace

bool Replay(const Observation& observation, ReplayMode mode,
            Position& position) {
  std::span<const Call> calls = observation.calls();
  std::span<const Card> cards = observation.played();
  while (!position.done()) {
    Action action;
    if (position.phase() == Phase::kPlay) {
      if (cards.empty()) break;
      action = Action::OfCard(cards[0]);
      cards = cards.subspan(1);
    } else if (position.phase() == Phase::kMit &&
               position.seat() != observation.decider &&
               !DeclaresNow(observation, position, calls, cards.empty())) {
      action = kSayNothing;
    } else {
      if (calls.empty()) break;
      if (calls[0].seat != position.seat()) return false;
      action = calls[0].action;
      calls = calls.subspan(1);
    }
    if (mode == ReplayMode::kChecking && !position.LegalActions().Has(action)) {
      return false;
    }
    position.Apply(action);
  }
  return calls.empty() && cards.empty() && !position.done();
}

}  // namespace couillon::bots
