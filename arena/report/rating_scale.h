// What the zero of a rating scale is: the mean, an anchor, or several anchors
// and priors.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// Returns what ratings are relative to, for the end of a sentence: "the mean of
// all at 0", "x at 0", "the anchors x at 1500 and y at 1620 and the prior z at
// 1500 with a standard deviation of 80".
std::string RatingScaleText(const stats::LeagueOptions& options,
                            const std::vector<std::string>& names);

// Adds "anchor" (the bot, if there is one anchor alone, else null), "anchors"
// and "priors", in Elo.
void AddRatingScaleJson(const stats::LeagueOptions& options,
                        const std::vector<std::string>& names, Json& json);

}  // namespace couillon::arena
