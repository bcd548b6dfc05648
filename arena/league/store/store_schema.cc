#include "arena/league/store/store_schema.h"

#include <map>
#include <set>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/running_rows.h"
#include "arena/league/store/session_rows.h"
#include "arena/league/store/unit_rows.h"
#include "arena/league/store/usage_rows.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr char kLeagueTable[] = R"sql(
CREATE TABLE league (
  format INTEGER NOT NULL, config TEXT NOT NULL, row_check TEXT NOT NULL);
)sql";

// By type, name and table: the statement that made it.
using Entries = std::map<std::string, std::string>;

absl::StatusOr<Entries> EntriesOf(Database& database) {
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare("SELECT type || ' ' || name || ' of ' || tbl_name, sql "
                       "FROM sqlite_master"));
  Entries entries;
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) return entries;
    entries[row.Bytes(0)] = row.Bytes(1);
  }
}

absl::StatusOr<Entries> ExpectedEntries() {
  ASSIGN_OR_RETURN(Database empty, Database::InMemory());
  RETURN_IF_ERROR(empty.Run(StoreSchema()));
  return EntriesOf(empty);
}

// Later versions added these.
bool MayBeMissing(const std::string& name) {
  static const std::set<std::string> kAdded = {
      "table session of session", "table latency of latency",
      "table waited of waited", "index sqlite_autoindex_latency_1 of latency"};
  return kAdded.count(name) > 0;
}

}  // namespace

std::string StoreSchema() {
  return kLeagueTable + UsageSchema() + SessionSchema() + UnitSchema() +
         RunningSchema();
}

absl::Status CheckSchema(Database& database) {
  static const absl::StatusOr<Entries> kExpected = ExpectedEntries();
  if (!kExpected.ok()) return kExpected.status();
  ASSIGN_OR_RETURN(const Entries found, EntriesOf(database));
  for (const auto& [name, sql] : found) {
    const auto expected = kExpected->find(name);
    if (expected != kExpected->end() && expected->second == sql) continue;
    return database.Damaged(
        absl::StrFormat("the %s is not one of a league (%s)",
                        PrintableLine(name, 200), PrintableLine(sql, 200)));
  }
  for (const auto& [name, sql] : *kExpected) {
    if (found.count(name) > 0 || MayBeMissing(name)) continue;
    return database.Damaged(absl::StrFormat("the %s is missing", name));
  }
  return absl::OkStatus();
}

absl::Status CheckPages(Database& database) {
  ASSIGN_OR_RETURN(Statement row, database.Prepare("PRAGMA quick_check(1)"));
  RETURN_IF_ERROR((row.Step()).status());
  const std::string result = row.Bytes(0);
  if (result == "ok") return absl::OkStatus();
  return database.Damaged(PrintableLine(result, 200));
}

}  // namespace couillon::arena
