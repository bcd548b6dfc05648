// A thin cover over SQLite: statements that bind and step with statuses that
// name the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3;
struct sqlite3_stmt;

namespace couillon::arena {

class Statement;

class Database {
 public:
  enum class Mode : std::uint8_t {
    kCreate,
    kWrite,
    kRead  // also where nothing can be written, as on a read-only disk
  };
  // Opens the file. The error names it.
  static absl::StatusOr<Database> Open(const std::string& path, Mode mode);

  // Runs SQL without results.
  absl::Status Run(const std::string& sql);
  // Compiles one statement.
  absl::StatusOr<Statement> Prepare(const std::string& sql);
  // What SQLite last complained of, after the file's name, and what to do.
  [[nodiscard]] absl::Status LastError() const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(std::unique_ptr<sqlite3, Close> handle, std::string path)
      : handle_(std::move(handle)), path_(std::move(path)) {}
  std::unique_ptr<sqlite3, Close> handle_;
  std::string path_;
};

// One compiled statement. Parameters and columns are numbered from 1 and 0,
// as SQLite has it. Requires: outlived by its database.
class Statement {
 public:
  void Bind(int parameter, std::int64_t value);
  // Text or bytes; SQLite keeps a copy.
  void BindText(int parameter, const std::string& value);
  void BindBlob(int parameter, const std::string& value);

  // True with a row, false at the end.
  absl::StatusOr<bool> Step();
  // Runs a statement without rows to its end and makes it ready again.
  absl::Status Finish();

  [[nodiscard]] std::int64_t Number(int column) const;
  [[nodiscard]] std::string Bytes(int column) const;

 private:
  friend class Database;
  struct Close {
    void operator()(sqlite3_stmt* statement) const;
  };
  Statement(std::unique_ptr<sqlite3_stmt, Close> handle,
            const Database* database)
      : handle_(std::move(handle)), database_(database) {}
  std::unique_ptr<sqlite3_stmt, Close> handle_;
  const Database* database_;
};

// A transaction: what is written while it lives is undone when it goes out of
// scope without a commit that succeeded. One at a time. Requires: outlived by
// its database.
class Transaction {
 public:
  static absl::StatusOr<Transaction> Begin(Database& database);
  ~Transaction();
  Transaction(Transaction&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;

  // Makes durable what was written. On an error it is undone.
  absl::Status Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;  // null once committed
};

}  // namespace couillon::arena
