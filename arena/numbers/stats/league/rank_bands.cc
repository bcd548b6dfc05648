// Counts the significant differences of each bot. One critical value, that of
// the largest difference, guards all claims of a table at one look; at every
// look each difference has a value of its own.

#include "arena/numbers/stats/league/rank_bands.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/max_t.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/one_way.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/sequential/mixture.h"

namespace couillon::stats {
namespace {

// The time of a draw grows with the square of the bots, so that large leagues
// have fewer; with the fewest, the error of a critical value is about 0.03.
constexpr std::int64_t kMinDraws = 10'000;
constexpr std::int64_t kDrawsTimesSquares = 40'000'000;
constexpr std::uint64_t kDrawSeed = 1;  // fixed: equal sums, equal report

double CriticalValue(const Matrix& covariance, double level,
                     std::int64_t most_draws) {
  if (IsLarge(covariance.rows())) {
    return BalancedCriticalValue(static_cast<int>(covariance.rows()), level);
  }
  const auto bots = static_cast<std::int64_t>(covariance.rows());
  const std::int64_t draws = std::min(
      most_draws, std::max(kDrawsTimesSquares / (bots * bots), kMinDraws));
  return MaxTCriticalValue(covariance, level, draws, kDrawSeed);
}

BetterThan NothingKnown(std::size_t bots) {
  return BetterThan(bots, std::vector<bool>(bots));
}

double CountPairs(std::size_t bots) {
  const auto n = static_cast<double>(bots);
  return n * (n - 1) / 2;
}

// The error that all claims of one island share.
double ErrorOfIsland(const LeagueRating& rating, double level) {
  const auto islands =
      std::ranges::count_if(rating.islands, [](const LeagueIsland& island) {
        return island.small_sample.has_value() || !island.direct.empty();
      });
  return (1 - level) / static_cast<double>(std::max<std::int64_t>(islands, 1));
}

bool IsPairingAlone(const LeagueRating& rating, std::size_t bot) {
  const int island = rating.bots[bot].island;
  return rating.islands[static_cast<std::size_t>(island)]
      .pairing_alone.has_value();
}

// The difference of two bots that met nobody else has the test that the
// interval of their pairing is.
bool IsOneOfTwo(const LeagueRating& rating, std::size_t bot) {
  const int island = rating.bots[bot].island;
  return rating.islands[static_cast<std::size_t>(island)].bots.size() == 2;
}

// Returns true for a difference that rests on fewer leads than the sign test
// needs, with its share of the error of the island of the bot.
bool HasTooFewLeads(const LeagueRating& rating, std::size_t bot,
                    const StudentDifference& difference) {
  const int island = rating.bots[bot].island;
  const double error =
      ErrorOfIsland(rating, rating.level) /
      CountPairs(rating.islands[static_cast<std::size_t>(island)].rated.size());
  return std::exp2(1 - difference.decisive) > error;
}

void Mark(int winner, int loser, BetterThan& better) {
  better[static_cast<std::size_t>(winner)][static_cast<std::size_t>(loser)] =
      true;
}

// Adds the rated bots that a perfect bot is known to be better (worse) than,
// each with this error, by all its results together.
void AddPerfectBot(const LeagueIsland& island, const PerfectBot& bot,
                   double error, BetterThan& better) {
  // The results of the bot and the strengths of its opponents may both mislead,
  // unless it met one bot and is compared with this one: see TestPairing.
  const PerfectBound bound(island, bot, ExactlyConceded(bot.deals, error / 4));
  for (std::size_t s = 0; s < island.rated.size(); ++s) {
    if (bot.met.size() == 1 && bot.met[0].slot == s) continue;
    const std::optional<double> lead = bound.Lead(s, 1 - error / 2);
    if (!lead || *lead <= 0) continue;
    const int other = island.rated[s];
    Mark(bot.won ? bot.bot : other, bot.won ? other : bot.bot, better);
  }
}

// Adds who is better than whom by being better than a third, unless the claims
// contradict each other.
void AddIndirect(const LeagueIsland& island, BetterThan& better) {
  if (IsLarge(island.bots.size())) return;
  BetterThan closed = better;
  const auto at = [](int bot) { return static_cast<std::size_t>(bot); };
  for (const int middle : island.bots) {
    for (const int above : island.bots) {
      if (!closed[at(above)][at(middle)]) continue;
      for (const int below : island.bots) {
        if (closed[at(middle)][at(below)]) closed[at(above)][at(below)] = true;
      }
    }
  }
  const bool contradicts = std::ranges::any_of(
      island.bots, [&](int bot) { return closed[at(bot)][at(bot)]; });
  if (!contradicts) better = std::move(closed);
}

// Adds the claims on bots outside the fit, each with an error of at most
// `error`.
void AddOneWayResults(const LeagueIsland& island, double error,
                      BetterThan& better) {
  // Two bots alone are judged once, all others perhaps by their pairing and by
  // all results of one of them.
  if (!island.perfect.empty() && island.bots.size() > 2) error /= 2;
  for (const DirectResult& result : island.direct) {
    if (result.p_value > error) continue;
    Mark(result.first_leads ? result.first : result.second,
         result.first_leads ? result.second : result.first, better);
  }
  for (const PerfectBot& bot : island.perfect) {
    if (!bot.met.empty()) AddPerfectBot(island, bot, error, better);
  }
  AddIndirect(island, better);
}

// Adds what is given, not estimated: the order of the anchors.
void AddAnchors(const LeagueIsland& island, BetterThan& better) {
  for (const Anchor& a : island.ties.anchors) {
    for (const Anchor& b : island.ties.anchors) {
      if (a.strength > b.strength) {
        better[static_cast<std::size_t>(a.bot)]
              [static_cast<std::size_t>(b.bot)] = true;
      }
    }
  }
}

// Returns true if the z that is as unlikely as a t is above a critical value.
// Student's law has the longer tails, so z is never farther from 0 than t.
bool IsSignificant(const StudentDifference& difference, double critical) {
  const double t = std::abs(difference.t);
  if (t <= critical) return false;
  const double tail = StudentCdf(-t, difference.degrees_of_freedom);
  return -NormalQuantile(tail) > critical;
}

// Returns the difference with the error that it has if the two bots are equal:
// the squares of the leads in place of those of the residuals. It rests on as
// many pairs as have a lead, and its degrees of freedom are one less at most.
// Few leads of one size, all one way, leave no residuals.
StudentDifference UnderEquality(const StudentDifference& difference) {
  const double pairs =
      std::min(difference.degrees_of_freedom + 1, difference.decisive);
  StudentDifference tested = difference;
  tested.t /= std::sqrt(1 + difference.t * difference.t / pairs);
  tested.degrees_of_freedom =
      std::min(difference.degrees_of_freedom, std::max(pairs - 1, 1.0));
  return tested;
}

// What the bots who are there first have of the error of all claims.
constexpr double kFirstShare = 0.8;

// By group of bots (EveryLook::joined), the error of each difference between
// one of them and one who is there already, or joined with them.
std::vector<double> ErrorsByGroup(const EveryLook& looks) {
  std::vector<double> sizes;
  for (const int group : looks.joined) {
    sizes.resize(std::max(sizes.size(), Index(group) + 1));
    ++sizes[Index(group)];
  }
  std::vector<double> errors;
  double before = 0;
  for (std::size_t group = 0; group < sizes.size(); ++group) {
    const auto n = static_cast<double>(group);
    // The shares of all groups that may ever join add to 1.
    const double share =
        group == 0 ? kFirstShare : (1 - kFirstShare) / (n * (n + 1));
    const double differences =
        sizes[group] * before + sizes[group] * (sizes[group] - 1) / 2;
    errors.push_back(looks.error * share / std::max(differences, 1.0));
    before += sizes[group];
  }
  return errors;
}

// Calls visit(i, j, difference) for the estimated differences of all i > j that
// rest on enough leads.
template <typename Visit>
void ForEachDifference(const LeagueRating& rating, const Visit& visit) {
  for (std::size_t i = 0; i < rating.bots.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::optional<StudentDifference> difference =
          ComputeStudentDifference(rating, static_cast<int>(i),
                                   static_cast<int>(j));
      if (difference && !HasTooFewLeads(rating, i, *difference)) {
        visit(i, j, *difference);
      }
    }
  }
}

void Claim(std::size_t i, std::size_t j, double t, BetterThan& better) {
  better[i][j] = t > 0;
  better[j][i] = t < 0;
}

}  // namespace

