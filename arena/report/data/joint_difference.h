// Two bots of a table that did not meet, such as two opponents of a gauntlet:
// their difference is that of the joint fit of all results.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {

struct JointDifference {
  BotIndex first{};                    // the stronger one
  BotIndex second{};                   // did not meet `first`
  stats::RatingDifference difference;  // on the scale of the table
};

// The most bots of a report whose differences are listed.
inline constexpr std::size_t kMaxJointBots = 60;

// Returns the differences of bots that have not met and that results compare,
// with a finite interval; among the `most` best bots, the largest first.
std::vector<JointDifference> ListJointDifferences(const RatingTable& table,
                                                  std::size_t most);

}  // namespace couillon::arena
