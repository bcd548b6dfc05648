// The planner of each format; the adaptive one chooses pairings greedily by the
// variance that they save per cost.

#include "arena/standing/planner/plan_round.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/standing/planner/individual_planner.h"
#include "arena/standing/planner/knockout_planner.h"
#include "arena/standing/planner/round_robin_planner.h"
#include "arena/standing/planner/swiss_planner.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using EntrantPair = std::pair<int, int>;

// The variance of one pairing is taken as if this many more results had been
// seen with the variance of all pairings together.
constexpr double kPooledResults = 20;
// The share of the best pairing's gain that a pairing needs to be in the round.
constexpr double kMinShare = 0.5;

// The results so far, by pairing.
struct Results {
  std::map<EntrantPair, stats::PairSums> leads;
  double variance = 1;      // of one result, over all pairings
  std::uint64_t items = 0;  // played, over all pairings
};

Results Gather(const Season& season) {
  Results all;
  for (const PlayedRound& round : season.rounds) {
    COUILLON_CHECK(round.leads.size() == round.plan.pairings.size());
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      const EntrantPair pair(pairing.first, pairing.second);
      COUILLON_CHECK(all.leads[pair].Merge(round.leads[i]));
      all.items += round.plan.items;
    }
  }
  double squares = 0;
  double results = 0;
  for (const auto& [pair, lead] : all.leads) {
    const std::optional<double> variance = stats::SampleVariance(lead);
    if (!variance) continue;
    squares += *variance * static_cast<double>(lead.pairs - 1);
    results += static_cast<double>(lead.pairs - 1);
  }
  if (squares > 0) all.variance = squares / results;
  return all;
}

// The variance of one result of a pairing.
double ResultVariance(const Results& results, const stats::PairSums& lead) {
  const double seen =
      static_cast<double>(std::max<std::int64_t>(lead.pairs - 1, 0));
  const double own = stats::SampleVariance(lead).value_or(0);
  return ((seen * own) + (kPooledResults * results.variance)) /
         (seen + kPooledResults);
}

// Strengths of all entrants that met somebody or play, and what is known of
// them: the normal law given the results, with a wide prior.
class Knowledge {
 public:
  Knowledge(const Season& season, const Results& results) : results_(results) {
    std::set<int> known(season.playing.begin(), season.playing.end());
    for (const auto& [pair, lead] : results.leads) {
      known.insert(pair.first);
      known.insert(pair.second);
    }
    entrants_.assign(known.begin(), known.end());
    for (std::size_t i = 0; i < entrants_.size(); ++i) place_[entrants_[i]] = i;
    const std::size_t size = entrants_.size();
    stats::Matrix precision(size, size);
    std::vector<double> pull(size);
    for (std::size_t i = 0; i < size; ++i) {
      precision(i, i) = 1 / results.variance;  // the prior
    }
    for (const auto& [pair, lead] : results.leads) {
      const std::optional<double> mean = stats::ComputeMean(lead);
      if (!mean) continue;
      const std::size_t a = place_.at(pair.first);
      const std::size_t b = place_.at(pair.second);
      const double weight =
          static_cast<double>(lead.pairs) / ResultVariance(results, lead);
      precision(a, a) += weight;
      precision(b, b) += weight;
      precision(a, b) -= weight;
      precision(b, a) -= weight;
      pull[a] += weight * *mean;
      pull[b] -= weight * *mean;
    }
    const std::optional<stats::Matrix> factor =
        stats::CholeskyFactor(precision);
    COUILLON_CHECK(factor.has_value());
    covariance_ = stats::InverseFactored(*factor);
    strengths_ = stats::SolveFactored(*factor, pull);
    SetConcern(season);
  }

  [[nodiscard]] double Strength(int entrant) const {
    return strengths_[place_.at(entrant)];
  }

