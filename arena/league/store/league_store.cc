// One database per league. In this order: the schema, opening and checks, units
// and faults, running sums, changes of a league, and how it was played.

#include "arena/league/store/league_store.h"

#include <cstddef>
#include <filesystem>
#include <future>
#include <limits>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/audit_file.h"
#include "arena/league/store/folder_content.h"
#include "arena/league/store/running_rows.h"
#include "arena/league/store/unit_rows.h"
#include "arena/numbers/text/printable.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/stored_config.h"
#include "arena/table/team_bots.h"
#include "arena/table/verdict.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"

namespace couillon::arena {
namespace {

// The tables and indexes of a store. A file that somebody sends may hold others
// under the same names, such as a view that never ends.

constexpr char kLeagueTable[] = R"sql(
CREATE TABLE league (
  format INTEGER NOT NULL, config TEXT NOT NULL, row_check TEXT NOT NULL);
)sql";

// The statements that make an empty store.
std::string StoreSchema() {
  return kLeagueTable + UsageSchema() + SessionSchema() + UnitSchema() +
         RunningSchema();
}

// By type, name and table: the statement that made it.
using Entries = std::map<std::string, std::string>;

absl::StatusOr<Entries> ReadEntries(Database& database) {
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
  return ReadEntries(empty);
}

// Later versions added these.
bool MayBeMissing(const std::string& name) {
  static const std::set<std::string> kAdded = {
      "table session of session", "table latency of latency",
      "table waited of waited", "index sqlite_autoindex_latency_1 of latency"};
  return kAdded.count(name) > 0;
}

// OK if the file has the tables and indexes of a store, each exactly as
// StoreSchema() makes it, and nothing else; those that earlier versions did not
// have may be missing. DataLoss names the file and what was found.
absl::Status CheckSchema(Database& database) {
  static const absl::StatusOr<Entries> kExpected = ExpectedEntries();
  if (!kExpected.ok()) return kExpected.status();
  ASSIGN_OR_RETURN(const Entries found, ReadEntries(database));
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

// OK if no page of the file is used twice or is otherwise damaged; reads all of
// it. DataLoss names the file and the damage.
absl::Status CheckPages(Database& database) {
  ASSIGN_OR_RETURN(Statement row, database.Prepare("PRAGMA quick_check(1)"));
  RETURN_IF_ERROR(row.Step().status());
  const std::string result = row.Bytes(0);
  if (result == "ok") return absl::OkStatus();
  return database.Damaged(PrintableLine(result, 200));
}

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

// The size of the sums of products in the store.
std::int64_t BytesOf(const RunningSums& sums) {
  std::size_t products = 0;
  for (const TableSums& table : sums.rulesets) {
    products += table.crosses.size() + table.point_crosses.size();
  }
  if (sums.overall) products += sums.overall->crosses.size();
  return static_cast<std::int64_t>(products * sizeof(std::int64_t));
}

void UsePairings(const RunningSums& sums, const UsePairingSums& use) {
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    const std::vector<PairingSums>& pairings = sums.rulesets[i].pairings;
    for (std::size_t k = 0; k < pairings.size(); ++k) use(i, k, pairings[k]);
  }
  if (!sums.overall) return;
  const std::vector<PairingSums>& pairings = sums.overall->pairings;
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    use(std::nullopt, k, pairings[k]);
  }
}

// A map from the units of one schedule to those of another with the same
// blocks, as far as the same bots meet in both.
class Renumbering {
 public:
  // Requires: neither is an individual tournament; no pairing is only in
  // `before`, and those of both have the same order.
  Renumbering(const Schedule& before, const Schedule& after)
      : before_(static_cast<std::int64_t>(before.rounds()[0].size())),
        after_(static_cast<std::int64_t>(after.rounds()[0].size())) {
    std::map<Teams, std::int64_t> numbers;
    for (const Pairing& pairing : after.rounds()[0]) {
      numbers.emplace(TeamKey(pairing),
                      static_cast<std::int64_t>(numbers.size()));
    }
    for (const Pairing& pairing : before.rounds()[0]) {
      pairings_.push_back(numbers.at(TeamKey(pairing)));
    }
  }

