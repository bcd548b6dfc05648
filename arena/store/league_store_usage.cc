// What a LeagueStore knows of how it was played: usage, sessions, counts.
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/referee/bot_link.h"
#include "arena/store/league_store.h"
#include "arena/store/session_rows.h"
#include "arena/store/sqlite.h"
#include "arena/store/usage_rows.h"

namespace couillon::arena {

absl::Status LeagueStore::AddUsage(std::span<const BotUsage> usage) {
  return AddUsageRows(database_, usage);
}

absl::StatusOr<std::vector<StoredUsage>> LeagueStore::Usage() {
  return ReadUsageRows(
      database_,
      (std::filesystem::path(directory_) / "league.sqlite").string());
}

absl::StatusOr<std::int64_t> LeagueStore::BeginSession(
    const PlaySession& session) {
  return AddSessionRow(database_, session);
}

absl::Status LeagueStore::EndSession(std::int64_t number,
                                     const PlaySession& session) {
  return EndSessionRow(database_, number, session);
}

absl::StatusOr<std::vector<PlaySession>> LeagueStore::Sessions() {
  return ReadSessionRows(database_);
}

absl::StatusOr<PlayedUnits> LeagueStore::Played() {
  PlayedUnits played;
  absl::Status status =
      ForEachRow("SELECT COUNT(*), COALESCE(SUM(deals), 0) FROM unit",
                 [&played](const Statement& row) {
                   played = {.units = row.Number(0), .deals = row.Number(1)};
                   return absl::OkStatus();
                 });
  if (!status.ok()) return status;
  return played;
}

}  // namespace couillon::arena
