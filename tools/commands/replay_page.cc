#include "tools/commands/replay_page.h"

#include <iostream>

#include "absl/status/statusor.h"
#include "arena/front/page/deals_of_page.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/report_page.h"
#include "arena/front/replay/deal_archive.h"
#include "tools/options/output_file.h"

namespace couillon::tools {

absl::Status WriteReplayPage(arena::LeagueStore& store,
                             const ReplayPage& request) {
  const absl::StatusOr<std::string> empty = arena::PageWithoutData();
  if (!empty.ok()) return empty.status();
  const absl::StatusOr<arena::DealArchive> archive =
      arena::DealArchive::OpenAny(store);
  if (!archive.ok()) return archive.status();
  const absl::StatusOr<arena::ReplayedUnit> unit =
      archive->Replay(request.unit, request.records);
  if (!unit.ok()) return unit.status();
  const absl::StatusOr<std::string> page = arena::PageWithData(*empty, {});
  if (!page.ok()) return page.status();
  const std::string filled = arena::PageWithDeals(
      *page, arena::DealsDocument(archive->Head(), archive->RulesOf(unit->unit),
                                  *unit, request.values));
  if (!request.out.empty()) return WriteWhole(request.out, filled);
  std::cout << filled;
  return absl::OkStatus();
}

}  // namespace couillon::tools
