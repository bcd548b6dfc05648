// The cold audit of a league as JSON.
#pragma once

#include <string>

#include "arena/numbers/format/json.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::arena {

// Returns the audit in the report of its league: an item per bot.
Json AuditJson(const v1::LeagueAudit& audit);

// Returns the audit as a couillon.audit document, with all changed decisions.
// `replay` is the command that replays a deal of the league, up to its options.
Json AuditDetailsJson(const v1::LeagueAudit& audit, const std::string& replay);

}  // namespace couillon::arena
