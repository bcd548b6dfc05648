// Islands by who was placed before whom, a fit of the places, and errors
// clustered by deal.

#include "arena/numbers/stats/league/rank_league.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/win_graph.h"

namespace couillon::stats {
namespace {

// An edge (a, b) for every two bots where a was once placed before b, or
// beside b.
std::vector<Edge> PlacedEdges(int bots, std::span<const RankedTable> tables) {
  std::vector<bool> seen(Index(bots) * Index(bots), false);
  std::vector<Edge> edges;
  for (const RankedTable& table : tables) {
    for (std::size_t i = 0; i < table.bots.size(); ++i) {
      for (std::size_t j = 0; j < table.bots.size(); ++j) {
        const int a = table.bots[i];
        const int b = table.bots[j];
        if (a == b || table.results[i] < table.results[j]) continue;
        const std::size_t key = Index(a) * Index(bots) + Index(b);
        if (seen[key]) continue;
        seen[key] = true;
        edges.emplace_back(a, b);
      }
    }
  }
  return edges;
}

// The middle of the sandwich: the sum over deals of the outer products of the
// gradients, and how many deals have one.
struct DealScores {
  Matrix middle;
  // That of two virtual deals per bot, spread over its own, whose products are
  // those that the model expects of a deal with equal tables: results that all
  // agree with the model are no certainty.
  Matrix virtual_middle;
  std::int64_t deals = 0;
};

// The tables of one deal, with its bots numbered by themselves: a deal has few
// of the bots of a league.
struct OneDeal {
  std::vector<int> bots;  // ascending
  std::vector<double> strengths;
  PlaceCounts counts;
  std::size_t tables = 0;
};

OneDeal DealOf(const std::vector<double>& strengths,
               std::span<const RankedTable> tables) {
  OneDeal deal;
  deal.tables = tables.size();
  for (const RankedTable& table : tables) {
    deal.bots.insert(deal.bots.end(), table.bots.begin(), table.bots.end());
  }
  std::sort(deal.bots.begin(), deal.bots.end());
  deal.bots.erase(std::unique(deal.bots.begin(), deal.bots.end()),
                  deal.bots.end());
  std::vector<RankedTable> own(tables.begin(), tables.end());
  for (RankedTable& table : own) {
    for (int& bot : table.bots) {
      const auto at = std::lower_bound(deal.bots.begin(), deal.bots.end(), bot);
      bot = static_cast<int>(at - deal.bots.begin());
    }
  }
  for (const int bot : deal.bots) {
    deal.strengths.push_back(strengths[Index(bot)]);
  }
  deal.counts = CountPlaces(static_cast<int>(deal.bots.size()), own);
  return deal;
}

// Calls see(deal) for each deal.
template <typename See>
void ForEachDeal(const std::vector<double>& strengths,
                 std::span<const RankedTable> tables, See see) {
  for (std::size_t begin = 0; begin < tables.size();) {
    std::size_t end = begin;
    while (end < tables.size() && tables[end].deal == tables[begin].deal) ++end;
    see(DealOf(strengths, tables.subspan(begin, end - begin)));
    begin = end;
  }
}

DealScores ScoresByDeal(const std::vector<double>& strengths,
                        std::span<const RankedTable> tables) {
  const std::size_t n = strengths.size();
  DealScores scores = {.middle = Matrix(n, n), .virtual_middle = Matrix(n, n)};
  std::vector<double> deals(n);
  ForEachDeal(strengths, tables, [&](const OneDeal& deal) {
    for (const int bot : deal.bots) ++deals[Index(bot)];
  });
  ForEachDeal(strengths, tables, [&](const OneDeal& deal) {
    const std::vector<double> gradient =
        PlaceGradient(deal.strengths, deal.counts);
    const Matrix curvature = PlaceCurvature(deal.strengths, deal.counts);
    double fewest = deals[Index(deal.bots.front())];
    for (const int bot : deal.bots) {
      fewest = std::min(fewest, deals[Index(bot)]);
    }
    const double share = 2 / fewest * static_cast<double>(deal.tables);
    for (std::size_t i = 0; i < gradient.size(); ++i) {
      for (std::size_t j = 0; j < gradient.size(); ++j) {
        const std::size_t a = Index(deal.bots[i]);
        const std::size_t b = Index(deal.bots[j]);
        scores.middle(a, b) += gradient[i] * gradient[j];
        scores.virtual_middle(a, b) += share * curvature(i, j);
      }
    }
    scores.deals += deal.counts.contests.empty() ? 0 : 1;
  });
  return scores;
}

// By bot, how many equal deals would determine its strength as evenly as its
// deals do: (sum a)^2 / (sum a^2), where a is the part of the variance that a
// deal has in the model.
std::vector<double> EffectiveDeals(const std::vector<double>& strengths,
                                   const Matrix& bread,
                                   std::span<const RankedTable> tables) {
  const std::size_t n = strengths.size();
  std::vector<double> sums(n);
  std::vector<double> squares(n);
  Matrix columns(n, n);  // of the bread, each contiguous
  for (std::size_t s = 0; s < n; ++s) {
    for (std::size_t i = 0; i < n; ++i) columns(i, s) = bread(s, i);
  }
  ForEachDeal(strengths, tables, [&](const OneDeal& deal) {
    const Matrix curvature = PlaceCurvature(deal.strengths, deal.counts);
    std::vector<double> parts(n);
    for (std::size_t i = 0; i < deal.bots.size(); ++i) {
      const double* of_i = columns.row(Index(deal.bots[i]));
      for (std::size_t j = 0; j < i; ++j) {
        if (curvature(i, j) == 0) continue;
        const double* of_j = columns.row(Index(deal.bots[j]));
        for (std::size_t s = 0; s < n; ++s) {
          const double lever = of_i[s] - of_j[s];
          parts[s] -= curvature(i, j) * lever * lever;
        }
      }
    }
    for (std::size_t s = 0; s < n; ++s) {
      sums[s] += parts[s];
      squares[s] += parts[s] * parts[s];
    }
  });
  std::vector<double> deals;
  deals.reserve(n);
  for (std::size_t s = 0; s < n; ++s) {
    deals.push_back(squares[s] > 0 ? sums[s] * sums[s] / squares[s] : 0);
  }
  return deals;
}

// Rates the bots of one island.
class RankIslandRater {
 public:
  RankIslandRater(std::span<const RankedTable> tables,
                  std::span<const Edge> edges, RankIsland& island,
                  std::vector<BotRating>& ratings)
      : tables_(tables),
        edges_(edges),
        island_(island),
        ratings_(ratings),
        member_(ratings.size(), false) {
    for (const int bot : island.bots) member_[Index(bot)] = true;
  }

