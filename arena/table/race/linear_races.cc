// A pairing's score to first order around the race of its group: one race per
// group, and a weighted sum of counts per pairing.

#include "arena/table/race/linear_races.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/table/kinds_by_view.h"
#include "arena/table/team.h"

namespace couillon::arena {
namespace {

// The parts into which a group is divided at a time.
constexpr std::size_t kParts = 10;
// A score never reaches its ends on the scale of log odds; that of a race can.
constexpr double kLowestScore = 1e-9;

// The score around the frequencies of some pairings together.
struct Line {
  MatchRace::Value value;
  double at = 0;  // the frequencies, weighted by the slopes
  // The slopes of the two virtual pairs, each over all views.
  std::array<double, 2> virtual_pairs{};

  // The score by the slopes of the log odds, which keep it in its range. `sums`
  // are of `pairs` pairs.
  [[nodiscard]] double ScoreOf(const DealCounts::Sums& sums,
                               double pairs) const {
    const double score =
        std::clamp(value.score, kLowestScore, 1 - kLowestScore);
    const double odds = std::log(score / (1 - score)) +
                        (sums.total / pairs - at) / (score * (1 - score));
    return std::clamp(1 / (1 + std::exp(-odds)), kLowestScore,
                      1 - kLowestScore);
  }
  // The factor by which a score changes more at `score` than at that of the
  // line.
  [[nodiscard]] double StretchAt(double score) const {
    const double own = std::clamp(value.score, kLowestScore, 1 - kLowestScore);
    return score * (1 - score) / (own * (1 - own));
  }
};

// The same as DealCounts::WeightedSums, in one pass for two views.
DealCounts::Sums SumsOf(const DealCounts& counts,
                        std::span<const double> weights) {
  if (counts.views() != 2) return counts.WeightedSums(weights);
  const auto kinds = static_cast<std::size_t>(counts.kinds());
  DealCounts::Sums sums;
  for (const DealCounts::Cell& cell : counts.cells()) {
    const auto count = static_cast<double>(cell.count());
    const double x =
        weights[cell.place() / kinds] + weights[kinds + cell.place() % kinds];
    sums.total += count * x;
    sums.squares += count * x * x;
  }
  return sums;
}

class LinearRaces {
 public:
  LinearRaces(const MatchRace& race,
              const std::vector<const DealCounts*>& counts, double level)
      : race_(race), counts_(counts), level_(level) {
    const KindsByView& views = race.views();
    for (int view = 0; view < views.views(); ++view) {
      for (int kind = 0; kind < views.kinds(); ++kind) {
        leads_.push_back(views.LeadHalves(view, kind) / 2.0);
      }
    }
  }

  [[nodiscard]] std::vector<std::vector<std::size_t>> Groups() const {
    std::vector<std::size_t> played;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
      if (counts_[k]->pairs() > 0) played.push_back(k);
    }
    std::vector<std::vector<std::size_t>> groups;
    const std::size_t steps = race_.states() * leads_.size();
    const std::size_t most_groups =
        std::clamp(kStepsOfAllGroups / steps, kMinGroups, kMaxGroups);
    const std::size_t most =
        std::max(kMinOfAGroup, played.size() / most_groups);
    if (!played.empty()) Divide(played, most, /*level=*/0, groups);
    return groups;
  }

  // The keys by which a group is divided.
  enum class Key {
    kScore,     // the mean value of a pair
    kLead,      // the mean square of the lead in a deal
    kVariance,  // the variance of the value of a pair
  };
  static constexpr int kKeys = 3;

  // The key of pairing k, with the slopes of a line.
  [[nodiscard]] double KeyOf(Key key, std::size_t k, const Line& line) const {
    if (key == Key::kLead) {
      const std::vector<std::int64_t> marginals = counts_[k]->Marginals();
      double squares = 0;
      for (std::size_t i = 0; i < marginals.size(); ++i) {
        squares += static_cast<double>(marginals[i]) * leads_[i] * leads_[i];
      }
      return squares / Pairs(k);
    }
    const DealCounts::Sums sums = SumsOf(*counts_[k], line.value.slopes);
    const double mean = sums.total / Pairs(k);
    if (key == Key::kScore) return mean;
    return sums.squares / Pairs(k) - mean * mean;
  }

