// Plans the rounds of an adaptive arena: play goes where the order at the top
// is open.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Newcomers first: an entrant who has met fewer opponents than this meets some
// over the whole range of strengths.
inline constexpr int kFirstOpponents = 4;

// Plans an adaptive round: greedily the pairings whose results lower
//
//   sum over entrants a < b of weight(a, b) variance(strength(a) - strength(b))
//
// most, per unit of cost. The weight is 0 if the order of the two is known;
// otherwise the probability that one of them is among the season.top best,
// divided by the expected square of their difference, in which differences of
// up to two standard errors count as noise. So play goes where the order at the
// top is open, in proportion to what it needs. A pairing has at
// least a quarter of the gain of the best one.
//
// In the first round every two entrants meet; later a newcomer first meets
// kFirstOpponents opponents from strong to weak. All rounds together have
// as many deals or matches as a round robin to the target (CountAdaptiveItems):
// the last one is cut. Null after that, or if fewer than two play.
//
// The plan does not depend on the numbers of the entrants: if these are
// permuted, so is the plan. (Entrants with the same sums of results are taken
// in the order of their numbers.)
//
// The model: the lead of a over b has the mean strength(a) - strength(b). A
// round is one step of a greedy L-optimal design with rank-one updates (Fedorov
// 1972). Weights of 1 / difference^2 equalise how well orders are known, as the
// best allocation for a ranking of the top does (Xiao and Lee 2014). Only
// + - * / and square roots of doubles, so that all machines plan the same.
std::optional<RoundPlan> PlanAdaptive(const Season& season);

// The deals or matches of an adaptive arena per ruleset, over all pairings.
struct AdaptiveItems {
  std::uint64_t planned = 0;
  std::uint64_t left = 0;  // to plan
};

// Counts what is left as a round robin would, whoever joins or leaves. Every
// two entrants have an allotment, the target. The deals of a round are taken
// from the allotments of all who play, in proportion to what is left of each.
// So a newcomer adds the target against every other, and an entrant that leaves
// takes what is left of its own away. Uses the plans of the rounds, and not
// their results.
AdaptiveItems CountAdaptiveItems(const Season& season);

}  // namespace couillon::arena
