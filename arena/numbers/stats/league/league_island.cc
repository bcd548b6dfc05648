// The fit of one island by least squares (points) or by likelihood (scores),
// its errors, and an F test of the misfit.

#include "arena/numbers/stats/league/league_island.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_covariance.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/one_way.h"
#include "arena/numbers/stats/league/small_sample.h"
#include "arena/numbers/stats/league/tie_fit.h"
#include "arena/numbers/stats/league/tied_strengths.h"
#include "arena/numbers/stats/league/win_graph.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {
namespace {

// The total lead of each bot that the strengths do not explain.
std::vector<double> Excess(std::span<const double> strengths,
                           std::span<const LeadLine> lines) {
  std::vector<double> excess(strengths.size());
  for (const LeadLine& line : lines) {
    const double lead = line.lead - line.pairs * (strengths[Index(line.i)] -
                                                  strengths[Index(line.j)]);
    excess[Index(line.i)] += lead;
    excess[Index(line.j)] -= lead;
  }
  return excess;
}

double LargestExcess(std::span<const double> strengths,
                     std::span<const LeadLine> lines) {
  double largest = 0;
  for (const double excess : Excess(strengths, lines)) {
    largest = std::max(largest, std::abs(excess));
  }
  return largest;
}

// The same fit without the inverse.
StrengthFit FitLargeLeague(const Matrix& laplacian,
                           std::span<const LeadLine> lines) {
  StrengthFit fit;
  fit.strengths.assign(laplacian.rows(), 0.0);
  for (fit.iterations = 0; fit.iterations < 2; ++fit.iterations) {
    const std::optional<std::vector<double>> step =
        SolveCurvature(laplacian, Excess(fit.strengths, lines));
    if (!step) return fit;
    for (std::size_t i = 0; i < step->size(); ++i) {
      fit.strengths[i] = PositiveZero(fit.strengths[i] + (*step)[i]);
    }
  }
  fit.converged = true;
  fit.gradient = LargestExcess(fit.strengths, lines);
  return fit;
}

// Goodness of fit: whether one strength per bot explains the mean leads of all
// pairings.

// The covariance of more leads takes too long and needs more deals than there
// are.
constexpr int kMaxCycles = 400;
constexpr int kMinDealsMore = 6;  // than cycles

double MeanLead(const FittedPairing& pairing) {
  return pairing.seen->lead / pairing.seen->pairs;
}

Misfit WithoutCommonDeals(int bots, std::span<const FittedPairing> pairings,
                          double virtual_lead) {
  Misfit misfit{.df = static_cast<int>(pairings.size()) - bots + 1};
  std::vector<LeadLine> lines;
  double spread = 0;  // mean over pairings of that of a squared t
  for (const FittedPairing& pairing : pairings) {
    const double n = pairing.seen->pairs;
    // Squares of t with n - 1 degrees average (n - 1)/(n - 3).
    const double inflation = n > 5 ? (n - 1) / (n - 3) : 2;
    spread += n > 8 ? (n - 2) / (n - 5) : 2;
    const double weight =
        1 / (inflation * MeanLeadVariance(*pairing.seen, virtual_lead));
    lines.push_back({.i = pairing.i,
                     .j = pairing.j,
                     .pairs = weight * pairing.slope * pairing.slope,
                     .lead = weight * pairing.slope *
                             (MeanLead(pairing) - pairing.expected)});
  }
  const StrengthFit fit = FitPoints(bots, lines);
  if (!fit.converged) return misfit;
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    const LeadLine& line = lines[k];
    const double slope = pairings[k].slope;
    const double weight = line.pairs / (slope * slope);
    const double moved =
        slope * (fit.strengths[Index(line.i)] - fit.strengths[Index(line.j)]);
    const double left = line.lead / (weight * slope) - moved;
    misfit.statistic += weight * left * left;
  }
  spread /= static_cast<double>(pairings.size());
  misfit.p = ChiSquareUpperTail(misfit.statistic / spread, misfit.df / spread);
  return misfit;
}

