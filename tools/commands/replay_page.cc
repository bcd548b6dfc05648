#include "tools/commands/replay_page.h"

#include <iostream>

#include "absl/status/statusor.h"
#include "arena/front/page/deals_of_page.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/report_page.h"
#include "arena/front/replay/deal_archive.h"
#include "engine/cards/status_macros.h"
#include "tools/options/output_file.h"

namespace couillon::tools {

absl::Status WriteReplayPage(arena::LeagueStore& store,
                             const ReplayPage& request) {
  ASSIGN_OR_RETURN(const std::string empty, arena::PageWithoutData());
  ASSIGN_OR_RETURN(const arena::DealArchive archive,
                   arena::DealArchive::OpenAny(store));
  ASSIGN_OR_RETURN(const arena::ReplayedUnit unit,
                   archive.Replay(request.unit, request.records));
  ASSIGN_OR_RETURN(const std::string page, arena::PageWithData(empty, {}));
  const std::string filled = arena::PageWithDeals(
      page, arena::DealsDocument(archive.Head(), archive.RulesOf(unit.unit),
                                 unit, request.values));
  if (!request.out.empty()) return WriteWhole(request.out, filled);
  std::cout << filled;
  return absl::OkStatus();
}

}  // namespace couillon::tools