  // Divides members by their keys on the line of all of them together, by one
  // key after the other, until a group has at most `most`. A group whose line
  // is not exact stays whole.
  void Divide(std::vector<std::size_t>& members, std::size_t most, int level,
              std::vector<std::vector<std::size_t>>& groups) const {
    if (members.size() <= most) {
      groups.push_back(members);
      return;
    }
    const Line line = LineOf(members);
    if (!line.value.is_exact) {
      groups.push_back(members);
      return;
    }
    std::vector<std::pair<double, std::size_t>> keys;
    keys.reserve(members.size());
    const Key key = static_cast<Key>(level % kKeys);
    for (const std::size_t k : members) {
      keys.emplace_back(KeyOf(key, k, line), k);
    }
    std::sort(keys.begin(), keys.end());
    const std::size_t parts =
        std::min(kParts, (members.size() + most - 1) / most);
    for (std::size_t part = 0; part < parts; ++part) {
      std::vector<std::size_t> of_part;
      for (std::size_t i = members.size() * part / parts;
           i < members.size() * (part + 1) / parts; ++i) {
        of_part.push_back(keys[i].second);
      }
      Divide(of_part, most, level + 1, groups);
    }
  }

  // The frequencies over all deals of some pairings.
  [[nodiscard]] std::vector<double> ComputeFrequencies(
      const std::vector<std::size_t>& members) const {
    DealCounts all(race_.views().kinds(), race_.views().views());
    std::vector<std::uint64_t> sums(all.places());
    for (const std::size_t k : members) {
      for (const DealCounts::Cell& cell : counts_[k]->cells()) {
        sums[cell.place()] += cell.count();
      }
    }
    std::vector<DealCounts::Cell> cells;
    for (std::size_t place = 0; place < sums.size(); ++place) {
      if (sums[place] > 0) cells.emplace_back(place, sums[place]);
    }
    all.SetCells(std::move(cells));
    std::vector<double> frequencies;
    for (const std::int64_t count : all.Marginals()) {
      frequencies.push_back(static_cast<double>(count) /
                            static_cast<double>(all.pairs()));
    }
    return frequencies;
  }

  [[nodiscard]] Line LineOf(const std::vector<std::size_t>& members) const {
    const KindsByView& views = race_.views();
    const std::vector<double> frequencies = ComputeFrequencies(members);
    Line line{.value = race_.Play(frequencies)};
    const std::vector<double>& slopes = line.value.slopes;
    line.at = std::inner_product(slopes.begin(), slopes.end(),
                                 frequencies.begin(), 0.0);
    for (const Team team : kBothTeams) {
      double& all = line.virtual_pairs[team == Team::kFirst ? 0 : 1];
      for (int view = 0; view < views.views(); ++view) {
        all += slopes[static_cast<std::size_t>(view * views.kinds() +
                                               views.PlainWin(view, team))];
      }
    }
    return line;
  }

  [[nodiscard]] MatchEstimate MakeEstimate(std::size_t k, const Line& line) {
    MatchEstimate estimate;
    estimate.pairs = counts_[k]->pairs();
    DealCounts::Sums sums = SumsOf(*counts_[k], line.value.slopes);
    const double score = line.ScoreOf(sums, Pairs(k));
    estimate.score = score;
    estimate.elo = stats::EloOfScore(score);
    for (const double slope : line.virtual_pairs) {
      sums.total += slope;
      sums.squares += slope * slope;
    }
    const double pairs = Pairs(k) + 2;
    const double padded = line.ScoreOf(sums, pairs);
    const double stretch = line.StretchAt(padded);
    sums.total *= stretch;
    sums.squares *= stretch * stretch;
    SetError(pairs, sums, padded, QuantileOf(pairs - 1), estimate);
    return estimate;
  }

 private:
  [[nodiscard]] double Pairs(std::size_t k) const {
    return static_cast<double>(counts_[k]->pairs());
  }
  // Most pairings have played the same number of deals.
  double QuantileOf(double degrees) {
    const auto [at, is_new] = quantiles_.try_emplace(degrees);
    if (is_new) at->second = stats::TwoSidedStudent(level_, degrees);
    return at->second;
  }

  const MatchRace& race_;
  const std::vector<const DealCounts*>& counts_;
  double level_;
  std::vector<double> leads_;           // of a deal, as frequencies are ordered
  std::map<double, double> quantiles_;  // by degrees of freedom
};

}  // namespace

std::vector<MatchEstimate> EstimateMatches(
    const MatchRace& race, const std::vector<const DealCounts*>& counts,
    double level) {
  std::vector<MatchEstimate> estimates(counts.size());
  LinearRaces races(race, counts, level);
  for (const std::vector<std::size_t>& group : races.Groups()) {
    const Line line = races.LineOf(group);
    if (!line.value.is_exact) return {};
    for (const std::size_t k : group) {
      estimates[k] = races.MakeEstimate(k, line);
    }
  }
  return estimates;
}

}  // namespace couillon::arena
