// Report and circumstances as JSON, of an arena by its journal and of a league
// by its store.

#include "arena/front/page/page_data.h"

#include <memory>
#include <utility>

#include "arena/front/page/page_report.h"
#include "arena/front/page/run_json.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

absl::StatusOr<PageData> ReadArena(const std::string& directory,
                                   const PageRequest& request) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(
      const LeagueReport report,
      MakeArenaReport(state, directory,
                      {.scale = request.scale, .anchor = request.anchor}));
  PageData data{.report = ForPage(ReportJson(report, request.program))};
  ASSIGN_OR_RETURN(Json run,
                   RunJson(report.config, state, directory, request.now));
  data.run = std::move(run);
  return data;
}

absl::StatusOr<PageData> ReadLeague(const std::string& directory,
                                    const PageRequest& request) {
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(directory));
  ASSIGN_OR_RETURN(const LeagueReport report,
                   MakeReport(*store, {.scale = request.scale,
                                       .anchor = request.anchor,
                                       .convergence = true}));
  PageData data{.report = ForPage(ReportJson(report, request.program))};
  v1::LeagueConfig config = report.config;
  if (!ShownSeed(report)) config.clear_seed();
  ASSIGN_OR_RETURN(Json run, RunJson(config, *store, request.now));
  data.run = std::move(run);
  return data;
}

}  // namespace

absl::StatusOr<PageData> ReadPageData(const std::string& directory,
                                      const PageRequest& request) {
  return IsArena(directory) ? ReadArena(directory, request)
                            : ReadLeague(directory, request);
}

}  // namespace couillon::arena
