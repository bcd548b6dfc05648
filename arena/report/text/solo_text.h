// Ratings of a game without partners as text.
#pragma once

#include <string>

#include "arena/report/data/solo_rating.h"

namespace couillon::arena {

// Returns tables of bots, seats and roles, with notes.
std::string SoloRatingText(const SoloRating& rating);

}  // namespace couillon::arena