RankBands ComputeRankBands(const BetterThan& better,
                           const std::vector<bool>& ranked) {
  const auto count =
      static_cast<int>(std::count(ranked.begin(), ranked.end(), true));
  RankBands bands(ranked.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (ranked[i]) bands[i] = RankBand{.best = 1, .worst = count};
  }
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (std::size_t j = 0; j < ranked.size(); ++j) {
      std::optional<RankBand>& above = bands[i];
      std::optional<RankBand>& below = bands[j];
      if (!better[i][j] || !above || !below) continue;
      --above->worst;
      ++below->best;
    }
  }
  return bands;
}

std::optional<double> ComputeCriticalValue(const LeagueRating& rating,
                                           double level,
                                           std::int64_t most_draws) {
  const double error = ErrorOfIsland(rating, level);
  std::optional<double> largest;
  for (const LeagueIsland& island : rating.islands) {
    if (!island.small_sample) continue;
    const double jointly = error * (CountPairs(island.rated.size()) /
                                    CountPairs(island.bots.size()));
    largest = std::max(largest.value_or(0),
                       CriticalValue(island.small_sample->covariance,
                                     1 - jointly, most_draws));
  }
  return largest;
}

BetterThan KnownBetter(const LeagueRating& rating,
                       std::optional<double> critical_value) {
  BetterThan better = NothingKnown(rating.bots.size());
  if (rating.errors == LeagueErrors::kNone) return better;
  if (critical_value) {
    ForEachDifference(rating, [&](std::size_t i, std::size_t j,
                                  const StudentDifference& difference) {
      if (IsPairingAlone(rating, i)) return;  // judged by its pairing
      if (!IsSignificant(
              IsOneOfTwo(rating, i) ? difference : UnderEquality(difference),
              *critical_value)) {
        return;
      }
      Claim(i, j, difference.t, better);
    });
  }
  const double error = ErrorOfIsland(rating, rating.level);
  for (const LeagueIsland& island : rating.islands) {
    if (!island.direct.empty()) {
      AddOneWayResults(island, error / CountPairs(island.bots.size()), better);
    }
    AddAnchors(island, better);
  }
  return better;
}

