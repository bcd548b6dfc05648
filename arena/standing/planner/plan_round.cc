// The planner of each format.

#include "arena/standing/planner/plan_round.h"

#include <cstdint>
#include <map>
#include <utility>

#include "arena/standing/planner/adaptive_planner.h"
#include "arena/standing/planner/individual_planner.h"
#include "arena/standing/planner/knockout_planner.h"
#include "arena/standing/planner/round_robin_planner.h"
#include "arena/standing/planner/swiss_planner.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

std::optional<RoundPlan> PlanMeetings(const Season& season) {
  std::map<std::pair<int, int>, std::uint64_t> played;
  for (const PlayedRound& round : season.rounds) {
    for (const PlannedPairing& pairing : round.plan.pairings) {
      played[{pairing.first, pairing.second}] += round.plan.items;
    }
  }
  RoundRobinField field{.entrants = season.playing,
                        .played =
                            [&played](int first, int second) {
                              const auto found = played.find({first, second});
                              return found == played.end() ? 0 : found->second;
                            },
                        .target = season.target,
                        .round_items = season.round_items};
  if (season.format == RoundFormat::kGauntlet) {
    field.challenger = season.challenger;
  }
  return PlanRoundRobin(field);
}

}  // namespace

bool NeedsResults(RoundFormat format) {
  return format != RoundFormat::kRoundRobin &&
         format != RoundFormat::kGauntlet && format != RoundFormat::kIndividual;
}

bool WinnersMeet(RoundFormat format) {
  return format == RoundFormat::kSwiss || IsKnockout(format);
}

bool IsKnockout(RoundFormat format) {
  return format == RoundFormat::kKnockout ||
         format == RoundFormat::kDoubleKnockout;
}

std::optional<RoundPlan> PlanRound(const Season& season) {
  switch (season.format) {
    case RoundFormat::kRoundRobin:
    case RoundFormat::kGauntlet:
      return PlanMeetings(season);
    case RoundFormat::kSwiss:
      return PlanSwiss(season);
    case RoundFormat::kKnockout:
    case RoundFormat::kDoubleKnockout:
      return PlanKnockout(season);
    case RoundFormat::kAdaptive:
      return PlanAdaptive(season);
    case RoundFormat::kIndividual:
      return PlanIndividual(season);
  }
  COUILLON_CHECK(false);
}

}  // namespace couillon::arena
