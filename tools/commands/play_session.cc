#include "tools/commands/play_session.h"

#include <cstdint>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/players/process/host.h"
#include "engine/cards/status_macros.h"
#include "tools/options/build_info.h"
#include "tools/options/time_now.h"

namespace couillon::tools {
namespace {

arena::PlaySession SessionOf(const arena::RunOptions& run) {
  const arena::Host host = arena::ThisHost();
  return {.began = SecondsSince1970(),
          .workers = run.workers,
          .cpu = host.cpu,
          .cores = host.cores,
          .kernel = host.kernel,
          .version = BuildVersion(),
          .commit = BuildCommit()};
}

}  // namespace

absl::StatusOr<arena::Progress> PlayInSession(
    arena::LeagueStore& store, const std::vector<CompiledRules>& rules,
    const arena::RunOptions& run, const std::atomic<bool>& stop) {
  ASSIGN_OR_RETURN(const std::vector<arena::UnitRun> before,
                   store.StoredRuns());
  arena::PlaySession session = SessionOf(run);
  ASSIGN_OR_RETURN(const std::int64_t number, store.BeginSession(session));
  ASSIGN_OR_RETURN(arena::Progress progress,
                   arena::RunLeague(store, rules, run, stop));
  session.ended = SecondsSince1970();
  session.units = progress.units_done - arena::CountUnits(before);
  RETURN_IF_ERROR(store.EndSession(number, session));
  return progress;
}

}  // namespace couillon::tools
