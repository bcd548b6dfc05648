// All that the rating tables of a round robin need of its results, as exact
// integers: sums a pairing, and of every two pairings over the deals that both
// have played. Units may be added in blocks or all at once: the sums are the
// same. Nothing here knows of files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/schedule/schedule.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/unit/play_counts.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct StoredUnit;

// The results of one pairing, seen from its first bot.
struct PairingSums {
  stats::PairSums score;   // of deals (or matches) in all seatings
  stats::PairCells cells;  // all zero unless there are two seatings
  PerQuantity<stats::SeatingSums> leads;  // as in UnitOutcome
  PlayCounts counts;
  // The same of deals that no fault has forfeited_items.
  stats::PairSums forfeit_free_score;
  stats::SeatingSums forfeit_free_game_points;
  friend bool operator==(const PairingSums&, const PairingSums&) = default;
};

// The results under one ruleset, or under all of them together.
struct TableSums {
  int seatings = 2;
  std::int64_t items = 0;  // deals or matches that some pairing has played
  std::vector<PairingSums> pairings;  // in the order of the schedule
  // Of every two pairings k < l, in the order of k and then l. Scores are
  // those of PairingSums::score.
  std::vector<stats::CrossSums> crosses;
};

struct RunningSums {
  std::int64_t units = 0;  // added
  std::vector<TableSums> rulesets;
  // A deal's score is the mean over the rulesets and counts once all of them
  // have it; seating sums and cells stay empty. Only with several rulesets.
  std::optional<TableSums> overall;
};

// Whether a league has such sums at all: an individual tournament has none, and
// a match that tests as it goes takes its units one by one.
bool HasRunningSums(const v1::LeagueConfig& config);

// The sums before anything was played. Requires: a round robin.
RunningSums EmptySums(const v1::LeagueConfig& config);

// Units of the schedule that share their deals: a block of all pairings and
// rulesets.
std::int64_t UnitsOfABlock(const v1::LeagueConfig& config);

// Adds sums of other units of the same league. Requires: no block of which both
// hold units.
void MergeSums(const RunningSums& other, RunningSums& sums);

// Names the first difference; OK if there is none.
absl::Status CompareSums(const v1::LeagueConfig& config,
                         const RunningSums& found, const RunningSums& expected);

// Adds units to sums, a block at a time.
class SumsBuilder {
 public:
  // Goes on from `sums`, which hold whole blocks or nothing of the units that
  // will be added. Requires: a round robin; `config` outlives this.
  SumsBuilder(const v1::LeagueConfig& config, RunningSums sums);

  // Adds a unit. DataLoss if it is not one of the schedule, in ascending order
  // of number, or its results are not those of such a unit.
  absl::Status Add(const StoredUnit& unit);

  // Returns the sums of all that was added.
  RunningSums Finish();

 private:
  // The scores of one table on the deals of a block.
  struct Grid {
    std::vector<std::int16_t> scores;  // [pairing][item]
    std::vector<bool> present;         // by pairing
  };

  [[nodiscard]] absl::Status CheckOrder(const StoredUnit& unit) const;
  void BeginBlock(const Unit& plan);
  absl::Status GatherScores(const StoredUnit& unit, const Unit& plan);
  void AddBlock();
  void AddToOverall();
  void Clear();

  const v1::LeagueConfig& config_;
  Schedule schedule_;
  std::int64_t units_of_a_block_;
  std::size_t pairings_;
  RunningSums sums_;
  std::int64_t last_ = -1;
  std::int64_t block_ = -1;     // that is being gathered
  std::size_t items_ = 0;       // of it
  std::vector<Grid> gathered_;  // by ruleset
};

}  // namespace couillon::arena
