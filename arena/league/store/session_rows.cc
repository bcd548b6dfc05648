// A table with a row per session.

#include "arena/league/store/session_rows.h"

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Seconds until the year 9999; units are fewer.
constexpr std::int64_t kMaxNumber = 253'402'300'799;

// `ended` is 0 until then.
constexpr char kTable[] = R"sql(
CREATE TABLE IF NOT EXISTS session (
  number INTEGER PRIMARY KEY, began INTEGER NOT NULL, ended INTEGER NOT NULL,
  units INTEGER NOT NULL, workers INTEGER NOT NULL, cpu TEXT NOT NULL,
  cores INTEGER NOT NULL, kernel TEXT NOT NULL, version TEXT NOT NULL,
  commit_of_sources TEXT NOT NULL);
)sql";

absl::StatusOr<bool> HasTable(Database& database) {
  ASSIGN_OR_RETURN(Statement table,
                   database.Prepare("SELECT 1 FROM sqlite_master WHERE type = "
                                    "'table' AND name = 'session'"));
  return table.Step();
}

PlaySession SessionOf(const Statement& row) {
  PlaySession session{.began = row.Number(0),
                      .units = row.Number(2),
                      .workers = static_cast<int>(row.Number(3)),
                      .cpu = PrintableLine(row.Bytes(4)),
                      .cores = static_cast<int>(row.Number(5)),
                      .kernel = PrintableLine(row.Bytes(6)),
                      .version = PrintableLine(row.Bytes(7)),
                      .commit = PrintableLine(row.Bytes(8))};
  if (row.Number(1) != 0) session.ended = row.Number(1);
  return session;
}

}  // namespace

std::string SessionSchema() { return kTable; }

absl::StatusOr<std::int64_t> AddSessionRow(Database& database,
                                           const PlaySession& session) {
  RETURN_IF_ERROR(database.Run(kTable));
  ASSIGN_OR_RETURN(
      Statement add,
      database.Prepare(
          "INSERT INTO session (began, ended, units, workers, cpu, cores, "
          "kernel, "
          "version, commit_of_sources) VALUES (?,?,?,?,?,?,?,?,?)"));
  add.Bind(1, session.began);
  add.Bind(2, session.ended.value_or(0));
  add.Bind(3, session.units);
  add.Bind(4, session.workers);
  add.BindText(5, session.cpu);
  add.Bind(6, session.cores);
  add.BindText(7, session.kernel);
  add.BindText(8, session.version);
  add.BindText(9, session.commit);
  RETURN_IF_ERROR(add.Finish());
  ASSIGN_OR_RETURN(Statement number,
                   database.Prepare("SELECT MAX(number) FROM session"));
  RETURN_IF_ERROR(number.Step().status());
  return number.Number(0);
}

absl::Status EndSessionRow(Database& database, std::int64_t number,
                           const PlaySession& session) {
  if (session.units == 0) {
    return database.Run(
        absl::StrFormat("DELETE FROM session WHERE number = %d", number));
  }
  ASSIGN_OR_RETURN(
      Statement end,
      database.Prepare(
          "UPDATE session SET ended = ?, units = ? WHERE number = ?"));
  end.Bind(1, session.ended.value_or(0));
  end.Bind(2, session.units);
  end.Bind(3, number);
  return end.Finish();
}

absl::StatusOr<std::vector<PlaySession>> ReadSessionRows(Database& database) {
  std::vector<PlaySession> sessions;
  ASSIGN_OR_RETURN(const bool has, HasTable(database));
  if (!has) return sessions;
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare(
          "SELECT began, ended, units, workers, cpu, cores, kernel, version, "
          "commit_of_sources FROM session ORDER BY number"));
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) return sessions;
    for (int column = 0; column < 6; ++column) {
      if (column == 4) continue;  // text
      if (row.Number(column) >= 0 && row.Number(column) <= kMaxNumber) {
        continue;
      }
      return database.Damaged(
          absl::StrFormat("a session has a number of %d; expected 0 to %d",
                          row.Number(column), kMaxNumber));
    }
    sessions.push_back(SessionOf(row));
  }
}

}  // namespace couillon::arena
