// The stored audit of a league: the file audit.json in its directory, a
// couillon.v1.LeagueAudit as JSON. Apart from the database, which only the
// process that plays may write.
#pragma once

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::arena {

// Returns the audit stored in the league `directory`; nullopt if there is none.
// DataLoss, naming the file, if it cannot be read.
absl::StatusOr<std::optional<v1::LeagueAudit>> ReadAudit(
    const std::string& directory);

// Stores `audit` in the league `directory`, in place of an earlier one: at any
// time the file is complete or absent. The error names the file.
absl::Status WriteAudit(const std::string& directory,
                        const v1::LeagueAudit& audit);

// Removes the audit of the league `directory`, if it has one. The error names
// the file.
absl::Status RemoveAudit(const std::string& directory);

}  // namespace couillon::arena
