// The sums of results that the rating tables of a round robin need, as exact
// integers: per pairing and, if all pairings play the same deals, per two
// pairings over the deals that both have played. The sums do not depend on
// whether units are added in blocks or all at once. No file access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/play_counts.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct StoredUnit;

// The results of one pairing, from the viewpoint of its first bot.
struct PairingSums {
  stats::PairSums score;   // of deals (or matches) in all seatings
  stats::PairCells cells;  // all zero unless there are two seatings
  PerQuantity<stats::SeatingSums> leads;  // as in UnitOutcome
  PlayCounts counts;
  // The same over deals (or matches) without a forfeit.
  stats::PairSums forfeit_free_score;
  stats::SeatingSums forfeit_free_game_points;
  // The number of times that each kind of deal occurred; without kinds for
  // matches.
  DealCounts deal_counts;
  friend bool operator==(const PairingSums&, const PairingSums&) = default;
};

// The results under one ruleset, or over all rulesets.
struct TableSums {
  int seatings = 2;
  // The largest number of deals or matches that a pairing has played.
  std::int64_t items = 0;
  std::vector<PairingSums> pairings;  // in the order of the schedule
  // For every two pairings k < l, ordered by k, then l; none if each pairing
  // has deals of its own. Scores are those of PairingSums::score.
  stats::CrossTable crosses;
  // Likewise, of leads in game points, as PairResults() of the leads of a
  // pairing has them. Not over all rulesets.
  stats::CrossTable point_crosses;
};

struct RunningSums {
  std::int64_t units = 0;  // added
  std::vector<TableSums> rulesets;
  // The score of the deal with a number is the mean over the rulesets; it
  // counts once it was played under all of them. Seating sums and cells stay
  // empty. Null with one ruleset.
  std::optional<TableSums> overall;
};

// The use of the sums of a pairing under a ruleset, or over all rulesets
// (null).
using UsePairingSums =
    std::function<void(std::optional<std::size_t> ruleset, std::size_t pairing,
                       const PairingSums& sums)>;

// Returns true if a league has running sums: neither an individual tournament,
// nor a three-way league, nor a sequential test has.
bool HasRunningSums(const v1::LeagueConfig& config);

// The sums before any unit. Requires: a round robin.
RunningSums EmptySums(const v1::LeagueConfig& config);

// The number of units of a block, over all pairings and rulesets: the units
// whose deals have the same numbers, whether or not they are the same deals.
std::int64_t UnitsOfABlock(const v1::LeagueConfig& config);

// Adds the results of other units of the same pairing.
void MergePairing(const PairingSums& other, PairingSums& sums);

// Adds sums of other units of the same league. Requires: no block has units in
// both.
void MergeSums(const RunningSums& other, RunningSums& sums);

// Names the first difference; OK if there is none.
absl::Status CompareSums(const v1::LeagueConfig& config,
                         const RunningSums& found, const RunningSums& expected);

// Adds units to sums, block by block.
class SumsBuilder {
 public:
  // Continues from `sums`. Requires: a round robin; the units to be added
  // belong to blocks of which `sums` holds no unit; `config` outlives this
  // object.
  SumsBuilder(const v1::LeagueConfig& config, RunningSums sums);

  // Adds a unit; units come in ascending order of number. DataLoss if the unit
  // is out of order or not in the schedule, or if its results do not match the
  // schedule.
  absl::Status Add(const StoredUnit& unit);

  // Returns the sums of all units added.
  RunningSums Finish();

 private:
  // The scores of one table on the deals of a block.
  struct Grid {
    std::vector<std::int16_t> scores;  // [pairing][item], if kept
    std::vector<std::int16_t> points;  // likewise
    std::vector<bool> present;         // by pairing
  };

  // Returns true if the results of a block are kept until it is complete, for
  // sums over two pairings or over all rulesets.
  [[nodiscard]] bool KeepsScores() const {
    return KeepsPoints() || sums_.overall.has_value();
  }
  [[nodiscard]] bool KeepsPoints() const { return same_deals_; }
  [[nodiscard]] absl::Status CheckOrder(const StoredUnit& unit) const;
  void BeginBlock(const Unit& plan);
  absl::Status GatherScores(const StoredUnit& unit, const Unit& plan);
  absl::Status GatherPoints(const StoredUnit& unit, const Unit& plan);
  void AddBlock();
  void AddToOverall();
  void Clear();

  const v1::LeagueConfig& config_;
  Schedule schedule_;
  std::int64_t units_of_a_block_;
  std::size_t pairings_;
  bool same_deals_;
  RunningSums sums_;
  std::int64_t last_ = -1;
  std::int64_t block_ = -1;     // being gathered
  std::size_t items_ = 0;       // of that block
  std::vector<Grid> gathered_;  // by ruleset
};

}  // namespace couillon::arena
