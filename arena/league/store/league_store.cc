#include "arena/league/store/league_store.h"

#include <cstddef>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/folder_content.h"
#include "arena/league/store/store_schema.h"
#include "arena/league/store/unit_rows.h"
#include "arena/table/schedule/stored_config.h"
#include "arena/table/verdict.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"

namespace couillon::arena {
namespace {

// Incremented whenever the meaning of stored data changes.
constexpr std::int64_t kFormat = 8;

std::string DatabasePath(const std::string& directory) {
  return (std::filesystem::path(directory) / kLeagueFile).string();
}

constexpr char kBusy[] =
    "another process is playing this league; wait for it, or stop it with "
    "Ctrl-C and continue later";

// Runs `sql` with the configuration as JSON and its checksum as its first two
// parameters.
absl::Status WriteConfig(Database& database, const std::string& sql,
                         const v1::LeagueConfig& config) {
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(config, &json).ok()) {
    return absl::InternalError("the configuration has no JSON form");
  }
  ASSIGN_OR_RETURN(Statement statement, database.Prepare(sql));
  statement.BindText(1, json);
  statement.BindText(2, CheckOfText(json));
  statement.Bind(3, kFormat);
  return statement.Finish();
}

absl::Status InsertConfig(Database& database, const v1::LeagueConfig& config) {
  return WriteConfig(
      database, "INSERT INTO league (config, row_check, format) VALUES (?,?,?)",
      config);
}

// For somebody who expected a league.
std::string WhatIsThere(const std::string& directory) {
  if (!CheckHoldsNoArena(directory).ok()) {
    return "it holds an arena; expected the directory of one of its rounds, "
           "such as rounds/0001";
  }
  if (std::filesystem::exists(directory + "/plan.json")) {
    return "it holds a plan; expected the directory of the league that "
           "\"league submit\" or \"league merge\" makes of it";
  }
  return "no league.sqlite";
}

}  // namespace

LeagueStore::~LeagueStore() = default;

std::string LeagueStore::deals_path() const {
  return (std::filesystem::path(directory_) / "deals.zst").string();
}

absl::StatusOr<std::unique_ptr<LeagueStore>> LeagueStore::Create(
    const std::string& directory, const v1::LeagueConfig& config) {
  RETURN_IF_ERROR(CheckHoldsNoArena(directory));
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: %s; choose another directory", directory, error.message()));
  }
  if (std::filesystem::exists(DatabasePath(directory))) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s: holds a league already", directory));
  }
  // Two processes that start at the same time must not write into one file.
  ASSIGN_OR_RETURN(auto lock, DirectoryLock::Take(directory, kBusy));
  RETURN_IF_ERROR(WriteNew(directory, config));
  lock.reset();
  return OpenToPlay(directory);
}

