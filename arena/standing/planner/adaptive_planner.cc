// Entrants get places that follow from their results alone; everything is
// computed by place.
#include "arena/standing/planner/adaptive_planner.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// Two entrants by place, the lower first.
using PlacePair = std::pair<std::size_t, std::size_t>;

// The variance of one pairing is taken as if this many more results had been
// seen with the variance of all pairings together.
constexpr double kPooledResults = 20;
// The share of the best pairing's gain that a pairing needs to be in the round.
constexpr double kMinShare = 0.25;
// Differences of fewer standard errors are taken as noise: play that followed
// it would select errors, and intervals would be too narrow.
constexpr double kNoise = 2;
// The weight of an order whose difference is known as well as so many times the
// target would have it in a round robin grows no more: bots may be equal.
constexpr double kEqualAt = 0.25;

// The entrants that met somebody or play, in an order that follows from their
// results, with the results by place.
struct Field {
  std::vector<int> entrants;         // by place
  std::vector<std::size_t> playing;  // places, ascending
  std::map<PlacePair, stats::PairSums> leads;
  double variance = 1;  // of one result, over all pairings
};

double PooledVariance(const std::map<PlacePair, stats::PairSums>& leads) {
  double squares = 0;
  double results = 0;
  for (const auto& [pair, lead] : leads) {
    const std::optional<double> variance = stats::SampleVariance(lead);
    if (!variance) continue;
    squares += *variance * static_cast<double>(lead.pairs - 1);
    results += static_cast<double>(lead.pairs - 1);
  }
  return squares > 0 ? squares / results : 1;
}

// The results of each entrant so far: what its place follows from.
struct Totals {
  std::int64_t lead = 0;
  std::int64_t results = 0;
  std::int64_t squares = 0;
  [[nodiscard]] auto Key() const { return std::tuple(lead, results, squares); }
};

Field GatherField(const Season& season) {
  std::map<std::pair<int, int>, stats::PairSums> leads;
  std::map<int, Totals> totals;
  for (const int entrant : season.playing) totals[entrant];
  for (const PlayedRound& round : season.rounds) {
    COUILLON_CHECK(round.leads.size() == round.plan.pairings.size());
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      const stats::PairSums& lead = round.leads[i];
      COUILLON_CHECK((leads[{pairing.first, pairing.second}].Merge(lead)));
      for (const auto& [entrant, sign] :
           {std::pair(pairing.first, 1), std::pair(pairing.second, -1)}) {
        Totals& of = totals[entrant];
        of.lead += sign * lead.sum;
        of.results += lead.pairs;
        of.squares += lead.sum_squares;
      }
    }
  }
  Field field;
  for (const auto& [entrant, of] : totals) field.entrants.push_back(entrant);
  std::stable_sort(
      field.entrants.begin(), field.entrants.end(),
      [&totals](int a, int b) { return totals[a].Key() > totals[b].Key(); });
  std::map<int, std::size_t> place;
  for (std::size_t i = 0; i < field.entrants.size(); ++i) {
    place[field.entrants[i]] = i;
  }
  for (const int entrant : season.playing) {
    field.playing.push_back(place[entrant]);
  }
  std::sort(field.playing.begin(), field.playing.end());
  for (const auto& [pair, lead] : leads) {
    const std::size_t a = place[pair.first];
    const std::size_t b = place[pair.second];
    field.leads[{std::min(a, b), std::max(a, b)}] =
        a < b ? lead : stats::SwappedPoints(lead);
  }
  field.variance = PooledVariance(field.leads);
  return field;
}

// Returns the square of the standard errors from which on an order is known:
// more than the critical values of a report, whose squares grow by 2 ln 2
// whenever the number of differences doubles (NormalMixtureErrors).
double KnownSquare(std::size_t entrants) {
  double square = 27;
  for (std::size_t n = entrants * (entrants - 1) / 2; n > 0; n /= 2) {
    square += 1.5;
  }
  return square;
}