  void Rate(double level) {
    RemovePerfect();
    if (!Connected()) {
      for (const int bot : island_.bots) {
        ratings_[Index(bot)].status = RatingStatus::kOrderOnly;
      }
      return;
    }
    for (const int bot : island_.bots) {
      if (!member_[Index(bot)]) continue;
      ratings_[Index(bot)].status = RatingStatus::kRated;
      island_.rated.push_back(bot);
    }
    Fit(level);
  }

 private:
  [[nodiscard]] bool Among(const Edge& edge) const {
    return member_[Index(edge.first)] && member_[Index(edge.second)];
  }

  // Removes the members that were always placed before the others, or always
  // behind, round by round: the likelihood of the others is the limit for
  // infinite strengths of the removed ones. One bot always stays, as the zero
  // of the scale.
  void RemovePerfect() {
    const KeptBots kept{.always = std::vector<bool>(member_.size(), false),
                        .reference = std::nullopt};
    for (const auto& round :
         RemoveOneWayBots(edges_, island_.bots, kept, member_)) {
      for (const auto& [bot, scored] : round) {
        ratings_[Index(bot)].status =
            scored ? RatingStatus::kAbove : RatingStatus::kBelow;
      }
    }
  }

  [[nodiscard]] bool Connected() const {
    std::vector<Edge> among;
    for (const Edge& edge : edges_) {
      if (Among(edge)) among.push_back(edge);
    }
    int components = 0;
    for (const auto& component :
         StrongComponents(static_cast<int>(member_.size()), among)) {
      components += member_[Index(component.front())] ? 1 : 0;
    }
    return components == 1;
  }

