#include "bots/cpp/search/sampled_choice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/hand_plan.h"
#include "bots/cpp/search/match_table.h"
#include "bots/cpp/search/remembered_payoff.h"
#include "bots/cpp/search/tally.h"
#include "bots/cpp/search/win_bonus.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {
namespace {

// How many times as many deals the next look has.
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
    const std::vector<std::int32_t> values = valuer.ValuesOf(*deals, legal);
    const Tally tally(*deals, values, actions);
    const std::size_t best = tally.Best(preferred);
    if (count == options.samples || tally.IsClear(best)) {
      return {.best = legal.Nth(static_cast<int>(best)),
              .means = tally.Means()};
    }
  }
}

}  // namespace

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
