// A deal or match as a page that shows it card by card.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"

namespace couillon::tools {

struct ReplayPage {
  arena::Unit unit;
  std::vector<arena::DealOfUnit> records;  // of one item of the unit
  bool values = false;                     // solve its decisions
  std::string out;                         // empty: stdout
};

// Writes the page. FailedPrecondition if this program has no page; DataLoss if
// a record is not legal.
absl::Status WriteReplayPage(arena::LeagueStore& store,
                             const ReplayPage& request);

}  // namespace couillon::tools
