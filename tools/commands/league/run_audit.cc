#include "tools/commands/league/run_audit.h"

#include <iostream>

#include "absl/strings/str_format.h"
#include "arena/league/audit/audit_league.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/audit_file.h"
#include "arena/league/store/league_store.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/options/launch_options.h"

namespace couillon::tools {

absl::StatusOr<v1::LeagueAudit> RunAudit(arena::LeagueStore& store,
                                         const AuditRequest& request) {
  ASSIGN_OR_RETURN(const v1::LeagueConfig permitted,
                   arena::PermittedConfig(store.config(), request.permission,
                                          store.directory()));
  const v1::LeagueConfig& config = permitted;
  absl::Status status = arena::CheckAuditable(config);
  if (status.ok()) status = arena::CheckSandbox(config);
  if (!status.ok()) return status;
  arena::LaunchOptions launch =
      LaunchOptionsFor(store.directory(), request.permission);
  launch.allow_cheating = true;  // bundled bots are not asked
  ASSIGN_OR_RETURN(const arena::Launcher launcher,
                   arena::Launcher::Make(config, launch));
  arena::AuditOptions options{
      .decisions = request.decisions,
      .deals = request.deals,
      .sandboxed = config.isolation() == v1::ISOLATION_BWRAP};
  if (!request.quiet) {
    options.on_bot = [](const std::string& bot) {
      std::cerr << "Cold audit of " << bot << "\n";
    };
  }
  ASSIGN_OR_RETURN(v1::LeagueAudit audit,
                   arena::AuditLeague(store, launcher, options));
  status = arena::WriteAudit(store.directory(), audit);
  if (!status.ok()) {
    std::cerr << absl::StrFormat("Reports will not show this audit: %s\n",
                                 std::string(status.message()));
  }
  return audit;
}

}  // namespace couillon::tools
