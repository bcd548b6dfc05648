// Islands of bots that have met are rated apart; a difference of two bots is a
// contrast with Student's interval.

#include "arena/numbers/stats/league/league.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league_island.h"
#include "arena/numbers/stats/league/tie_fit.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/league/win_graph.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"

namespace couillon::stats {
namespace {

double ComputeStudentQuantile(double level, double degrees) {
  return std::isfinite(degrees) ? TwoSidedStudent(level, degrees)
                                : TwoSidedNormal(level);
}

// The contrast of two slots of an island, in strengths.
struct Contrast {
  double variance = 0;
  double degrees = 0;
};

Contrast MakeContrast(const SmallSample& errors, std::size_t s, std::size_t t) {
  const Matrix& v = errors.covariance;
  return {.variance = std::max(v(s, s) + v(t, t) - 2 * v(s, t), 0.0),
          .degrees = errors.degrees(s, t)};
}

// The place of a bot among the rated ones of its island.
std::size_t SlotOf(const LeagueIsland& island, int bot) {
  return static_cast<std::size_t>(
      std::lower_bound(island.rated.begin(), island.rated.end(), bot) -
      island.rated.begin());
}

Interval Turned(const Interval& interval) {
  return {PositiveZero(-interval.hi), PositiveZero(-interval.lo)};
}

// The interval of a rating on an island of two bots, whose pairing is estimated
// alone: that of the pairing around an anchor, half of it around the mean.
Interval IntervalOfTwo(const LeagueIsland& island, std::size_t slot,
                       double zero, double level) {
  const double share = island.anchor ? 1 : 0.5;
  const Interval lead =
      EstimatePlusTwo(*island.pairing_alone, level).elo_interval;
  const Interval own = slot == 0 ? lead : Turned(lead);
  return {PositiveZero(zero + share * own.lo),
          PositiveZero(zero + share * own.hi)};
}

// Fills in what the pairing of two bots says of their difference.
void AddPairingAlone(const PairTotals& totals, bool is_first, double level,
                     RatingDifference& difference) {
  const PlusTwoEstimate estimate = EstimatePlusTwo(totals, level);
  difference.interval =
      is_first ? estimate.elo_interval : Turned(estimate.elo_interval);
  difference.t = is_first ? estimate.t : PositiveZero(-estimate.t);
  difference.degrees_of_freedom = estimate.degrees_of_freedom;
  difference.superiority =
      is_first ? estimate.superiority : 1 - estimate.superiority;
}

// Adds the intervals that need no covariance.
void AddKnownIntervals(const LeagueIsland& island, double level,
                       std::vector<BotRating>& ratings) {
  for (const int bot : island.bots) {
    BotRating& rating = ratings[Index(bot)];
    if (!rating.bound) continue;
    (rating.status == RatingStatus::kAbove ? rating.interval.lo
                                           : rating.interval.hi) =
        *rating.bound;
  }
  double zero = 0;
  if (island.anchor && ratings[Index(*island.anchor)].value) {
    zero = *ratings[Index(*island.anchor)].value;
    ratings[Index(*island.anchor)].interval = Around(zero, 0);
  }
  if (!island.pairing_alone) return;
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    if (island.anchor == island.rated[s]) continue;
    ratings[Index(island.rated[s])].interval =
        IntervalOfTwo(island, s, zero, level);
  }
}

void AddErrors(const LeagueIsland& island, double unit, double level,
               std::vector<BotRating>& ratings) {
  if (!island.covariance || !island.small_sample) return;
  const Matrix& v = *island.covariance;
  const SmallSample& small = *island.small_sample;
  std::optional<std::size_t> zero;
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    if (island.anchor == island.rated[s]) zero = s;
  }
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    double variance = v(s, s);
    Contrast contrast{small.covariance(s, s), small.degrees(s, s)};
    if (zero) {
      variance += v(*zero, *zero) - 2 * v(s, *zero);
      contrast = MakeContrast(small, s, *zero);
    }
    BotRating& rating = ratings[Index(island.rated[s])];
    rating.standard_error =
        unit * WithoutNoise(std::sqrt(std::max(variance, 0.0)));
    rating.degrees_of_freedom = contrast.degrees;
    if (!rating.value || island.pairing_alone) continue;
    rating.interval =
        Around(*rating.value, ComputeStudentQuantile(level, contrast.degrees) *
                                  unit * std::sqrt(contrast.variance));
    if (island.decisive.empty()) continue;
    const double decisive =
        std::min(island.decisive[s], island.decisive[zero.value_or(s)]);
    const double origin = zero ? *ratings[Index(*island.anchor)].value : 0;
    const Interval lead = {rating.interval.lo - origin,
                           rating.interval.hi - origin};
    const Interval limited =
        WithSignTest(lead, *rating.value - origin, decisive, level);
    rating.interval = {PositiveZero(origin + limited.lo),
                       PositiveZero(origin + limited.hi)};
  }
}

