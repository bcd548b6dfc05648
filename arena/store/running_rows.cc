#include "arena/store/running_rows.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/stats/league_rating.h"
#include "arena/stats/seating_sums.h"
#include "arena/store/running_sums.h"
#include "arena/store/sqlite.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

const char kRunningSchema[] = R"sql(
CREATE TABLE running (units INTEGER NOT NULL);
CREATE TABLE running_pairing (
  ruleset INTEGER NOT NULL, pairing INTEGER NOT NULL,
  items INTEGER NOT NULL, products BLOB NOT NULL,
  pairs INTEGER NOT NULL, score INTEGER NOT NULL,
  score_squares INTEGER NOT NULL, score_denominator INTEGER NOT NULL,
  ll INTEGER NOT NULL, ld INTEGER NOT NULL, split INTEGER NOT NULL,
  wd INTEGER NOT NULL, ww INTEGER NOT NULL,
  split_wl INTEGER NOT NULL, split_dd INTEGER NOT NULL,
  game_items INTEGER NOT NULL,
  game_first INTEGER NOT NULL, game_second INTEGER NOT NULL,
  game_first_squares INTEGER NOT NULL, game_second_squares INTEGER NOT NULL,
  game_products INTEGER NOT NULL, game_denominator INTEGER NOT NULL,
  card_items INTEGER NOT NULL,
  card_first INTEGER NOT NULL, card_second INTEGER NOT NULL,
  card_first_squares INTEGER NOT NULL, card_second_squares INTEGER NOT NULL,
  card_products INTEGER NOT NULL, card_denominator INTEGER NOT NULL,
  deals INTEGER NOT NULL, decisions INTEGER NOT NULL,
  forfeits INTEGER NOT NULL,
  untouched_pairs INTEGER NOT NULL, untouched_score INTEGER NOT NULL,
  untouched_squares INTEGER NOT NULL, untouched_denominator INTEGER NOT NULL,
  untouched_items INTEGER NOT NULL,
  untouched_first INTEGER NOT NULL, untouched_second INTEGER NOT NULL,
  untouched_first_squares INTEGER NOT NULL,
  untouched_second_squares INTEGER NOT NULL,
  untouched_products INTEGER NOT NULL,
  untouched_points_denominator INTEGER NOT NULL,
  PRIMARY KEY (ruleset, pairing)) WITHOUT ROWID;
)sql";

namespace {

constexpr int kKeyColumns = 4;  // ruleset, pairing, items, products
constexpr int kNumbers = 39;
constexpr std::int64_t kAllRulesets = -1;
constexpr std::size_t kBytes = 8;  // of a product, the lowest first

// The numbers of a pairing in the order of their columns, for reading and for
// writing.
std::vector<std::int64_t*> NumbersOf(PairingSums& sums) {
  std::vector<std::int64_t*> numbers = {&sums.score.pairs, &sums.score.sum,
                                        &sums.score.sum_squares,
                                        &sums.score.denominator};
  for (std::int64_t& count : sums.cells.counts) numbers.push_back(&count);
  numbers.push_back(&sums.cells.wl);
  numbers.push_back(&sums.cells.dd);
  for (stats::SeatingSums* seating : {&sums.game_points, &sums.card_points}) {
    numbers.insert(numbers.end(),
                   {&seating->pairs, &seating->sum_first, &seating->sum_second,
                    &seating->sum_first_squares, &seating->sum_second_squares,
                    &seating->sum_products, &seating->denominator});
  }
  numbers.insert(numbers.end(), {&sums.deals, &sums.decisions, &sums.forfeits});
  stats::PairSums& untouched = sums.untouched_score;
  numbers.insert(numbers.end(),
                 {&untouched.pairs, &untouched.sum, &untouched.sum_squares,
                  &untouched.denominator});
  stats::SeatingSums& points = sums.untouched_game_points;
  numbers.insert(numbers.end(),
                 {&points.pairs, &points.sum_first, &points.sum_second,
                  &points.sum_first_squares, &points.sum_second_squares,
                  &points.sum_products, &points.denominator});
  return numbers;
}

void PutProduct(std::int64_t product, std::string& blob) {
  auto bits = static_cast<std::uint64_t>(product);
  for (std::size_t i = 0; i < kBytes; ++i, bits >>= 8) {
    blob.push_back(static_cast<char>(bits & 0xff));
  }
}

std::int64_t GetProduct(const std::string& blob, std::size_t index) {
  std::uint64_t bits = 0;
  for (std::size_t i = kBytes; i-- > 0;) {
    bits = bits << 8 | static_cast<unsigned char>(blob[index * kBytes + i]);
  }
  return static_cast<std::int64_t>(bits);
}

absl::Status WriteTable(Statement& insert, std::int64_t ruleset,
                        TableSums table) {
  std::size_t cross = 0;
  for (std::size_t k = 0; k < table.pairings.size(); ++k) {
    std::string products;
    for (std::size_t l = k + 1; l < table.pairings.size(); ++l) {
      PutProduct(table.crosses[cross++].sum_products, products);
    }
    insert.Bind(1, ruleset);
    insert.Bind(2, static_cast<std::int64_t>(k));
    insert.Bind(3, table.items);
    insert.BindBlob(4, products);
    int parameter = kKeyColumns + 1;
    for (const std::int64_t* number : NumbersOf(table.pairings[k])) {
      insert.Bind(parameter++, *number);
    }
    absl::Status status = insert.Finish();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ReadPairing(const Statement& row, TableSums& table) {
  const std::size_t pairings = table.pairings.size();
  const auto k = static_cast<std::size_t>(row.Number(1));
  const std::string products = row.Bytes(3);
  if (k >= pairings || products.size() != (pairings - 1 - k) * kBytes) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (ruleset %d, pairing %d): found %d bytes of products; "
        "expected those of %d pairings",
        row.Number(0), row.Number(1), products.size(), pairings));
  }
  table.items = row.Number(2);
  int column = kKeyColumns;
  for (std::int64_t* number : NumbersOf(table.pairings[k])) {
    *number = row.Number(column++);
  }
  const std::size_t first = k * pairings - k * (k + 1) / 2;
  for (std::size_t l = k + 1; l < pairings; ++l) {
    const std::size_t at = l - k - 1;
    table.crosses[first + at].sum_products = GetProduct(products, at);
  }
  return absl::OkStatus();
}