  // Never less than `unit`, and ascending.
  [[nodiscard]] std::int64_t Of(std::int64_t unit) const {
    return unit / before_ * after_ +
           pairings_[static_cast<std::size_t>(unit % before_)];
  }

 private:
  using Teams = std::tuple<TeamBots, TeamBots, TeamBots>;
  static Teams TeamKey(const Pairing& pairing) {
    return {pairing.first, pairing.second, pairing.third};
  }
  std::int64_t before_;  // numbers of pairings
  std::int64_t after_;
  std::vector<std::int64_t> pairings_;  // by number before
};

std::map<std::int64_t, std::vector<Fault>> ByUnit(std::vector<Fault> faults) {
  std::map<std::int64_t, std::vector<Fault>> by_unit;
  for (Fault& fault : faults) by_unit[fault.unit].push_back(std::move(fault));
  return by_unit;
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
  RETURN_IF_ERROR(row.Step().status());
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
  RETURN_IF_ERROR(row.Step().status());
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
  RETURN_IF_ERROR(row.Step().status());
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

// The part of the store that updates and reads running sums.

absl::StatusOr<bool> LeagueStore::HasAllOf(std::int64_t first,
                                           std::int64_t end) {
  ASSIGN_OR_RETURN(
      Statement row,
      database_.Prepare(
          "SELECT COUNT(*) FROM unit WHERE number >= ? AND number < ?"));
  row.Bind(1, first);
  row.Bind(2, end);
  RETURN_IF_ERROR(row.Step().status());
  return row.Number(0) == end - first;
}

absl::StatusOr<bool> LeagueStore::HasUnitsFrom(std::int64_t first) {
  ASSIGN_OR_RETURN(
      Statement row,
      database_.Prepare(absl::StrFormat(
          "SELECT EXISTS (SELECT 1 FROM unit WHERE number >= %d)", first)));
  RETURN_IF_ERROR(row.Step().status());
  return row.Number(0) != 0;
}

absl::Status LeagueStore::AddUnits(std::int64_t first, std::int64_t end,
                                   RunningSums& sums) {
  SumsBuilder builder(config_, std::move(sums));
  absl::Status added;
  const absl::Status read =
      ForEachUnit(first, end, [&](const StoredUnit& unit) {
        if (added.ok()) added = builder.Add(unit);
      });
  sums = builder.Finish();
  return read.ok() ? added : read;
}

// Adds newly completed blocks to the running sums. There is a sum of products
// per two pairings, often more data than the results of a block, so the sums
// are rewritten only after new results of at least the same size.
absl::Status LeagueStore::KeepSums(std::span<const UnitResult> results) {
  if (!HasRunningSums(config_)) return absl::OkStatus();
  if (!sums_) {
    ASSIGN_OR_RETURN(RunningSums stored, StoredSums());
    sums_ = std::move(stored);
  }
  bool again = false;  // a unit in the sums was replaced
  for (const UnitResult& result : results) {
    again = again || result.unit.number < sums_->units;
  }
  if (again) sums_ = EmptySums(config_);
  const std::int64_t of_a_block = UnitsOfABlock(config_);
  const std::int64_t units = CountPlannedUnits(config_);
  std::int64_t end = sums_->units;
  while (end < units) {
    ASSIGN_OR_RETURN(const bool complete, HasAllOf(end, end + of_a_block));
    if (!complete) break;
    end += of_a_block;
  }
  const std::int64_t bytes = (end - sums_->units) * config_.block_items();
  if (!again && end < units && bytes < BytesOf(*sums_)) return absl::OkStatus();
  if (!again && end == sums_->units) return absl::OkStatus();
  absl::Status status = AddUnits(sums_->units, end, *sums_);
  if (status.ok()) status = WriteRunningSums(database_, *sums_);
  return status;
}

// Errors of SQLite name the file; those of running sums do not.
absl::Status LeagueStore::NameFile(absl::Status status) const {
  if (!absl::IsDataLoss(status) ||
      absl::StrContains(status.message(), "league.sqlite")) {
    return status;
  }
  return absl::DataLossError(
      absl::StrCat(directory_, "/league.sqlite: ", status.message()));
}

absl::StatusOr<RunningSums> LeagueStore::StoredSums() {
  absl::StatusOr<RunningSums> sums = ReadRunningSums(database_, config_);
  if (!sums.ok()) return NameFile(sums.status());
  return sums;
}

absl::StatusOr<RunningSums> LeagueStore::Sums() {
  // Reads running sums and units in one transaction: another process may be
  // playing.
  ASSIGN_OR_RETURN(Transaction moment, Transaction::Begin(database_));
  ASSIGN_OR_RETURN(RunningSums sums, SumsOfNow());
  RETURN_IF_ERROR(moment.Commit());
  return sums;
}

absl::StatusOr<std::int64_t> LeagueStore::ForEachPairing(
    const UsePairingSums& use) {
  ASSIGN_OR_RETURN(Transaction moment, Transaction::Begin(database_));
  absl::StatusOr<std::int64_t> units = ReadRunningUnits(database_);
  if (!units.ok()) return units;
  absl::StatusOr<bool> all = HasAllOf(0, *units);
  if (all.ok() && *all) {
    ASSIGN_OR_RETURN(const bool more, HasUnitsFrom(*units));
    all = !more;
  }
  if (!all.ok()) return all.status();
  absl::Status status;
  if (*all) {
    status = NameFile(ForEachStoredPairing(*units, use));
  } else {
    ASSIGN_OR_RETURN(const RunningSums sums, SumsOfNow());
    units = sums.units;
    UsePairings(sums, use);
  }
  if (status.ok()) status = moment.Commit();
  if (!status.ok()) return status;
  return units;
}

// With many pairings, a second connection reads the second half, if it sees the
// same sums: `units` are in those that the first one sees.
absl::Status LeagueStore::ForEachStoredPairing(std::int64_t units,
                                               const UsePairingSums& use) {
  constexpr std::int64_t kMany = 10'000;
  const std::int64_t pairings = CountPairings(config_);
  const auto read = [&](Database& database, std::int64_t first,
                        std::int64_t end) {
    return ForEachRunningPairing(database, config_, first, end, use);
  };
  if (pairings < kMany) return read(database_, 0, pairings);
  ASSIGN_OR_RETURN(Database other,
                   Database::Open(database_path(), Database::Mode::kRead));
  RETURN_IF_ERROR(Transaction::Begin(other).status());
  ASSIGN_OR_RETURN(const std::int64_t seen, ReadRunningUnits(other));
  if (seen != units) return read(database_, 0, pairings);
  const std::int64_t half = pairings / 2;
  std::future<absl::Status> second =
      std::async([&] { return read(other, half, pairings); });
  absl::Status status = read(database_, 0, half);
  absl::Status rest = second.get();
  if (!status.ok()) return status;
  return rest;
}

absl::StatusOr<RunningSums> LeagueStore::SumsOfNow() {
  absl::StatusOr<RunningSums> sums = StoredSums();
  // If a unit was deleted by hand, ignores the running sums, which include it.
  const absl::StatusOr<bool> complete =
      sums.ok() ? HasAllOf(0, sums->units) : sums.status();
  if (complete.ok() && !*complete) sums = EmptySums(config_);
  if (!sums.ok()) return sums.status();
  ASSIGN_OR_RETURN(const bool more, HasUnitsFrom(sums->units));
  if (!more) return sums;  // the schedule is not needed
  const std::int64_t first = sums->units;
  RETURN_IF_ERROR(
      AddUnits(first, std::numeric_limits<std::int64_t>::max(), *sums));
  return sums;
}

absl::StatusOr<RunningSums> LeagueStore::SumsOfAllUnits() {
  RunningSums sums = EmptySums(config_);
  RETURN_IF_ERROR(AddUnits(std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::int64_t>::max(), sums));
  return sums;
}

// The parts of the store that change a league: more deals, more bots, another
// program for a bot.

absl::Status LeagueStore::CheckCanChange() const {
  if (!IsIndividual(config_) && !config_.has_sprt()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: is %s, which is planned as a whole; play another league", directory_,
      config_.has_sprt() ? "a sequential test" : "an individual tournament"));
}

