// The cold audit of a league, for `audit` and for --audit of the commands that
// play.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/setup/start_permission.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::arena {
class LeagueStore;
}  // namespace couillon::arena

namespace couillon::tools {

struct AuditRequest {
  std::size_t decisions = 200;  // per bot
  std::size_t deals = 400;      // per bot
  arena::StartPermission permission;
  bool quiet = false;  // no progress
};

// Audits the league and stores the result in its directory; warns on stderr if
// it cannot be stored. The errors are those of PermittedConfig,
// CheckAuditable, CheckSandbox and AuditLeague.
absl::StatusOr<v1::LeagueAudit> RunAudit(arena::LeagueStore& store,
                                         const AuditRequest& request);

}  // namespace couillon::tools
