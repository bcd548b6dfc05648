// The recorded tables of a league, rebuilt one decision at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/audit/asked_decision.h"
#include "arena/league/store/league_store.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/disguise.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

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

class LeagueRecords {
 public:
  // `store` outlives this object. The errors are those of the store.
  // ReadRecords requires: CheckAuditable() of its configuration is OK.
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
  [[nodiscard]] const UnitDeals& deals() const { return deals_; }
  [[nodiscard]] const Disguise& disguise() const { return disguise_; }
  [[nodiscard]] bool is_match() const;
  // The number of stored units.
  [[nodiscard]] std::int64_t units() const;
  // The stored units in which `bot` plays, ascending.
  [[nodiscard]] std::vector<Unit> ListUnits(BotIndex bot) const;

  // The records of `item` in every seating; empty if a table of it was
  // forfeited. DataLoss if they cannot be read.
  absl::StatusOr<std::vector<DealOfUnit>> ReadRecords(const Unit& unit,
                                                      std::uint64_t item);

  // Plays `record` again and calls `use` with each decision, before it is
  // taken, until it returns false. DataLoss if an action is not legal.
  absl::Status Walk(const Unit& unit, const DealOfUnit& record,
                    const std::function<bool(const RecordedDecision&)>& use);

 private:
  LeagueRecords(LeagueStore& store, std::vector<CompiledRules> rules,
                std::vector<UnitRun> runs);
  absl::Status ReadUnit(std::int64_t number);

  LeagueStore* store_;
  std::vector<CompiledRules> rules_;
  Schedule schedule_;
  UnitDeals deals_;
  Disguise disguise_;
  std::vector<UnitRun> runs_;
  std::int64_t read_ = -1;  // the unit whose records are here
  std::vector<DealOfUnit> of_unit_;
};

}  // namespace couillon::arena