absl::Status LeagueStore::Extend(std::uint64_t items) {
  RETURN_IF_ERROR(CheckCanChange());
  if (items <= config_.items()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: every pairing plays %d; expected more than that, found %d",
        directory_, config_.items(), items));
  }
  v1::LeagueConfig config = config_;
  config.set_items(items);
  const auto full_blocks =
      static_cast<std::int64_t>(config_.items() / config_.block_items());
  return Change(config, [&] {
    return DropUnits(database_, full_blocks * UnitsOfABlock(config_));
  });
}

absl::Status LeagueStore::AddBots(const v1::LeagueConfig& config) {
  absl::Status status = CheckCanChange();
  if (!status.ok()) return status;
  COUILLON_CHECK(config.bots_size() > config_.bots_size());
  status = Change(config, [&] { return Renumber(config); });
  return status.ok() ? RemoveAudit(directory_) : status;
}

absl::Status LeagueStore::ReplaceBot(BotIndex bot,
                                     const v1::LeagueConfig& config) {
  absl::Status status = CheckCanChange();
  if (!status.ok()) return status;
  COUILLON_CHECK(config.bots_size() == config_.bots_size());
  status = Change(config, [&] { return DropUnitsOf(bot); });
  return status.ok() ? RemoveAudit(directory_) : status;
}

