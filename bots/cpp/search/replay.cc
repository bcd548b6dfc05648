// Plays the actions of an observation again on a fresh Position, with checks.

#include "bots/cpp/search/replay.h"

namespace couillon::bots {
namespace {

// The calls and cards of an observation that are not applied yet.
class RemainingActions {
 public:
  explicit RemainingActions(const Observation& observation)
      : seen_(observation),
        calls_(observation.calls()),
        cards_(observation.played()) {}

  [[nodiscard]] bool empty() const { return calls_.empty() && cards_.empty(); }

  // Takes the action that comes next at `position`. Returns false if none is
  // left, or if the next call is another seat's.
  bool Take(const Position& position, Action& action) {
    if (position.phase() == Phase::kPlay) {
      if (cards_.empty()) return false;
      action = Action::OfCard(cards_[0]);
      cards_ = cards_.subspan(1);
      return true;
    }
    if (position.phase() == Phase::kMit && position.seat() != seen_.decider &&
        !DeclaresNow(position)) {
      action = kSayNothing;
      return true;
    }
    if (calls_.empty() || calls_[0].seat != position.seat()) return false;
    action = calls_[0].action;
    calls_ = calls_.subspan(1);
    return true;
  }

 private:
  // Returns true if another seat than the decider declares the Mit' at
  // `position`: if that is the next public call.
  [[nodiscard]] bool DeclaresNow(const Position& position) const {
    if (calls_.empty() || calls_[0].action != kSayMit) return false;
    if (calls_[0].seat != position.seat()) return false;
    // Kontra and Re follow the declaration before any other card.
    const bool just_declared =
        seen_.phase == Phase::kKontra || seen_.phase == Phase::kRe;
    return !just_declared || cards_.empty();
  }

  const Observation& seen_;
  std::span<const Call> calls_;
  std::span<const Card> cards_;
};

}  // namespace

bool Replay(const Observation& observation, ReplayMode mode,
            Position& position) {
  RemainingActions rest(observation);
  Action action;
  while (!position.done() && rest.Take(position, action)) {
    if (mode == ReplayMode::kChecking && !position.LegalActions().Has(action)) {
      return false;
    }
    position.Apply(action);
  }
  return rest.empty() && !position.done();
}

std::vector<Action> ListActions(const Observation& observation,
                                Position position) {
  RemainingActions rest(observation);
  std::vector<Action> actions;
  for (Action action; !position.done() && rest.Take(position, action);) {
    actions.push_back(action);
    position.Apply(action);
  }
  return actions;
}

}  // namespace couillon::bots
