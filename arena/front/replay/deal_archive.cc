// Reads a unit, replays its records and makes the document of a range.

#include "arena/front/replay/deal_archive.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/deal_file.h"
#include "arena/measure/analysis/bots_by_seat.h"
#include "arena/measure/analysis/recorded_deals.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/solve/solver.h"

namespace couillon::arena {

DealArchive::DealArchive(LeagueStore& store, std::vector<CompiledRules> rules)
    : store_(&store),
      rules_(std::move(rules)),
      schedule_(MakeSchedule(store.config())),
      deals_(store.config()) {}

absl::StatusOr<DealArchive> DealArchive::Open(LeagueStore& store) {
  if (!store.config().record_deals()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: stores no deals; play it with --record deals", store.directory()));
  }
  return OpenAny(store);
}

absl::StatusOr<DealArchive> DealArchive::OpenAny(LeagueStore& store) {
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(store.config()));
  return DealArchive(store, std::move(rules));
}

Json DealArchive::Head() const { return DealsHead(store_->config(), rules_); }

absl::StatusOr<ReplayedUnit> DealArchive::Read(const StoredUnit& stored) const {
  std::vector<DealOfUnit> records;
  RETURN_IF_ERROR(
      stored.records ? ReadDeals(store_->deals_path(), *stored.records, records)
                     : absl::OkStatus());
  return Replay(schedule_.unit(stored.number), std::move(records));
}

absl::StatusOr<ReplayedUnit> DealArchive::Replay(
    const Unit& unit, std::vector<DealOfUnit> records) const {
  ReplayedUnit result{.unit = unit, .items = {}};
  std::sort(records.begin(), records.end(),
            [](const DealOfUnit& a, const DealOfUnit& b) {
              return std::pair(a.item, a.seating) <
                     std::pair(b.item, b.seating);
            });
  const CompiledRules& rules = RulesOf(result.unit);
  const bool is_match = ArePlayingMatches(store_->config());
  for (const DealOfUnit& record : records) {
    std::string actions;
    for (const std::string& deal : record.deals) actions += deal;
    ASSIGN_OR_RETURN(std::vector<RecordedDeal> deals,
                     SplitIntoDeals(rules, deals_.Of(result.unit), is_match,
                                    record.item, actions));
    if (result.items.empty() || result.items.back().item != record.item) {
      result.items.push_back({.item = record.item, .tables = {}});
    }
    result.items.back().tables.push_back(
        {.seating = record.seating,
         .bots = BotsBySeat(result.unit, rules, record.seating),
         .deals = std::move(deals),
         .outcome = record.outcome});
  }
  return result;
}

absl::StatusOr<ReplayedUnit> DealArchive::Read(std::int64_t number) const {
  std::optional<StoredUnit> stored;
  RETURN_IF_ERROR(
      number < 0 || number >= schedule_.units()
          ? absl::OkStatus()
          : store_->ForEachUnit(
                number, number + 1,
                [&stored](const StoredUnit& each) { stored = each; }));
  if (!stored || !stored->records) {
    return absl::NotFoundError(absl::StrFormat(
        "%s: unit %d has not been played yet", store_->directory(), number));
  }
  return Read(*stored);
}

Json DealsDocument(Json head, const CompiledRules& rules,
                   const ReplayedUnit& unit, bool with_values) {
  const auto solver = with_values ? std::make_unique<Solver>(rules) : nullptr;
  Json of_unit = UnitHead(unit.unit);
  of_unit["items"] = Json::array();
  for (const ReplayedItem& item : unit.items) {
    of_unit["items"].push_back(ItemJson(rules, item, solver.get()));
  }
  head["units"] = Json::array({of_unit});
  return head;
}

}  // namespace couillon::arena