  // The decrease of the weighted variances after `items` more results of two
  // entrants.
  [[nodiscard]] double Gain(const EntrantPair& pair, double items) const {
    const auto [a, b] = Places(pair);
    return Difference(concern_, a, b) /
           (Noise(pair, items) + Difference(covariance_, a, b));
  }

  // Takes these results as played.
  void Expect(const EntrantPair& pair, double items) {
    const auto [a, b] = Places(pair);
    const std::size_t size = entrants_.size();
    const double scale = Noise(pair, items) + Difference(covariance_, a, b);
    const double twice = Difference(concern_, a, b);
    std::vector<double> step(size);
    std::vector<double> turn(size);
    for (std::size_t i = 0; i < size; ++i) {
      step[i] = (covariance_(i, a) - covariance_(i, b)) / scale;
      turn[i] = concern_(i, a) - concern_(i, b);
    }
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        covariance_(i, j) -= scale * step[i] * step[j];
        concern_(i, j) += (twice * step[i] * step[j]) - (step[i] * turn[j]) -
                          (turn[i] * step[j]);
      }
    }
  }

 private:
  static double Difference(const stats::Matrix& of, std::size_t a,
                           std::size_t b) {
    return of(a, a) + of(b, b) - of(a, b) - of(b, a);
  }
  [[nodiscard]] std::pair<std::size_t, std::size_t> Places(
      const EntrantPair& pair) const {
    return {place_.at(pair.first), place_.at(pair.second)};
  }
  [[nodiscard]] double Noise(const EntrantPair& pair, double items) const {
    const auto found = results_.leads.find(pair);
    return (found == results_.leads.end()
                ? results_.variance
                : ResultVariance(results_, found->second)) /
           items;
  }

  // The approximate probability that each entrant is at the top: 1/2 half way
  // between the last inside and the first outside, by an algebraic sigmoid.
  [[nodiscard]] std::vector<double> Weights(const Season& season) const {
    std::vector<double> sorted;
    sorted.reserve(season.playing.size());
    for (const int entrant : season.playing) {
      sorted.push_back(Strength(entrant));
    }
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    std::vector<double> weights(entrants_.size());
    const auto top = static_cast<std::size_t>(season.top);
    for (const int entrant : season.playing) {
      const std::size_t i = place_.at(entrant);
      weights[i] = 1;
      if (sorted.size() <= top) continue;
      const double border = (sorted[top - 1] + sorted[top]) / 2;
      const double z = (strengths_[i] - border) / std::sqrt(covariance_(i, i));
      weights[i] = 0.5 * (1 + (z / std::sqrt(1 + (z * z))));
    }
    return weights;
  }

  // V A V with the covariance V and A = sum of w (e_k - e_0)(e_k - e_0)': the
  // weighted variances relative to the anchor fall by its difference at two
  // entrants, divided by their own variance with noise.
  void SetConcern(const Season& season) {
    const std::vector<double> weights = Weights(season);
    const std::size_t size = entrants_.size();
    concern_ = stats::Matrix(size, size);
    for (std::size_t k = 1; k < size; ++k) {
      std::vector<double> of(size);
      for (std::size_t i = 0; i < size; ++i) {
        of[i] = covariance_(i, k) - covariance_(i, 0);
      }
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          concern_(i, j) += weights[k] * of[i] * of[j];
        }
      }
    }
  }

  const Results& results_;
  std::vector<int> entrants_;  // ascending; the first is the anchor
  std::map<int, std::size_t> place_;
  stats::Matrix covariance_;
  stats::Matrix concern_;
  std::vector<double> strengths_;
};

std::vector<EntrantPair> AllPairs(const std::vector<int>& playing) {
  std::vector<EntrantPair> pairs;
  for (std::size_t i = 0; i < playing.size(); ++i) {
    for (std::size_t j = i + 1; j < playing.size(); ++j) {
      pairs.emplace_back(playing[i], playing[j]);
    }
  }
  return pairs;
}

