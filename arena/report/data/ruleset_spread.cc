#include "arena/report/data/ruleset_spread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/matrix.h"

namespace couillon::arena {
namespace {

// Simulated leagues behind the ranks: their critical value has an error of
// about 0.03.
constexpr std::int64_t kRankDraws = 10'000;

// The Elo of some bots against a zero under one ruleset.
struct RulesetRatings {
  std::vector<double> elo;
  stats::Matrix covariance;
  std::vector<double> degrees;
};

// The place of a bot among the rated ones; null if it has no rating.
std::optional<std::size_t> SlotOf(const stats::LeagueIsland& island, int bot) {
  const auto at =
      std::lower_bound(island.rated.begin(), island.rated.end(), bot);
  if (at == island.rated.end() || *at != bot) return std::nullopt;
  return static_cast<std::size_t>(at - island.rated.begin());
}

const stats::LeagueIsland& IslandOf(const stats::LeagueRating& rating,
                                    int bot) {
  return rating.islands[stats::Index(rating.bots[stats::Index(bot)].island)];
}

// Whether the ratings are point estimates.
bool HaveNoErrors(std::span<const stats::LeagueRating* const> ratings) {
  return std::any_of(ratings.begin(), ratings.end(),
                     [](const stats::LeagueRating* rating) {
                       return rating->errors == stats::LeagueErrors::kNone;
                     });
}

// The bots that all rulesets rate and connect: with the anchor, or without one
// the largest group; the first such group if several are as large. Unless the
// ratings are point estimates, all have errors.
std::vector<int> RatedBots(std::span<const stats::LeagueRating* const> ratings,
                           const std::optional<int>& anchor) {
  std::map<std::vector<int>, std::vector<int>> groups;  // by their islands
  const bool without_errors = HaveNoErrors(ratings);
  const auto count = static_cast<int>(ratings[0]->bots.size());
  for (int bot = 0; bot < count; ++bot) {
    std::vector<int> islands;
    for (const stats::LeagueRating* rating : ratings) {
      const stats::LeagueIsland& island = IslandOf(*rating, bot);
      const bool is_rated =
          without_errors ? island.converged : island.small_sample.has_value();
      if (!is_rated || !SlotOf(island, bot)) break;
      islands.push_back(rating->bots[stats::Index(bot)].island);
    }
    if (islands.size() == ratings.size()) groups[islands].push_back(bot);
  }
  std::vector<int> bots;
  for (const auto& [islands, group] : groups) {
    if (anchor ? std::ranges::count(group, *anchor) > 0
               : group.size() > bots.size()) {
      bots = group;
    }
  }
  return bots.size() > 1 ? bots : std::vector<int>();
}

std::vector<std::size_t> SlotsOf(const stats::LeagueIsland& island,
                                 const std::vector<int>& bots) {
  std::vector<std::size_t> slots;
  slots.reserve(bots.size());
  for (const int bot : bots) slots.push_back(SlotOf(island, bot).value_or(0));
  return slots;
}

// The slots of the bots whose mean is the zero.
std::vector<std::size_t> ZeroSlots(const stats::LeagueIsland& island,
                                   const std::optional<int>& anchor,
                                   const std::vector<int>& bots) {
  return SlotsOf(island, anchor ? std::vector<int>(1, *anchor) : bots);
}

// The Elo of bots against `anchor`, or if it is null against their mean.
// Requires: the rating has the anchor and the bots.
std::vector<double> ElosOf(const stats::LeagueRating& rating,
                           const std::optional<int>& anchor,
                           const std::vector<int>& bots) {
  const stats::LeagueIsland& island = IslandOf(rating, bots[0]);
  const std::vector<std::size_t> zero = ZeroSlots(island, anchor, bots);
  double strength = 0;
  for (const std::size_t z : zero) {
    strength += island.strengths[z] / static_cast<double>(zero.size());
  }
  std::vector<double> elos;
  for (const std::size_t slot : SlotsOf(island, bots)) {
    elos.push_back(rating.unit * (island.strengths[slot] - strength));
  }
  return elos;
}

// The same with their covariance. Requires: the rating has errors too.
RulesetRatings StandingsOf(const stats::LeagueRating& rating,
                           const std::optional<int>& anchor,
                           const std::vector<int>& bots) {
  const stats::LeagueIsland& island = IslandOf(rating, bots[0]);
  const stats::SmallSample errors =
      island.small_sample.value_or(stats::SmallSample{});
  const stats::Matrix& v = errors.covariance;
  const std::vector<std::size_t> slots = SlotsOf(island, bots);
  const std::vector<std::size_t> zero = ZeroSlots(island, anchor, bots);
  const double share = 1 / static_cast<double>(zero.size());
  // The covariances of the zero with each bot and with itself.
  double variance = 0;
  std::vector<double> shared(slots.size());
  for (const std::size_t z : zero) {
    for (const std::size_t y : zero) variance += share * share * v(y, z);
    for (std::size_t a = 0; a < slots.size(); ++a) {
      shared[a] += share * v(slots[a], z);
    }
  }
  const double square = rating.unit * rating.unit;
  RulesetRatings standings{
      .elo = ElosOf(rating, anchor, bots),
      .covariance = stats::Matrix(bots.size(), bots.size())};
  for (std::size_t a = 0; a < slots.size(); ++a) {
    const std::size_t s = slots[a];
    standings.degrees.push_back(errors.degrees(s, anchor ? zero[0] : s));
    for (std::size_t b = 0; b < slots.size(); ++b) {
      standings.covariance(a, b) =
          square * (v(s, slots[b]) - shared[a] - shared[b] + variance);
    }
  }
  return standings;
}

double Quantile(double level, double degrees) {
  return std::isfinite(degrees) ? stats::TwoSidedStudent(level, degrees)
                                : stats::TwoSidedNormal(level);
}

// The means alone.
void AddMeans(std::span<const stats::LeagueRating* const> ratings,
              const RatingZero& zero, const std::vector<int>& bots,
              RulesetSpread& spread) {
  std::vector<double> means(bots.size(), zero.elo);
  for (const stats::LeagueRating* rating : ratings) {
    const std::vector<double> elo = ElosOf(*rating, zero.anchor, bots);
    for (std::size_t a = 0; a < bots.size(); ++a) {
      means[a] += elo[a] / static_cast<double>(ratings.size());
    }
  }
  for (std::size_t a = 0; a < bots.size(); ++a) {
    spread.bots.push_back({.bot = bots[a], .elo = means[a]});
  }
}

// One bot: its Elo, variance and degrees of freedom by ruleset.
struct Sample {
  double elo = 0;
  double variance = 0;
  double degrees = 0;
};

double CochranQ(const std::vector<Sample>& samples) {
  double weights = 0;
  double weighted = 0;
  for (const Sample& sample : samples) {
    weights += 1 / sample.variance;
    weighted += sample.elo / sample.variance;
  }
  double q = 0;
  for (const Sample& sample : samples) {
    const double excess = sample.elo - weighted / weights;
    q += excess * excess / sample.variance;
  }
  return q;
}

BotSpread SpreadOf(int bot, const std::vector<Sample>& samples, double level,
                   std::optional<double> inflation) {
  BotSpread spread{.bot = bot};
  const auto rulesets = static_cast<double>(samples.size());
  double variance = 0;
  double parts = 0;
  bool certain = true;
  for (const Sample& sample : samples) {
    spread.elo += sample.elo / rulesets;
    variance += sample.variance;
    parts += sample.variance * sample.variance / sample.degrees;
    certain = certain && sample.variance > 0;
  }
  const double degrees = variance * variance / parts;
  spread.these_rulesets = stats::Around(
      spread.elo, Quantile(level, degrees) *
                      std::sqrt(inflation.value_or(1) * variance) / rulesets);
  if (inflation) return spread;
  double squares = 0;
  for (const Sample& sample : samples) {
    squares += (sample.elo - spread.elo) * (sample.elo - spread.elo);
  }
  const double between = squares / (rulesets - 1);
  spread.deviation = std::sqrt(std::max(0.0, between - variance / rulesets));
  if (rulesets >= kMinRulesetsToPredict) {
    // `between` holds the errors of the figures too, so the interval covers the
    // figure that another ruleset would show, and its true value.
    const double half = stats::TwoSidedStudent(level, rulesets - 1) *
                        std::sqrt(between * (1 + 1 / rulesets));
    const stats::Interval& mean = spread.these_rulesets;
    spread.another_ruleset =
        stats::Around(spread.elo, std::max(half, (mean.hi - mean.lo) / 2));
  }
  if (certain) {
    spread.p = stats::ChiSquareUpperTail(CochranQ(samples), rulesets - 1);
  }
  return spread;
}

// The anchor is where it was put, under every ruleset.
BotSpread AnchorSpread(const RatingZero& zero, int rulesets, bool share_deals) {
  const stats::Interval there{.lo = zero.elo, .hi = zero.elo};
  BotSpread spread{
      .bot = zero.anchor.value_or(0), .elo = zero.elo, .these_rulesets = there};
  if (share_deals) return spread;
  if (rulesets >= kMinRulesetsToPredict) spread.another_ruleset = there;
  spread.deviation = 0;
  return spread;
}

// Q = sum of e_r' W_r e_r, with W_r the inverse covariance under ruleset r and
// e_r the difference from the weighted mean. It is of the ratings against one
// bot, whichever it is: those against a mean have no inverse covariance.
void TestAllBots(std::span<const stats::LeagueRating* const> ratings,
                 const std::vector<int>& bots, RulesetSpread& spread) {
  const std::vector<int> others(bots.begin() + 1, bots.end());
  std::vector<RulesetRatings> standings;
  standings.reserve(ratings.size());
  for (const stats::LeagueRating* rating : ratings) {
    standings.push_back(StandingsOf(*rating, bots[0], others));
  }
  const std::size_t n = others.size();
  stats::Matrix total(n, n);
  std::vector<double> weighted(n);
  std::vector<stats::Matrix> weights;
  for (const RulesetRatings& of : standings) {
    const std::optional<stats::Matrix> factor =
        stats::CholeskyFactor(of.covariance);
    if (!factor) return;
    weights.push_back(stats::InverseFactored(*factor));
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        total(a, b) += weights.back()(a, b);
        weighted[a] += weights.back()(a, b) * of.elo[b];
      }
    }
  }
  const std::optional<stats::Matrix> factor = stats::CholeskyFactor(total);
  if (!factor) return;
  const std::vector<double> mean = stats::SolveFactored(*factor, weighted);
  for (std::size_t r = 0; r < standings.size(); ++r) {
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        spread.statistic += (standings[r].elo[a] - mean[a]) * weights[r](a, b) *
                            (standings[r].elo[b] - mean[b]);
      }
    }
  }
  spread.df = static_cast<int>((standings.size() - 1) * n);
  spread.p = stats::ChiSquareUpperTail(spread.statistic, spread.df);
}

