#include "arena/view/served_deals.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/journal/journal.h"
#include "arena/replay/deal_archive.h"
#include "arena/replay/deals_json.h"
#include "arena/report/format/json.h"
#include "arena/store/league_store.h"

namespace couillon::arena {
namespace {

absl::StatusOr<Json> IndexOf(LeagueStore& store, const DealArchive& archive) {
  const absl::StatusOr<std::vector<UnitRun>> runs = store.StoredRuns();
  if (!runs.ok()) return runs.status();
  Json index = archive.Head();
  Json units = Json::array();
  for (const UnitRun& run : *runs) {
    for (std::int64_t number = run.first; number < run.end; ++number) {
      if (units.size() == kMostListedUnits) break;
      units.push_back(UnitHead(archive.schedule().unit(number)));
    }
  }
  index["units"] = std::move(units);
  return index;
}

absl::StatusOr<Json> ItemWithValues(const DealArchive& archive,
                                    std::int64_t unit, std::uint64_t item) {
  static std::mutex solving;
  absl::StatusOr<ReplayedUnit> found = archive.Read(unit);
  if (!found.ok()) return found.status();
  std::erase_if(found->items,
                [item](const ReplayedItem& each) { return each.item != item; });
  if (found->items.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("unit %d has no item %d", unit, item));
  }
  const std::lock_guard lock(solving);
  return DealsDocument(archive, *found, true);
}

absl::StatusOr<Json> DocumentAt(LeagueStore& store, const DealArchive& archive,
                                std::string_view path) {
  if (path.empty()) return IndexOf(store, archive);
  const std::vector<std::string> parts = absl::StrSplit(std::string(path), '/');
  std::int64_t unit = 0;
  std::uint64_t item = 0;
  const bool is_unit = parts.size() >= 2 && parts.size() <= 3 &&
                       parts[0].empty() && absl::SimpleAtoi(parts[1], &unit);
  if (is_unit && parts.size() == 2) {
    const absl::StatusOr<ReplayedUnit> found = archive.Read(unit);
    if (!found.ok()) return found.status();
    return DealsDocument(archive, *found, false);
  }
  if (is_unit && absl::SimpleAtoi(parts[2], &item)) {
    return ItemWithValues(archive, unit, item);
  }
  return absl::NotFoundError("expected deals, deals/UNIT or deals/UNIT/ITEM");
}

}  // namespace

bool HasServedDeals(const std::string& directory) {
  if (IsArena(directory)) return false;
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(directory);
  return store.ok() && (*store)->config().record_deals();
}

absl::StatusOr<std::string> ServedDeals(const std::string& directory,
                                        std::string_view path) {
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(directory);
  if (!store.ok()) return store.status();
  const absl::StatusOr<DealArchive> archive = DealArchive::Open(**store);
  if (!archive.ok()) return archive.status();
  const absl::StatusOr<Json> document = DocumentAt(**store, *archive, path);
  if (!document.ok()) return document.status();
  return document->dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace couillon::arena
