// The cold audit of a league in its reports, and as a report of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the audit in the report of its league: a row per bot, and a paragraph
// for each bot that is not alike. `units` is the number of stored units.
std::vector<ReportPart> AuditParts(const v1::LeagueAudit& audit,
                                   const v1::LeagueConfig& config,
                                   std::int64_t units);

// Returns the same with the first ten changed decisions of each bot. `replay`
// is the command that replays a deal of the league, up to its
// options.
std::vector<ReportPart> AuditDetails(const v1::LeagueAudit& audit,
                                     const v1::LeagueConfig& config,
                                     std::int64_t units,
                                     const std::string& replay);

}  // namespace couillon::arena
