#include "arena/report/data/rating_sheet.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/cyclic_share.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/nash_mixture.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {
namespace {

// A cyclic share above this is reported, if the misfit is significant.
constexpr double kLargeCyclicShare = 0.1;
constexpr double kSignificant = 0.05;
// The tolerance of the mixture: a mean pair score this much above 1/2 does not
// beat it.
constexpr double kUnbeaten = 0.001;

std::vector<int> BestFirst(const stats::LeagueRating& rating) {
  std::vector<int> order(rating.bots.size());
  std::iota(order.begin(), order.end(), 0);
  const auto merit = [&rating](int bot) {
    const stats::BotRating& line = rating.bots[stats::Index(bot)];
    if (line.status == stats::RatingStatus::kAbove) return 1e9;
    if (line.status == stats::RatingStatus::kBelow) return -1e9;
    return line.value.value_or(-1e8);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&merit](int a, int b) { return merit(a) > merit(b); });
  return order;
}

// The bots at the top of the order, ascending.
std::vector<int> ComparedBots(const std::vector<int>& order) {
  std::vector<int> bots(order);
  bots.resize(std::min(bots.size(), kMaxComparedBots));
  std::sort(bots.begin(), bots.end());
  return bots;
}

// Writes the covariance of one island's ratings against its zero: exactly 0
// where the zero is the anchor itself.
void AddCovariance(const stats::LeagueIsland& island, double unit,
                   RatingSheet& sheet) {
  if (!island.covariance) return;
  const stats::Matrix& v = *island.covariance;
  const double scale = unit * unit;
  const std::size_t rated = island.rated.size();
  std::size_t anchor = rated;
  for (std::size_t i = 0; i < rated; ++i) {
    if (island.anchor == island.rated[i]) anchor = i;
  }
  const std::vector<std::optional<std::size_t>> places = PlacesOf(sheet);
  for (std::size_t i = 0; i < rated; ++i) {
    const std::optional<std::size_t> row =
        places[stats::Index(island.rated[i])];
    for (std::size_t j = 0; row && j <= i; ++j) {
      const std::optional<std::size_t> column =
          places[stats::Index(island.rated[j])];
      if (!column) continue;
      double value = v(i, j);
      if (i == anchor || j == anchor) {
        value = 0;
      } else if (anchor < rated) {
        value += v(anchor, anchor) - v(i, anchor) - v(j, anchor);
      }
      sheet.covariance[*row][*column] = value * scale;
      sheet.covariance[*column][*row] = value * scale;
    }
  }
}

void AddComparisons(RatingSheet& sheet) {
  if (sheet.options.errors == stats::LeagueErrors::kNone) return;
  const std::size_t compared = sheet.compared.size();
  for (std::size_t a = 0; a < compared; ++a) {
    for (std::size_t b = 0; b < compared; ++b) {
      if (a == b) continue;
      const int i = sheet.compared[a];
      const int j = sheet.compared[b];
      const std::optional<stats::RatingDifference> difference =
          stats::DifferenceBetween(sheet.rating, i, j, sheet.options.level);
      if (!difference) continue;
      sheet.comparisons[a][b] = Comparison{.difference = difference};
    }
  }
}

// Whether some difference of two bots rests on few deals.
bool HasFewDeals(const stats::LeagueRating& rating) {
  const auto bots = static_cast<int>(rating.bots.size());
  for (int i = 0; i < bots; ++i) {
    for (int j = 0; j < i; ++j) {
      const std::optional<stats::StudentDifference> difference =
          stats::ComputeStudentDifference(rating, i, j);
      if (difference && difference->degrees_of_freedom <
                            static_cast<double>(stats::kFewDeals - 1)) {
        return true;
      }
    }
  }
  return false;
}

// Adds up the islands. The p-value is that of the worst island, corrected for
// their number.
void AddMisfit(RatingSheet& sheet) {
  int islands = 0;
  for (const stats::LeagueIsland& island : sheet.rating.islands) {
    sheet.misfit += island.misfit.statistic;
    sheet.misfit_df += island.misfit.df;
    if (!island.misfit.p) continue;
    ++islands;
    sheet.misfit_p = std::min(sheet.misfit_p.value_or(1), *island.misfit.p);
  }
  if (sheet.misfit_p) sheet.misfit_p = std::min(1.0, islands * *sheet.misfit_p);
}

// Ties put all bots that results connect to them on one island.
void AddTieFit(RatingSheet& sheet) {
  for (const stats::LeagueIsland& island : sheet.rating.islands) {
    if (island.tie_fit.df > 0) sheet.tie_fit = island.tie_fit;
  }
}