// Writes a temporary file and renames it, so that an incomplete store never
// has the final name.
absl::Status LeagueStore::WriteNew(const std::string& directory,
                                   const v1::LeagueConfig& config) {
  RETURN_IF_ERROR(CheckStoredConfig(config));
  const std::string fresh = DatabasePath(directory) + ".new";
  std::error_code error;
  std::filesystem::remove(fresh, error);
  {
    ASSIGN_OR_RETURN(Database database,
                     Database::Open(fresh, Database::Mode::kCreate));
    // One transaction: the disk is waited for once, not for each table.
    absl::StatusOr<Transaction> transaction = Transaction::Begin(database);
    RETURN_IF_ERROR(transaction.status());
    RETURN_IF_ERROR(database.Run(StoreSchema()));
    RETURN_IF_ERROR(InsertConfig(database, config));
    RETURN_IF_ERROR(transaction->Commit());
  }
  if (std::filesystem::exists(DatabasePath(directory))) {
    return absl::AlreadyExistsError(
        absl::StrFormat("%s: holds a league already", directory));
  }
  std::filesystem::rename(fresh, DatabasePath(directory), error);
  if (error) {
    return absl::DataLossError(
        absl::StrFormat("%s: %s", directory, error.message()));
  }
  SyncFolder(directory);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<LeagueStore>> LeagueStore::OpenToPlay(
    const std::string& directory) {
  return Open(directory, true);
}

absl::StatusOr<std::unique_ptr<LeagueStore>> LeagueStore::OpenToRead(
    const std::string& directory) {
  return Open(directory, false);
}

std::string LeagueStore::database_path() const {
  return DatabasePath(directory_);
}

absl::StatusOr<bool> LeagueStore::HasUnits(const std::string& directory) {
  const std::string path = DatabasePath(directory);
  if (!std::filesystem::exists(path)) return false;
  ASSIGN_OR_RETURN(Database database,
                   Database::Open(path, Database::Mode::kRead));
  RETURN_IF_ERROR(CheckSchema(database));
  ASSIGN_OR_RETURN(Statement row,
                   database.Prepare("SELECT EXISTS (SELECT 1 FROM unit)"));
  RETURN_IF_ERROR((row.Step()).status());
  return row.Number(0) != 0;
}

absl::StatusOr<std::unique_ptr<LeagueStore>> LeagueStore::Open(
    const std::string& directory, bool to_play) {
  const std::string path = DatabasePath(directory);
  if (!std::filesystem::exists(path)) {
    return absl::NotFoundError(
        absl::StrFormat("%s: there is no league in this directory (%s)",
                        directory, WhatIsThere(directory)));
  }
  std::unique_ptr<DirectoryLock> lock;
  if (to_play) {
    ASSIGN_OR_RETURN(auto taken, DirectoryLock::Take(directory, kBusy));
    lock = std::move(taken);
  }
  ASSIGN_OR_RETURN(Database database,
                   Database::Open(path, to_play ? Database::Mode::kWrite
                                                : Database::Mode::kRead));
  std::unique_ptr<LeagueStore> store(
      new LeagueStore(directory, std::move(database), std::move(lock)));
  absl::Status status = CheckSchema(store->database_);
  if (status.ok() && to_play) status = CheckPages(store->database_);
  if (status.ok()) status = store->ReadConfig();
  if (status.ok() && to_play) {
    status = store->database_.Run(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
  }
  if (status.ok()) status = store->LookForMissing(to_play);
  if (status.ok() && to_play) {
    status = store->CheckUnits();
    if (status.ok()) status = store->OpenDeals();
  }
  if (!status.ok()) return status;
  return store;
}

absl::Status LeagueStore::ReadConfig() {
  const std::string path = DatabasePath(directory_);
  ASSIGN_OR_RETURN(Statement format,
                   database_.Prepare("SELECT format FROM league"));
  ASSIGN_OR_RETURN(const bool found, format.Step());
  if (!found || format.Number(0) != kFormat) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: the league has format %d; this program reads format %d: use the "
        "version that made it, or play it again in another directory",
        path, found ? format.Number(0) : 0, kFormat));
  }
  ASSIGN_OR_RETURN(Statement row,
                   database_.Prepare("SELECT config, row_check FROM league"));
  RETURN_IF_ERROR((row.Step()).status());
  const std::string json = row.Bytes(0);
  if (CheckOfText(json) != row.Bytes(1)) {
    return absl::DataLossError(absl::StrFormat(
        "%s: the configuration was changed after the league was made, so its "
        "results are of another one; restore a copy of the directory, or play "
        "a new league in another one",
        path));
  }
  if (!ReadStoredJson(json, config_)) {
    return absl::DataLossError(
        absl::StrFormat("%s: the stored configuration cannot be read", path));
  }
  const absl::Status config = CheckStoredConfig(config_);
  if (!config.ok()) {
    return database_.Damaged("the stored configuration: " +
                             std::string(config.message()));
  }
  ranges_.emplace(config_);
  return ranges_->CheckNumbers(database_);
}

absl::Status LeagueStore::ReplaceConfig(const v1::LeagueConfig& config) {
  absl::Status status = WriteConfig(
      database_, "UPDATE league SET config = ?, row_check = ?, format = ?",
      config);
  if (!status.ok()) return status;
  config_ = config;
  ranges_.emplace(config_);
  return status;
}

// Row checksums do not detect missing rows; this does, by their number.
absl::Status LeagueStore::LookForMissing(bool to_play) {
  ASSIGN_OR_RETURN(const std::int64_t missing, CountMissing(database_));
  if (missing == 0) return absl::OkStatus();
  if (missing < 0) {
    return absl::DataLossError(absl::StrFormat(
        "%s: %d units are there that were never stored: the file is damaged or "
        "was edited; restore a copy of the directory, or play the league again "
        "in another one",
        DatabasePath(directory_), -missing));
  }
  if (to_play) {
    missing_units_ = missing;
    return ForgetMissing(database_);
  }
  const std::string arena = ArenaOfRound(directory_);
  return absl::DataLossError(absl::StrFormat(
      "%s: %d units that were stored are missing: the file is damaged or was "
      "edited; `couillon %s` plays them again, or restore a copy of the "
      "directory",
      DatabasePath(directory_), missing,
      arena.empty() ? "league resume " + directory_ : "arena run " + arena));
}

// Verifies the checksums of all units and faults before the league continues.
absl::Status LeagueStore::CheckUnits() {
  absl::Status status = ForEachUnit([](const StoredUnit&) {});
  if (status.ok()) status = Faults().status();
  return status;
}

absl::Status LeagueStore::OpenDeals() {
  if (!config_.record_deals()) return absl::OkStatus();
  ASSIGN_OR_RETURN(
      Statement row,
      database_.Prepare(
          "SELECT COALESCE(MAX(records_offset + records_bytes), 0) FROM unit"));
  RETURN_IF_ERROR((row.Step()).status());
  ASSIGN_OR_RETURN(DealFile file, DealFile::Open(deals_path(), row.Number(0)));
  deal_file_.emplace(std::move(file));
  return absl::OkStatus();
}

