// The entrants of an arena in its report: every version of every bot.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace couillon::arena {

struct EntrantLine {
  std::string label;             // "NAME v1"
  std::string status;            // "plays", "replaced" or "retired"
  std::string digest;            // of its identity
  std::string says;              // its name and version, as it describes itself
  std::string sdk;               // as it names it
  std::int64_t first_round = 0;  // 0: none yet
  std::int64_t last_round = 0;
  // In a Swiss: a point for a round won or sat out, half of one for a draw; and
  // the points of those it has met.
  std::optional<double> points = std::nullopt;
  std::optional<double> opponents_points = std::nullopt;
  // In a knock-out: pairings lost, and whether it is still in.
  std::optional<int> losses = std::nullopt;
  bool is_in = false;
};

struct ArenaSummary {
  std::string format;                // "round robin", "Swiss" and so on
  std::int64_t rounds = 0;           // planned
  std::int64_t rounds_finished = 0;  // played to their end
  std::vector<EntrantLine> entrants;
};

}  // namespace couillon::arena
