// A finished unit as bytes, to be carried from one machine to another: whole
// numbers and blobs, as the rows of the store have them.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::arena {

// A unit in three parts. Two plays of one unit by bots that repeat themselves
// have the same `result` and the same `records`; `faults` holds texts in which
// a bot may say what it likes, such as the time.
struct UnitBytes {
  // Its number, its outcome, and its forfeits: bot and verdict, and, unless the
  // whole unit is forfeited, the decision.
  std::string result;
  std::string records;  // as PackDeals(); empty if deals are not recorded
  std::string faults;   // all of them, with their texts; empty for none
};

// Requires: `records_deals` is that of the league.
UnitBytes ToBytes(const UnitResult& played, bool records_deals);

// The unit in `bytes`, without its records. `unit` is the one of the schedule.
// DataLoss if the bytes are not those of that unit.
absl::StatusOr<UnitResult> FromBytes(const UnitBytes& bytes, const Unit& unit);

}  // namespace couillon::arena
