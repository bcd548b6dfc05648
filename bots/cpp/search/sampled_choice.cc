// Looks at samples of growing size until the best action leads by four standard
// errors; plans are made for all deals of a sample but one, so that no plan
// fits the deal in which it is tried.

#include "bots/cpp/search/sampled_choice.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/hand_plan.h"
#include "bots/cpp/search/match_table.h"
#include "bots/cpp/search/remembered_payoff.h"
#include "bots/cpp/search/win_bonus.h"
#include "engine/cards/card.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"

namespace couillon::bots {
namespace {

// Fewer deals that look alike tell too little for a plan.
constexpr std::size_t kMinDeals = 6;

// A number for what `decider` sees at `position`, where their decision is due:
// equal if it looks the same, else most likely different. Silence about the
// Mit' is not to be seen.
std::uint64_t HashView(const Position& position, Seat decider) {
  std::uint64_t look = 0;
  const auto add = [&look](std::uint64_t part) {
    look = (look ^ part) * 0x9e3779b97f4a7c15U;
    look ^= look >> 32U;
  };
  const CompiledRules& rules = position.rules();
  add(position.hand(position.seat()).mask());
  // The partner of a dummy sees their own cards after trumps are made.
  if (position.phase() != Phase::kTrump) add(position.hand(decider).mask());
  for (Seat seat = 0; seat < rules.players; ++seat) {
    if (rules.IsLaidOut(seat)) add(position.hand(seat).mask());
  }
  add(static_cast<std::uint64_t>(position.phase()));
  add(position.exposed().mask());
  for (const Card card : position.played()) {
    add(static_cast<std::uint64_t>(card.index()));
  }
  for (const Call& call : position.calls()) {
    if (call.action == kSayNothing) continue;
    add(static_cast<std::uint64_t>(call.seat) << 8U |
        static_cast<std::uint64_t>(call.action.number()));
  }
  return look;
}

// The action that is best in all deals but the one left out: a plan must not be
// made for the deal in which it is tried. `values` has a row of `actions` per
// deal.
class LeaveOneOut {
 public:
  LeaveOneOut(std::span<const BelievedDeal> deals,
              std::span<const std::int32_t> values, std::size_t actions)
      : deals_(deals), values_(values), sums_(actions, 0) {
    for (std::size_t deal = 0; deal < deals.size(); ++deal) {
      for (std::size_t i = 0; i < actions; ++i) sums_[i] += Part(deal, i);
    }
  }

  // Returns the best action without `deal`; `habit` among equals.
  [[nodiscard]] std::size_t BestWithout(std::size_t deal,
                                        std::size_t habit) const {
    std::size_t best = habit;
    std::int64_t most = sums_[habit] - Part(deal, habit);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const std::int64_t sum = sums_[i] - Part(deal, i);
      if (sum > most) {
        most = sum;
        best = i;
      }
    }
    return best;
  }

 private:
  [[nodiscard]] std::int64_t Part(std::size_t deal, std::size_t action) const {
    return deals_[deal].weight * values_[deal * sums_.size() + action];
  }

  std::span<const BelievedDeal> deals_;
  std::span<const std::int32_t> values_;
  std::vector<std::int64_t> sums_;  // by action
};

// The lead of the best action, in standard errors, that is clear.
constexpr double kClearLead = 4;

// The factor by which the next look has more deals.
constexpr int kNextLook = 4;

// The deals of the first look: `samples` divided by a power of kNextLook.
int FirstLook(const SampleOptions& options) {
  int deals = options.samples;
  while (deals > options.first_look) {
    deals = (deals + kNextLook - 1) / kNextLook;
  }
  return deals;
}

SampledChoice Choose(Workspace& workspace, const Observation& observation,
                     const SampleOptions& options, const Payoff& payoff) {
  const CompiledRules& rules = workspace.rules();
  const ActionSet legal = observation.legal;
  const Action habit = Heuristic().Decide(rules, observation);
  const auto actions = static_cast<std::size_t>(legal.size());
  const std::size_t preferred = IndexOf(legal, habit);
  // Others' calls are judged by the cards that they had then.
  const DealSampler sampler(
      rules, observation,
      options.players ? CardOrder::kDrawn : CardOrder::kAny);
  ActionValuer valuer(workspace, payoff, observation.decider,
                      options.lookahead);
  Random random(observation.random_seed);
  for (int count = FirstLook(options);; count *= kNextLook) {
    count = std::min(count, options.samples);
    const std::optional<std::vector<BelievedDeal>> deals =
        DrawDeals(sampler, random, count, options.players);
    // A question that contradicts itself: there is no such deal.
    if (!deals || deals->front().play.position().LegalActions() != legal) {
      return {.best = habit, .means = {}};
    }
    const std::vector<std::int32_t> values =
        valuer.ComputeValues(*deals, legal);
    const Tally tally(*deals, values, actions);
    const std::size_t best = tally.Best(preferred);
    if (count == options.samples || tally.IsClear(best)) {
      return {.best = legal.Nth(static_cast<int>(best)),
              .means = tally.Means()};
    }
  }
}

}  // namespace

