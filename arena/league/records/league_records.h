// The recorded deals of a league: read, split into deals, or rebuilt one
// decision at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/records/recorded_deals.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/bot_index.h"
#include "arena/table/outcome.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/disguise.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The bots of a table by seat; for a dummy the one that decides.
std::vector<BotIndex> BotsBySeat(const Unit& unit, const CompiledRules& rules,
                                 Seating seating);

// A deal or match in one seating.
struct ReplayedTable {
  Seating seating{};
  std::vector<BotIndex> bots;  // by seat; of a dummy, who decides for it
  std::vector<RecordedDeal> deals;
  Outcome outcome;
};

// A deal or match in every seating that is known.
struct ReplayedItem {
  std::uint64_t item = 0;
  std::vector<ReplayedTable> tables;
};

// The tables of a unit, from its record.
struct ReplayedUnit {
  Unit unit;
  std::vector<ReplayedItem> items;
};

// A decision as a bot of a league was asked it.
struct AskedDecision {
  Question question;  // in true suits
  SuitMap seen_as;    // what the bot saw instead of the true suits
};

class LeagueRecords;

// A table that is played again. Its deals lie beside it, so it stays in place.
class RebuiltTable {
 public:
  // `league` and `unit` outlive this object.
  RebuiltTable(const LeagueRecords& league, const Unit& unit,
               std::uint64_t item, Seating seating);
  RebuiltTable(const RebuiltTable&) = delete;
  RebuiltTable& operator=(const RebuiltTable&) = delete;

  [[nodiscard]] Table& table() { return table_; }
  // The bot that takes the decision that is due. Requires: !table().done().
  [[nodiscard]] BotIndex bot() const;
  // The decision that is due, as the bot was asked it. Requires: as above.
  [[nodiscard]] AskedDecision Due() const;
  // The cards of deal `number` of the item, as text: equal for two tables if
  // and only if the same cards lie in the same places.
  [[nodiscard]] std::string Cards(int number) const;

 private:
  const LeagueRecords& league_;
  const Unit& unit_;
  std::uint64_t item_;
  DealSource deals_;
  Table table_;
};

// One recorded decision on a walk through a table.
struct RecordedDecision {
  RebuiltTable& at;
  Action action;
  int deal_of_match = 0;
  int ply = 0;     // decisions before it in the deal
  int number = 0;  // decisions before it at the table
};

// For one thread.
class LeagueRecords {
 public:
  // `store` outlives this object, and may store no deals. The errors are those
  // of CompileLeague.
  static absl::StatusOr<LeagueRecords> Open(LeagueStore& store);

  [[nodiscard]] const v1::LeagueConfig& config() const {
    return store_->config();
  }
  [[nodiscard]] const std::vector<CompiledRules>& rules() const {
    return rules_;
  }
  [[nodiscard]] const CompiledRules& RulesOf(const Unit& unit) const {
    return rules_[static_cast<std::size_t>(unit.ruleset)];
  }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const UnitDeals& deals() const { return deals_; }
  [[nodiscard]] const Disguise& disguise() const;
  [[nodiscard]] bool is_match() const;

  // The unit `number` as it is stored; null if it is not. The errors are those
  // of the store.
  [[nodiscard]] absl::StatusOr<std::optional<StoredUnit>> Stored(
      std::int64_t number) const;
  // The records of a stored unit; empty if it has none. DataLoss if they cannot
  // be read.
  [[nodiscard]] absl::StatusOr<std::vector<DealOfUnit>> Read(
      const StoredUnit& stored) const;
  // The records of `item` in every seating; empty if a table of it was
  // forfeited. DataLoss if they cannot be read, or the unit has none.
  absl::StatusOr<std::vector<DealOfUnit>> ReadRecords(const Unit& unit,
                                                      std::uint64_t item);
  // The same, also of a forfeited item, as far as they can be read. NotFound if
  // the unit has not been played, or has none.
  [[nodiscard]] absl::StatusOr<std::vector<DealOfUnit>> ReadItem(
      const Unit& unit, std::uint64_t item) const;

  // The deals of a record. DataLoss names an action that is not legal.
  [[nodiscard]] absl::StatusOr<std::vector<RecordedDeal>> DealsOf(
      const Unit& unit, const DealOfUnit& record) const;
  // The tables of a stored unit, by items and seatings. DataLoss if its record
  // cannot be read or replayed.
  [[nodiscard]] absl::StatusOr<ReplayedUnit> Replay(
      const StoredUnit& stored) const;
  // The same of records made otherwise.
  [[nodiscard]] absl::StatusOr<ReplayedUnit> Replay(
      const Unit& unit, std::vector<DealOfUnit> records) const;
  // The same of unit `number`. NotFound if it is not stored, or has no record.
  [[nodiscard]] absl::StatusOr<ReplayedUnit> Replay(std::int64_t number) const;

  // Plays `record` again and calls `use` with each decision, before it is
  // taken, until it returns false. DataLoss if an action is not legal.
  absl::Status Walk(const Unit& unit, const DealOfUnit& record,
                    const std::function<bool(const RecordedDecision&)>& use);

 private:
  LeagueRecords(LeagueStore& store, std::vector<CompiledRules> rules);
  absl::Status ReadUnit(std::int64_t number);

  LeagueStore* store_;
  std::vector<CompiledRules> rules_;
  Schedule schedule_;
  UnitDeals deals_;
  mutable std::optional<Disguise> disguise_;  // made when first needed
  std::int64_t read_ = -1;                    // the unit whose records are here
  std::vector<DealOfUnit> of_unit_;
};

}  // namespace couillon::arena
