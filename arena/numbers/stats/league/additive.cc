// Rows of a least-squares design, island by island, without bots whose sides
// have only won or only lost.

#include "arena/numbers/stats/league/additive.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/pairs/points.h"

namespace couillon::stats {
namespace {

// Weights of the strengths of `members` against as many average bots of their
// island.
std::vector<double> AgainstMean(const AdditiveRatings& ratings,
                                std::span<const int> members) {
  std::vector<double> weights(ratings.fit.parameters.size());
  const int island = ratings.islands[Index(members.front())];
  const auto bots =
      std::count(ratings.islands.begin(), ratings.islands.end(), island);
  for (std::size_t i = 0; i < ratings.islands.size(); ++i) {
    if (ratings.islands[i] != island) continue;
    weights[i] =
        -static_cast<double>(members.size()) / static_cast<double>(bots);
  }
  for (const int member : members) weights[Index(member)] += 1;
  return weights;
}

AdditiveRatings ListRatings(std::vector<int> islands, DesignFit fit,
                            double level) {
  AdditiveRatings ratings;
  ratings.islands = std::move(islands);
  ratings.fit = std::move(fit);
  const std::size_t bots = ratings.islands.size();
  for (std::size_t bot = 0; bot < bots; ++bot) {
    std::optional<ContrastEstimate>& of_bot = ratings.bots.emplace_back();
    // One that has met nobody is no better than itself, which says nothing.
    if (bots > 1 && std::count(ratings.islands.begin(), ratings.islands.end(),
                               ratings.islands[bot]) == 1) {
      continue;
    }
    const std::array member = {static_cast<int>(bot)};
    of_bot = EstimateContrast(ratings.fit, AgainstMean(ratings, member), level);
  }
  return ratings;
}

// Numbers the bots that rows connect, the island of the first bot first.
std::vector<int> NumberIslands(int bots, std::span<const DesignRow> rows) {
  std::vector<int> root(Index(bots));
  for (int bot = 0; bot < bots; ++bot) root[Index(bot)] = bot;
  const auto find = [&root](int bot) {
    while (root[Index(bot)] != bot) {
      root[Index(bot)] = root[Index(root[Index(bot)])];
      bot = root[Index(bot)];
    }
    return bot;
  };
  for (const DesignRow& row : rows) {
    const int first = find(row.terms.front().parameter);
    for (const DesignTerm& term : row.terms) {
      root[Index(find(term.parameter))] = first;
    }
  }
  std::vector<int> islands(Index(bots));
  std::vector<int> number(Index(bots), -1);
  int next = 0;
  for (int bot = 0; bot < bots; ++bot) {
    int& of_root = number[Index(find(bot))];
    if (of_root < 0) of_root = next++;
    islands[Index(bot)] = of_root;
  }
  return islands;
}

void AddTerms(std::span<const int> team, std::span<const int> opponents,
              DesignRow& row) {
  for (const int bot : team) row.terms.push_back({bot, 1});
  for (const int bot : opponents) row.terms.push_back({bot, -1});
}

// Removes the rows of a bot whose sides have lost all of them, or won all;
// false if there is none. Its strength has no bound, and its rows say nothing
// of the others.
bool RemoveOneWay(int bots, std::vector<DesignRow>& rows) {
  std::vector<bool> has_lost_only(Index(bots), true);
  std::vector<bool> has_won_only(Index(bots), true);
  for (const DesignRow& row : rows) {
    for (const DesignTerm& term : row.terms) {
      const double score = term.factor > 0 ? row.result : 1 - row.result;
      if (score > 0) has_lost_only[Index(term.parameter)] = false;
      if (score < 1) has_won_only[Index(term.parameter)] = false;
    }
  }
  const auto is_one_way = [&](const DesignRow& row) {
    return std::any_of(row.terms.begin(), row.terms.end(),
                       [&](const DesignTerm& term) {
                         const std::size_t bot = Index(term.parameter);
                         return has_lost_only[bot] || has_won_only[bot];
                       });
  };
  return std::erase_if(rows, is_one_way) > 0;
}

AdditiveRatings RateRows(int bots, std::vector<DesignRow> rows,
                         ResultScale scale, double level, double plain_points) {
  const bool points = scale == ResultScale::kPoints;
  while (!points && RemoveOneWay(bots, rows)) {
  }
  return ListRatings(
      NumberIslands(bots, rows),
      FitDesign(bots, rows, points ? DesignLink::kLinear : DesignLink::kLogit,
                {.even = points ? 0 : 0.5,
                 .plain_lead = points ? plain_points : 0.5}),
      level);
}

// A lower bound on the deals that are not even.
double DecisiveDealsOf(const PairSums& results, ResultScale scale) {
  if (scale == ResultScale::kScore) {
    return static_cast<double>(DecisivePairsAtLeast(results));
  }
  return DecisiveLeadsAtLeast(static_cast<double>(results.sum_squares),
                              static_cast<double>(results.sum_fourths));
}

}  // namespace

AdditiveRatings RateSolo(const SoloTable& table,
                         std::span<const SoloResult> results, double level,
                         double plain_lead) {
  return RateSolo(
      table,
      [results](const std::function<void(const SoloResult&)>& visit) {
        std::ranges::for_each(results, visit);
      },
      level, plain_lead);
}

AdditiveRatings RateSolo(const SoloTable& table, const SoloResults& results,
                         double level, double plain_lead) {
  const DesignRows rows =
      [&](const std::function<void(const DesignRow&)>& visit) {
        DesignRow row;
        results([&](const SoloResult& result) {
          row.deal = result.deal;
          row.result = result.game_points;
          row.terms = {{result.bot, 1},
                       {table.bots + result.seat, 1},
                       {table.bots + table.seats + result.role, 1}};
          const double share = 1 / static_cast<double>(result.opponents.size());
          for (const int other : result.opponents) {
            row.terms.push_back({other, -share});
          }
          visit(row);
        });
      };
  const int parameters = table.bots + table.seats + table.roles;
  return ListRatings(std::vector<int>(Index(table.bots)),
                     FitDesign(parameters, rows, DesignLink::kLinear,
                               {.plain_lead = plain_lead}),
                     level);
}

AdditiveRatings RateTeams(int bots, std::span<const TeamResult> results,
                          ResultScale scale, double level,
                          double plain_points) {
  const bool points = scale == ResultScale::kPoints;
  std::vector<DesignRow> rows;
  rows.reserve(results.size());
  for (const TeamResult& result : results) {
    DesignRow row;
    row.deal = result.deal;
    row.result = points ? result.points : result.score;
    AddTerms(result.team, result.opponents, row);
    rows.push_back(std::move(row));
  }
  return RateRows(bots, std::move(rows), scale, level, plain_points);
}

AdditiveRatings RateTeamSums(int bots, std::span<const TeamSums> sums,
                             ResultScale scale, double level,
                             double plain_points) {
  std::vector<DesignRow> rows;
  rows.reserve(sums.size());
  for (const TeamSums& of : sums) {
    const PairSums& results =
        scale == ResultScale::kPoints ? of.points : of.score;
    const std::optional<double> mean = ComputeMean(results);
    if (!mean) continue;
    DesignRow row;
    row.deal = static_cast<std::int64_t>(rows.size());
    row.result = *mean;
    row.deals = results.pairs;
    row.squares = static_cast<double>(results.pairs) *
                  PopulationVariance(results).value_or(0);
    row.decisive = DecisiveDealsOf(results, scale);
    AddTerms(of.team, of.opponents, row);
    rows.push_back(std::move(row));
  }
  return RateRows(bots, std::move(rows), scale, level, plain_points);
}

std::optional<ContrastEstimate> StrengthAgainst(const AdditiveRatings& ratings,
                                                int bot, int other,
                                                double level) {
  if (bot == other) {
    return EstimateContrast(ratings.fit, std::span<const DesignTerm>(), level);
  }
  const std::array terms = {
      DesignTerm{std::min(bot, other), bot < other ? 1.0 : -1.0},
      DesignTerm{std::max(bot, other), bot < other ? -1.0 : 1.0}};
  return EstimateContrast(ratings.fit, terms, level);
}

std::optional<ContrastEstimate> TeamStrength(const AdditiveRatings& ratings,
                                             std::span<const int> members,
                                             double level) {
  return EstimateContrast(ratings.fit, AgainstMean(ratings, members), level);
}

}  // namespace couillon::stats