PairingFit MakeFit(const Pairing& pairing, const LeagueRating& rating,
                   const LeagueOptions& options) {
  PairingFit fit;
  const std::optional<double>& first = rating.bots[Index(pairing.first)].value;
  const std::optional<double>& second =
      rating.bots[Index(pairing.second)].value;
  if (!first || !second || pairing.score.pairs == 0) return fit;
  const bool points = options.scale == ResultScale::kPoints;
  const double difference = (*first - *second) / rating.unit;
  fit.expected = points ? difference : WinProbability(difference);
  const auto n = static_cast<double>(pairing.score.pairs);
  const double variance = MeanLeadVariance(
      {.pairs = n,
       .squares = (n - 1) * SampleVariance(pairing.score).value_or(0)},
      options.virtual_lead);
  if (!(variance > 0)) return fit;
  constexpr double kRounding = 1e-12;  // of a score, or of points
  const double excess = points ? *ComputeMean(pairing.score) - difference
                               : *MeanAboveHalf(pairing.score) -
                                     0.5 * std::tanh(0.5 * difference);
  fit.z = std::abs(excess) < kRounding
              ? 0
              : PositiveZero(excess / std::sqrt(variance));
  return fit;
}

std::optional<std::string> PairingProblem(const Pairing& p, int bots,
                                          ResultScale scale) {
  const auto name = [&] {
    return "pairing of bots " + std::to_string(p.first) + " and " +
           std::to_string(p.second);
  };
  if (p.first < 0 || p.second < 0 || p.first >= bots || p.second >= bots) {
    return name() + ": bot index out of range";
  }
  if (p.first == p.second) return name() + ": a bot cannot meet itself";
  const PairSums& s = p.score;
  if (s.pairs < 0 || s.denominator < 1) return name() + ": negative count";
  const Int128 most = Int128{s.pairs} * s.denominator;
  const bool points = scale == ResultScale::kPoints;
  if (s.sum_squares < 0 ||
      (!points &&
       (s.sum < 0 || s.sum > most || s.sum_squares > most * s.denominator))) {
    return name() + ": sums outside the range of a score";
  }
  return std::nullopt;
}

// A table has every two of its pairings once.
std::optional<std::string> CrossProblem(const LeagueSums& sums) {
  const auto pairings = static_cast<int>(sums.pairings.size());
  if (const CrossTable* table = sums.crosses.table()) {
    if (table->pairings() == sums.pairings.size()) return std::nullopt;
    return "cross sums of another number of pairings";
  }
  std::vector<std::pair<int, int>> seen;
  for (const CrossSums& c : sums.crosses.listed()) {
    if (c.k < 0 || c.l < 0 || c.k >= pairings || c.l >= pairings) {
      return "cross sums of a pairing out of range";
    }
    if (c.k == c.l) return "cross sums of a pairing with itself";
    if (c.deals < 0) return "cross sums with a negative count";
    seen.emplace_back(std::minmax(c.k, c.l));
  }
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    return "cross sums listed twice";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> LeagueProblem(const LeagueSums& sums,
                                         ResultScale scale) {
  if (sums.bots < 0 || sums.deals < 0) return "negative count";
  std::vector<std::pair<int, int>> seen;
  for (const Pairing& p : sums.pairings) {
    if (auto problem = PairingProblem(p, sums.bots, scale)) return problem;
    seen.emplace_back(std::minmax(p.first, p.second));
  }
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    return "a pairing is listed twice";
  }
  return CrossProblem(sums);
}

