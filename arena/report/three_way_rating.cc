#include "arena/report/three_way_rating.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arena/report/three_way_table.h"
#include "arena/stats/league/additive.h"
#include "arena/stats/league/design_fit.h"
#include "arena/stats/pairs/mean.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

constexpr double kSeatings = 6;
// A bot of strength th among two of strength 0 has the result th, they have
// -th/2 each: its lead over them is 3/2 th.
constexpr double kLeadPerStrength = 1.5;

std::int32_t SumOf(const std::array<std::int32_t, 3>& points) {
  return points[0] + points[1] + points[2];
}

// Results of adjacent items, with one cluster per deal.
class DealClusters {
 public:
  void Add(std::int64_t deal, double result) {
    if (clusters_.empty() || deal != last_) clusters_.emplace_back();
    last_ = deal;
    ++clusters_.back().size;
    clusters_.back().total += result;
  }
  [[nodiscard]] std::span<const stats::Cluster> clusters() const {
    return clusters_;
  }

 private:
  std::vector<stats::Cluster> clusters_;
  std::int64_t last_ = 0;
};

// Three results of each item: every bot's mean over the six seatings, so that
// each bot holds every place equally often and the places cancel.
std::vector<stats::SoloResult> ResultsOf(std::span<const ThreeWayItem> items) {
  std::vector<stats::SoloResult> results;
  results.reserve(3 * items.size());
  for (const ThreeWayItem& item : items) {
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      results.push_back(
          {.deal = item.deal,
           .bot = item.bots[i],
           .opponents = {item.bots[(i + 1) % 3], item.bots[(i + 2) % 3]},
           .game_points = SumOf(item.points[i]) / kSeatings});
    }
  }
  return results;
}

// The weights of a lead: `bot` against the mean of all.
std::vector<double> LeadWeights(const stats::AdditiveRatings& ratings,
                                std::size_t bot) {
  const std::size_t bots = ratings.bots.size();
  std::vector<double> weights(ratings.fit.parameters.size());
  for (std::size_t i = 0; i < bots; ++i) {
    weights[i] = -kLeadPerStrength / static_cast<double>(bots);
  }
  weights[bot] += kLeadPerStrength;
  return weights;
}

std::vector<double> DifferenceWeights(const stats::AdditiveRatings& ratings,
                                      BotIndex first, BotIndex second) {
  std::vector<double> weights(ratings.fit.parameters.size());
  weights[Index(first)] = kLeadPerStrength;
  weights[Index(second)] = -kLeadPerStrength;
  return weights;
}

std::vector<ThreeWayBot> BotsOf(const stats::AdditiveRatings& ratings,
                                std::span<const ThreeWayItem> items,
                                double level) {
  std::vector<ThreeWayBot> bots(ratings.bots.size());
  std::vector<std::int64_t> points(bots.size());
  for (const ThreeWayItem& item : items) {
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      const auto bot = static_cast<std::size_t>(item.bots[i]);
      ++bots[bot].items;
      points[bot] += SumOf(item.points[i]);
    }
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    ThreeWayBot& bot = bots[i];
    bot.bot = static_cast<BotIndex>(i);
    if (bot.items == 0) continue;
    bot.lead =
        stats::EstimateContrast(ratings.fit, LeadWeights(ratings, i), level);
    bot.points = static_cast<double>(points[i]) /
                 (kSeatings * static_cast<double>(bot.items));
  }
  std::ranges::stable_sort(bots,
                           [](const ThreeWayBot& a, const ThreeWayBot& b) {
                             if (!a.lead || !b.lead) return a.lead.has_value();
                             return a.lead->value > b.lead->value;
                           });
  return bots;
}

bool Excludes0(const std::optional<stats::ContrastEstimate>& estimate) {
  return estimate && estimate->standard_error.value_or(0) > 0 &&
         (estimate->interval.lo > 0 || estimate->interval.hi < 0);
}

// What `first` has gained on `second` at the tables of both, clustered by deal.
stats::MeanEstimate AtSharedTables(std::span<const ThreeWayItem> items,
                                   BotIndex first, BotIndex second,
                                   double level) {
  DealClusters clusters;
  for (const ThreeWayItem& item : items) {
    std::int32_t points = 0;
    int here = 0;
    for (std::size_t i = 0; i < item.bots.size(); ++i) {
      const bool is_first = item.bots[i] == ToInt(first);
      if (!is_first && item.bots[i] != ToInt(second)) continue;
      ++here;
      points += (is_first ? 1 : -1) * SumOf(item.points[i]);
    }
    if (here == 2) clusters.Add(item.deal, points / kSeatings);
  }
  return stats::EstimateClusteredMean(clusters.clusters(), level);
}

// By the better and the worse bot; `bots` are best first.
std::vector<ThreeWayDifference> DifferencesOf(
    const stats::AdditiveRatings& ratings, std::span<const ThreeWayBot> bots,
    std::span<const ThreeWayItem> items, double level) {
  const auto pairs = static_cast<double>(bots.size() * (bots.size() - 1)) / 2;
  std::vector<ThreeWayDifference> differences;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    for (std::size_t j = i + 1; j < bots.size(); ++j) {
      const BotIndex first = bots[i].bot;
      const BotIndex second = bots[j].bot;
      ThreeWayDifference difference{
          .first = first,
          .second = second,
          .at_shared_tables = AtSharedTables(items, first, second, level)};
      if (bots[i].lead && bots[j].lead) {
        const std::vector<double> weights =
            DifferenceWeights(ratings, first, second);
        difference.lead = stats::EstimateContrast(ratings.fit, weights, level);
        difference.significant = Excludes0(stats::EstimateContrast(
            ratings.fit, weights, 1 - (1 - level) / pairs));
      }
      differences.push_back(difference);
    }
  }
  return differences;
}

// The advantage of `place` over all three, clustered by deal.
stats::MeanEstimate PlaceOf(std::span<const ThreeWayItem> items,
                            std::size_t place, double level) {
  DealClusters clusters;
  for (const ThreeWayItem& item : items) {
    std::int32_t of_place = 0;
    std::int32_t of_all = 0;
    for (const std::array<std::int32_t, 3>& points : item.points) {
      of_place += points[place];
      of_all += SumOf(points);
    }
    clusters.Add(item.deal, (3 * of_place - of_all) / (3 * kSeatings));
  }
  return stats::EstimateClusteredMean(clusters.clusters(), level);
}

}  // namespace

void RateThreeWay(int bots, std::vector<ThreeWayItem> items, bool with_places,
                  double level, ThreeWayTable& table) {
  // RateSolo needs the results of a deal to be adjacent.
  std::ranges::stable_sort(items, {}, &ThreeWayItem::deal);
  const stats::AdditiveRatings ratings =
      stats::RateSolo({.bots = bots, .seats = 1}, ResultsOf(items), level);
  table.items = ratings.fit.deals;
  table.bots = BotsOf(ratings, items, level);
  table.differences = DifferencesOf(ratings, table.bots, items, level);
  if (!with_places) return;
  for (std::size_t place = 0; place < 3; ++place) {
    table.places.push_back(PlaceOf(items, place, level));
  }
}

}  // namespace couillon::arena
