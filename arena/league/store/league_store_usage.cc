// What a LeagueStore knows of how it was played: usage, sessions, counts.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/league/store/sqlite.h"
#include "arena/league/store/usage_rows.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

absl::Status LeagueStore::AddUsage(std::span<const BotUsage> usage) {
  return AddUsageRows(database_, usage);
}

absl::StatusOr<std::vector<StoredUsage>> LeagueStore::Usage() {
  return ReadUsageRows(
      database_,
      (std::filesystem::path(directory_) / "league.sqlite").string());
}

absl::Status LeagueStore::SetWaited(const WaitedTimes& waited) {
  return SetWaitedRows(database_, waited);
}

absl::StatusOr<WaitedTimes> LeagueStore::Waited() {
  return ReadWaitedRows(database_);
}

absl::StatusOr<std::set<std::int64_t>> LeagueStore::UnitsOverBudget() {
  std::set<std::int64_t> units;
  RETURN_IF_ERROR(ForEachRow(
      absl::StrFormat("SELECT unit FROM fault WHERE verdict = %d AND forfeits",
                      static_cast<int>(Verdict::kOverBudget)),
      [&units](const Statement& row) {
        units.insert(row.Number(0));
        return absl::OkStatus();
      }));
  return units;
}

absl::StatusOr<std::vector<std::int64_t>> LeagueStore::CountByLoser(
    const std::string& condition) {
  std::vector<std::int64_t> units(
      static_cast<std::size_t>(config_.bots_size()));
  RETURN_IF_ERROR(ForEachRow(
      absl::StrFormat("SELECT lost_by, COUNT(*) FROM unit WHERE lost_by "
                      "BETWEEN 0 AND %d %s GROUP BY lost_by",
                      config_.bots_size() - 1, condition),
      [&units](const Statement& row) {
        units[static_cast<std::size_t>(row.Number(0))] = row.Number(1);
        return absl::OkStatus();
      }));
  return units;
}

absl::StatusOr<std::vector<std::int64_t>> LeagueStore::ForfeitedUnits() {
  return CountByLoser("");
}

absl::StatusOr<std::vector<std::int64_t>> LeagueStore::ForfeitedWhilePresent(
    const std::string& excused) {
  return CountByLoser(absl::StrFormat(
      "AND EXISTS (SELECT 1 FROM fault WHERE fault.unit = unit.number AND "
      "fault.bot = unit.lost_by AND fault.forfeits AND fault.verdict NOT IN "
      "(%d, %d) AND substr(fault.detail, 1, %d) <> '%s')",
      static_cast<int>(Verdict::kDisconnect),
      static_cast<int>(Verdict::kStartFailure), excused.size(), excused));
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
  RETURN_IF_ERROR(
      ForEachRow("SELECT COUNT(*), COALESCE(SUM(deals), 0) FROM unit",
                 [&played](const Statement& row) {
                   played = {.units = row.Number(0), .deals = row.Number(1)};
                   return absl::OkStatus();
                 }));
  return played;
}

}  // namespace couillon::arena