// One closed path per pairing that is not in a tree of pairings: the pairing,
// and the way back through the tree. Rows of +1 and -1, by pairing.
class Cycles {
 public:
  Cycles(int bots, std::span<const FittedPairing> pairings)
      : pairings_(pairings), above_(Index(bots), -1), depth_(Index(bots), -1) {
    depth_[0] = 0;
    bool grows = true;
    std::vector<bool> in_tree(pairings.size(), false);
    while (grows) {
      grows = false;
      for (std::size_t k = 0; k < pairings.size(); ++k) {
        const std::size_t i = Index(pairings[k].i);
        const std::size_t j = Index(pairings[k].j);
        if ((depth_[i] < 0) == (depth_[j] < 0)) continue;
        const std::size_t leaf = depth_[i] < 0 ? i : j;
        depth_[leaf] = depth_[leaf == i ? j : i] + 1;
        above_[leaf] = static_cast<int>(k);
        in_tree[k] = true;
        grows = true;
      }
    }
    for (std::size_t k = 0; k < pairings.size(); ++k) {
      if (!in_tree[k]) rows_.push_back(RowOf(static_cast<int>(k)));
    }
  }

  [[nodiscard]] const std::vector<std::vector<double>>& rows() const {
    return rows_;
  }

 private:
  // Adds the way from `bot` one step up the tree, times `sign`.
  int Climb(int bot, double sign, std::vector<double>& row) const {
    const std::size_t k = Index(above_[Index(bot)]);
    const bool is_first = pairings_[k].i == bot;
    row[k] += is_first ? sign : -sign;
    return is_first ? pairings_[k].j : pairings_[k].i;
  }

  // lead(i, j) minus the leads on the way from i to j.
  [[nodiscard]] std::vector<double> RowOf(int k) const {
    std::vector<double> row(pairings_.size());
    row[Index(k)] = 1;
    int i = pairings_[Index(k)].i;
    int j = pairings_[Index(k)].j;
    while (i != j) {
      if (depth_[Index(i)] >= depth_[Index(j)]) {
        i = Climb(i, -1, row);
      } else {
        j = Climb(j, 1, row);
      }
    }
    return row;
  }

  std::span<const FittedPairing> pairings_;
  std::vector<int> above_;  // by bot: the pairing to its parent in the tree
  std::vector<int> depth_;  // by bot
  std::vector<std::vector<double>> rows_;
};

// The covariance of the mean leads, over the slopes.
Matrix LeadCovariance(std::span<const FittedPairing> pairings,
                      const FittedCrosses& crosses, double virtual_lead) {
  Matrix covariance(pairings.size(), pairings.size());
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    covariance(k, k) = MeanLeadVariance(*pairings[k].seen, virtual_lead) /
                       (pairings[k].slope * pairings[k].slope);
  }
  crosses.ForEach([&](const CrossMoments& cross) {
    const std::size_t k = Index(cross.k);
    const std::size_t l = Index(cross.l);
    const double n = cross.deals;
    const double products = cross.products - cross.lead_k * cross.lead_l / n;
    const double value = products * (n / (n + 1)) /
                         (pairings[k].seen->pairs * pairings[l].seen->pairs *
                          pairings[k].slope * pairings[l].slope);
    covariance(k, l) = covariance(l, k) = value;
  });
  return covariance;
}

Misfit WithCommonDeals(int bots, std::span<const FittedPairing> pairings,
                       const FittedCrosses& crosses, double virtual_lead) {
  Misfit misfit{.df = static_cast<int>(pairings.size()) - bots + 1};
  double deals = std::numeric_limits<double>::infinity();
  for (const FittedPairing& pairing : pairings) {
    deals = std::min(deals, pairing.seen->pairs);
  }
  if (misfit.df > kMaxCycles || deals < misfit.df + kMinDealsMore) {
    return misfit;
  }
  const Cycles cycles(bots, pairings);
  const Matrix leads = LeadCovariance(pairings, crosses, virtual_lead);
  const std::size_t q = cycles.rows().size();
  Matrix z(q, pairings.size());
  Matrix turned(pairings.size(), q);
  std::vector<double> sums(q);
  for (std::size_t c = 0; c < q; ++c) {
    for (std::size_t k = 0; k < pairings.size(); ++k) {
      z(c, k) = turned(k, c) = cycles.rows()[c][k];
      sums[c] += z(c, k) * (MeanLead(pairings[k]) - pairings[k].expected) /
                 pairings[k].slope;
    }
  }
  const std::optional<Matrix> factor =
      CholeskyFactor(Product(Product(z, leads), turned));
  if (!factor) return misfit;
  const std::vector<double> solved = SolveFactored(*factor, sums);
  for (std::size_t c = 0; c < q; ++c) misfit.statistic += sums[c] * solved[c];
  const auto df = static_cast<double>(misfit.df);
  misfit.p = UpperTailOfF(misfit.statistic * (deals - df) / (df * (deals - 1)),
                          df, deals - df);
  return misfit;
}

