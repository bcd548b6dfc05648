#include "arena/front/page/page_data.h"

#include <memory>
#include <utility>

#include "arena/front/page/page_report.h"
#include "arena/front/page/run_json.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/report/integrity.h"
#include "arena/report/league_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

absl::StatusOr<PageData> ReadArena(const std::string& directory,
                                   const PageRequest& request) {
  const absl::StatusOr<ArenaState> state = ReadState(directory);
  if (!state.ok()) return state.status();
  const absl::StatusOr<LeagueReport> report =
      MakeArenaReport(*state, directory, {.scale = request.scale});
  if (!report.ok()) return report.status();
  PageData data{.report = ForPage(ReportJson(*report, request.program))};
  absl::StatusOr<Json> run =
      RunJson(report->config, *state, directory, request.now);
  if (!run.ok()) return run.status();
  data.run = *std::move(run);
  return data;
}

absl::StatusOr<PageData> ReadLeague(const std::string& directory,
                                    const PageRequest& request) {
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(directory);
  if (!store.ok()) return store.status();
  const absl::StatusOr<LeagueReport> report =
      MakeReport(**store, {.scale = request.scale, .convergence = true});
  if (!report.ok()) return report.status();
  PageData data{.report = ForPage(ReportJson(*report, request.program))};
  v1::LeagueConfig config = report->config;
  if (!ShownSeed(*report)) config.clear_seed();
  absl::StatusOr<Json> run = RunJson(config, **store, request.now);
  if (!run.ok()) return run.status();
  data.run = *std::move(run);
  return data;
}

}  // namespace

absl::StatusOr<PageData> ReadPageData(const std::string& directory,
                                      const PageRequest& request) {
  return IsArena(directory) ? ReadArena(directory, request)
                            : ReadLeague(directory, request);
}

}  // namespace couillon::arena
