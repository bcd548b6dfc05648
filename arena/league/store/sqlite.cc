// Files are checked before SQLite opens them, since a stranger may have made
// them; statements are kept and used again.

#include "arena/league/store/sqlite.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string_view>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/league/store/folder_content.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Database::Idle::~Idle() {
  for (sqlite3_stmt* const statement : statements) sqlite3_finalize(statement);
}

void Statement::GiveBack::operator()(sqlite3_stmt* statement) const {
  constexpr std::size_t kMaxIdle = 16;
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  std::vector<sqlite3_stmt*>& statements = idle->statements;
  statements.push_back(statement);
  if (statements.size() <= kMaxIdle) return;
  sqlite3_finalize(statements.front());
  statements.erase(statements.begin());
}

namespace {

// SQLite writes auxiliary files even for reading, unless the file is declared
// immutable.
std::string ReadOnlyName(const std::string& path) {
  std::string name = "file:";
  for (const char letter : path) {
    if (letter == '?' || letter == '#' || letter == '%') {
      name += absl::StrFormat("%%%02X", static_cast<unsigned char>(letter));
    } else {
      name += letter;
    }
  }
  return name + "?immutable=1";
}

bool CanWriteBeside(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return access(folder.empty() ? "." : folder.c_str(), W_OK) == 0;
}

constexpr int kMaxValueBytes = 256 << 20;
constexpr int kMaxSqlBytes = 1 << 16;
// A row of 60 columns takes less than one instruction per byte.
constexpr std::int64_t kMinInstructions = 4'000'000;
constexpr std::int64_t kInstructionsPerByte = 4;
constexpr int kInstructionsOfAStep = 100'000;
// The text that a statement returns is in the file once, with its row.
constexpr std::int64_t kMinTextBytes = 16 << 20;
constexpr std::int64_t kTextBytesPerByte = 2;
constexpr std::int64_t kBytesOfABlock = 512;  // of stat()
// No file system packs a store as tightly as this.
constexpr std::int64_t kMaxPacking = 64;

// Bytes of the file. Holes take no disk, so a small file may claim terabytes:
// they count as far as a file system that packs its files could have made them.
std::int64_t SizeOf(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return 0;
  return std::min<std::int64_t>(
      status.st_size, kMaxPacking * kBytesOfABlock * (status.st_blocks + 1));
}

// OK if the database and the files that SQLite keeps beside it are files or not
// there: SQLite writes where a link leads.
absl::Status CheckPlainFiles(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    RETURN_IF_ERROR(CheckPlainFile(path + suffix));
  }
  return absl::OkStatus();
}

// OK unless the rollback journal beside a database ends with the name of a
// super-journal. SQLite writes one where a transaction spans several databases,
// which none of a league does, and deletes the file of that name, wherever it
// is, after it has rolled back.
absl::Status CheckHasNoSuperJournal(const std::string& path) {
  constexpr std::string_view kEnd = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  const std::string journal = path + "-journal";
  std::ifstream file(journal, std::ios::binary);
  std::string end(kEnd.size(), '\0');
  file.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
  if (!file.read(end.data(), static_cast<std::streamsize>(end.size())) ||
      end != kEnd) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrFormat(
      "%s: names a file that SQLite would delete; expected a journal of this "
      "database alone: restore a copy of the directory",
      journal));
}

// Returns true if there are committed changes that are not in the file itself
// yet.
bool HasJournal(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path + "-wal", error);
  return !error && bytes > 0;
}

// `text` names the file `path`.
absl::Status StatusFor(int code, const std::string& path,
                       const std::string& text) {
  const std::string arena =
      ArenaOfRound(std::filesystem::path(path).parent_path().string());
  switch (code) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return absl::ResourceExhaustedError(
          text + "; " +
          AfterFullDisk(std::filesystem::path(path).parent_path().string()));
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return absl::PermissionDeniedError(
          text + "; make the directory one that can be written to, or copy it");
    default:
      return absl::DataLossError(
          text +
          "; the file is damaged or no league: restore a copy of the "
          "directory, or " +
          (arena.empty() ? "play the league again in another one"
                         : "move it away and play the round again with arena "
                           "run " +
                               arena));
  }
}

}  // namespace

absl::StatusOr<Database> Database::Open(const std::string& path, Mode mode) {
  RETURN_IF_ERROR(CheckPlainFiles(path));
  RETURN_IF_ERROR(CheckHasNoSuperJournal(path));
  int flags = SQLITE_OPEN_READWRITE;
  if (mode == Mode::kCreate) flags |= SQLITE_OPEN_CREATE;
  std::string name = path;
  if (mode == Mode::kRead && !CanWriteBeside(path) && !HasJournal(path)) {
    name = ReadOnlyName(path);
    flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  return OpenFile(name, flags, path);
}

absl::StatusOr<Database> Database::InMemory() {
  return OpenFile(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                  ":memory:");
}

absl::StatusOr<Database> Database::OpenFile(const std::string& name, int flags,
                                            const std::string& path) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
  Database database(std::unique_ptr<sqlite3, Close>(raw), path);
  if (code != SQLITE_OK) return database.LastError();
  sqlite3_busy_timeout(raw, 5000);
  database.Protect();
  return database;
}