// Returns the test of one island, with covariances of the mean leads from the
// deals themselves. Pairings without common deals: the weighted sum of squares
// that strengths fitted with these weights leave, against chi-square, both
// corrected for estimated variances. Pairings with common deals: Hotelling's
// T^2 of the sums of leads around the cycles of the pairings. The squares get
// those of virtual pairs, as in small_sample.h. Requires: the pairings connect
// `bots` bots; virtual_lead > 0.
Misfit TestMisfit(int bots, std::span<const FittedPairing> pairings,
                  const FittedCrosses& crosses, double virtual_lead) {
  if (static_cast<int>(pairings.size()) < bots) return {};
  return crosses.empty()
             ? WithoutCommonDeals(bots, pairings, virtual_lead)
             : WithCommonDeals(bots, pairings, crosses, virtual_lead);
}

constexpr int kNowhere = -1;

// Returns the edges (a, b) of bots where a scored against b, both of them
// members.
std::vector<Edge> ScoredEdges(const std::vector<PairingMoments>& pairings,
                              const std::vector<bool>& member) {
  std::vector<Edge> edges;
  for (const PairingMoments& p : pairings) {
    if (!member[Index(p.first)] || !member[Index(p.second)]) continue;
    if (p.won > 0) edges.emplace_back(p.first, p.second);
    if (p.lost > 0) edges.emplace_back(p.second, p.first);
  }
  return edges;
}

// Returns the ties of members, with their bots numbered by `slot`.
StrengthTies SelectTies(const StrengthTies& ties,
                        const std::vector<bool>& member,
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

// Adds the errors of the priors, which are known: they raise the degrees of
// freedom of what they are part of. Where results say nothing beyond rounding,
// the priors alone are left.
void AddPriors(const Matrix& bread, const StrengthTies& ties,
               SmallSample& errors) {
  constexpr double kRounding = 1e-12;
  const Matrix before = errors.covariance;
  AddPriorErrors(bread, ties, errors.covariance);
  const Matrix& after = errors.covariance;
  const auto variance = [](const Matrix& v, std::size_t i, std::size_t j) {
    return i == j ? v(i, i) : v(i, i) + v(j, j) - 2 * v(i, j);
  };
  for (std::size_t i = 0; i < before.rows(); ++i) {
    for (std::size_t j = 0; j < before.rows(); ++j) {
      const double of_results = variance(before, i, j);
      if (of_results <= kRounding * (after(i, i) + after(j, j))) {
        errors.degrees(i, j) = std::numeric_limits<double>::infinity();
        continue;
      }
      const double growth = variance(after, i, j) / of_results;
      errors.degrees(i, j) *= growth * growth;
    }
  }
}

// The errors of a known law.
SmallSample KnownErrors(const Matrix& covariance) {
  const std::size_t n = covariance.rows();
  SmallSample errors{.covariance = covariance, .degrees = Matrix(n, n)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      errors.degrees(i, j) = std::numeric_limits<double>::infinity();
    }
  }
  return errors;
}

bool PairingsConnect(int bots, std::span<const FittedPairing> pairings) {
  std::vector<Edge> met;
  for (const FittedPairing& p : pairings) met.emplace_back(p.i, p.j);
  return ConnectedComponents(bots, met).size() == 1;
}

// Rates one island: its rated bots by a fit, the others by a bound.
class IslandRater {
 public:
  IslandRater(const LeagueMoments& league, const LeagueOptions& options,
              std::size_t bots, LeagueIsland& island)
      : league_(league),
        options_(options),
        island_(island),
        in_island_(bots, false),
        tied_(bots, false),
        place_(bots) {
    for (const int bot : island.bots) in_island_[Index(bot)] = true;
    member_ = in_island_;
    if (options.scale != ResultScale::kScore) return;
    std::vector<int> same(bots);
    std::iota(same.begin(), same.end(), 0);
    island_.ties = SelectTies(options.ties, member_, same);
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
    if (options_.scale == ResultScale::kPoints) {
      Fit();
      AddDecisivePairs();
      Write({}, ratings);
      return;
    }
    FindComponents(ratings.size());
    const std::vector<OneWayBot> perfect = RemovePerfect();
    if (!Connected()) {
      for (const int bot : island_.bots) {
        ratings[Index(bot)].status = RatingStatus::kOrderOnly;
        member_[Index(bot)] = false;
      }
      island_.anchor.reset();
      TestDirectResults();
      return;
    }
    Fit();
    AddPerfectBots(perfect);
    TestDirectResults();
    AddPairingAlone();
    AddDecisivePairs();
    Write(perfect, ratings);
  }