LeagueRating RateMoments(const LeagueMoments& league,
                         const LeagueOptions& options) {
  LeagueRating rating;
  rating.unit = UnitOf(options.scale);
  rating.errors = options.errors;
  rating.level = options.level;
  rating.bots.resize(Index(std::max(league.bots, 0)));
  const auto played = static_cast<std::int64_t>(league.pairings.size());
  rating.shared_crosses = static_cast<std::int64_t>(league.crosses.size());
  rating.unshared_crosses = played * (played - 1) / 2 - rating.shared_crosses;
  std::vector<Edge> met;
  met.reserve(league.pairings.size());
  for (const PairingMoments& p : league.pairings) {
    met.emplace_back(p.first, p.second);
  }
  if (options.scale == ResultScale::kScore) {
    const std::vector<Edge> tied = TiedEdges(options.ties);
    met.insert(met.end(), tied.begin(), tied.end());
  }
  for (auto& members : ConnectedComponents(league.bots, met)) {
    LeagueIsland& island = rating.islands.emplace_back();
    island.bots = std::move(members);
    for (const int bot : island.bots) {
      rating.bots[Index(bot)].island =
          static_cast<int>(rating.islands.size()) - 1;
    }
    if (island.bots.size() < 2) continue;  // unplayed
    RateIsland(league, options, island, rating.bots);
    AddErrors(island, rating.unit, options.level, rating.bots);
    AddKnownIntervals(island, options.level, rating.bots);
  }
  return rating;
}

LeagueRating RateLeague(const LeagueSums& sums, const LeagueOptions& options) {
  if (LeagueProblem(sums, options.scale)) {
    LeagueRating rating;
    rating.bots.resize(Index(std::max(sums.bots, 0)));
    rating.pairings.resize(sums.pairings.size());
    return rating;
  }
  LeagueRating rating =
      RateMoments(ComputeMoments(sums, options.scale), options);
  for (const Pairing& pairing : sums.pairings) {
    rating.pairings.push_back(MakeFit(pairing, rating, options));
  }
  return rating;
}

std::optional<StudentDifference> ComputeStudentDifference(
    const LeagueRating& rating, int i, int j) {
  const BotRating& a = rating.bots[Index(i)];
  const BotRating& b = rating.bots[Index(j)];
  if (a.island != b.island || !a.value || !b.value) return std::nullopt;
  const LeagueIsland& island = rating.islands[Index(a.island)];
  if (!island.covariance || !island.small_sample) return std::nullopt;
  const std::size_t s = SlotOf(island, i);
  const std::size_t t = SlotOf(island, j);
  const Contrast contrast = MakeContrast(*island.small_sample, s, t);
  const double error = rating.unit * std::sqrt(contrast.variance);
  if (!(error > 0)) return std::nullopt;
  return StudentDifference{
      .t = PositiveZero(*a.value - *b.value) / error,
      .degrees_of_freedom = contrast.degrees,
      .decisive = island.decisive.empty()
                      ? std::numeric_limits<double>::infinity()
                      : std::min(island.decisive[s], island.decisive[t])};
}

std::optional<RatingDifference> DifferenceBetween(const LeagueRating& rating,
                                                  int i, int j, double level) {
  const BotRating& a = rating.bots[Index(i)];
  const BotRating& b = rating.bots[Index(j)];
  if (a.island != b.island || !a.value || !b.value) return std::nullopt;
  const LeagueIsland& island = rating.islands[Index(a.island)];
  RatingDifference difference;
  difference.value =
      rating.unit * WithoutNoise((*a.value - *b.value) / rating.unit);
  if (island.pairing_alone) {
    AddPairingAlone(*island.pairing_alone, i == island.rated[0], level,
                    difference);
  }
  if (!island.covariance || !island.small_sample) return difference;
  const Matrix& v = *island.covariance;
  const std::size_t s = SlotOf(island, i);
  const std::size_t t = SlotOf(island, j);
  const double variance = v(s, s) + v(t, t) - 2 * v(s, t);
  difference.standard_error =
      rating.unit * WithoutNoise(std::sqrt(std::max(variance, 0.0)));
  if (island.pairing_alone) return difference;
  const Contrast contrast = MakeContrast(*island.small_sample, s, t);
  const double error = rating.unit * std::sqrt(contrast.variance);
  difference.degrees_of_freedom = contrast.degrees;
  difference.interval =
      Around(difference.value,
             ComputeStudentQuantile(level, contrast.degrees) * error);
  if (!(error > 0)) return difference;
  difference.t = difference.value / error;
  difference.superiority = StudentCdf(*difference.t, contrast.degrees);
  if (!island.decisive.empty()) {
    const double decisive = std::min(island.decisive[s], island.decisive[t]);
    difference.interval =
        WithSignTest(difference.interval, difference.value, decisive, level);
    difference.superiority = WithSignTest(*difference.superiority, decisive);
  }
  return difference;
}

}  // namespace couillon::stats