absl::Status LeagueStore::Save(std::span<const UnitResult> results) {
  std::vector<std::optional<DealSpan>> spans(results.size());
  if (deal_file_) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      ASSIGN_OR_RETURN(DealSpan span, deal_file_->Append(results[i].records));
      spans[i] = span;
    }
    RETURN_IF_ERROR(deal_file_->Sync());
  }
  return SaveRows(results, spans);
}

absl::Status LeagueStore::SavePacked(std::span<const UnitResult> results,
                                     std::span<const std::string> frames) {
  COUILLON_CHECK(deal_file_.has_value() && frames.size() == results.size());
  std::vector<std::optional<DealSpan>> spans;
  spans.reserve(frames.size());
  for (const std::string& frame : frames) {
    ASSIGN_OR_RETURN(DealSpan span, deal_file_->AppendFrame(frame));
    spans.emplace_back(span);
  }
  RETURN_IF_ERROR(deal_file_->Sync());
  return SaveRows(results, spans);
}

absl::Status LeagueStore::SaveRows(
    std::span<const UnitResult> results,
    std::span<const std::optional<DealSpan>> spans) {
  ASSIGN_OR_RETURN(UnitWriter writer, UnitWriter::Prepare(database_));
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database_);
  absl::Status status = transaction.status();
  for (std::size_t i = 0; status.ok() && i < results.size(); ++i) {
    // Those of a shard may be a stranger's; no other program could read them.
    for (const Fault& fault : results[i].faults) {
      if (status.ok()) status = ranges_->Check(fault);
    }
    if (status.ok()) status = writer.Write(results[i], spans[i]);
  }
  if (status.ok()) status = KeepSums(results);
  if (status.ok()) status = transaction->Commit();
  if (!status.ok()) sums_.reset();
  return status;
}

std::int64_t CountUnits(std::span<const UnitRun> runs) {
  std::int64_t units = 0;
  for (const UnitRun& run : runs) units += run.size();
  return units;
}

absl::StatusOr<std::vector<UnitRun>> LeagueStore::StoredRuns() {
  std::vector<UnitRun> runs;
  RETURN_IF_ERROR(ForEachRow(
      "SELECT number FROM unit ORDER BY number", [&runs](const Statement& row) {
        const std::int64_t number = row.Number(0);
        if (runs.empty() || runs.back().end != number) {
          runs.push_back({.first = number, .end = number});
        }
        ++runs.back().end;
        return absl::OkStatus();
      }));
  return runs;
}

absl::Status LeagueStore::ForEachUnit(
    const std::function<void(const StoredUnit&)>& use) {
  return ForEachUnit(std::numeric_limits<std::int64_t>::min(),
                     std::numeric_limits<std::int64_t>::max(), use);
}

absl::Status LeagueStore::ForEachUnit(
    std::int64_t first, std::int64_t end,
    const std::function<void(const StoredUnit&)>& use) {
  ASSIGN_OR_RETURN(Statement rows, database_.Prepare(SelectUnits()));
  rows.Bind(1, first);
  rows.Bind(2, end);
  return ForEachRow(rows, [&](const Statement& row) {
    const absl::StatusOr<StoredUnit> unit = ReadUnit(row, *ranges_);
    if (unit.ok()) use(*unit);
    return unit.status();
  });
}

absl::StatusOr<std::vector<Fault>> LeagueStore::Faults() {
  std::vector<Fault> faults;
  RETURN_IF_ERROR(ForEachRow(SelectFaults(), [&](const Statement& row) {
    ASSIGN_OR_RETURN(Fault fault, ReadFault(row, *ranges_));
    faults.push_back(std::move(fault));
    return absl::OkStatus();
  }));
  RETURN_IF_ERROR(ForEachRow(
      "SELECT COALESCE(SUM(faults), 0) FROM unit", [&](const Statement& row) {
        const auto found = static_cast<std::int64_t>(faults.size());
        if (row.Number(0) == found) return absl::OkStatus();
        return absl::DataLossError(absl::StrFormat(
            "%d faults are there, %d were stored: the file is damaged or was "
            "edited; restore a copy of the directory, or play the league again "
            "in another one",
            found, row.Number(0)));
      }));
  return faults;
}

// Adds the name of the file to errors of `use`; those of SQLite have it.
absl::Status LeagueStore::ForEachRow(
    const std::string& sql,
    const std::function<absl::Status(const Statement&)>& use) {
  ASSIGN_OR_RETURN(Statement rows, database_.Prepare(sql));
  return ForEachRow(rows, use);
}

absl::Status LeagueStore::ForEachRow(
    Statement& rows, const std::function<absl::Status(const Statement&)>& use) {
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, rows.Step());
    if (!found) return absl::OkStatus();
    const absl::Status status = use(rows);
    if (status.ok()) continue;
    return absl::Status(status.code(),
                        absl::StrFormat("%s: %s", DatabasePath(directory_),
                                        std::string(status.message())));
  }
}

}  // namespace couillon::arena
