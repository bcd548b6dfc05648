// The values of a player's actions in deals that look alike to them: the bot
// "heuristic" plays on for the others, and the player's own later decisions are
// planned. A plan depends only on what the player will have seen by then, so
// that it does not expect them to know the hidden cards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/cpp/search/belief.h"
#include "bots/cpp/search/tracked_position.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {

// The place of `action` among `legal`, and of its value among theirs.
// Requires: `action` is one of `legal`.
[[nodiscard]] inline std::size_t IndexOf(ActionSet legal, Action action) {
  std::size_t index = 0;
  for (const Action one : legal) {
    if (one == action) break;
    ++index;
  }
  return index;
}

struct Lookahead {
  // Cards over all hands from which on a deal is solved, with all cards seen;
  // with three sides at most those of two tricks.
  int cards = 8;
  // Own later decisions that are planned; after them, "heuristic" decides.
  int plans = 0;
  // A decision is planned if the choices on the way to it and its own actions,
  // multiplied, are at most so many: long deals would take seconds.
  int branches = 128;
};

class ActionValuer {
 public:
  // Requires: `workspace` and `payoff` outlive the valuer.
  ActionValuer(Workspace& workspace, const Payoff& payoff, Seat decider,
               const Lookahead& lookahead);

  // Returns the values of all legal actions for the side of the decider, deal
  // by deal, each in ascending order of action. With two sides, values are
  // leads: the payoff of the side less that of the other.
  // Requires: all deals look alike to the decider, whose decision is due with
  // the legal actions `legal`.
  [[nodiscard]] std::vector<std::int32_t> ValuesOf(
      std::span<const BelievedDeal> deals, ActionSet legal);

 private:
  using Values = std::vector<std::int32_t>;

  [[nodiscard]] bool IsSolved(const Position& position) const;
  // How far a line of play is planned.
  struct Horizon {
    int plans = 0;     // decisions still to be planned
    int branches = 1;  // choices on the way, multiplied
  };
  // The same as ValuesOf, with decisions planned up to `horizon`.
  [[nodiscard]] Values PlannedValues(std::span<const BelievedDeal> deals,
                                     ActionSet legal, Horizon horizon);
  // The same without plans.
  [[nodiscard]] Values PlayoutValues(std::span<const BelievedDeal> deals,
                                     ActionSet legal);
  // The value of each deal from here on. Requires: horizon.plans > 0.
  [[nodiscard]] Values ValuesFrom(std::vector<BelievedDeal>& deals,
                                  Horizon horizon);
  // The values of deals that look alike at a decision of the decider's.
  [[nodiscard]] Values ValuesAtChoice(std::span<const BelievedDeal> deals,
                                      Horizon horizon);
  [[nodiscard]] std::int32_t PlayoutValue(TrackedPosition& play);

  Workspace& workspace_;
  const Payoff& payoff_;
  Seat decider_;
  Side side_;
  Lookahead lookahead_;
};

}  // namespace couillon::bots
