// Seasons played by made-up entrants of known strengths, for the planners.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Plays rounds: a lead in half game points has the mean strength(first) -
// strength(second) and the variance of a fair coin of +-spread, roughly.
class SimulatedSeason {
 public:
  SimulatedSeason(std::vector<double> strengths, unsigned seed, int spread = 8)
      : strengths_(std::move(strengths)), random_(seed), spread_(spread) {}

  // Plays a round of `season` and appends it. False if there is none.
  bool PlayNext(Season& season) {
    const std::optional<RoundPlan> plan = PlanRound(season);
    if (!plan) return false;
    Play(season, *plan);
    return true;
  }

  void Play(Season& season, const RoundPlan& plan) {
    PlayedRound round{.plan = plan, .leads = {}, .playing = season.playing};
    for (const PlannedPairing& pairing : plan.pairings) {
      const double mean = Strength(pairing.first) - Strength(pairing.second);
      stats::PairSums lead{.denominator = 2};
      for (std::uint64_t item = 0; item < plan.items; ++item) {
        lead.Add(Result(mean));
      }
      round.leads.push_back(lead);
    }
    season.rounds.push_back(std::move(round));
  }

 private:
  [[nodiscard]] double Strength(int entrant) const {
    return strengths_[static_cast<std::size_t>(entrant)];
  }
  double Unit() { return static_cast<double>(random_()) * 0x1p-32; }
  std::int64_t Result(double mean) {
    // A sum of uniform draws: without a distribution of the library, which
    // differs from one to another.
    const double noise = (Unit() + Unit() + Unit() - 1.5) * spread_;
    return std::llround((2 * mean) + noise);
  }

  std::vector<double> strengths_;
  std::mt19937 random_;
  int spread_;
};

}  // namespace couillon::arena