// The variance of one result of two entrants.
double ResultVariance(const Field& field, const PlacePair& pair) {
  const auto found = field.leads.find(pair);
  if (found == field.leads.end()) return field.variance;
  const stats::PairSums& lead = found->second;
  const double seen =
      static_cast<double>(std::max<std::int64_t>(lead.pairs - 1, 0));
  const double own = stats::SampleVariance(lead).value_or(0);
  return ((seen * own) + (kPooledResults * field.variance)) /
         (seen + kPooledResults);
}

// Strengths by place and what is known of them: the normal law given the
// results, with a wide prior.
class Knowledge {
 public:
  Knowledge(const Season& season, const Field& field) : field_(field) {
    const std::size_t size = field.entrants.size();
    stats::Matrix precision(size, size);
    std::vector<double> pull(size);
    for (std::size_t i = 0; i < size; ++i) {
      precision(i, i) = 1 / field.variance;  // the prior
    }
    for (const auto& [pair, lead] : field.leads) {
      const std::optional<double> mean = stats::ComputeMean(lead);
      if (!mean) continue;
      const auto [a, b] = pair;
      const double weight =
          static_cast<double>(lead.pairs) / ResultVariance(field, pair);
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

  [[nodiscard]] double Strength(std::size_t place) const {
    return strengths_[place];
  }

  // The decrease of the weighted variances after `items` more results of two
  // entrants.
  [[nodiscard]] double Gain(const PlacePair& pair, double items) const {
    const auto [a, b] = pair;
    return Difference(concern_, a, b) / VarianceAfter(pair, items);
  }

  // Takes these results as played.
  void Expect(const PlacePair& pair, double items) {
    const auto [a, b] = pair;
    const std::size_t size = strengths_.size();
    const double scale = VarianceAfter(pair, items);
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

  // Of the mean of `items` results, given those so far.
  [[nodiscard]] double VarianceAfter(const PlacePair& pair,
                                     double items) const {
    return (ResultVariance(field_, pair) / items) +
           Difference(covariance_, pair.first, pair.second);
  }

  // By place, the variances of the differences to the mean of those who play.
  // (The mean itself is known from the prior alone, so covariance_(i, i) never
  // becomes small.) 0 for those who do not play.
  [[nodiscard]] std::vector<double> VariancesAgainstField() const {
    const auto count = static_cast<double>(field_.playing.size());
    std::vector<double> with_mean(strengths_.size());
    double of_mean = 0;
    for (const std::size_t a : field_.playing) {
      for (const std::size_t b : field_.playing) {
        with_mean[a] += covariance_(a, b) / count;
      }
      of_mean += with_mean[a] / count;
    }
    std::vector<double> variances(strengths_.size());
    for (const std::size_t a : field_.playing) {
      variances[a] = covariance_(a, a) - (2 * with_mean[a]) + of_mean;
    }
    return variances;
  }

  // By place, how likely an entrant is among the `top` best, approximately: 1/2
  // half way between the last inside and the first outside. 0 for those who do
  // not play.
  [[nodiscard]] std::vector<double> TopShares(std::size_t top) const {
    std::vector<double> sorted;
    sorted.reserve(field_.playing.size());
    for (const std::size_t i : field_.playing) sorted.push_back(strengths_[i]);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const std::vector<double> variances = VariancesAgainstField();
    std::vector<double> shares(strengths_.size());
    for (const std::size_t i : field_.playing) {
      shares[i] = 1;
      if (sorted.size() <= top) continue;
      const double border = (sorted[top - 1] + sorted[top]) / 2;
      const double z = (strengths_[i] - border) / std::sqrt(variances[i]);
      // An algebraic sigmoid, twice made steeper: its heavy tail would spread
      // play over all who are weak and equal.
      shares[i] = Steeper(Steeper(0.5 + (0.5 * z / std::sqrt(1 + (z * z)))));
    }
    return shares;
  }

  // For 0 <= share <= 1: keeps 0, 1/2 and 1.
  static double Steeper(double share) {
    return share * share * (3 - (2 * share));
  }

  // Returns the Laplacian of weight(a, b), over those who play.
  template <typename Weight>
  [[nodiscard]] stats::Matrix LaplacianOf(const Weight& weight) const {
    stats::Matrix laplacian(strengths_.size(), strengths_.size());
    for (const std::size_t a : field_.playing) {
      for (const std::size_t b : field_.playing) {
        if (a >= b) continue;
        const double of_pair = weight(a, b);
        laplacian(a, a) += of_pair;
        laplacian(b, b) += of_pair;
        laplacian(a, b) -= of_pair;
        laplacian(b, a) -= of_pair;
      }
    }
    return laplacian;
  }

  // Of the orders that are open; of all orders if none is.
  [[nodiscard]] stats::Matrix Weights(const Season& season) const {
    const double results = static_cast<double>(season.target) *
                           season.rulesets *
                           static_cast<double>(field_.playing.size());
    // A round robin to the target leaves 2 variance / results.
    const double least = 2 * field_.variance / (kEqualAt * results);
    const std::vector<double> shares =
        TopShares(static_cast<std::size_t>(season.top));
    const auto need = [&](std::size_t a, std::size_t b) {
      const double difference = strengths_[a] - strengths_[b];
      const double variance = Difference(covariance_, a, b);
      const double beyond =
          (difference * difference) - (kNoise * kNoise * variance);
      return 1 / (std::max(beyond, 0.0) + std::max(variance, least));
    };
    const double known = KnownSquare(field_.entrants.size());
    const auto is_open = [&](std::size_t a, std::size_t b) {
      const double difference = strengths_[a] - strengths_[b];
      return difference * difference < known * Difference(covariance_, a, b);
    };
    const auto is_at_top = [&](std::size_t a, std::size_t b) {
      return shares[a] + shares[b] - (shares[a] * shares[b]);
    };
    const stats::Matrix open = LaplacianOf([&](std::size_t a, std::size_t b) {
      return is_open(a, b) ? is_at_top(a, b) * need(a, b) : 0;
    });
    return HasWeight(open) ? open : LaplacianOf(need);
  }

  static bool HasWeight(const stats::Matrix& laplacian) {
    for (std::size_t i = 0; i < laplacian.rows(); ++i) {
      if (laplacian(i, i) > 0) return true;
    }
    return false;
  }

  // V L V with the covariance V and the Laplacian L of the weights: the
  // weighted sum of variances falls by its difference at two entrants, divided
  // by their own variance with noise.
  void SetConcern(const Season& season) {
    concern_ = stats::Product(stats::Product(covariance_, Weights(season)),
                              covariance_);
  }

  const Field& field_;
  stats::Matrix covariance_;
  stats::Matrix concern_;
  std::vector<double> strengths_;
};

// The opponents that an entrant has met.
std::size_t CountMet(const Field& field, std::size_t entrant) {
  return static_cast<std::size_t>(std::count_if(
      field.playing.begin(), field.playing.end(), [&](std::size_t other) {
        return other != entrant &&
               field.leads.count(std::minmax(entrant, other)) > 0;
      }));
}

// The opponents in `others` that a newcomer meets, `count` of them from the
// first to the last.
std::vector<std::size_t> SpreadOver(const std::vector<std::size_t>& others,
                                    std::size_t count) {
  std::vector<std::size_t> met;
  for (std::size_t i = 0; i < count; ++i) {
    met.push_back(others[others.size() * ((2 * i) + 1) / (2 * count)]);
  }
  return met;
}

// Newcomers meet others from strong to weak; if hardly anybody is known, they
// meet everybody.
std::vector<PlacePair> PairNewcomers(const Field& field,
                                     const Knowledge& knowledge) {
  const auto wanted =
      std::min<std::size_t>(kFirstOpponents, field.playing.size() - 1);
  std::vector<std::size_t> known;  // the strongest first
  std::vector<std::size_t> newcomers;
  for (const std::size_t entrant : field.playing) {
    (CountMet(field, entrant) < wanted ? newcomers : known).push_back(entrant);
  }
  std::stable_sort(known.begin(), known.end(),
                   [&](std::size_t a, std::size_t b) {
                     return knowledge.Strength(a) > knowledge.Strength(b);
                   });
  const bool meet_all = known.size() < wanted;
  std::set<PlacePair> chosen;
  for (const std::size_t newcomer : newcomers) {
    std::vector<std::size_t> others;
    for (const std::size_t other : meet_all ? field.playing : known) {
      if (other != newcomer &&
          field.leads.count(std::minmax(newcomer, other)) == 0) {
        others.push_back(other);
      }
    }
    const std::size_t count =
        meet_all ? others.size()
                 : std::min(others.size(), wanted - CountMet(field, newcomer));
    for (const std::size_t other : SpreadOver(others, count)) {
      chosen.insert(std::minmax(newcomer, other));
    }
  }
  return {chosen.begin(), chosen.end()};
}

// By place, the time per deal or match; that of a mean entrant for one that was
// not measured.
std::vector<double> CostsOf(const Season& season, const Field& field) {
  std::vector<double> costs;
  double sum = 0;
  double measured = 0;
  for (const int entrant : field.entrants) {
    const auto at = static_cast<std::size_t>(entrant);
    costs.push_back(at < season.costs.size() ? season.costs[at] : 0);
    if (costs.back() <= 0) continue;
    sum += costs.back();
    ++measured;
  }
  for (double& cost : costs) {
    if (cost <= 0) cost = measured > 0 ? sum / measured : 1;
  }
  return costs;
}

// Greedily, one pairing after another: the best first.
std::vector<PlacePair> BestPairs(const Season& season, const Field& field,
                                 Knowledge knowledge) {
  const std::vector<double> costs = CostsOf(season, field);
  const double items =
      static_cast<double>(season.round_items) * season.rulesets;
  const std::size_t most = std::max<std::size_t>(1, field.playing.size() / 2);
  std::vector<PlacePair> chosen;
  const std::size_t size = field.entrants.size();
  std::vector<bool> is_chosen(size * size);
  double first_gain = 0;
  while (chosen.size() < most) {
    double best_gain = -1;
    PlacePair best;
    for (const std::size_t a : field.playing) {
      for (const std::size_t b : field.playing) {
        const PlacePair pair(a, b);
        if (a >= b || is_chosen[a * size + b]) continue;
        const double gain = knowledge.Gain(pair, items) / (costs[a] + costs[b]);
        if (gain > best_gain) {
          best_gain = gain;
          best = pair;
        }
      }
    }
    if (chosen.empty()) first_gain = best_gain;
    if (best_gain < kMinShare * first_gain) break;
    chosen.push_back(best);
    is_chosen[best.first * size + best.second] = true;
    knowledge.Expect(best, items);
  }
  return chosen;
}

// The deals or matches of a first round, in which every two entrants meet: for
// each of them as many as against kFirstOpponents opponents later.
std::uint64_t FirstItems(const Season& season) {
  const std::uint64_t opponents = season.playing.size() - 1;
  if (opponents <= kFirstOpponents) return season.round_items;
  return std::max<std::uint64_t>(
      1, season.round_items * kFirstOpponents / opponents);
}

// What every two entrants have played of the target, in an equal share of all
// play; some play more than that, others less.
class Allotments {
 public:
  explicit Allotments(const Season& season) : season_(season) {
    int most = -1;
    const auto count = [&most](const std::vector<int>& playing) {
      if (!playing.empty()) most = std::max(most, playing.back());
    };
    count(season.playing);
    for (const PlayedRound& round : season.rounds) count(round.playing);
    const auto size = static_cast<std::size_t>(most + 1);
    used_ = stats::Matrix(size, size);
  }

  // Takes `items` deals or matches of rounds like this one.
  void Take(const PlayedRound& round, std::uint64_t items) {
    const std::uint64_t target =
        round.target > 0 ? round.target : season_.target;
    const std::vector<int>& playing =
        round.playing.empty() ? season_.playing : round.playing;
    const double left = LeftOf(playing, target);
    if (left <= 0) return;
    const double share = std::min(1.0, static_cast<double>(items) / left);
    ForEachPair(playing, [&](double& used) {
      used += share * (static_cast<double>(target) - used);
    });
  }

  // What is left to those who play, rounded; halves, whose last bits follow
  // from the order of the entrants, always up.
  [[nodiscard]] std::uint64_t Left() {
    return static_cast<std::uint64_t>(
        std::max(0.0, LeftOf(season_.playing, season_.target)) + 0.50001);
  }

 private:
  template <typename Use>
  void ForEachPair(const std::vector<int>& playing, const Use& use) {
    for (std::size_t i = 0; i < playing.size(); ++i) {
      for (std::size_t j = i + 1; j < playing.size(); ++j) {
        use(used_(static_cast<std::size_t>(playing[i]),
                  static_cast<std::size_t>(playing[j])));
      }
    }
  }

  [[nodiscard]] double LeftOf(const std::vector<int>& playing,
                              std::uint64_t target) {
    double left = 0;
    ForEachPair(playing, [&](double used) {
      left += static_cast<double>(target) - used;
    });
    return left;
  }

  const Season& season_;
  stats::Matrix used_;  // by entrant, the lower number first
};

}  // namespace

AdaptiveItems CountAdaptiveItems(const Season& season) {
  AdaptiveItems items;
  Allotments allotments(season);
  std::uint64_t of_same = 0;  // of rounds with the same entrants and target
  for (std::size_t i = 0; i < season.rounds.size(); ++i) {
    const PlayedRound& round = season.rounds[i];
    of_same += round.plan.items * round.plan.pairings.size();
    if (i + 1 < season.rounds.size()) {
      const PlayedRound& next = season.rounds[i + 1];
      if (next.target == round.target && next.playing == round.playing) {
        continue;
      }
    }
    allotments.Take(round, of_same);
    items.planned += of_same;
    of_same = 0;
  }
  items.left = allotments.Left();
  return items;
}

std::optional<RoundPlan> PlanAdaptive(const Season& season) {
  const std::uint64_t left = CountAdaptiveItems(season).left;
  if (left == 0) return std::nullopt;
  const Field field = GatherField(season);
  const Knowledge knowledge(season, field);
  RoundPlan plan{.items = season.round_items};
  std::vector<PlacePair> chosen = PairNewcomers(field, knowledge);
  if (chosen.empty()) {
    chosen = BestPairs(season, field, knowledge);
    // The last round: fewer pairings, then fewer deals.
    chosen.resize(std::min<std::uint64_t>(
        chosen.size(), (left + plan.items - 1) / plan.items));
  } else if (field.leads.empty()) {
    plan.items = FirstItems(season);
  }
  chosen.resize(std::min<std::uint64_t>(chosen.size(), left));
  plan.items = std::min<std::uint64_t>(plan.items, left / chosen.size());
  for (const auto& [a, b] : chosen) {
    const auto [first, second] =
        std::minmax(field.entrants[a], field.entrants[b]);
    plan.pairings.push_back({.first = first,
                             .second = second,
                             .first_item = CountItems(season, first, second)});
  }
  std::ranges::sort(plan.pairings, {}, [](const PlannedPairing& pairing) {
    return std::pair(pairing.first, pairing.second);
  });
  return plan;
}

}  // namespace couillon::arena
