// Recorded deals with their cards and actions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/front/export/league_rows.h"
#include "arena/front/export/row_writer.h"
#include "arena/league/records/league_records.h"
#include "arena/league/records/recorded_deals.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"
#include "engine/play/deal_notation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

ColumnList DealColumns(const std::vector<CompiledRules>& rules) {
  int most = 0;
  for (const CompiledRules& each : rules) {
    most = std::max(most, int{each.players});
  }
  std::vector<std::string> seats;
  seats.reserve(static_cast<std::size_t>(most));
  for (int seat = 0; seat < most; ++seat) {
    seats.push_back(absl::StrFormat("seat_%d", seat));
  }
  return Texts({"ruleset"}) +
         Counts({"deal", "item", "round", "seating", "number"}) + Texts(seats) +
         Numbers({"first_score", "first_game_points"}) +
         Counts({"forfeited_by_team"}) + Texts({"play"});
}

class DealRows {
 public:
  DealRows(const LeagueRecords& records, const RowTarget& target)
      : records_(records),
        config_(records.config()),
        target_(target),
        columns_(DealColumns(records.rules())),
        writer_(*target.out, target.format, columns_) {}

  absl::Status Add(const StoredUnit& stored) {
    const Unit unit = records_.schedule().unit(stored.number);
    if (!target_.Wants(unit.ruleset)) return absl::OkStatus();
    ASSIGN_OR_RETURN(const std::vector<DealOfUnit> records,
                     records_.Read(stored));
    for (const DealOfUnit& record : records) {
      RETURN_IF_ERROR(AddRecord(unit, record));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status AddRecord(const Unit& unit, const DealOfUnit& record) {
    const CompiledRules& rules = records_.RulesOf(unit);
    ASSIGN_OR_RETURN(const std::vector<RecordedDeal> deals,
                     records_.DealsOf(unit, record));
    std::int64_t number = 0;
    for (const RecordedDeal& deal : deals) {
      WriteRow(unit, rules, record, number++, FormatDeal(rules, deal.script));
    }
    return absl::OkStatus();
  }

  void WriteRow(const Unit& unit, const CompiledRules& rules,
                const DealOfUnit& record, std::int64_t number,
                const std::string& play) {
    std::vector<Cell> cells = {
        config_.rulesets(unit.ruleset).spec(),
        DealNumber(config_, records_.schedule(), unit, record.item),
        static_cast<std::int64_t>(record.item),
        std::int64_t{unit.round},
        static_cast<std::int64_t>(record.seating),
        number};
    for (Seat seat = 0; seat < rules.players; ++seat) {
      const Team team = HolderOf(rules.sides, unit.teams.size(), record.seating,
                                 rules.SideOf(seat));
      cells.emplace_back(NameOf(config_, unit.BotAt(team, seat, rules.sides)));
    }
    cells.resize(columns_.size() - 4);
    const Outcome& outcome = record.outcome;
    cells.emplace_back(outcome.half_points / 2.0);
    cells.emplace_back(outcome.lead_halves[Quantity::kGamePoints] / 2.0);
    cells.push_back(outcome.forfeited_by ? Cell(1 + static_cast<std::int64_t>(
                                                        *outcome.forfeited_by))
                                         : Cell());
    cells.emplace_back(play);
    writer_.Write(cells);
  }

  const LeagueRecords& records_;
  const v1::LeagueConfig& config_;
  RowTarget target_;
  ColumnList columns_;
  RowWriter writer_;
};

}  // namespace

absl::Status WriteDeals(LeagueStore& store, const RowTarget& target) {
  if (!store.config().record_deals()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: found no recorded deals; expected a league that was played with "
        "--record deals",
        store.directory()));
  }
  ASSIGN_OR_RETURN(const LeagueRecords records, LeagueRecords::Open(store));
  DealRows rows(records, target);
  absl::Status status = absl::OkStatus();
  const absl::Status walked = store.ForEachUnit([&](const StoredUnit& stored) {
    if (status.ok()) status = rows.Add(stored);
  });
  return walked.ok() ? status : walked;
}

}  // namespace couillon::arena
