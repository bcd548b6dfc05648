// The results that a deal with two sides can still have, as steps of the lead
// of side 0: to find the value of a position, the search asks which is the
// highest step that side 0 reaches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/trick_search.h"

namespace couillon {

// Side 0 has at least this value if it reaches `need` of `aim`, counted from
// the tricks that are left.
struct Level {
  Aim aim = Aim::kPoints;
  int need = 0;
  std::int32_t value = 0;
};

struct ResultLevels {
  // Whether the lead of side 0 never falls when it takes more. If not, the
  // levels say nothing.
  bool ascending = true;
  // The first is the worst result, which needs nothing; values ascend.
  std::vector<Level> levels;
};

// The leads of side 0 by its card points, in deals that end alike in all else:
// trumps, makers and announcements. Whether a side takes no trick matters, not
// how many it takes.
class LeadTable {
 public:
  // `result`: its card points and tricks do not matter; `total`: the card
  // points of both sides. Requires: two sides, trumps are made.
  LeadTable(const Payoff& payoff, DealResult result, int total, int tricks);

  [[nodiscard]] std::int32_t without_trick() const { return without_trick_; }
  [[nodiscard]] std::int32_t with_all_tricks() const { return all_tricks_; }
  // Whether the lead never falls when side 0 takes more.
  [[nodiscard]] bool ascending() const { return ascending_; }
  // Both sides have taken tricks. Requires: 0 <= points <= total.
  [[nodiscard]] std::int32_t With(int points) const {
    return by_points_[static_cast<std::size_t>(points)];
  }

 private:
  std::int32_t without_trick_;
  std::int32_t all_tricks_;
  bool ascending_ = true;
  std::vector<std::int32_t> by_points_;
};

// A number for all that a table depends on besides the payoff and the rules:
// the same for results that differ in card points and tricks alone.
[[nodiscard]] std::uint32_t KindOf(const DealResult& result, int total);

// Writes the steps of `position` to `levels`; `left` are the card points not
// taken yet. Requires: two sides, trumps are made, the deal is not over, the
// table is for the result of the position.
void FindLevels(const Position& position, const LeadTable& leads, int left,
                ResultLevels& levels);

}  // namespace couillon