 private:
  // Ties make the distance of two bots finite, as results both ways do.
  [[nodiscard]] std::vector<Edge> ScoredOrTiedEdges() const {
    std::vector<Edge> edges = ScoredEdges(league_.pairings, member_);
    const std::vector<Edge> tied = TiedEdges(island_.ties);
    edges.insert(edges.end(), tied.begin(), tied.end());
    return edges;
  }

  void FindComponents(std::size_t bots) {
    for (auto& component :
         StrongComponents(static_cast<int>(bots), ScoredOrTiedEdges())) {
      if (member_[Index(component.front())]) {
        island_.strong_components.push_back(std::move(component));
      }
    }
  }

  // Removes bots that won or lost everything from the members, round by round,
  // but not those with ties, and always leaves one bot as the reference of the
  // scale.
  std::vector<OneWayBot> RemovePerfect() {
    std::vector<OneWayBot> perfect;
    for (const std::vector<OneWayBot>& round : RemoveOneWayBots(
             ScoredEdges(league_.pairings, member_), island_.bots,
             {.always = tied_, .reference = island_.anchor}, member_)) {
      perfect.insert(perfect.end(), round.begin(), round.end());
    }
    return perfect;
  }

  [[nodiscard]] bool Connected() const {
    int components = 0;
    for (const auto& component : StrongComponents(
             static_cast<int>(member_.size()), ScoredOrTiedEdges())) {
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
    fitted.reserve(league_.pairings.size());
    std::vector<int> new_index(league_.pairings.size(), kNowhere);
    for (std::size_t k = 0; k < league_.pairings.size(); ++k) {
      const PairingMoments& p = league_.pairings[k];
      const int i = slot[Index(p.first)];
      const int j = slot[Index(p.second)];
      if (i == kNowhere || j == kNowhere) continue;
      new_index[k] = static_cast<int>(fitted.size());
      fitted.push_back({.i = i, .j = j, .seen = &p});
    }
    const StrengthTies ties = SelectTies(island_.ties, member_, slot);
    StrengthFit fit = FitStrengths(fitted, ties);
    island_.strengths = std::move(fit.strengths);
    island_.iterations = fit.iterations;
    island_.converged = fit.converged;
    island_.gradient = fit.gradient;
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      place_[Index(island_.rated[s])] = island_.strengths[s];
    }
    if (!fit.converged || island_.rated.size() < 2) return;
    if (options_.errors == LeagueErrors::kNone) return;
    const bool by_deal = options_.errors == LeagueErrors::kByDeal;
    AddErrors(ties, fitted,
              by_deal ? FittedCrosses(league_.crosses, std::move(new_index))
                      : FittedCrosses());
  }

  [[nodiscard]] StrengthFit FitStrengths(
      std::span<const FittedPairing> pairings, const StrengthTies& ties) const {
    const auto bots = static_cast<int>(island_.rated.size());
    if (options_.scale == ResultScale::kPoints) {
      std::vector<LeadLine> lines;
      lines.reserve(pairings.size());
      for (const FittedPairing& p : pairings) {
        lines.push_back(
            {.i = p.i, .j = p.j, .pairs = p.seen->pairs, .lead = p.seen->lead});
      }
      return FitPoints(bots, lines);
    }
    std::vector<ScoreLine> lines;
    lines.reserve(pairings.size());
    for (const FittedPairing& p : pairings) {
      lines.push_back(
          {.i = p.i, .j = p.j, .won = p.seen->won, .lost = p.seen->lost});
    }
    return ties.empty() ? FitByNewton(bots, lines)
                        : FitTiedStrengths(bots, lines, ties);
  }

