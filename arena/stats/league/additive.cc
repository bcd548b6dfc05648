#include "arena/stats/league/additive.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/stats/league/design_fit.h"
#include "arena/stats/pairs/result_scale.h"

namespace couillon::stats {
namespace {

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// Weights of a's strength (plus b's, if given) against the mean of all bots.
std::vector<double> AgainstMean(const AdditiveRatings& ratings,
                                std::span<const int> members) {
  std::vector<double> weights(ratings.fit.parameters.size());
  const std::size_t bots = ratings.bots.size();
  for (std::size_t i = 0; i < bots; ++i) {
    weights[i] =
        -static_cast<double>(members.size()) / static_cast<double>(bots);
  }
  for (const int member : members) weights[Index(member)] += 1;
  return weights;
}

AdditiveRatings RatingsOf(int bots, DesignFit fit, double level) {
  AdditiveRatings ratings;
  ratings.fit = std::move(fit);
  ratings.bots.resize(Index(bots));
  for (int bot = 0; bot < bots; ++bot) {
    const std::array member = {bot};
    ratings.bots[Index(bot)] =
        EstimateContrast(ratings.fit, AgainstMean(ratings, member), level);
  }
  return ratings;
}

}  // namespace

AdditiveRatings RateSolo(const SoloTable& table,
                         std::span<const SoloResult> results, double level) {
  std::vector<DesignRow> rows;
  rows.reserve(results.size());
  for (const SoloResult& result : results) {
    DesignRow row;
    row.deal = result.deal;
    row.result = result.game_points;
    row.terms = {{result.bot, 1},
                 {table.bots + result.seat, 1},
                 {table.bots + table.seats + result.role, 1}};
    const double share = 1 / static_cast<double>(result.opponents.size());
    for (const int other : result.opponents) {
      row.terms.push_back({other, -share});
    }
    rows.push_back(std::move(row));
  }
  const int parameters = table.bots + table.seats + table.roles;
  return RatingsOf(table.bots, FitDesign(parameters, rows, DesignLink::kLinear),
                   level);
}

AdditiveRatings RateTeams(int bots, std::span<const TeamResult> results,
                          ResultScale scale, double level) {
  const bool points = scale == ResultScale::kPoints;
  std::vector<DesignRow> rows;
  rows.reserve(results.size());
  for (const TeamResult& result : results) {
    DesignRow row;
    row.deal = result.deal;
    row.result = points ? result.points : result.score;
    for (const int bot : result.team) row.terms.push_back({bot, 1});
    for (const int bot : result.opponents) row.terms.push_back({bot, -1});
    rows.push_back(std::move(row));
  }
  return RatingsOf(
      bots,
      FitDesign(bots, rows, points ? DesignLink::kLinear : DesignLink::kLogit),
      level);
}

std::optional<ContrastEstimate> TeamStrength(const AdditiveRatings& ratings,
                                             std::span<const int> members,
                                             double level) {
  return EstimateContrast(ratings.fit, AgainstMean(ratings, members), level);
}

}  // namespace couillon::stats