// The errors of all differences of two bots' means over the rulesets: the
// degrees of freedom are Satterthwaite's.
stats::SmallSample ErrorsOfMeans(
    std::span<const stats::LeagueRating* const> ratings,
    const std::vector<int>& bots, double inflation) {
  const std::size_t n = bots.size();
  const double rulesets = static_cast<double>(ratings.size());
  stats::SmallSample mean{.covariance = stats::Matrix(n, n),
                          .degrees = stats::Matrix(n, n)};
  stats::Matrix parts(n, n);
  stats::Matrix sums(n, n);
  for (const stats::LeagueRating* rating : ratings) {
    const stats::LeagueIsland& island = IslandOf(*rating, bots[0]);
    const stats::SmallSample errors =
        island.small_sample.value_or(stats::SmallSample{});
    const stats::Matrix& v = errors.covariance;
    const double scale = rating->unit * rating->unit / (rulesets * rulesets);
    for (std::size_t a = 0; a < n; ++a) {
      const std::size_t s = SlotOf(island, bots[a]).value_or(0);
      for (std::size_t b = 0; b < n; ++b) {
        const std::size_t t = SlotOf(island, bots[b]).value_or(0);
        mean.covariance(a, b) += inflation * scale * v(s, t);
        const double variance = a == b
                                    ? scale * v(s, s)
                                    : scale * (v(s, s) + v(t, t) - 2 * v(s, t));
        sums(a, b) += variance;
        parts(a, b) += variance * variance / errors.degrees(s, t);
      }
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      mean.degrees(a, b) = parts(a, b) > 0
                               ? sums(a, b) * sums(a, b) / parts(a, b)
                               : std::numeric_limits<double>::infinity();
    }
  }
  return mean;
}

