// Records of a unit are read from the deal file, and their actions are applied
// to a table one by one.

#include "arena/league/audit/league_records.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_run.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "engine/cards/pack.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

RebuiltTable::RebuiltTable(const LeagueRecords& league, const Unit& unit,
                           std::uint64_t item, Seating seating)
    : league_(league),
      unit_(unit),
      item_(item),
      deals_(league.deals().Of(unit)),
      table_({.rules = &league.RulesOf(unit),
              .deals = &deals_,
              .item = item,
              .seating = seating,
              .teams = unit.teams.size(),
              .is_match = league.is_match(),
              .coupled = league.config().coupled()}) {}

BotIndex RebuiltTable::bot() const {
  return unit_.BotAt(table_.team(), table_.position().decider(),
                     league_.RulesOf(unit_).sides);
}

AskedDecision RebuiltTable::Due() const {
  return {.question = {.ruleset = unit_.ruleset, .seen = table_.Observe()},
          .seen_as = league_.disguise().For(bot(), unit_.ruleset, table_)};
}

std::string RebuiltTable::Cards(int number) const {
  const CompiledRules& rules = league_.RulesOf(unit_);
  const Pack pack = deals_.PackOf(
      rules.deck, Table::DealIndex(league_.is_match(), item_, number));
  // The same pack with another dealer gives other hands.
  std::string text(1, static_cast<char>(Table::FirstDealer(rules, item_)));
  for (int place = 0; place < rules.deck.size(); ++place) {
    text.push_back(
        static_cast<char>(pack[static_cast<std::size_t>(place)].index()));
  }
  return text;
}

LeagueRecords::LeagueRecords(LeagueStore& store,
                             std::vector<CompiledRules> rules,
                             std::vector<UnitRun> runs)
    : store_(&store),
      rules_(std::move(rules)),
      schedule_(MakeSchedule(store.config())),
      deals_(store.config()),
      disguise_(RelabelledBots(store.config()), PointersTo(rules_)),
      runs_(std::move(runs)) {}

absl::StatusOr<LeagueRecords> LeagueRecords::Open(LeagueStore& store) {
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(store.config()));
  ASSIGN_OR_RETURN(std::vector<UnitRun> runs, store.StoredRuns());
  return LeagueRecords(store, std::move(rules), std::move(runs));
}

bool LeagueRecords::is_match() const { return ArePlayingMatches(config()); }

std::int64_t LeagueRecords::units() const { return CountUnits(runs_); }

std::vector<Unit> LeagueRecords::ListUnits(BotIndex bot) const {
  std::vector<Unit> units;
  for (const UnitRun& run : runs_) {
    for (std::int64_t number = run.first; number < run.end; ++number) {
      const Unit unit = schedule_.unit(number);
      if (unit.Has(bot)) units.push_back(unit);
    }
  }
  return units;
}

absl::Status LeagueRecords::ReadUnit(std::int64_t number) {
  if (read_ == number) return absl::OkStatus();
  read_ = -1;
  of_unit_.clear();
  absl::Status status = absl::DataLossError(
      absl::StrFormat("unit %d has no records of its deals", number));
  RETURN_IF_ERROR(
      store_->ForEachUnit(number, number + 1, [&](const StoredUnit& stored) {
        if (!stored.records) return;
        status = ReadDeals(store_->deals_path(), *stored.records, of_unit_);
      }));
  if (status.ok()) read_ = number;
  return status;
}

absl::StatusOr<std::vector<DealOfUnit>> LeagueRecords::ReadRecords(
    const Unit& unit, std::uint64_t item) {
  RETURN_IF_ERROR(ReadUnit(unit.number));
  std::vector<DealOfUnit> records;
  for (const DealOfUnit& record : of_unit_) {
    if (record.item != item) continue;
    if (record.outcome.forfeited_by) return std::vector<DealOfUnit>{};
    records.push_back(record);
  }
  return records;
}

absl::Status LeagueRecords::Walk(
    const Unit& unit, const DealOfUnit& record,
    const std::function<bool(const RecordedDecision&)>& use) {
  RebuiltTable rebuilt(*this, unit, record.item, record.seating);
  int number = 0;
  for (std::size_t deal = 0; deal < record.deals.size(); ++deal) {
    int ply = 0;
    for (const char byte : record.deals[deal]) {
      const Action action(static_cast<unsigned char>(byte));
      if (!rebuilt.table().done() &&
          !use({.at = rebuilt,
                .action = action,
                .deal_of_match = static_cast<int>(deal),
                .ply = ply++,
                .number = number++})) {
        return absl::OkStatus();
      }
      if (rebuilt.table().done() || !rebuilt.table().Apply(action)) {
        return absl::DataLossError(absl::StrFormat(
            "unit %d, item %d, seating %d: a recorded action is not legal "
            "(see couillon verify)",
            unit.number, record.item, static_cast<int>(record.seating)));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
