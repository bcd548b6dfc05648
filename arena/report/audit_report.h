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

// "alike", "nothing_asked", "not_reproducible", "failed", "changed", "better".
std::string_view AuditVerdictName(v1::AuditVerdict verdict);

// The audit in the report of its league: a row per bot, and a paragraph for
// each bot that is not alike. `units` is the number of stored units.
std::vector<ReportPart> AuditParts(const v1::LeagueAudit& audit,
                                   const v1::LeagueConfig& config,
                                   std::int64_t units);
// The same for JSON: an item per bot.
Json AuditJson(const v1::LeagueAudit& audit);

// The same with the changed decisions: the first ten of each bot as text, all
// of them as JSON. `replay` is the command that replays a deal of the league,
// up to its options.
std::vector<ReportPart> AuditDetails(const v1::LeagueAudit& audit,
                                     const v1::LeagueConfig& config,
                                     std::int64_t units,
                                     const std::string& replay);
Json AuditDetailsJson(const v1::LeagueAudit& audit, const std::string& replay);

// The names and the values of the columns of a bot in CSV, each preceded by a
// comma. A bundled bot, which is not audited, has empty values.
std::string AuditCsvNames(const std::string& prefix);
std::string AuditCsvValues(const v1::LeagueAudit& audit,
                           const std::string& bot);

}  // namespace couillon::arena
