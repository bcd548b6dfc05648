#include "arena/stats/league/league_island.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"
#include "arena/stats/league/bradley_terry.h"
#include "arena/stats/league/league_covariance.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/tied_strengths.h"
#include "arena/stats/league/win_graph.h"
#include "arena/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr int kNowhere = -1;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// Returns the edges (a, b) of bots where a scored against b, both of them
// members.
std::vector<Edge> ScoredEdges(const std::vector<Pairing>& pairings,
                              const std::vector<bool>& member) {
  std::vector<Edge> edges;
  for (const Pairing& p : pairings) {
    if (!member[Index(p.first)] || !member[Index(p.second)]) continue;
    if (p.score.sum > 0) edges.emplace_back(p.first, p.second);
    if (SwappedScore(p.score).sum > 0) edges.emplace_back(p.second, p.first);
  }
  return edges;
}

// Returns the ties of members, with their bots numbered by `slot`.
StrengthTies TiesOf(const StrengthTies& ties, const std::vector<bool>& member,
                    const std::vector<int>& slot) {
  StrengthTies own;
  for (Anchor anchor : ties.anchors) {
    if (!member[Index(anchor.bot)]) continue;
    anchor.bot = slot[Index(anchor.bot)];
    own.anchors.push_back(anchor);
  }
  for (Prior prior : ties.priors) {
    if (!member[Index(prior.bot)]) continue;
    prior.bot = slot[Index(prior.bot)];
    own.priors.push_back(prior);
  }
  return own;
}

// Rates one island: its rated bots by a fit, the others by a bound.
class IslandRater {
 public:
  IslandRater(const CanonicalLeague& league, const LeagueOptions& options,
              std::size_t bots, LeagueIsland& island)
      : league_(league),
        options_(options),
        island_(island),
        member_(bots, false),
        tied_(bots, false),
        place_(bots) {
    for (const int bot : island.bots) member_[Index(bot)] = true;
    std::vector<int> same(bots);
    std::iota(same.begin(), same.end(), 0);
    island_.ties = TiesOf(options.ties, member_, same);
    for (const Anchor& anchor : island_.ties.anchors) {
      tied_[Index(anchor.bot)] = true;
    }
    for (const Prior& prior : island_.ties.priors) {
      tied_[Index(prior.bot)] = true;
    }
  }

  void Rate(std::vector<BotRating>& ratings) {
    if (options_.anchor && member_[Index(*options_.anchor)]) {
      island_.anchor = options_.anchor;
    }
    FindComponents(ratings.size());
    std::vector<std::pair<int, RatingStatus>> perfect = RemovePerfect();
    if (!Connected()) {
      for (const int bot : island_.bots) {
        ratings[Index(bot)].status = RatingStatus::kOrderOnly;
      }
      island_.anchor.reset();
      return;
    }
    Fit();
    std::reverse(perfect.begin(), perfect.end());
    for (const auto& [bot, status] : perfect) {
      place_[Index(bot)] = BoundOf(bot, status);
    }
    Write(perfect, ratings);
  }

 private:
  void FindComponents(std::size_t bots) {
    const std::vector<Edge> edges = ScoredEdges(league_.pairings, member_);
    for (auto& component : StrongComponents(static_cast<int>(bots), edges)) {
      if (member_[Index(component.front())]) {
        island_.strong_components.push_back(std::move(component));
      }
    }
  }

  // Whether a bot scored anything against the remaining members, and they
  // against it.
  [[nodiscard]] std::pair<bool, bool> TookAndGave(int bot) const {
    bool took = false;
    bool gave = false;
    for (const Pairing& p : league_.pairings) {
      if (!member_[Index(p.first)] || !member_[Index(p.second)]) continue;
      const bool first_scored = p.score.sum > 0;
      const bool second_scored = SwappedScore(p.score).sum > 0;
      if (p.first == bot) {
        took |= first_scored;
        gave |= second_scored;
      } else if (p.second == bot) {
        took |= second_scored;
        gave |= first_scored;
      }
    }
    return {took, gave};
  }

  // Removes bots that won or lost everything from the members, round by round,
  // but not those with ties, and always leaves one bot as the reference of the
  // scale.
  std::vector<std::pair<int, RatingStatus>> RemovePerfect() {
    std::vector<std::pair<int, RatingStatus>> removed;
    int members = static_cast<int>(island_.bots.size());
    bool again = members > 1;
    while (again) {
      std::vector<std::pair<int, RatingStatus>> round;
      for (const int bot : island_.bots) {
        if (!member_[Index(bot)] || tied_[Index(bot)]) continue;
        const auto [took, gave] = TookAndGave(bot);
        if (took == gave) continue;
        round.emplace_back(bot,
                           took ? RatingStatus::kAbove : RatingStatus::kBelow);
      }
      if (static_cast<int>(round.size()) == members) KeepReference(round);
      for (const auto& [bot, status] : round) member_[Index(bot)] = false;
      members -= static_cast<int>(round.size());
      removed.insert(removed.end(), round.begin(), round.end());
      again = !round.empty() && members > 1;
    }
    return removed;
  }

  void KeepReference(std::vector<std::pair<int, RatingStatus>>& round) const {
    auto kept = std::find_if(round.begin(), round.end(), [&](const auto& r) {
      return island_.anchor && r.first == *island_.anchor;
    });
    if (kept == round.end()) kept = round.begin();
    round.erase(kept);
  }

