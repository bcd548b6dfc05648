// Records are read a unit at a time: that is how deals lie in their file.
#include "arena/league/records/league_records.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/deal_file.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

std::vector<BotIndex> BotsBySeat(const Unit& unit, const CompiledRules& rules,
                                 Seating seating) {
  std::vector<BotIndex> bots;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const Seat decider = rules.DeciderOf(seat);
    const Team team = HolderOf(rules.sides, unit.teams.size(), seating,
                               rules.SideOf(decider));
    bots.push_back(unit.BotAt(team, decider, rules.sides));
  }
  return bots;
}

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
                             std::vector<CompiledRules> rules)
    : store_(&store),
      rules_(std::move(rules)),
      schedule_(MakeSchedule(store.config())),
      deals_(store.config()) {}

absl::StatusOr<LeagueRecords> LeagueRecords::Open(LeagueStore& store) {
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(store.config()));
  return LeagueRecords(store, std::move(rules));
}

const Disguise& LeagueRecords::disguise() const {
  if (!disguise_) {
    disguise_.emplace(RelabelledBots(config()), PointersTo(rules_));
  }
  return *disguise_;
}

bool LeagueRecords::is_match() const { return ArePlayingMatches(config()); }

absl::StatusOr<std::optional<StoredUnit>> LeagueRecords::Stored(
    std::int64_t number) const {
  std::optional<StoredUnit> stored;
  if (number < 0 || number >= schedule_.units()) return stored;
  RETURN_IF_ERROR(store_->ForEachUnit(
      number, number + 1,
      [&stored](const StoredUnit& each) { stored = each; }));
  return stored;
}

absl::StatusOr<std::vector<DealOfUnit>> LeagueRecords::Read(
    const StoredUnit& stored) const {
  std::vector<DealOfUnit> records;
  if (!stored.records) return records;
  RETURN_IF_ERROR(ReadDeals(store_->deals_path(), *stored.records, records));
  return records;
}

absl::Status LeagueRecords::ReadUnit(std::int64_t number) {
  if (read_ == number) return absl::OkStatus();
  read_ = -1;
  ASSIGN_OR_RETURN(const std::optional<StoredUnit> stored, Stored(number));
  if (!stored || !stored->records) {
    return absl::DataLossError(
        absl::StrFormat("unit %d has no records of its deals", number));
  }
  ASSIGN_OR_RETURN(of_unit_, Read(*stored));
  read_ = number;
  return absl::OkStatus();
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

absl::StatusOr<std::vector<DealOfUnit>> LeagueRecords::ReadItem(
    const Unit& unit, std::uint64_t item) const {
  ASSIGN_OR_RETURN(const std::optional<StoredUnit> stored, Stored(unit.number));
  if (!stored || !stored->records) {
    return absl::NotFoundError("that deal has not been played yet");
  }
  std::vector<DealOfUnit> records;
  const absl::Status status =
      ReadDeals(store_->deals_path(), *stored->records, records);
  std::erase_if(records, [item](const DealOfUnit& record) {
    return record.item != item;
  });
  if (records.empty() && !status.ok()) return status;
  return records;
}

absl::StatusOr<std::vector<RecordedDeal>> LeagueRecords::DealsOf(
    const Unit& unit, const DealOfUnit& record) const {
  std::string actions;
  for (const std::string& deal : record.deals) actions += deal;
  return SplitIntoDeals(RulesOf(unit), deals_.Of(unit), is_match(), record.item,
                        actions);
}

absl::StatusOr<ReplayedUnit> LeagueRecords::Replay(
    const StoredUnit& stored) const {
  ASSIGN_OR_RETURN(std::vector<DealOfUnit> records, Read(stored));
  return Replay(schedule_.unit(stored.number), std::move(records));
}

absl::StatusOr<ReplayedUnit> LeagueRecords::Replay(
    const Unit& unit, std::vector<DealOfUnit> records) const {
  ReplayedUnit result{.unit = unit, .items = {}};
  std::sort(records.begin(), records.end(),
            [](const DealOfUnit& a, const DealOfUnit& b) {
              return std::pair(a.item, a.seating) <
                     std::pair(b.item, b.seating);
            });
  for (const DealOfUnit& record : records) {
    ASSIGN_OR_RETURN(std::vector<RecordedDeal> deals, DealsOf(unit, record));
    if (result.items.empty() || result.items.back().item != record.item) {
      result.items.push_back({.item = record.item, .tables = {}});
    }
    result.items.back().tables.push_back(
        {.seating = record.seating,
         .bots = BotsBySeat(unit, RulesOf(unit), record.seating),
         .deals = std::move(deals),
         .outcome = record.outcome});
  }
  return result;
}

absl::StatusOr<ReplayedUnit> LeagueRecords::Replay(std::int64_t number) const {
  ASSIGN_OR_RETURN(const std::optional<StoredUnit> stored, Stored(number));
  if (!stored || !stored->records) {
    return absl::NotFoundError(absl::StrFormat(
        "%s: unit %d has not been played yet", store_->directory(), number));
  }
  return Replay(*stored);
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