absl::Status LeagueStore::Change(const v1::LeagueConfig& config,
                                 const std::function<absl::Status()>& change) {
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database_);
  absl::Status status = transaction.status();
  if (status.ok()) status = change();
  if (status.ok() && HasRunningSums(config)) {
    status = WriteRunningSums(database_, EmptySums(config));
  }
  const v1::LeagueConfig before = config_;
  if (status.ok()) status = ReplaceConfig(config);
  if (status.ok()) status = transaction->Commit();
  if (!status.ok()) {
    config_ = before;
    ranges_.emplace(before);
  }
  sums_.reset();
  return status;
}

absl::Status LeagueStore::Renumber(const v1::LeagueConfig& config) {
  const Renumbering numbers(MakeSchedule(config_), MakeSchedule(config));
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, StoredRuns());
  ASSIGN_OR_RETURN(std::vector<Fault> faults, Faults());
  auto by_unit = ByUnit(std::move(faults));
  ASSIGN_OR_RETURN(UnitWriter writer, UnitWriter::Prepare(database_));
  // From the last one, so that no unit takes a number that is still in use.
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    for (std::int64_t number = run->end; number-- > run->first;) {
      RETURN_IF_ERROR(
          MoveUnit(number, numbers.Of(number), by_unit[number], writer));
    }
  }
  return absl::OkStatus();
}

absl::Status LeagueStore::MoveUnit(std::int64_t from, std::int64_t to,
                                   std::vector<Fault> faults,
                                   UnitWriter& writer) {
  if (from == to) return absl::OkStatus();
  UnitResult result;
  std::optional<DealSpan> records;
  absl::Status status =
      ForEachUnit(from, from + 1, [&](const StoredUnit& unit) {
        result.outcome = unit.outcome;
        records = unit.records;
      });
  if (!status.ok()) return status;
  result.unit.number = to;
  result.faults = std::move(faults);
  for (Fault& fault : result.faults) fault.unit = to;
  status = DropUnit(database_, from);
  return status.ok() ? writer.Write(result, records) : status;
}

absl::Status LeagueStore::DropUnitsOf(BotIndex bot) {
  const Schedule schedule = MakeSchedule(config_);
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, StoredRuns());
  for (const UnitRun& run : runs) {
    for (std::int64_t number = run.first; number < run.end; ++number) {
      if (!schedule.unit(number).Has(bot)) continue;
      RETURN_IF_ERROR(DropUnit(database_, number));
    }
  }
  return DropUsageRows(database_, bot);
}

// The circumstances of play that a LeagueStore keeps: usage, sessions, counts.

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
