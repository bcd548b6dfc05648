// The result of a table as reported to a bot. It does not identify the deal,
// since the same deal is played again.
#pragma once

#include <compare>

namespace couillon {

// The result of a table (a deal or a match) for one of its bots.
struct TableResult {
  int half_points = 0;  // 0 lost, 1 drawn or passed out, 2 won
  // Game points of the bot minus those of its opponent (with three bots, the
  // mean of the other two), in halves. Of a match: 2 won, 0 drawn, -2 lost;
  // with three bots a lost one -1, a forfeited one -2 for the bot that forfeits
  // and 1 for each of the other two.
  int half_game_points = 0;
  bool forfeited = false;  // a fault of either bot decided it

  friend auto operator<=>(const TableResult&, const TableResult&) = default;
};

}  // namespace couillon
