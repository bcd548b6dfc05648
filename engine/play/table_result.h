// The result of a table as reported to a bot. It does not identify the deal,
// since the same deal is played again.
#pragma once

#include <compare>

namespace couillon {

// The result of a table (a deal or a match) for one of its bots.
struct TableResult {
  int half_points = 0;  // 0 lost, 1 drawn or passed out, 2 won
  // Game points of the bot minus those of its opponent, in halves; for a match
  // 2, 0 or -2.
  int half_game_points = 0;
  bool forfeited = false;  // a fault of either bot decided it

  friend auto operator<=>(const TableResult&, const TableResult&) = default;
};

}  // namespace couillon
