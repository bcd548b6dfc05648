// Walks through the script of the deal up to the decision.

#include "bots/cpp/search/script_view.h"

#include <cstddef>
#include <span>

#include "engine/cards/action.h"
#include "engine/rules/ruleset.h"

namespace couillon::bots {
namespace {

// Walks the trump steps of the script along the calls.
class Walk {
 public:
  Walk(const CompiledRules& rules, const Observation& observation)
      : rules_(rules), seen_(observation), calls_(observation.calls()) {}

  ScriptView Run() {
    bool open = true;
    for (std::size_t stage = 0; open && stage < rules_.stages; ++stage) {
      TurnOpenPlaces(stage);
      open = Pass(rules_.stage[stage]);
      if (open) continue;
      if (seen_.phase == Phase::kTrump) {
        view_.own_held = rules_.stage[stage].held[TurnsOf(seen_.decider)];
      }
    }
    if (seen_.phase != Phase::kTrump) TurnOpenPlaces(rules_.stages);
    return view_;
  }

 private:
  [[nodiscard]] std::size_t TurnsOf(Seat seat) const {
    return static_cast<std::size_t>(
        TurnsFromEldest(rules_, seen_.dealer, seat));
  }

  void TurnOpenPlaces(std::size_t stage) {
    const bool last = stage == rules_.stages;
    view_.turned |= last ? rules_.open_places : rules_.stage[stage].open_places;
    if (rules_.layout != Layout::kDummy) return;
    const std::size_t turns = TurnsOf(rules_.dummy);
    const std::size_t dealt =
        last ? rules_.hand_size : rules_.stage[stage].held[turns];
    for (std::size_t i = 0; i < dealt; ++i) {
      if (!rules_.covered[turns][i]) {
        view_.turned |= 1U << rules_.places[turns][i];
      }
    }
  }

  void TurnUp(std::uint8_t place) {
    view_.turned |= 1U << place;
    view_.upcard_place = place;
  }

  // Returns whether the calls go past `stage` without making trumps.
  bool Pass(const Stage& stage) {
    switch (stage.kind) {
      case StageKind::kOffer:
        return PassOffer(stage);
      case StageKind::kName:
        return PassNaming(stage);
      case StageKind::kTurn:
        TurnUp(stage.first);
        return false;
      case StageKind::kBlind:
        view_.upcard_place.reset();
        if (!calls_.empty()) {
          TurnUp(calls_[0].action == kPickFirst ? stage.first : stage.second);
        }
        return false;
      case StageKind::kAbandon:
        return false;
    }
    return false;
  }

  bool PassOffer(const Stage& stage) {
    TurnUp(stage.first);
    for (int asked = 0; asked < rules_.players; ++asked) {
      if (calls_.empty()) return false;
      const Call call = calls_.front();
      calls_ = calls_.subspan(1);
      if (call.action == kPass) continue;
      if (call.action.is_card()) NoteNamer(stage, call);
      return false;
    }
    return true;
  }

  bool PassNaming(const Stage& stage) {
    const bool dummy = rules_.FromEldest(seen_.dealer, 0) == rules_.dummy;
    if (stage.when != When::kAlways &&
        (stage.when == When::kEldestIsDummy) != dummy) {
      return true;
    }
    view_.upcard_place.reset();
    if (calls_.empty()) return false;
    const Call call = calls_.front();
    calls_ = calls_.subspan(1);
    if (call.action == kDefer) return true;
    if (stage.legal.empty()) NoteNamer(stage, call);
    return false;
  }

  void NoteNamer(const Stage& stage, const Call& call) {
    view_.namer = call.seat;
    view_.namer_held = stage.held[TurnsOf(call.seat)];
    if (call.action.is_card()) {
      view_.shown = call.action.card();
    } else {
      view_.named = call.action.suit();
    }
  }

  const CompiledRules& rules_;
  const Observation& seen_;
  std::span<const Call> calls_;  // those not walked yet
  ScriptView view_;
};

}  // namespace

int TurnsFromEldest(const CompiledRules& rules, Seat dealer, Seat seat) {
  const int players = rules.players;
  return (rules.step * (seat - dealer) - 1 + 2 * players) % players;
}

ScriptView ViewScript(const CompiledRules& rules,
                      const Observation& observation) {
  return Walk(rules, observation).Run();
}

}  // namespace couillon::bots
