// The verdicts of a cold audit, and the deals on which they rest.
#pragma once

#include <string>
#include <string_view>

#include "couillon/v1/audit.pb.h"

namespace couillon::arena {

// "alike", "nothing_asked", "not_reproducible", "failed", "changed", "better".
std::string_view AuditVerdictName(v1::AuditVerdict verdict);

// Returns the command that replays the deal of a changed decision. `replay` is
// the command that replays a deal of the league, up to its options.
std::string ReplayCommand(const v1::ChangedDecision& decision,
                          const std::string& replay);

}  // namespace couillon::arena
