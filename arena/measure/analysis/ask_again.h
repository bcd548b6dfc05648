// Plays tables of a league again with its bots, which are reproducible: the
// records of a league that keeps none.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/audit/cold_bot.h"
#include "arena/league/records/league_records.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/action.h"

namespace couillon::arena {

class Launcher;

class AskAgain {
 public:
  // Requires: the arguments outlive this object.
  AskAgain(const LeagueRecords& records, const Launcher& launcher);

  // The record of `item` in every seating. The error of a bot that fails names
  // it.
  absl::StatusOr<std::vector<DealOfUnit>> Play(const Unit& unit,
                                               std::uint64_t item);

 private:
  absl::StatusOr<Action> Ask(const RebuiltTable& rebuilt);

  const LeagueRecords& records_;
  ColdBots bots_;
  std::map<BotIndex, std::unique_ptr<ColdBot>> processes_;
};

// The lead of the first team in game points, in halves, over all tables of an
// item: UnitOutcome::points.
int LeadHalves(const std::vector<DealOfUnit>& tables);

// An item that the bots of a league were asked again.
struct AskedItem {
  std::vector<DealOfUnit> tables;  // in every seating
  // Whether its game points are others than those stored: a bot is not
  // reproducible, or has changed, or it was forfeited.
  bool differs = false;
};

// Asks the bots all decisions of `item` again, whether it has been played or
// not. The errors are those of Play() and of the store. Requires: the launcher
// is that of the league.
absl::StatusOr<AskedItem> AskItemAgain(const LeagueRecords& records,
                                       const Launcher& launcher,
                                       const Unit& unit, std::uint64_t item);

}  // namespace couillon::arena