// Null unless every two bots met and there are at least three bots.
std::optional<stats::Matrix> Payoffs(const stats::LeagueSums& sums,
                                     stats::ResultScale scale) {
  const std::size_t bots = stats::Index(sums.bots);
  stats::Matrix payoffs(bots, bots);
  std::size_t met = 0;
  for (const stats::Pairing& pairing : sums.pairings) {
    const std::optional<double> lead =
        scale == stats::ResultScale::kPoints
            ? stats::ComputeMean(pairing.score)
            : stats::MeanAboveHalf(pairing.score);
    if (!lead) continue;
    ++met;
    payoffs(stats::Index(pairing.first), stats::Index(pairing.second)) = *lead;
    payoffs(stats::Index(pairing.second), stats::Index(pairing.first)) = -*lead;
  }
  if (bots < 3 || met != bots * (bots - 1) / 2) return std::nullopt;
  return payoffs;
}

void AddCircle(const stats::LeagueSums& sums, RatingSheet& sheet) {
  const std::optional<stats::Matrix> payoffs =
      Payoffs(sums, sheet.options.scale);
  if (!payoffs) return;
  sheet.cyclic_share = stats::SplitPayoffs(*payoffs).cyclic_share;
  if (!sheet.cyclic_share || *sheet.cyclic_share <= kLargeCyclicShare ||
      !sheet.misfit_p || *sheet.misfit_p >= kSignificant) {
    return;
  }
  sheet.is_cyclic = true;
  if (stats::IsLarge(payoffs->rows())) return;
  sheet.circle = {*payoffs, stats::NashMixture(*payoffs, kUnbeaten)};
}

}  // namespace

std::vector<std::optional<std::size_t>> PlacesOf(const RatingSheet& sheet) {
  std::vector<std::optional<std::size_t>> places(sheet.rating.bots.size());
  for (std::size_t place = 0; place < sheet.compared.size(); ++place) {
    places[stats::Index(sheet.compared[place])] = place;
  }
  return places;
}

RatingSheet MakeRatingSheet(const stats::LeagueSums& sums,
                            const stats::LeagueOptions& options,
                            std::int64_t most_draws) {
  RatingSheet sheet;
  sheet.options = options;
  sheet.rating = stats::RateLeague(sums, options);
  sheet.order = BestFirst(sheet.rating);
  sheet.compared = ComparedBots(sheet.order);
  const std::size_t bots = sheet.compared.size();
  sheet.covariance.assign(bots, std::vector<std::optional<double>>(bots));
  sheet.comparisons.assign(bots, std::vector<std::optional<Comparison>>(bots));
  for (const stats::LeagueIsland& island : sheet.rating.islands) {
    AddCovariance(island, sheet.rating.unit, sheet);
    // Rated, but on too few deals for any error.
    sheet.few_deals =
        sheet.few_deals || (options.errors != stats::LeagueErrors::kNone &&
                            !island.small_sample && island.rated.size() > 1);
  }
  sheet.critical_value =
      stats::ComputeCriticalValue(sheet.rating, options.level, most_draws);
  AddComparisons(sheet);
  SetMarks(stats::KnownBetter(sheet.rating, sheet.critical_value), sheet);
  sheet.few_deals =
      sheet.few_deals || (sheet.critical_value && HasFewDeals(sheet.rating));
  sheet.few_deals =
      sheet.few_deals || (bots > 1 && sums.deals < stats::kFewDeals);
  AddMisfit(sheet);
  AddTieFit(sheet);
  AddCircle(sums, sheet);
  return sheet;
}

void SetMarks(stats::BetterThan better, RatingSheet& sheet) {
  sheet.ranks = stats::ComputeRankBands(sheet.rating, better);
  for (std::size_t a = 0; a < sheet.compared.size(); ++a) {
    for (std::size_t b = 0; b < sheet.compared.size(); ++b) {
      const std::size_t i = stats::Index(sheet.compared[a]);
      const std::size_t j = stats::Index(sheet.compared[b]);
      std::optional<Comparison>& comparison = sheet.comparisons[a][b];
      // A result that all went one way has a mark, and no difference.
      if (!comparison && (better[i][j] || better[j][i])) comparison.emplace();
      if (!comparison) continue;
      comparison->beats = better[i][j];
      comparison->is_beaten = better[j][i];
    }
  }
  sheet.better = std::move(better);
}

bool TiesAreContradicted(const RatingSheet& sheet) {
  return sheet.tie_fit && sheet.tie_fit->p.value_or(1) < kContradiction;
}

std::optional<double> DistanceFromPrior(const RatingSheet& sheet,
                                        const stats::Prior& prior) {
  const std::optional<double>& value =
      sheet.rating.bots[stats::Index(prior.bot)].value;
  if (!value) return std::nullopt;
  return (*value / sheet.rating.unit - prior.mean) / prior.standard_deviation;
}

bool AnchorHasRating(const RatingSheet& sheet) {
  const std::optional<int>& anchor = sheet.options.anchor;
  return !anchor || sheet.rating.bots[stats::Index(*anchor)].status ==
                        stats::RatingStatus::kRated;
}

double ShownElo(double strength) {
  return std::round(strength * stats::kEloPerLogStrength * 1e6) / 1e6;
}

}  // namespace couillon::arena