ActionValuer::ActionValuer(Workspace& workspace, const Payoff& payoff,
                           Seat decider, const Lookahead& lookahead)
    : workspace_(workspace),
      payoff_(payoff),
      decider_(decider),
      side_(workspace.rules().SideOf(decider)),
      lookahead_(lookahead) {
  // Three sides are solved without cuts, and slowly.
  if (workspace.rules().sides != 2) {
    lookahead_.cards =
        std::min(lookahead_.cards, 2 * workspace.rules().players);
  }
}

bool ActionValuer::IsSolved(const Position& position) const {
  return CardsLeft(position) <= lookahead_.cards && IsSolvedQuickly(position);
}

std::vector<std::int32_t> ActionValuer::ComputeValues(
    std::span<const BelievedDeal> deals, ActionSet legal) {
  // A hidden card decides in some rulesets whether a deal is solved quickly.
  const bool solved =
      std::all_of(deals.begin(), deals.end(), [this](const BelievedDeal& deal) {
        return IsSolved(deal.play.position());
      });
  if (!solved) {
    return PlannedValues(deals, legal, {.plans = lookahead_.plans});
  }
  Values values;
  values.reserve(deals.size() * static_cast<std::size_t>(legal.size()));
  for (const BelievedDeal& deal : deals) {
    for (const ActionValue& value :
         workspace_.solver().WorthByAction(deal.play.position(), payoff_)) {
      values.push_back(value.values[side_]);
    }
  }
  return values;
}

ActionValuer::Values ActionValuer::PlannedValues(
    std::span<const BelievedDeal> deals, ActionSet legal, Horizon horizon) {
  if (horizon.plans == 0) return PlayoutValues(deals, legal);
  const auto actions = static_cast<std::size_t>(legal.size());
  horizon.branches *= legal.size();
  Values values(deals.size() * actions);
  std::size_t column = 0;
  std::vector<BelievedDeal> next;
  for (const Action action : legal) {
    next.assign(deals.begin(), deals.end());
    for (BelievedDeal& deal : next) deal.play.Apply(action);
    const Values found = ValuesFrom(next, horizon);
    for (std::size_t deal = 0; deal < deals.size(); ++deal) {
      values[deal * actions + column] = found[deal];
    }
    ++column;
  }
  return values;
}

ActionValuer::Values ActionValuer::PlayoutValues(
    std::span<const BelievedDeal> deals, ActionSet legal) {
  Values values;
  values.reserve(deals.size() * static_cast<std::size_t>(legal.size()));
  for (const BelievedDeal& deal : deals) {
    for (const Action action : legal) {
      TrackedPosition play = deal.play;
      play.Apply(action);
      values.push_back(PlayoutValue(play));
    }
  }
  return values;
}

ActionValuer::Values ActionValuer::ValuesFrom(std::vector<BelievedDeal>& deals,
                                              Horizon horizon) {
  Values values(deals.size());
  std::vector<std::pair<std::uint64_t, std::size_t>> choices;  // look and deal
  for (std::size_t i = 0; i < deals.size(); ++i) {
    TrackedPosition& play = deals[i].play;
    play.PlayToChoiceOf(decider_);
    if (play.position().done()) {
      values[i] = PlayoutValue(play);
    } else {
      choices.emplace_back(HashView(play.position(), decider_), i);
    }
  }
  std::sort(choices.begin(), choices.end());
  std::vector<BelievedDeal> alike;
  for (std::size_t first = 0; first < choices.size();) {
    std::size_t end = first;
    alike.clear();
    for (; end < choices.size() && choices[end].first == choices[first].first;
         ++end) {
      alike.push_back(deals[choices[end].second]);
    }
    const Values found = ValuesAtChoice(alike, horizon);
    for (const std::int32_t value : found) {
      values[choices[first++].second] = value;
    }
  }
  return values;
}

