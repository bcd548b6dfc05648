// All rounds are replayed to find losses and open pairings; groups of equal
// losses are paired best with worst.

#include "arena/standing/planner/knockout_planner.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

constexpr double kErrorProbability = 0.01;

using EntrantPair = std::pair<int, int>;

// The results of two entrants against each other since they were paired.
struct OpenPairing {
  std::uint64_t items = 0;
  stats::PairSums lead;
};

// The entrant that is ahead for good: 1 the first, -1 the second, 0 nobody yet.
int Decision(const Season& season, const OpenPairing& open) {
  const int ahead = open.lead.sum > 0 ? 1 : open.lead.sum < 0 ? -1 : 0;
  if (open.items >= season.target && ahead != 0) return ahead;
  if (open.items >= 2 * season.target) return 1;  // the better seed
  const stats::Interval interval = stats::AsymptoticInterval(
      open.lead, kErrorProbability, static_cast<std::int64_t>(season.target));
  return interval.lo > 0 || interval.hi < 0 ? ahead : 0;
}

int LossesToLeave(const Season& season) {
  return season.format == RoundFormat::kDoubleKnockout ? 2 : 1;
}

// Replays the rounds of a season.
class Replay {
 public:
  explicit Replay(const Season& season) : season_(season) {
    if (season.rounds.empty()) {
      for (const int entrant : season.playing) losses_[entrant] = 0;
      return;
    }
    const RoundPlan& first = season.rounds.front().plan;
    for (const PlannedPairing& pairing : first.pairings) {
      losses_[pairing.first] = 0;
      losses_[pairing.second] = 0;
    }
    for (const int entrant : first.byes) losses_[entrant] = 0;
  }

  void Add(const PlayedRound& round) {
    COUILLON_CHECK(round.leads.size() == round.plan.pairings.size());
    std::map<EntrantPair, OpenPairing> now;
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& planned = round.plan.pairings[i];
      const EntrantPair pair(planned.first, planned.second);
      // A pairing that is no longer planned has ended without a decision,
      // because one of the two stopped playing.
      OpenPairing open = open_[pair];
      open.items += round.plan.items;
      COUILLON_CHECK(open.lead.Merge(round.leads[i]));
      const int decision = Decision(season_, open);
      if (decision == 0) now[pair] = open;
      if (decision > 0) ++losses_[pair.second];
      if (decision < 0) ++losses_[pair.first];
    }
    open_ = std::move(now);
  }

  [[nodiscard]] KnockoutState State() const {
    KnockoutState state;
    const std::set<int> playing(season_.playing.begin(), season_.playing.end());
    for (const auto& [entrant, lost] : losses_) {
      state.entrants.push_back(entrant);
      state.losses.push_back(lost);
      if (lost < LossesToLeave(season_) && playing.count(entrant) > 0) {
        state.in.push_back(entrant);
      }
    }
    for (const auto& [pair, open] : open_) {
      if (playing.count(pair.first) == 0 || playing.count(pair.second) == 0) {
        continue;
      }
      state.undecided.push_back(
          {.first = pair.first,
           .second = pair.second,
           .first_item = CountItems(season_, pair.first, pair.second)});
    }
    return state;
  }

 private:
  const Season& season_;
  std::map<int, int> losses_;  // by entrant, those out included
  std::map<EntrantPair, OpenPairing> open_;
};

// Pairs the best with the worst, so that the number of those left is a power of
// two; the best sit out if it is not.
void PairGroup(const Season& season, const std::vector<int>& group,
               RoundPlan& plan) {
  const std::size_t left = std::bit_ceil(group.size()) / 2;
  const std::size_t pairs = group.size() - left;
  const std::size_t byes = group.size() - (2 * pairs);
  for (std::size_t i = 0; i < byes; ++i) plan.byes.push_back(group[i]);
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto [first, second] =
        std::minmax(group[byes + i], group[group.size() - 1 - i]);
    plan.pairings.push_back({.first = first,
                             .second = second,
                             .first_item = CountItems(season, first, second)});
  }
}

RoundPlan NextStage(const Season& season, const KnockoutState& state) {
  std::vector<int> unbeaten;
  std::vector<int> beaten;
  for (const int entrant : state.in) {
    (state.LossesOf(entrant) == 0 ? unbeaten : beaten).push_back(entrant);
  }
  RoundPlan plan;
  if (unbeaten.size() <= 1 && beaten.size() <= 1) {
    PairGroup(season, state.in, plan);  // the final
    return plan;
  }
  for (const std::vector<int>& group : {unbeaten, beaten}) {
    if (group.size() >= 2) {
      PairGroup(season, group, plan);
    } else {
      plan.byes.insert(plan.byes.end(), group.begin(), group.end());
    }
  }
  return plan;
}

}  // namespace

bool KnockoutState::IsIn(int entrant) const {
  return std::binary_search(in.begin(), in.end(), entrant);
}

int KnockoutState::LossesOf(int entrant) const {
  const auto found =
      std::lower_bound(entrants.begin(), entrants.end(), entrant);
  COUILLON_CHECK(found != entrants.end() && *found == entrant);
  return losses[static_cast<std::size_t>(found - entrants.begin())];
}

KnockoutState FindKnockoutState(const Season& season) {
  Replay replay(season);
  for (const PlayedRound& round : season.rounds) replay.Add(round);
  return replay.State();
}

std::optional<RoundPlan> PlanKnockout(const Season& season) {
  const KnockoutState state = FindKnockoutState(season);
  if (state.in.size() < 2) return std::nullopt;
  RoundPlan plan;
  if (state.undecided.empty()) {
    plan = NextStage(season, state);
  } else {
    plan.pairings = state.undecided;
  }
  plan.items = season.round_items;
  std::sort(plan.pairings.begin(), plan.pairings.end(),
            [](const PlannedPairing& a, const PlannedPairing& b) {
              return std::pair(a.first, a.second) <
                     std::pair(b.first, b.second);
            });
  return plan;
}

}  // namespace couillon::arena