// Whole blocks: what two pairings share is all that either has played.
void FillCrosses(TableSums& table) {
  for (stats::CrossSums& cross : table.crosses) {
    cross.deals = table.items;
    cross.sum_k = table.pairings[static_cast<std::size_t>(cross.k)].score.sum;
    cross.sum_l = table.pairings[static_cast<std::size_t>(cross.l)].score.sum;
  }
}

}  // namespace

absl::Status WriteRunningSums(Database& database, const RunningSums& sums) {
  absl::Status status =
      database.Run("DELETE FROM running; DELETE FROM running_pairing;");
  if (!status.ok()) return status;
  absl::StatusOr<Statement> units =
      database.Prepare("INSERT INTO running VALUES (?)");
  if (!units.ok()) return units.status();
  units->Bind(1, sums.units);
  status = units->Finish();
  std::string values = "?";
  for (int i = 1; i < kKeyColumns + kNumbers; ++i) values += ",?";
  absl::StatusOr<Statement> insert =
      database.Prepare("INSERT INTO running_pairing VALUES (" + values + ")");
  if (!insert.ok()) return insert.status();
  for (std::size_t i = 0; status.ok() && i < sums.rulesets.size(); ++i) {
    status =
        WriteTable(*insert, static_cast<std::int64_t>(i), sums.rulesets[i]);
  }
  if (status.ok() && sums.overall) {
    status = WriteTable(*insert, kAllRulesets, *sums.overall);
  }
  return status;
}

absl::StatusOr<RunningSums> ReadRunningSums(Database& database,
                                            const v1::LeagueConfig& config) {
  RunningSums sums = EmptySums(config);
  absl::StatusOr<Statement> units =
      database.Prepare("SELECT units FROM running");
  if (!units.ok()) return units.status();
  absl::StatusOr<bool> found = units->Step();
  if (!found.ok()) return found.status();
  if (!*found) return sums;
  sums.units = units->Number(0);
  absl::StatusOr<Statement> row =
      database.Prepare("SELECT * FROM running_pairing");
  if (!row.ok()) return row.status();
  for (;;) {
    found = row->Step();
    if (!found.ok()) return found.status();
    if (!*found) break;
    const std::int64_t ruleset = row->Number(0);
    const bool all = ruleset == kAllRulesets && sums.overall;
    if (!all && (ruleset < 0 || ruleset >= config.rulesets_size())) {
      return absl::DataLossError(absl::StrFormat(
          "running sums: found ruleset %d; expected less than %d", ruleset,
          config.rulesets_size()));
    }
    absl::Status status = ReadPairing(
        *row,
        all ? *sums.overall : sums.rulesets[static_cast<std::size_t>(ruleset)]);
    if (!status.ok()) return status;
  }
  for (TableSums& table : sums.rulesets) FillCrosses(table);
  if (sums.overall) FillCrosses(*sums.overall);
  return sums;
}

}  // namespace couillon::arena
