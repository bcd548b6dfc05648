// Bradley-Terry strengths tied to a scale from outside: anchors, whose
// strengths are given, and priors, which say where a bot's strength is expected
// and how surely. Both may connect bots that never met.
#pragma once

#include <span>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/win_graph.h"

namespace couillon::stats {

// The strength of a bot is known, without an error.
struct Anchor {
  int bot = 0;
  double strength = 0;  // natural log units
};

// The strength of a bot, before its results, is normal with this mean and
// standard deviation.
struct Prior {
  int bot = 0;
  double mean = 0;                // natural log units
  double standard_deviation = 0;  // likewise, > 0
};

// At most one tie per bot.
struct StrengthTies {
  std::vector<Anchor> anchors;
  std::vector<Prior> priors;

  [[nodiscard]] bool empty() const { return anchors.empty() && priors.empty(); }
};

// Returns edges between bots with ties, in both directions, which make them one
// strong component: their distance is finite without any result.
[[nodiscard]] std::vector<Edge> TiedEdges(const StrengthTies& ties);

// Returns the strengths of bots 0..bots-1 that maximise the quasi-likelihood
// times the densities of the priors, with those of the anchors as given, by
// Newton's method with step halving, at most 200 steps. They are on the scale
// of the ties, not of sum zero. Requires: from every bot without a tie, won
// scores lead to a bot with one, and back; otherwise no finite maximum exists
// and `converged` is false.
[[nodiscard]] StrengthFit FitTiedStrengths(int bots,
                                           std::span<const ScoreLine> lines,
                                           const StrengthTies& ties);

// Returns the inverse H+ of `curvature` plus that of the priors, among the bots
// without an anchor; the rows and columns of anchors are zero. An empty matrix
// when it is not positive definite. Requires: `curvature` of all bots, as
// returned by Curvature.
[[nodiscard]] Matrix TiedInverse(const Matrix& curvature,
                                 const StrengthTies& ties);

// Adds H+ P H+ to `covariance`, where H+ = `inverse` and P has 1 / variance of
// each prior on its diagonal: a prior counts as one more observation, with an
// error of its standard deviation.
void AddPriorErrors(const Matrix& inverse, const StrengthTies& ties,
                    Matrix& covariance);

}  // namespace couillon::stats