  void AddErrors(const StrengthTies& ties, std::vector<FittedPairing>& pairings,
                 const FittedCrosses& crosses) {
    for (FittedPairing& p : pairings) {
      const double difference =
          island_.strengths[Index(p.i)] - island_.strengths[Index(p.j)];
      if (options_.scale == ResultScale::kPoints) {
        p.expected = difference;
        continue;
      }
      p.expected = 0.5 * std::tanh(0.5 * difference);
      p.slope = WinProbability(difference) * WinProbability(-difference);
    }
    const auto bots = static_cast<int>(island_.rated.size());
    const Matrix curvature = ComputeCurvature(bots, pairings);
    const Matrix bread =
        ties.empty() ? SumZeroInverse(curvature) : TiedInverse(curvature, ties);
    const int free = bots - static_cast<int>(ties.anchors.size());
    if (bread.rows() == 0 || league_.deals <= std::max(free, 1)) return;
    island_.covariance = StrengthCovariance(bread, pairings, crosses,
                                            league_.deals, options_.errors);
    // Coin flips of a known law: nothing is estimated from residuals.
    island_.small_sample = options_.errors == LeagueErrors::kCurvature
                               ? KnownErrors(*island_.covariance)
                               : SmallSampleErrors(bread, pairings, crosses,
                                                   options_.virtual_lead);
    if (!ties.empty()) {
      if (options_.errors != LeagueErrors::kCurvature) {
        AddPriorErrors(bread, ties, *island_.covariance);
      }
      if (options_.errors != LeagueErrors::kCurvature) {
        AddPriors(bread, ties, *island_.small_sample);
      }
      island_.tie_fit =
          TestTies(bread, pairings, crosses, ties, options_.virtual_lead);
      if (!PairingsConnect(bots, pairings)) return;
    }
    island_.misfit = TestMisfit(bots, pairings, crosses, options_.virtual_lead);
  }

  // Lists the removed bots with the rated ones that they met. Other removed
  // bots have no strength, only a bound, which says nothing on one of theirs.
  void AddPerfectBots(const std::vector<OneWayBot>& perfect) {
    if (perfect.empty() || !island_.converged) return;
    std::vector<std::size_t> at(member_.size());
    for (const auto& [bot, scored] : perfect) {
      at[Index(bot)] = island_.perfect.size();
      island_.perfect.push_back({.bot = bot, .won = scored, .met = {}});
    }
    std::vector<std::size_t> slot(member_.size());
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      slot[Index(island_.rated[s])] = s;
    }
    const bool share_deals = !league_.crosses.empty();
    for (const PairingMoments& p : league_.pairings) {
      if (!IsInIsland(p) ||
          member_[Index(p.first)] == member_[Index(p.second)]) {
        continue;
      }
      const int rated = member_[Index(p.first)] ? p.first : p.second;
      const int other = member_[Index(p.first)] ? p.second : p.first;
      PerfectBot& bot = island_.perfect[at[Index(other)]];
      bot.met.push_back({.slot = slot[Index(rated)], .pairs = p.pairs});
      bot.deals =
          share_deals ? std::max(bot.deals, p.pairs) : bot.deals + p.pairs;
    }
  }

  [[nodiscard]] bool IsInIsland(const PairingMoments& p) const {
    return in_island_[Index(p.first)] && in_island_[Index(p.second)];
  }

  void TestDirectResults() {
    for (const PairingMoments& p : league_.pairings) {
      if (!IsInIsland(p)) continue;
      if (!member_[Index(p.first)] || !member_[Index(p.second)]) {
        island_.direct.push_back(TestPairing(p));
      }
    }
  }

  // Two bots that met nobody else are estimated as their pairing is, so that
  // the league and the pairing show the same figures.
  void AddPairingAlone() {
    if (island_.bots.size() != 2 || island_.rated.size() != 2 ||
        !island_.ties.empty() || options_.virtual_lead <= 0 ||
        options_.errors == LeagueErrors::kCurvature ||
        options_.errors == LeagueErrors::kNone) {
      return;
    }
    for (const PairingMoments& p : league_.pairings) {
      if (!IsInIsland(p)) continue;
      island_.pairing_alone = TotalsOf(p);
      island_.direct.push_back(TestPairing(p));
    }
  }

  void AddDecisivePairs() {
    if (!island_.ties.empty() || island_.pairing_alone) return;
    std::vector<double> of_bot(member_.size());
    for (const PairingMoments& p : league_.pairings) {
      if (!IsInIsland(p)) continue;
      const double decisive = options_.scale == ResultScale::kPoints
                                  ? DecisiveLeadsAtLeast(p.squares, p.fourths)
                                  : p.decisive;
      of_bot[Index(p.first)] += decisive;
      of_bot[Index(p.second)] += decisive;
    }
    for (const int bot : island_.rated) {
      island_.decisive.push_back(of_bot[Index(bot)]);
    }
  }

  // Returns the end of the interval of a perfect bot that is finite, relative
  // to the zero of the island.
  [[nodiscard]] std::optional<double> BoundOf(const PerfectBot& bot) const {
    if (bot.met.empty() || options_.errors == LeagueErrors::kNone) {
      return std::nullopt;
    }
    const double conceded = PlusTwoConceded(bot.deals, options_.level);
    if (!(conceded < 1)) return std::nullopt;
    std::optional<std::size_t> slot;
    for (std::size_t s = 0; s < island_.rated.size(); ++s) {
      if (island_.anchor == island_.rated[s]) slot = s;
    }
    const std::optional<double> lead =
        PerfectBound(island_, bot, conceded).Lead(slot, options_.level);
    if (!lead) return std::nullopt;
    return bot.won ? *lead : -*lead;
  }

  // An anchor without a rating cannot be the zero: the mean takes its place.
  void Write(std::span<const OneWayBot> perfect,
             std::vector<BotRating>& ratings) {
    if (island_.anchor && !member_[Index(*island_.anchor)]) {
      island_.anchor.reset();
    }
    const double zero =
        island_.anchor ? place_[Index(*island_.anchor)].value_or(0) : 0;
    const double offset = island_.anchor ? options_.anchor_value : 0;
    const double unit = UnitOf(options_.scale);
    const auto value = [&](int bot) {
      // Equal bots have equal values: a step is far above the rounding errors
      // of a fit, and far below what any result is worth.
      constexpr double kStepsOfOne = 1e12;
      const double lead = WithoutNoise(*place_[Index(bot)] - zero);
      return PositiveZero(offset +
                          std::round(lead * kStepsOfOne) / kStepsOfOne * unit);
    };
    for (const auto& [bot, scored] : perfect) {
      ratings[Index(bot)].status =
          scored ? RatingStatus::kAbove : RatingStatus::kBelow;
    }
    for (const PerfectBot& bot : island_.perfect) {
      const std::optional<double> bound = BoundOf(bot);
      if (bound) {
        ratings[Index(bot.bot)].bound = PositiveZero(offset + *bound * unit);
      }
    }
    for (const int bot : island_.rated) {
      ratings[Index(bot)].status = RatingStatus::kRated;
      if (island_.converged) ratings[Index(bot)].value = value(bot);
    }
  }

  const LeagueMoments& league_;
  const LeagueOptions& options_;
  LeagueIsland& island_;
  std::vector<bool> in_island_;
  std::vector<bool> member_;  // of the fit
  std::vector<bool> tied_;
  std::vector<std::optional<double>> place_;  // as strengths
};

}  // namespace

