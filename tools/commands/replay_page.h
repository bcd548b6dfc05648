// A recorded deal or match as a page that shows it card by card.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "arena/store/league_store.h"

namespace couillon::tools {

struct ReplayPage {
  std::int64_t unit = 0;  // by its number in the league
  std::uint64_t item = 0;
  bool values = false;  // solve its decisions
  std::string out;      // empty: stdout
};

// Writes the page with the item in every seating. FailedPrecondition if this
// program has no page; NotFound if the item has not been played.
absl::Status WriteReplayPage(arena::LeagueStore& store,
                             const ReplayPage& request);

}  // namespace couillon::tools
