// Davidson's model of wins, draws and losses: for predicting them, not for
// rating. Its strengths are not on the Elo scale of expected scores; never show
// the two in one column.
#pragma once

#include <span>
#include <vector>

namespace couillon::stats {

// Single results of bot i against bot j. Requires: i != j, counts >= 0.
struct ResultLine {
  int i = 0;
  int j = 0;
  double wins = 0;  // of i
  double draws = 0;
  double losses = 0;
};

// P(i wins) : P(j wins) : P(draw) = e^th_i : e^th_j : nu e^((th_i + th_j)/2).
struct DavidsonFit {
  std::vector<double> strengths;  // natural log units, sum zero
  double draw_rate = 0;           // nu; 0 when nothing was drawn
  int iterations = 0;
  bool converged = false;  // false when no finite maximum exists
};

// Returns the maximum likelihood fit by damped Newton steps. Source: Davidson
// 1970.
[[nodiscard]] DavidsonFit FitDavidson(int bots,
                                      std::span<const ResultLine> lines);

}  // namespace couillon::stats