ActionValuer::Values ActionValuer::ValuesAtChoice(
    std::span<const BelievedDeal> deals, Horizon horizon) {
  const ActionSet legal = deals.front().play.position().LegalActions();
  Values values;
  values.reserve(deals.size());
  if (deals.size() < kMinDeals ||
      horizon.branches * legal.size() > lookahead_.branches) {
    for (const BelievedDeal& deal : deals) {
      TrackedPosition play = deal.play;
      values.push_back(PlayoutValue(play));
    }
    return values;
  }
  --horizon.plans;
  const std::size_t habit =
      IndexOf(legal, deals.front().play.ModelAction(legal));
  const Values by_action = PlannedValues(deals, legal, horizon);
  const auto actions = static_cast<std::size_t>(legal.size());
  const LeaveOneOut others(deals, by_action, actions);
  for (std::size_t deal = 0; deal < deals.size(); ++deal) {
    const std::size_t planned = others.BestWithout(deal, habit);
    values.push_back(by_action[deal * actions + planned]);
  }
  return values;
}

std::int32_t ActionValuer::PlayoutValue(TrackedPosition& play) {
  play.PlayOn(lookahead_.cards);
  if (!play.position().done()) {
    if (IsSolvedQuickly(play.position())) {
      return workspace_.solver().Worth(play.position(), payoff_)[side_];
    }
    play.PlayOn(0);
  }
  const SideValues values = payoff_.Of(play.position().Result());
  if (workspace_.rules().sides != 2) return values[side_];
  return values[side_] - values[side_ ^ 1U];
}

Tally::Tally(std::span<const BelievedDeal> deals,
             std::span<const std::int32_t> values, std::size_t actions)
    : deals_(deals), values_(values), sums_(actions, 0) {
  for (std::size_t deal = 0; deal < deals.size(); ++deal) {
    for (std::size_t i = 0; i < actions; ++i) {
      sums_[i] += deals[deal].weight * values[deal * actions + i];
    }
  }
}

std::size_t Tally::Best(std::size_t preferred) const {
  const auto most = std::max_element(sums_.begin(), sums_.end());
  if (sums_[preferred] == *most) return preferred;
  return static_cast<std::size_t>(most - sums_.begin());
}

double Tally::TotalWeight() const {
  double total = 0;
  for (const BelievedDeal& deal : deals_) {
    total += static_cast<double>(deal.weight);
  }
  return total;
}

std::vector<double> Tally::Means() const {
  const double total = TotalWeight();
  std::vector<double> means;
  means.reserve(sums_.size());
  for (const std::int64_t sum : sums_) {
    means.push_back(static_cast<double>(sum) / total);
  }
  return means;
}

bool Tally::IsClear(std::size_t best) const {
  for (std::size_t other = 0; other < sums_.size(); ++other) {
    if (other != best && !LeadsClearly(best, other)) return false;
  }
  return true;
}

bool Tally::LeadsClearly(std::size_t best, std::size_t other) const {
  const double total = TotalWeight();
  const double mean = static_cast<double>(sums_[best] - sums_[other]) / total;
  double squares = 0;
  bool differs = false;
  const std::size_t actions = sums_.size();
  for (std::size_t deal = 0; deal < deals_.size(); ++deal) {
    const std::int32_t lead =
        values_[deal * actions + best] - values_[deal * actions + other];
    differs = differs || lead != 0;
    const double part =
        static_cast<double>(deals_[deal].weight) / total * (lead - mean);
    squares += part * part;
  }
  return !differs || mean > kClearLead * std::sqrt(squares);
}

SampledChoice ChooseBySamples(Workspace& workspace,
                              const Observation& observation,
                              const SampleOptions& options) {
  if (observation.legal.size() == 1) {
    return {.best = observation.legal.Nth(0), .means = {}};
  }
  const CompiledRules& rules = workspace.rules();
  const MatchStanding& standing = observation.standing;
  if (MatchTable::Covers(rules) && IsInsideMatch(rules.ruleset, standing)) {
    const MatchPayoff payoff(workspace.match_table(), rules.ruleset, standing);
    return Choose(workspace, observation, options, RememberedPayoff(payoff));
  }
  const int bonus = options.win_bonus == kWinBonusOfRules
                        ? WinBonusOf(rules.ruleset)
                        : options.win_bonus;
  return Choose(workspace, observation, options,
                workspace.deal_payoff(standing.pending_carry, bonus));
}

}  // namespace couillon::bots
