#include "arena/stats/league/league.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/stats/law/distributions.h"
#include "arena/stats/law/int128.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/league/bradley_terry.h"
#include "arena/stats/league/league_island.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/tied_strengths.h"
#include "arena/stats/league/win_graph.h"
#include "arena/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr int kNowhere = -1;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// Returns the cross sums with pairing k seen from its other side.
CrossSums FlippedFirst(CrossSums cross, std::int64_t denominator_k) {
  cross.sum_k = cross.deals * denominator_k - cross.sum_k;
  cross.sum_products = denominator_k * cross.sum_l - cross.sum_products;
  return cross;
}

CrossSums Exchanged(const CrossSums& cross) {
  return {.k = cross.l,
          .l = cross.k,
          .deals = cross.deals,
          .sum_k = cross.sum_l,
          .sum_l = cross.sum_k,
          .sum_products = cross.sum_products};
}

CanonicalLeague Canonical(const LeagueSums& sums) {
  std::vector<int> order;
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    if (sums.pairings[k].score.pairs > 0) order.push_back(static_cast<int>(k));
  }
  const auto key = [&](int k) {
    const Pairing& p = sums.pairings[Index(k)];
    return std::minmax(p.first, p.second);
  };
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair<int, int>(key(a)) < std::pair<int, int>(key(b));
  });
  CanonicalLeague league;
  league.deals = sums.deals;
  std::vector<int> position(sums.pairings.size(), kNowhere);
  for (const int k : order) {
    position[Index(k)] = static_cast<int>(league.pairings.size());
    Pairing pairing = sums.pairings[Index(k)];
    if (pairing.first > pairing.second) {
      std::swap(pairing.first, pairing.second);
      pairing.score = SwappedScore(pairing.score);
    }
    league.pairings.push_back(pairing);
  }
  for (CrossSums cross : sums.crosses) {
    if (cross.deals == 0) continue;
    for (int side = 0; side < 2; ++side) {
      const Pairing& k = sums.pairings[Index(cross.k)];
      if (k.first > k.second) cross = FlippedFirst(cross, k.score.denominator);
      cross = Exchanged(cross);
    }
    cross.k = position[Index(cross.k)];
    cross.l = position[Index(cross.l)];
    if (cross.k == kNowhere || cross.l == kNowhere) continue;
    league.crosses.push_back(cross.k < cross.l ? cross : Exchanged(cross));
  }
  std::sort(league.crosses.begin(), league.crosses.end(),
            [](const CrossSums& a, const CrossSums& b) {
              return std::pair(a.k, a.l) < std::pair(b.k, b.l);
            });
  return league;
}

void AddErrors(const LeagueIsland& island, double quantile,
               std::vector<BotRating>& ratings) {
  if (!island.covariance) return;
  const Matrix& v = *island.covariance;
  std::optional<std::size_t> zero;
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    if (island.anchor == island.rated[s]) zero = s;
  }
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    double variance = v(s, s);
    if (zero) variance += v(*zero, *zero) - 2 * v(s, *zero);
    BotRating& rating = ratings[Index(island.rated[s])];
    const double error =
        kEloPerLogStrength * std::sqrt(std::max(variance, 0.0));
    rating.standard_error = error;
    if (rating.elo) rating.interval = Around(*rating.elo, quantile * error);
  }
}

PairingFit FitOf(const Pairing& pairing, const std::vector<BotRating>& bots) {
  PairingFit fit;
  const std::optional<double>& first = bots[Index(pairing.first)].elo;
  const std::optional<double>& second = bots[Index(pairing.second)].elo;
  if (!first || !second || pairing.score.pairs == 0) return fit;
  const double difference = (*first - *second) / kEloPerLogStrength;
  fit.expected_score = WinProbability(difference);
  const std::optional<double> variance = SampleVariance(pairing.score);
  if (!variance || *variance == 0) return fit;
  const double excess =
      *MeanAboveHalf(pairing.score) - 0.5 * std::tanh(0.5 * difference);
  fit.z = PositiveZero(
      excess / std::sqrt(*variance / static_cast<double>(pairing.score.pairs)));
  return fit;
}

