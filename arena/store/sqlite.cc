#include "arena/store/sqlite.h"

#include <sqlite3.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/store/folder_content.h"

namespace couillon::arena {

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

void Statement::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
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

// Whether there are committed changes that are not in the file itself yet.
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
          text +
          "; the results stored before are safe: free space, then continue "
          "with " +
          (arena.empty() ? "league resume" : "arena run " + arena));
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
  sqlite3* raw = nullptr;
  int flags = SQLITE_OPEN_READWRITE;
  if (mode == Mode::kCreate) flags |= SQLITE_OPEN_CREATE;
  std::string name = path;
  if (mode == Mode::kRead && !CanWriteBeside(path) && !HasJournal(path)) {
    name = ReadOnlyName(path);
    flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
  }
  const int code = sqlite3_open_v2(name.c_str(), &raw, flags, nullptr);
  Database database(std::unique_ptr<sqlite3, Close>(raw), path);
  if (code != SQLITE_OK) return database.LastError();
  sqlite3_busy_timeout(raw, 5000);
  return database;
}

absl::Status Database::LastError() const {
  sqlite3* handle = handle_.get();
  return StatusFor(sqlite3_errcode(handle) & 0xff, path_,
                   absl::StrFormat("%s: %s", path_, sqlite3_errmsg(handle)));
}

absl::Status Database::Run(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    return LastError();
  }
  return absl::OkStatus();
}

absl::StatusOr<Statement> Database::Prepare(const std::string& sql) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &raw, nullptr) !=
      SQLITE_OK) {
    return LastError();
  }
  return Statement(std::unique_ptr<sqlite3_stmt, Statement::Close>(raw), this);
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
  return row.status();
}

std::int64_t Statement::Number(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

std::string Statement::Bytes(int column) const {
  const void* data = sqlite3_column_blob(handle_.get(), column);
  const int size = sqlite3_column_bytes(handle_.get(), column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

absl::StatusOr<Transaction> Transaction::Begin(Database& database) {
  absl::Status status = database.Run("BEGIN");
  if (!status.ok()) return status;
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
