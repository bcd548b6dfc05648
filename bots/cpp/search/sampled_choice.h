// A choice between actions by their mean value over deals that look like the
// one under way. In each deal, models play on for the others ("heuristic" alone
// in pimc, perfect information Monte Carlo sampling), the player's own next
// decisions are planned (expert) or taken by a model too (pimc), and the last
// cards are solved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bots/cpp/search/belief.h"
#include "bots/cpp/search/tracked_position.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
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
  // Own later decisions that are planned; after them, the model decides.
  int plans = 0;
  // A decision is planned if the choices on the way to it and its own actions,
  // multiplied, are at most this number: long deals would take seconds.
  int branches = 128;
};

// The values of a player's actions in deals that look alike to them: models
// play on for the others, and the player's own later decisions are planned. A
// plan depends only on what the player will have seen by then, so that it does
// not expect them to know the hidden cards.
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
  [[nodiscard]] std::vector<std::int32_t> ComputeValues(
      std::span<const BelievedDeal> deals, ActionSet legal);

 private:
  using Values = std::vector<std::int32_t>;

  [[nodiscard]] bool IsSolved(const Position& position) const;
  // The depth to which a line of play is planned.
  struct Horizon {
    int plans = 0;     // decisions still to be planned
    int branches = 1;  // choices on the way, multiplied
  };
  // The same as ComputeValues, with decisions planned up to `horizon`.
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

// The values of actions in many deals, added up: which action is best, and
// whether that is clear.
class Tally {
 public:
  // `values` has a row of `actions` values per deal.
  // Requires: at least one deal, all weights above 0.
  Tally(std::span<const BelievedDeal> deals,
        std::span<const std::int32_t> values, std::size_t actions);

  // The index of the action with the best mean; `preferred` among equals.
  [[nodiscard]] std::size_t Best(std::size_t preferred) const;

  // The mean value of each action.
  [[nodiscard]] std::vector<double> Means() const;

  // Returns true if `best` leads each other action by four standard errors of
  // the lead, or never differs from it.
  [[nodiscard]] bool IsClear(std::size_t best) const;

 private:
  [[nodiscard]] double TotalWeight() const;
  [[nodiscard]] bool LeadsClearly(std::size_t best, std::size_t other) const;

  std::span<const BelievedDeal> deals_;
  std::span<const std::int32_t> values_;
  std::vector<std::int64_t> sums_;  // by action
};

struct SampleOptions {
  int samples = 32;  // deals, at most
  // The first look at the actions is with at most this number of deals, and
  // each further one with four times as many others, until the best action is
  // clear.
  int first_look = kMaxDeals;
  Lookahead lookahead;
  // The bonus of a deal won on top of its game points, in percent of a game
  // point, from 0 to kMaxWinBonus, or kWinBonusOfRules. Without effect after
  // the first deal of a match, and with three sides.
  int win_bonus = 0;
  // The assumptions about the other players; without them, all deals count
  // alike.
  std::optional<PlayerModel> players;
};

// The action with the best mean; among equals the one that "heuristic" takes,
// else the one with the lowest number.
struct SampledChoice {
  Action best;
  // The mean value of each legal action over the deals of the last look, in
  // ascending order of action: the lead of the own side in game points, in
  // hundredths of them if there is a bonus, or the chance of winning the match
  // in millionths. Empty if there is one legal action, or no deal agrees with
  // what was seen.
  std::vector<double> means;
};

// Draws at random from `observation.random_seed` alone.
// Requires: an observation of a deal under the rules of `workspace`.
[[nodiscard]] SampledChoice ChooseBySamples(Workspace& workspace,
                                            const Observation& observation,
                                            const SampleOptions& options);

}  // namespace couillon::bots
