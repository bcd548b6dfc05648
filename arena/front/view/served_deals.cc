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

namespace couillon::arena {
namespace {

absl::StatusOr<Json> IndexOf(const RecordedRounds& rounds) {
  Json units = Json::array();
  const absl::Status status = rounds.ForEachHead([&units](const Unit& unit) {
    units.push_back(UnitHead(unit));
    return units.size() < kMostListedUnits;
  });
  if (!status.ok()) return status;
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
  absl::StatusOr<ReplayedUnit> found = rounds.Read(unit);
  if (!found.ok()) return found.status();
  std::erase_if(found->items,
                [item](const ReplayedItem& each) { return each.item != item; });
  if (found->items.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("unit %d has no item %d", unit, item));
  }
  const std::lock_guard lock(solving);
  return DocumentOf(rounds, *found, true);
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
    const absl::StatusOr<ReplayedUnit> found = rounds.Read(unit);
    if (!found.ok()) return found.status();
    return DocumentOf(rounds, *found, false);
  }
  if (is_unit && absl::SimpleAtoi(parts[2], &item)) {
    return ItemWithValues(rounds, unit, item);
  }
  return absl::NotFoundError("expected deals, deals/UNIT or deals/UNIT/ITEM");
}

}  // namespace

absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path) {
  const absl::StatusOr<RecordedRounds> rounds = RecordedRounds::Open(directory);
  if (!rounds.ok()) return rounds.status();
  const absl::StatusOr<Json> document = DocumentAt(*rounds, path);
  if (!document.ok()) return document.status();
  return document->dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace couillon::arena
