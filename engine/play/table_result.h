// What a bot may know of a table that has ended: nothing that shows which deal
// it was, since the same deal is played again.
#pragma once

#include <compare>

namespace couillon {

// The result of a table, a deal or a match, for one of its bots.
struct TableResult {
  int half_points = 0;  // 0 lost, 1 drawn or passed out, 2 won
  // Its game points less its opponent's, in halves; of a match 2, 0 or -2.
  int half_game_points = 0;
  bool forfeited = false;  // a fault of either bot decided it

  friend auto operator<=>(const TableResult&, const TableResult&) = default;
};

}  // namespace couillon