  [[nodiscard]] bool Connected() const {
    std::vector<Edge> edges = ScoredEdges(league_.pairings, member_);
    const std::vector<Edge> tied = TiedEdges(island_.ties);
    edges.insert(edges.end(), tied.begin(), tied.end());
    int components = 0;
    for (const auto& component :
         StrongComponents(static_cast<int>(member_.size()), edges)) {
      components += member_[Index(component.front())] ? 1 : 0;
    }
    return components == 1;
  }

  void Fit() {
    std::vector<int> slot(member_.size(), kNowhere);
    for (const int bot : island_.bots) {
      if (!member_[Index(bot)]) continue;
      slot[Index(bot)] = static_cast<int>(island_.rated.size());
      island_.rated.push_back(bot);
    }
    std::vector<FittedPairing> fitted;
    std::vector<ScoreLine> lines;
    std::vector<int> new_index(league_.pairings.size(), kNowhere);
    for (std::size_t k = 0; k < league_.pairings.size(); ++k) {
      const Pairing& p = league_.pairings[k];
      const int i = slot[Index(p.first)];
      const int j = slot[Index(p.second)];
      if (i == kNowhere || j == kNowhere) continue;
      new_index[k] = static_cast<int>(fitted.size());
      fitted.push_back({.i = i, .j = j, .score = p.score});
      lines.push_back(LineOf(p, i, j));
    }
    const int rated = static_cast<int>(island_.rated.size());
    const StrengthTies ties = TiesOf(island_.ties, member_, slot);
    StrengthFit fit = ties.empty() ? FitByNewton(rated, lines)
                                   : FitTiedStrengths(rated, lines, ties);
    island_.strengths = std::move(fit.strengths);
    island_.iterations = fit.iterations;
    island_.converged = fit.converged;
    island_.gradient = fit.gradient;
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      place_[Index(island_.rated[s])] = island_.strengths[s];
    }
    const int free = rated - static_cast<int>(ties.anchors.size());
    if (!fit.converged || league_.deals <= free || rated < 2 ||
        league_.deals < 2) {
      return;
    }
    std::vector<CrossSums> crosses;
    for (CrossSums cross : league_.crosses) {
      cross.k = new_index[Index(cross.k)];
      cross.l = new_index[Index(cross.l)];
      if (cross.k != kNowhere && cross.l != kNowhere) crosses.push_back(cross);
    }
    Matrix covariance =
        StrengthCovariance(island_.strengths, fitted, crosses, league_.deals,
                           options_.errors, ties);
    if (covariance.rows() > 0) island_.covariance = std::move(covariance);
  }

  static ScoreLine LineOf(const Pairing& p, int i, int j) {
    const auto d = static_cast<double>(p.score.denominator);
    return {.i = i,
            .j = j,
            .won = static_cast<double>(p.score.sum) / d,
            .lost = static_cast<double>(SwappedScore(p.score).sum) / d};
  }

  // Returns the strength at which the expected score against the placed
  // opponents is half a point of one table short of perfect.
  [[nodiscard]] std::optional<double> BoundOf(int bot,
                                              RatingStatus status) const {
    std::vector<std::pair<double, double>> opponents;  // strength, pairs
    double half_point = 0;
    for (const Pairing& p : league_.pairings) {
      if (p.first != bot && p.second != bot) continue;
      const int other = p.first == bot ? p.second : p.first;
      const std::optional<double>& place = place_[Index(other)];
      if (!place) continue;
      opponents.emplace_back(*place, static_cast<double>(p.score.pairs));
      half_point =
          std::max(half_point, 1 / static_cast<double>(p.score.denominator));
    }
    if (opponents.empty()) return std::nullopt;
    const double sign = status == RatingStatus::kAbove ? 1 : -1;
    // The expected score conceded decreases with the bot's strength.
    double lo = -1000;
    double hi = 1000;
    for (int step = 0; step < 100; ++step) {
      const double middle = 0.5 * (lo + hi);
      double given = 0;
      for (const auto& [strength, pairs] : opponents) {
        given += pairs * WinProbability(sign * strength - middle);
      }
      (given > half_point ? lo : hi) = middle;
    }
    return sign * 0.5 * (lo + hi);
  }

  // An anchor without an Elo cannot be the zero: the mean takes its place.
  void Write(const std::vector<std::pair<int, RatingStatus>>& perfect,
             std::vector<BotRating>& ratings) {
    if (island_.anchor && !member_[Index(*island_.anchor)]) {
      island_.anchor.reset();
    }
    const double zero =
        island_.anchor ? place_[Index(*island_.anchor)].value_or(0) : 0;
    const double offset = island_.anchor ? options_.anchor_elo : 0;
    const auto elo = [&](int bot) {
      const double above = *place_[Index(bot)] - zero;
      return PositiveZero(offset + above * kEloPerLogStrength);
    };
    for (const auto& [bot, status] : perfect) {
      ratings[Index(bot)].status = status;
      if (place_[Index(bot)] && island_.converged) {
        ratings[Index(bot)].bound = elo(bot);
      }
    }
    for (const int bot : island_.rated) {
      ratings[Index(bot)].status = RatingStatus::kRated;
      if (island_.converged) ratings[Index(bot)].elo = elo(bot);
    }
  }

  const CanonicalLeague& league_;
  const LeagueOptions& options_;
  LeagueIsland& island_;
  std::vector<bool> member_;
  std::vector<bool> tied_;
  std::vector<std::optional<double>> place_;  // natural log units
};

}  // namespace

void RateIsland(const CanonicalLeague& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings) {
  IslandRater(league, options, ratings.size(), island).Rate(ratings);
}

}  // namespace couillon::stats