// Opponents of a newcomer over the whole range of strengths.
void PairNewcomer(const Season& season, const Results& results,
                  const Knowledge& knowledge, int newcomer,
                  std::set<EntrantPair>& chosen) {
  std::vector<int> others;
  int met = 0;
  for (const int entrant : season.playing) {
    if (entrant == newcomer) continue;
    const EntrantPair pair = std::minmax(newcomer, entrant);
    if (results.leads.count(pair) > 0 || chosen.count(pair) > 0) {
      ++met;
    } else {
      others.push_back(entrant);
    }
  }
  std::stable_sort(others.begin(), others.end(), [&](int a, int b) {
    return knowledge.Strength(a) > knowledge.Strength(b);
  });
  const int wanted =
      std::min(kFirstOpponents - met, static_cast<int>(others.size()));
  for (int i = 0; i < wanted; ++i) {
    const std::size_t at = others.size() *
                           static_cast<std::size_t>((2 * i) + 1) /
                           static_cast<std::size_t>(2 * wanted);
    chosen.insert(std::minmax(newcomer, others[at]));
  }
}

// The time that two entrants take for a deal; that of a mean entrant for one
// that was not measured.
double CostOf(const Season& season, double mean, const EntrantPair& pair) {
  double cost = 0;
  for (const int entrant : {pair.first, pair.second}) {
    const auto at = static_cast<std::size_t>(entrant);
    const bool measured = at < season.costs.size() && season.costs[at] > 0;
    cost += measured ? season.costs[at] : mean;
  }
  return cost;
}

double MeanCost(const Season& season) {
  const auto measured = std::count_if(season.costs.begin(), season.costs.end(),
                                      [](double cost) { return cost > 0; });
  if (measured == 0) return 1;
  return std::accumulate(season.costs.begin(), season.costs.end(), 0.0) /
         static_cast<double>(measured);
}

// Greedily, one pairing after another.
std::set<EntrantPair> BestPairs(const Season& season, Knowledge knowledge) {
  const std::vector<EntrantPair> all = AllPairs(season.playing);
  const double mean = MeanCost(season);
  const double items =
      static_cast<double>(season.round_items) * season.rulesets;
  const std::size_t most = std::max<std::size_t>(1, season.playing.size() / 2);
  std::set<EntrantPair> chosen;
  double first_gain = 0;
  while (chosen.size() < std::min(most, all.size())) {
    double best_gain = -1;
    EntrantPair best;
    for (const EntrantPair& pair : all) {
      if (chosen.count(pair) > 0) continue;
      const double gain =
          knowledge.Gain(pair, items) / CostOf(season, mean, pair);
      if (gain > best_gain) {
        best_gain = gain;
        best = pair;
      }
    }
    if (chosen.empty()) first_gain = best_gain;
    if (best_gain < kMinShare * first_gain) break;
    chosen.insert(best);
    knowledge.Expect(best, items);
  }
  return chosen;
}

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

std::optional<RoundPlan> PlanAdaptive(const Season& season) {
  const std::uint64_t entrants = season.playing.size();
  const Results results = Gather(season);
  if (entrants < 2 ||
      results.items >= season.target * (entrants * (entrants - 1) / 2)) {
    return std::nullopt;
  }
  const Knowledge knowledge(season, results);
  std::set<EntrantPair> chosen;
  for (const int entrant : season.playing) {
    PairNewcomer(season, results, knowledge, entrant, chosen);
  }
  if (chosen.empty()) chosen = BestPairs(season, knowledge);
  RoundPlan plan{.items = season.round_items};
  for (const auto& [first, second] : chosen) {
    plan.pairings.push_back({.first = first,
                             .second = second,
                             .first_item = CountItems(season, first, second)});
  }
  return plan;
}

bool NeedsResults(RoundFormat format) {
  return format != RoundFormat::kRoundRobin &&
         format != RoundFormat::kGauntlet && format != RoundFormat::kIndividual;
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