  // The tables without the bots that are not rated, by the index in `rated`.
  [[nodiscard]] std::vector<RankedTable> TablesOfRated() const {
    std::vector<RankedTable> tables;
    for (const RankedTable& table : tables_) {
      RankedTable kept = {.deal = table.deal, .bots = {}, .results = {}};
      for (std::size_t i = 0; i < table.bots.size(); ++i) {
        if (!member_[Index(table.bots[i])]) continue;
        const auto at = std::lower_bound(island_.rated.begin(),
                                         island_.rated.end(), table.bots[i]);
        kept.bots.push_back(static_cast<int>(at - island_.rated.begin()));
        kept.results.push_back(table.results[i]);
      }
      if (kept.bots.size() > 1) tables.push_back(std::move(kept));
    }
    return tables;
  }

  void Fit(double level) {
    const std::vector<RankedTable> tables = TablesOfRated();
    const PlaceCounts counts =
        CountPlaces(static_cast<int>(island_.rated.size()), tables);
    const StrengthFit fit = FitRanksByNewton(counts);
    island_.iterations = fit.iterations;
    island_.converged = fit.converged;
    const DealScores scores = ScoresByDeal(fit.strengths, tables);
    island_.deals = scores.deals;
    if (!fit.converged) return;
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      ratings_[Index(island_.rated[s])].value =
          PositiveZero(fit.strengths[s] * kEloPerLogStrength);
    }
    if (island_.rated.size() < 2 ||
        scores.deals <= static_cast<std::int64_t>(island_.rated.size())) {
      return;
    }
    const Matrix bread = SumZeroInverse(PlaceCurvature(fit.strengths, counts));
    if (bread.rows() == 0) return;
    AddErrors(Product(Product(bread, scores.middle), bread),
              Product(Product(bread, scores.virtual_middle), bread),
              EffectiveDeals(fit.strengths, bread, tables), level);
  }

  void AddErrors(const Matrix& covariance, const Matrix& virtual_covariance,
                 const std::vector<double>& effective_deals, double level) {
    const auto deals = static_cast<double>(island_.deals);
    const auto fitted = static_cast<double>(island_.rated.size() - 1);
    const double factor = deals / (deals - fitted);
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      BotRating& rating = ratings_[Index(island_.rated[s])];
      const double error = kEloPerLogStrength *
                           std::sqrt(std::max(covariance(s, s) * factor, 0.0));
      rating.standard_error = error;
      // Never more than the residuals of all deals have.
      const double own = std::max(effective_deals[s] - 1, 1.0);
      rating.degrees_of_freedom = std::min(own, deals - fitted);
      if (!rating.value) continue;
      const double few = std::sqrt(std::max(1.0, (own + 1) / own / factor));
      const double virtual_error =
          kEloPerLogStrength *
          std::sqrt(std::max(virtual_covariance(s, s), 0.0));
      rating.interval = Around(
          *rating.value, TwoSidedStudent(level, rating.degrees_of_freedom) *
                             std::hypot(few * error, virtual_error));
    }
  }

  std::span<const RankedTable> tables_;
  std::span<const Edge> edges_;
  RankIsland& island_;
  std::vector<BotRating>& ratings_;
  std::vector<bool> member_;
};

}  // namespace

RankLeague RateRanks(int bots, std::span<const RankedTable> tables,
                     double level) {
  RankLeague league;
  league.bots.resize(Index(bots));
  const std::vector<Edge> edges = PlacedEdges(bots, tables);
  for (auto& members : ConnectedComponents(bots, edges)) {
    RankIsland& island = league.islands.emplace_back();
    island.bots = std::move(members);
    for (const int bot : island.bots) {
      league.bots[Index(bot)].island =
          static_cast<int>(league.islands.size()) - 1;
    }
    if (island.bots.size() < 2) continue;  // unplayed
    RankIslandRater(tables, edges, island, league.bots).Rate(level);
  }
  return league;
}

}  // namespace couillon::stats