// The options are those of the installed version: none of the calls fails.
void Database::Protect() {
  sqlite3* handle = handle_.get();
  for (const int option :
       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW,
        SQLITE_DBCONFIG_ENABLE_TRIGGER,
        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION}) {
    sqlite3_db_config(handle, option, 0, nullptr);
  }
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMaxValueBytes);
  sqlite3_limit(handle, SQLITE_LIMIT_SQL_LENGTH, kMaxSqlBytes);
  sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_exec(handle, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
  RenewBudget();
  sqlite3_progress_handler(handle, kInstructionsOfAStep, Spend, budget_.get());
}

std::int64_t Database::Size() const {
  return SizeOf(path_) + SizeOf(path_ + "-wal");
}

// The file grows while a league is played.
void Database::RenewBudget() {
  budget_->left = budget_->of_a_statement =
      kMinInstructions + kInstructionsPerByte * Size();
}

int Database::Spend(void* budget) {
  auto& spent = *static_cast<Budget*>(budget);
  spent.left -= kInstructionsOfAStep;
  return spent.left < 0 ? 1 : 0;
}

absl::Status Database::Damaged(const std::string& what) const {
  return StatusFor(SQLITE_CORRUPT, path_, path_ + ": " + what);
}

absl::Status Database::LastError() const {
  sqlite3* handle = handle_.get();
  if (sqlite3_errcode(handle) == SQLITE_INTERRUPT) {
    return Damaged("reading it takes longer than a file of its size can");
  }
  return StatusFor(sqlite3_errcode(handle) & 0xff, path_,
                   absl::StrFormat("%s: %s", path_, sqlite3_errmsg(handle)));
}

absl::Status Database::Run(const std::string& sql) {
  RenewBudget();
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    return LastError();
  }
  return absl::OkStatus();
}

absl::StatusOr<Statement> Database::Prepare(const std::string& sql) {
  RenewBudget();
  sqlite3_stmt* raw = nullptr;
  std::vector<sqlite3_stmt*>& idle = idle_->statements;
  const auto same = std::ranges::find_if(
      idle, [&sql](sqlite3_stmt* known) { return sql == sqlite3_sql(known); });
  if (same != idle.end()) {
    raw = *same;
    idle.erase(same);
  } else if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &raw,
                                nullptr) != SQLITE_OK) {
    return LastError();
  }
  return Statement({raw, Statement::GiveBack{idle_.get()}}, this,
                   kMinTextBytes + kTextBytesPerByte * Size());
}

void Statement::Bind(int parameter, std::int64_t value) {
  sqlite3_bind_int64(handle_.get(), parameter, value);
}

void Statement::BindText(int parameter, const std::string& value) {
  sqlite3_bind_text(handle_.get(), parameter, value.data(),
                    static_cast<int>(value.size()), SQLITE_TRANSIENT);
}

void Statement::BindBlob(int parameter, const std::string& value) {
  sqlite3_bind_blob(handle_.get(), parameter, value.data(),
                    static_cast<int>(value.size()), SQLITE_TRANSIENT);
}

absl::StatusOr<bool> Statement::Step() {
  if (text_bytes_left_ < 0) {
    return database_->Damaged("its rows have more bytes than the file");
  }
  switch (sqlite3_step(handle_.get())) {
    case SQLITE_ROW:
      return true;
    case SQLITE_DONE:
      return false;
    default:
      return database_->LastError();
  }
}

absl::Status Statement::Finish() {
  const absl::StatusOr<bool> row = Step();
  sqlite3_reset(handle_.get());
  database_->budget_->left = database_->budget_->of_a_statement;
  return row.status();
}

std::int64_t Statement::Number(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

std::string Statement::Bytes(int column) const {
  const void* data = sqlite3_column_blob(handle_.get(), column);
  const int size = sqlite3_column_bytes(handle_.get(), column);
  if (data == nullptr) return {};
  text_bytes_left_ -= size;
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

absl::StatusOr<Transaction> Transaction::Begin(Database& database) {
  RETURN_IF_ERROR(database.Run("BEGIN"));
  return Transaction(database);
}

// The error has been reported; SQLite may have rolled back already.
Transaction::~Transaction() {
  if (database_ != nullptr) static_cast<void>(database_->Run("ROLLBACK"));
}

absl::Status Transaction::Commit() {
  absl::Status status = database_->Run("COMMIT");
  if (status.ok()) database_ = nullptr;
  return status;
}

}  // namespace couillon::arena