BetterThan KnownBetter(const LeagueRating& rating, const EveryLook& looks,
                       double typical) {
  BetterThan better = NothingKnown(rating.bots.size());
  const std::vector<double> errors = ErrorsByGroup(looks);
  ForEachDifference(rating, [&](std::size_t i, std::size_t j,
                                const StudentDifference& difference) {
    if (difference.t == 0) return;
    const double error =
        (rating.bots[i].value.value_or(0) - rating.bots[j].value.value_or(0)) /
        difference.t;
    const auto group = Index(std::max(looks.joined[i], looks.joined[j]));
    const double critical =
        NormalMixtureErrors(error * error, errors[group], typical);
    if (IsSignificant(difference, critical)) Claim(i, j, difference.t, better);
  });
  for (const LeagueIsland& island : rating.islands) AddAnchors(island, better);
  return better;
}

RankBands ComputeRankBands(const LeagueRating& rating,
                           const BetterThan& better) {
  std::vector<bool> ranked(rating.bots.size());
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    ranked[i] = rating.errors != LeagueErrors::kNone &&
                rating.bots[i].status != RatingStatus::kUnplayed;
  }
  return ComputeRankBands(better, ranked);
}

RankBands ComputeRankBands(const AdditiveRatings& ratings, double level) {
  const std::size_t bots = ratings.bots.size();
  BetterThan better = NothingKnown(bots);
  std::vector<bool> ranked(bots);
  for (std::size_t i = 0; i < bots; ++i) {
    ranked[i] = ratings.bots[i].has_value();
  }
  const auto count =
      static_cast<double>(std::count(ranked.begin(), ranked.end(), true));
  const double together = 1 - (1 - level) / (count * (count - 1) / 2);
  for (std::size_t i = 0; i < bots; ++i) {
    for (std::size_t j = i + 1; j < bots; ++j) {
      if (!ranked[i] || !ranked[j]) continue;
      const std::array terms = {DesignTerm{static_cast<int>(i), 1},
                                DesignTerm{static_cast<int>(j), -1}};
      const std::optional<ContrastEstimate> difference =
          EstimateContrast(ratings.fit, terms, together);
      if (!difference || !(difference->standard_error.value_or(0) > 0)) {
        continue;
      }
      better[i][j] = difference->interval.lo > 0;
      better[j][i] = difference->interval.hi < 0;
    }
  }
  return ComputeRankBands(better, ranked);
}

}  // namespace couillon::stats
