// The bots' own sampler of hidden cards, for analyses.
#pragma once

#include "arena/measure/analysis/deal_analysis.h"

namespace couillon::tools {

// Samples per decision that a command may ask for.
inline constexpr int kMaxSamples = 10'000;

// Returns a sampler that draws deals uniformly among those that agree with what
// a seat sees; calls and cards of others tell it only what was allowed
// (bots/cpp/search/deal_sampler.h).
arena::PositionSampler UniformSampler();

}  // namespace couillon::tools
