// Ratings of a game without partners as JSON.
#pragma once

#include <string>

#include "arena/report/data/solo_rating.h"

namespace couillon::arena {

// Returns the ratings as a couillon.table_rating document.
std::string SoloRatingJson(const SoloRating& rating);

}  // namespace couillon::arena
