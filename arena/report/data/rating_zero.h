// The zero of the ratings of a report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

// The mean of the field (all rated bots that results connect), or an anchor.
// Game points, Elo per deal and Elo per match each have that zero.
struct RatingZero {
  std::optional<int> anchor;  // a bot of the league; null: the mean is at 0
  double elo = 0;  // of the anchor, in Elo; in game points it is at 0
};

// Reads "NAME" or "NAME=ELO" with an Elo from -10000 to 10000. A text that is a
// whole name is that bot, even with a "=" in it. Errors begin with "--anchor: "
// and give what was found and what was expected: NotFound for an unknown bot,
// InvalidArgument for another Elo.
absl::StatusOr<RatingZero> ReadAnchor(const std::string& text,
                                      const std::vector<std::string>& names);

}  // namespace couillon::arena
