// Totals and latencies are added to those of earlier runs.

#include "arena/league/store/usage_rows.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "arena/table/referee/latency_histogram.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr char kUsageTable[] = R"sql(
CREATE TABLE usage (
  bot INTEGER PRIMARY KEY, starts INTEGER NOT NULL, busy_us INTEGER NOT NULL,
  cpu_us INTEGER NOT NULL);
)sql";

// By bot and bucket of LatencyHistogram.
constexpr char kLatencyTable[] = R"sql(
CREATE TABLE IF NOT EXISTS latency (
  bot INTEGER NOT NULL, bucket INTEGER NOT NULL, decisions INTEGER NOT NULL,
  PRIMARY KEY (bot, bucket));
)sql";

constexpr char kWaitedTable[] = R"sql(
CREATE TABLE IF NOT EXISTS waited (
  bot INTEGER PRIMARY KEY, waited_us INTEGER NOT NULL);
)sql";

constexpr std::int64_t kMaxUsage = std::int64_t{1} << 60;

absl::Status AddTotals(Database& database, std::span<const BotUsage> usage) {
  absl::StatusOr<Statement> add = database.Prepare(
      "INSERT INTO usage (bot, starts, busy_us, cpu_us) "
      "VALUES (?1,?2,?3,?4) ON CONFLICT (bot) DO UPDATE SET "
      "starts = starts + ?2, busy_us = busy_us + ?3, cpu_us = cpu_us + ?4");
  absl::Status status = add.status();
  for (std::size_t bot = 0; status.ok() && bot < usage.size(); ++bot) {
    add->Bind(1, static_cast<std::int64_t>(bot));
    add->Bind(2, usage[bot].starts);
    add->Bind(3, usage[bot].busy.count());
    add->Bind(4, usage[bot].cpu.count());
    status = add->Finish();
  }
  return status;
}

absl::Status AddLatencies(Database& database, std::span<const BotUsage> usage) {
  RETURN_IF_ERROR(database.Run(kLatencyTable));
  ASSIGN_OR_RETURN(
      Statement add,
      database.Prepare(
          "INSERT INTO latency (bot, bucket, decisions) VALUES (?1,?2,?3) "
          "ON CONFLICT (bot, bucket) DO UPDATE SET decisions = decisions + "
          "?3"));
  for (std::size_t bot = 0; bot < usage.size(); ++bot) {
    for (const auto& bucket : usage[bot].latency.Buckets()) {
      add.Bind(1, static_cast<std::int64_t>(bot));
      add.Bind(2, bucket.number);
      add.Bind(3, bucket.decisions);
      RETURN_IF_ERROR(add.Finish());
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> HasTable(Database& database, const std::string& name) {
  ASSIGN_OR_RETURN(
      Statement table,
      database.Prepare(
          "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1"));
  table.BindText(1, name);
  return table.Step();
}

// A run that ends meanwhile may add bots that `usage` does not have.
absl::Status ReadLatencies(Database& database, const std::string& path,
                           std::vector<StoredUsage>& usage) {
  const absl::StatusOr<bool> has = HasTable(database, "latency");
  if (!has.ok() || !*has) return has.status();
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare("SELECT bot, bucket, decisions FROM latency"));
  for (;;) {
    const absl::StatusOr<bool> found = row.Step();
    if (!found.ok() || !*found) return found.status();
    const auto of = std::ranges::find(
        usage, static_cast<BotIndex>(row.Number(0)), &StoredUsage::bot);
    const LatencyHistogram::Bucket bucket = {
        .number = static_cast<int>(row.Number(1)), .decisions = row.Number(2)};
    if (of == usage.end() || of->usage.latency.Add(bucket)) continue;
    return absl::DataLossError(absl::StrFormat(
        "%s: the latencies of bot %d have %d decisions in bucket %d: the file "
        "is damaged or was edited; restore a copy of the directory",
        path, row.Number(0), bucket.decisions, row.Number(1)));
  }
}

}  // namespace

std::string UsageSchema() {
  return std::string(kUsageTable) + kLatencyTable + kWaitedTable;
}

absl::Status AddUsageRows(Database& database, std::span<const BotUsage> usage) {
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database);
  absl::Status status = transaction.status();
  if (status.ok()) status = AddTotals(database, usage);
  if (status.ok()) status = AddLatencies(database, usage);
  if (status.ok()) status = transaction->Commit();
  return status;
}

absl::Status SetWaitedRows(Database& database, const WaitedTimes& waited) {
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database);
  absl::Status status = transaction.status();
  if (status.ok()) status = database.Run(kWaitedTable);
  if (!status.ok()) return status;
  absl::StatusOr<Statement> set = database.Prepare(
      "INSERT OR REPLACE INTO waited (bot, waited_us) VALUES (?1,?2)");
  status = set.status();
  for (std::size_t bot = 0; status.ok() && bot < waited.size(); ++bot) {
    set->Bind(1, static_cast<std::int64_t>(bot));
    set->Bind(2, waited[bot].count());
    status = set->Finish();
  }
  if (status.ok()) status = transaction->Commit();
  return status;
}

absl::StatusOr<WaitedTimes> ReadWaitedRows(Database& database) {
  WaitedTimes waited;
  ASSIGN_OR_RETURN(const bool has, HasTable(database, "waited"));
  if (!has) return waited;
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare(
          "SELECT bot, waited_us FROM waited WHERE bot BETWEEN 0 AND 1000000 "
          "AND "
          "waited_us BETWEEN 1 AND 1000000000000000 ORDER BY bot"));
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) return waited;
    waited.resize(static_cast<std::size_t>(row.Number(0)) + 1);
    waited.back() = std::chrono::microseconds(row.Number(1));
  }
}

absl::Status DropUsageRows(Database& database, BotIndex bot) {
  return database.Run(absl::StrFormat(
      "%s%s DELETE FROM usage WHERE bot = %d;"
      "DELETE FROM latency WHERE bot = %d; DELETE FROM waited WHERE bot = %d;",
      kLatencyTable, kWaitedTable, ToInt(bot), ToInt(bot), ToInt(bot)));
}

absl::StatusOr<std::vector<StoredUsage>> ReadUsageRows(
    Database& database, const std::string& path) {
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare(
          "SELECT bot, starts, busy_us, cpu_us FROM usage ORDER BY bot"));
  std::vector<StoredUsage> usage;
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, row.Step());
    if (!found) break;
    for (int column = 0; column < 4; ++column) {
      if (row.Number(column) >= 0 && row.Number(column) <= kMaxUsage) {
        continue;
      }
      return database.Damaged(
          absl::StrFormat("the usage of bot %d has a number of %d",
                          row.Number(0), row.Number(column)));
    }
    using std::chrono::microseconds;
    usage.push_back({.bot = static_cast<BotIndex>(row.Number(0)),
                     .usage = {.starts = row.Number(1),
                               .busy = microseconds(row.Number(2)),
                               .cpu = microseconds(row.Number(3))}});
  }
  RETURN_IF_ERROR(ReadLatencies(database, path, usage));
  return usage;
}

}  // namespace couillon::arena
