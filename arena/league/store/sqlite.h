// A thin wrapper of SQLite: statements with binding and stepping; errors are
// statuses that name the file. A file may come from a stranger: nothing in it
// is run (views, triggers, functions), and a statement takes time and memory in
// proportion to the size of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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
    kRead  // also works on a read-only file system
  };
  // Opens the file. The error names it. DataLoss if it, or a file that SQLite
  // keeps beside it, is a link or no file.
  static absl::StatusOr<Database> Open(const std::string& path, Mode mode);
  // An empty database without a file.
  static absl::StatusOr<Database> InMemory();

  // Runs SQL without results.
  absl::Status Run(const std::string& sql);
  // Compiles one statement, or takes one of the same text that was compiled
  // before: compiling costs more than most statements do.
  absl::StatusOr<Statement> Prepare(const std::string& sql);
  // The last error of SQLite, with the name of the file and a suggestion.
  [[nodiscard]] absl::Status LastError() const;
  // DataLoss: `what` is wrong with the file, whose name it precedes.
  [[nodiscard]] absl::Status Damaged(const std::string& what) const;

 private:
  friend class Statement;
  // The number of instructions of SQLite that the statements may still take, so
  // that no file makes them endless.
  struct Budget {
    std::int64_t of_a_statement = 0;
    std::int64_t left = 0;
  };
  static int Spend(void* budget);
  // Bytes of the file and of what is not in it yet.
  [[nodiscard]] std::int64_t Size() const;
  void RenewBudget();
  static absl::StatusOr<Database> OpenFile(const std::string& name, int flags,
                                           const std::string& path);
  void Protect();
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Database(std::unique_ptr<sqlite3, Close> handle, std::string path)
      : handle_(std::move(handle)), path_(std::move(path)) {}
  std::unique_ptr<sqlite3, Close> handle_;
  // Compiled statements that nobody uses.
  struct Idle {
    Idle() = default;
    Idle(const Idle&) = delete;
    Idle& operator=(const Idle&) = delete;
    ~Idle();
    std::vector<sqlite3_stmt*> statements;  // the one used last at the end
  };
  std::string path_;
  std::unique_ptr<Budget> budget_ = std::make_unique<Budget>();
  std::unique_ptr<Idle> idle_ = std::make_unique<Idle>();
};

// One compiled statement. As in SQLite, parameters are numbered from 1 and
// columns from 0. Requires: the database outlives it.
class Statement {
 public:
  void Bind(int parameter, std::int64_t value);
  // Text or bytes; SQLite keeps a copy.
  void BindText(int parameter, const std::string& value);
  void BindBlob(int parameter, const std::string& value);

  // Returns true if there is a row, false at the end.
  absl::StatusOr<bool> Step();
  // Runs a statement without rows and resets it.
  absl::Status Finish();

  [[nodiscard]] std::int64_t Number(int column) const;
  [[nodiscard]] std::string Bytes(int column) const;

 private:
  friend class Database;
  struct GiveBack {
    void operator()(sqlite3_stmt* statement) const;
    Database::Idle* idle;
  };
  Statement(std::unique_ptr<sqlite3_stmt, GiveBack> handle, Database* database,
            std::int64_t max_text_bytes)
      : handle_(std::move(handle)),
        database_(database),
        text_bytes_left_(max_text_bytes) {}
  std::unique_ptr<sqlite3_stmt, GiveBack> handle_;
  Database* database_;
  // The number of bytes that its rows may still have: pages of a file that are
  // part of several rows would make them endless.
  mutable std::int64_t text_bytes_left_;
};

// A transaction. The destructor rolls it back unless Commit() has succeeded.
// Requires: the database outlives it, and has no other open transaction.
class Transaction {
 public:
  static absl::StatusOr<Transaction> Begin(Database& database);
  ~Transaction();
  Transaction(Transaction&& other) noexcept
      : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;

  // Makes the changes durable. After an error the destructor rolls them back.
  absl::Status Commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;  // null once committed
};

}  // namespace couillon::arena
