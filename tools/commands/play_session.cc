#include "tools/commands/play_session.h"

#include <cstdint>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/players/process/host.h"
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
  const absl::StatusOr<std::vector<arena::UnitRun>> before = store.StoredRuns();
  if (!before.ok()) return before.status();
  arena::PlaySession session = SessionOf(run);
  const absl::StatusOr<std::int64_t> number = store.BeginSession(session);
  if (!number.ok()) return number.status();
  absl::StatusOr<arena::Progress> progress =
      arena::RunLeague(store, rules, run, stop);
  if (!progress.ok()) return progress;
  session.ended = SecondsSince1970();
  session.units = progress->units_done - arena::CountUnits(*before);
  const absl::Status ended = store.EndSession(*number, session);
  if (!ended.ok()) return ended;
  return progress;
}

}  // namespace couillon::tools
