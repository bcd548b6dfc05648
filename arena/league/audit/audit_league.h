// The cold audit of a league: a bot's answer must follow from the request
// alone. Recorded decisions are asked again in fresh processes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "couillon/v1/audit.pb.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class Launcher;
class LeagueStore;

// Ranges: 1 to kMostAudited, and 0 to kMostAudited.
inline constexpr int kMostAudited = 1'000'000;

struct AuditOptions {
  std::size_t decisions = 200;  // asked again, per bot
  std::size_t deals = 400;      // replayed for the paired test, per bot
  bool sandboxed = false;       // whether `launcher` starts bots in a sandbox
  // Called when the audit of a bot, by name, begins; may be empty.
  std::function<void(const std::string& bot)> on_bot = nullptr;
};

// FailedPrecondition if a league of this configuration cannot be audited: it
// keeps no records.
absl::Status CheckAuditable(const v1::LeagueConfig& config);

// Audits all bots of the league that are not bundled. What is asked follows
// from the league's seed, its stored units and the options. A bot that fails is
// reported, not an error. The errors are those of CheckAuditable and
// LeagueRecords.
absl::StatusOr<v1::LeagueAudit> AuditLeague(LeagueStore& store,
                                            const Launcher& launcher,
                                            const AuditOptions& options);

}  // namespace couillon::arena