// The t quantile of the intervals, as deals are the independent units; normal
// below two deals.
double Quantile(double level, double degrees_of_freedom) {
  return degrees_of_freedom >= 1 ? TwoSidedStudent(level, degrees_of_freedom)
                                 : TwoSidedNormal(level);
}

std::optional<std::string> PairingProblem(const Pairing& p, int bots) {
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
  if (s.sum < 0 || s.sum > most || s.sum_squares < 0 ||
      s.sum_squares > most * s.denominator) {
    return name() + ": sums outside the range of a score";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> LeagueProblem(const LeagueSums& sums) {
  if (sums.bots < 0 || sums.deals < 0) return "negative count";
  std::vector<std::pair<int, int>> seen;
  for (const Pairing& p : sums.pairings) {
    if (auto problem = PairingProblem(p, sums.bots)) return problem;
    seen.emplace_back(std::minmax(p.first, p.second));
  }
  std::sort(seen.begin(), seen.end());
  if (std::adjacent_find(seen.begin(), seen.end()) != seen.end()) {
    return "a pairing is listed twice";
  }
  const int pairings = static_cast<int>(sums.pairings.size());
  seen.clear();
  for (const CrossSums& c : sums.crosses) {
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

LeagueRating RateLeague(const LeagueSums& sums, const LeagueOptions& options) {
  LeagueRating rating;
  rating.bots.resize(Index(std::max(sums.bots, 0)));
  rating.pairings.resize(sums.pairings.size());
  if (LeagueProblem(sums)) return rating;
  const CanonicalLeague league = Canonical(sums);
  const int played = static_cast<int>(league.pairings.size());
  rating.shared_crosses = static_cast<int>(league.crosses.size());
  rating.unshared_crosses = played * (played - 1) / 2 - rating.shared_crosses;
  rating.degrees_of_freedom = static_cast<double>(sums.deals) - 1;
  const double quantile = Quantile(options.level, rating.degrees_of_freedom);
  std::vector<Edge> met;
  met.reserve(league.pairings.size());
  for (const Pairing& p : league.pairings) met.emplace_back(p.first, p.second);
  const std::vector<Edge> tied = TiedEdges(options.ties);
  met.insert(met.end(), tied.begin(), tied.end());
  for (auto& members : ConnectedComponents(sums.bots, met)) {
    LeagueIsland& island = rating.islands.emplace_back();
    island.bots = std::move(members);
    for (const int bot : island.bots) {
      rating.bots[Index(bot)].island =
          static_cast<int>(rating.islands.size()) - 1;
    }
    if (island.bots.size() < 2) continue;  // unplayed
    RateIsland(league, options, island, rating.bots);
    AddErrors(island, quantile, rating.bots);
  }
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    rating.pairings[k] = FitOf(sums.pairings[k], rating.bots);
  }
  return rating;
}

std::optional<EloDifference> DifferenceBetween(const LeagueRating& rating,
                                               int i, int j, double level) {
  const BotRating& a = rating.bots[Index(i)];
  const BotRating& b = rating.bots[Index(j)];
  if (a.island != b.island || !a.elo || !b.elo) return std::nullopt;
  const LeagueIsland& island = rating.islands[Index(a.island)];
  const auto slot = [&](int bot) {
    return static_cast<std::size_t>(
        std::lower_bound(island.rated.begin(), island.rated.end(), bot) -
        island.rated.begin());
  };
  EloDifference difference;
  difference.elo = PositiveZero(*a.elo - *b.elo);
  if (!island.covariance) return difference;
  const Matrix& v = *island.covariance;
  const std::size_t s = slot(i);
  const std::size_t t = slot(j);
  const double variance = v(s, s) + v(t, t) - 2 * v(s, t);
  const double error = kEloPerLogStrength * std::sqrt(std::max(variance, 0.0));
  difference.standard_error = error;
  difference.interval = Around(
      difference.elo, Quantile(level, rating.degrees_of_freedom) * error);
  if (error > 0) difference.superiority = NormalCdf(difference.elo / error);
  return difference;
}

}  // namespace couillon::stats