Matrix Laplacian(int bots, std::span<const LeadLine> lines) {
  Matrix matrix(Index(bots), Index(bots));
  for (const LeadLine& line : lines) {
    matrix(Index(line.i), Index(line.i)) += line.pairs;
    matrix(Index(line.j), Index(line.j)) += line.pairs;
    matrix(Index(line.i), Index(line.j)) -= line.pairs;
    matrix(Index(line.j), Index(line.i)) -= line.pairs;
  }
  return matrix;
}

StrengthFit FitPoints(int bots, std::span<const LeadLine> lines) {
  StrengthFit fit;
  fit.strengths.assign(Index(bots), 0.0);
  if (bots <= 1) {
    fit.converged = true;
    return fit;
  }
  const Matrix laplacian = Laplacian(bots, lines);
  if (IsLarge(laplacian.rows())) return FitLargeLeague(laplacian, lines);
  const Matrix inverse = SumZeroInverse(laplacian);
  if (inverse.rows() == 0) return fit;
  // The second step removes the rounding of the first.
  for (fit.iterations = 0; fit.iterations < 2; ++fit.iterations) {
    const std::vector<double> excess = Excess(fit.strengths, lines);
    for (std::size_t i = 0; i < excess.size(); ++i) {
      double step = 0;
      for (std::size_t j = 0; j < excess.size(); ++j) {
        step += inverse(i, j) * excess[j];
      }
      fit.strengths[i] = PositiveZero(fit.strengths[i] + step);
    }
  }
  fit.converged = true;
  fit.gradient = LargestExcess(fit.strengths, lines);
  return fit;
}

void RateIsland(const LeagueMoments& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings) {
  IslandRater(league, options, ratings.size(), island).Rate(ratings);
}

}  // namespace couillon::stats
