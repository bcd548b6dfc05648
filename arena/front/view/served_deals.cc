#include "arena/front/view/served_deals.h"

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/front/page/recorded_rounds.h"
#include "arena/front/replay/deal_archive.h"
#include "arena/front/replay/deals_json.h"
#include "arena/numbers/format/json.h"
#include "arena/table/schedule/schedule.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

absl::StatusOr<Json> IndexOf(const RecordedRounds& rounds) {
  Json units = Json::array();
  RETURN_IF_ERROR(rounds.ForEachHead([&units](const Unit& unit) {
    units.push_back(UnitHead(unit));
    return units.size() < kMostListedUnits;
  }));
  Json index = rounds.Head();
  index["units"] = std::move(units);
  return index;
}

Json DocumentOf(const RecordedRounds& rounds, const ReplayedUnit& unit,
                bool with_values) {
  return DealsDocument(rounds.Head(), rounds.RulesOf(unit.unit), unit,
                       with_values);
}

absl::StatusOr<Json> ItemWithValues(const RecordedRounds& rounds,
                                    std::int64_t unit, std::uint64_t item) {
  static std::mutex solving;
  ASSIGN_OR_RETURN(ReplayedUnit found, rounds.Read(unit));
  std::erase_if(found.items,
                [item](const ReplayedItem& each) { return each.item != item; });
  if (found.items.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("unit %d has no item %d", unit, item));
  }
  const std::lock_guard lock(solving);
  return DocumentOf(rounds, found, true);
}

absl::StatusOr<Json> DocumentAt(const RecordedRounds& rounds,
                                std::string_view path) {
  if (path.empty()) return IndexOf(rounds);
  const std::vector<std::string> parts = absl::StrSplit(std::string(path), '/');
  std::int64_t unit = 0;
  std::uint64_t item = 0;
  const bool is_unit = parts.size() >= 2 && parts.size() <= 3 &&
                       parts[0].empty() && absl::SimpleAtoi(parts[1], &unit);
  if (is_unit && parts.size() == 2) {
    ASSIGN_OR_RETURN(const ReplayedUnit found, rounds.Read(unit));
    return DocumentOf(rounds, found, false);
  }
  if (is_unit && absl::SimpleAtoi(parts[2], &item)) {
    return ItemWithValues(rounds, unit, item);
  }
  return absl::NotFoundError("expected deals, deals/UNIT or deals/UNIT/ITEM");
}

}  // namespace

absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path) {
  ASSIGN_OR_RETURN(const RecordedRounds rounds,
                   RecordedRounds::Open(directory));
  ASSIGN_OR_RETURN(const Json document, DocumentAt(rounds, path));
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace couillon::arena