// One rating that has the means as strengths.
stats::LeagueRating MeansOf(std::span<const stats::LeagueRating* const> ratings,
                            const RulesetSpread& spread, double inflation) {
  std::map<int, double> elos;
  for (const BotSpread& bot : spread.bots) elos[bot.bot] = bot.elo;
  std::vector<int> bots;
  stats::LeagueRating means;
  means.bots.resize(ratings[0]->bots.size());
  stats::LeagueIsland island;
  for (const auto& [bot, elo] : elos) {
    bots.push_back(bot);
    island.strengths.push_back(elo);
    means.bots[stats::Index(bot)].status = stats::RatingStatus::kRated;
    means.bots[stats::Index(bot)].value = elo;
  }
  island.bots = bots;
  island.rated = bots;
  island.small_sample = ErrorsOfMeans(ratings, bots, inflation);
  island.covariance = island.small_sample->covariance;
  means.islands.push_back(std::move(island));
  return means;
}

}  // namespace

RulesetSpread SpreadOver(std::span<const stats::LeagueRating* const> ratings,
                         const RatingZero& zero, double level,
                         std::optional<double> inflation) {
  RulesetSpread spread{.rulesets = static_cast<int>(ratings.size()),
                       .share_deals = inflation.has_value()};
  const std::vector<int> bots = RatedBots(ratings, zero.anchor);
  if (bots.empty()) return spread;
  const auto sort = [&spread] {
    std::stable_sort(
        spread.bots.begin(), spread.bots.end(),
        [](const BotSpread& a, const BotSpread& b) { return a.elo > b.elo; });
  };
  if (HaveNoErrors(ratings)) {
    AddMeans(ratings, zero, bots, spread);
    sort();
    spread.ranks.resize(ratings[0]->bots.size());
    return spread;
  }
  std::vector<RulesetRatings> standings;
  standings.reserve(ratings.size());
  for (const stats::LeagueRating* rating : ratings) {
    standings.push_back(StandingsOf(*rating, zero.anchor, bots));
  }
  for (std::size_t a = 0; a < bots.size(); ++a) {
    if (bots[a] == zero.anchor) {
      spread.bots.push_back(
          AnchorSpread(zero, spread.rulesets, inflation.has_value()));
      continue;
    }
    std::vector<Sample> samples;
    samples.reserve(standings.size());
    for (const RulesetRatings& of : standings) {
      samples.push_back(
          {zero.elo + of.elo[a], of.covariance(a, a), of.degrees[a]});
    }
    spread.bots.push_back(SpreadOf(bots[a], samples, level, inflation));
  }
  sort();
  spread.means = MeansOf(ratings, spread, inflation.value_or(1));
  spread.better = stats::KnownBetter(
      spread.means,
      stats::ComputeCriticalValue(spread.means, level, kRankDraws));
  spread.ranks = stats::ComputeRankBands(spread.means, spread.better);
  if (!inflation) TestAllBots(ratings, bots, spread);
  return spread;
}

}  // namespace couillon::arena
