// Counts as runs of zeros and numbers of seven bits per byte; sums of products
// as blobs.

#include "arena/league/store/running_rows.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/league/store/columns.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/quantity.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

namespace {

constexpr std::int64_t kAllRulesets = -1;
// The limit of denominators over all rulesets; results of one ruleset have a
// denominator below 13.
constexpr std::int64_t kMaxDenominator = 1'000'000;
constexpr std::size_t kBytes = 8;  // per sum of products, little-endian

std::size_t Index(std::int64_t number) {
  return static_cast<std::size_t>(number);
}

// The sums of one pairing, and its sums of products with all later ones.
struct PairingRow {
  std::int64_t ruleset = 0;
  std::int64_t pairing = 0;
  std::int64_t items = 0;
  std::string products;
  std::string point_products;
  int kinds = 0;
  int views = 2;
  std::string deal_counts;  // see PutCounts
  PairingSums sums;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    auto& sums = row.sums;
    visit.Number("ruleset", row.ruleset);
    visit.Number("pairing", row.pairing);
    visit.Number("items", row.items);
    visit.Blob("products", row.products);
    visit.Blob("point_products", row.point_products);
    visit.Number("kinds", row.kinds);
    visit.Number("views", row.views);
    visit.Blob("deal_counts", row.deal_counts);
    visit.Number("pairs", sums.score.pairs);
    visit.Number("score", sums.score.sum);
    visit.Number("score_squares", sums.score.sum_squares);
    visit.Number("score_cubes", sums.score.sum_cubes);
    visit.Number("score_fourths", sums.score.sum_fourths);
    visit.Number("score_denominator", sums.score.denominator);
    visit.Number("ll", sums.cells.counts[0]);
    visit.Number("ld", sums.cells.counts[1]);
    visit.Number("split", sums.cells.counts[2]);
    visit.Number("wd", sums.cells.counts[3]);
    visit.Number("ww", sums.cells.counts[4]);
    visit.Number("split_wl", sums.cells.wl);
    visit.Number("split_dd", sums.cells.dd);
    for (const Quantity quantity : kAllQuantities) {
      const std::string_view name = QuantityName(quantity);
      auto& leads = sums.leads[quantity];
      visit.Number({name, "_items"}, leads.pairs);
      VisitSums(name, leads, visit);
      visit.Number({name, "_denominator"}, leads.denominator);
    }
    visit.Number("deals", sums.counts.deals);
    visit.Number("decisions", sums.counts.decisions);
    visit.Number("forfeits", sums.counts.forfeits);
    visit.Number("forfeit_free_pairs", sums.forfeit_free_score.pairs);
    visit.Number("forfeit_free_score", sums.forfeit_free_score.sum);
    visit.Number("forfeit_free_squares", sums.forfeit_free_score.sum_squares);
    visit.Number("forfeit_free_score_cubes", sums.forfeit_free_score.sum_cubes);
    visit.Number("forfeit_free_score_fourths",
                 sums.forfeit_free_score.sum_fourths);
    visit.Number("forfeit_free_denominator",
                 sums.forfeit_free_score.denominator);
    auto& points = sums.forfeit_free_game_points;
    visit.Number("forfeit_free_items", points.pairs);
    VisitSums("forfeit_free", points, visit);
    visit.Number("forfeit_free_points_denominator", points.denominator);
  }
};

// The place of the first cross of pairing k.
std::size_t FirstCross(std::size_t k, std::size_t pairings) {
  return k * pairings - k * (k + 1) / 2;
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

// Numbers of any size in groups of seven bits, the lowest first; the eighth bit
// says that more follow.
void PutNumber(std::uint64_t number, std::string& blob) {
  for (; number >= 0x80; number >>= 7) {
    blob.push_back(static_cast<char>((number & 0x7f) | 0x80));
  }
  blob.push_back(static_cast<char>(number));
}

// Takes a number from the start of `blob`; null if there is none.
std::optional<std::uint64_t> TakeNumber(std::string_view& blob) {
  std::uint64_t number = 0;
  for (int shift = 0; !blob.empty() && shift < 64; shift += 7) {
    const auto byte = static_cast<unsigned char>(blob.front());
    blob.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return number;
  }
  return std::nullopt;
}

// Most counts are zero: each other one follows the number of zeros before it.
std::string PutCounts(const DealCounts& counts) {
  std::string blob;
  std::uint64_t next = 0;
  for (const DealCounts::Cell& cell : counts.cells()) {
    PutNumber(cell.place() - next, blob);
    PutNumber(cell.count(), blob);
    next = cell.place() + 1;
  }
  return blob;
}

// Returns the counts of a row; null if they cannot be read.
std::optional<DealCounts> CountsOf(const PairingRow& row) {
  if (row.kinds < 0 || row.kinds > 255 || row.views < 2 || row.views > 6) {
    return std::nullopt;
  }
  DealCounts counts(row.kinds, row.views);
  std::vector<DealCounts::Cell> cells;
  cells.reserve(row.deal_counts.size() / 2);  // a byte per number at least
  std::size_t at = 0;
  for (std::string_view blob = row.deal_counts; !blob.empty(); ++at) {
    const std::optional<std::uint64_t> zeros = TakeNumber(blob);
    const std::optional<std::uint64_t> count = TakeNumber(blob);
    if (!zeros || !count || *zeros >= counts.places() - at || *count == 0 ||
        *count > DealCounts::Cell::kMaxCount) {
      return std::nullopt;
    }
    at += *zeros;
    cells.emplace_back(at, *count);
  }
  counts.SetCells(std::move(cells));
  return counts;
}

std::string PutProducts(const stats::CrossTable& crosses, std::size_t k,
                        std::size_t pairings) {
  std::string products;
  if (crosses.empty()) return products;
  const std::size_t first = FirstCross(k, pairings);
  for (std::size_t at = 0; at < pairings - 1 - k; ++at) {
    PutProduct(crosses.products()[first + at], products);
  }
  return products;
}

absl::Status WriteTable(Statement& insert, std::int64_t ruleset,
                        const TableSums& table) {
  const std::size_t pairings = table.pairings.size();
  for (std::size_t k = 0; k < pairings; ++k) {
    const DealCounts& counts = table.pairings[k].deal_counts;
    const PairingRow row{
        .ruleset = ruleset,
        .pairing = static_cast<std::int64_t>(k),
        .items = table.items,
        .products = PutProducts(table.crosses, k, pairings),
        .point_products = PutProducts(table.point_crosses, k, pairings),
        .kinds = counts.kinds(),
        .views = counts.views(),
        .deal_counts = PutCounts(counts),
        .sums = table.pairings[k]};
    BindRow(row, insert);
    RETURN_IF_ERROR(insert.Finish());
  }
  return absl::OkStatus();
}

// Takes the products of pairing k with all later ones; false if there are not
// as many.
bool TakeProducts(const std::string& products, std::size_t k,
                  std::size_t pairings, stats::CrossTable& crosses) {
  const std::size_t expected = crosses.empty() ? 0 : pairings - 1 - k;
  if (products.size() != expected * kBytes) return false;
  const std::size_t first = FirstCross(k, pairings);
  for (std::size_t at = 0; at < expected; ++at) {
    crosses.products()[first + at] = GetProduct(products, at);
  }
  return true;
}

absl::Status TakeProducts(const PairingRow& row, TableSums& table) {
  const std::size_t pairings = table.pairings.size();
  const std::size_t k = Index(row.pairing);
  if (TakeProducts(row.products, k, pairings, table.crosses) &&
      TakeProducts(row.point_products, k, pairings, table.point_crosses)) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrFormat(
      "running sums (ruleset %d, pairing %d): found %d and %d bytes of "
      "products; expected those of %d pairings",
      row.ruleset, row.pairing, row.products.size(), row.point_products.size(),
      pairings));
}

// Visits the numbers of a row: counts of items, and sums, which may be
// negative.
class NumberCheck {
 public:
  template <typename Value>
  void Number(ColumnName /*name*/, const Value& value) {
    const auto number = static_cast<std::int64_t>(value);
    good_ = good_ && number >= -kMaxSum && number <= kMaxSum;
  }
  void Blob(ColumnName /*name*/, const std::string& /*value*/) {}
  [[nodiscard]] bool good() const { return good_; }

 private:
  static constexpr std::int64_t kMaxSum = std::int64_t{1} << 61;
  bool good_ = true;
};

bool ArePossible(const PairingRow& row, std::int64_t items) {
  NumberCheck check;
  PairingRow::ForEachColumn(row, check);
  const PairingSums& sums = row.sums;
  const auto is_count = [items](std::int64_t number) {
    return number >= 0 && number <= items;
  };
  const auto is_denominator = [](std::int64_t number) {
    return number >= 1 && number <= kMaxDenominator;
  };
  bool good = check.good() && is_count(row.items) &&
              is_count(sums.score.pairs) &&
              is_count(sums.forfeit_free_score.pairs) &&
              is_count(sums.forfeit_free_game_points.pairs) &&
              is_denominator(sums.score.denominator) &&
              is_denominator(sums.forfeit_free_score.denominator) &&
              is_denominator(sums.forfeit_free_game_points.denominator);
  for (const Quantity quantity : kAllQuantities) {
    good = good && is_count(sums.leads[quantity].pairs) &&
           is_denominator(sums.leads[quantity].denominator);
  }
  for (const std::int64_t count : sums.cells.counts) {
    good = good && is_count(count);
  }
  return good && is_count(sums.cells.wl) && is_count(sums.cells.dd);
}

// Checks that a row belongs to a league, and reads its counts.
absl::Status CheckRow(const v1::LeagueConfig& config, std::int64_t pairings,
                      PairingRow& row) {
  const bool all = row.ruleset == kAllRulesets && config.rulesets_size() > 1;
  if (!all && (row.ruleset < 0 || row.ruleset >= config.rulesets_size())) {
    return absl::DataLossError(
        absl::StrFormat("running sums: found ruleset %d; expected less than %d",
                        row.ruleset, config.rulesets_size()));
  }
  if (row.pairing < 0 || row.pairing >= pairings) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (ruleset %d): found pairing %d; expected less than %d",
        row.ruleset, row.pairing, pairings));
  }
  if (!ArePossible(row, static_cast<std::int64_t>(config.items()))) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (ruleset %d, pairing %d): found a number that no league "
        "of %d items has",
        row.ruleset, row.pairing, config.items()));
  }
  std::optional<DealCounts> counts = CountsOf(row);
  if (!counts) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (ruleset %d, pairing %d): found %d bytes of counts; "
        "expected those of %d kinds of deals in %d views",
        row.ruleset, row.pairing, row.deal_counts.size(), row.kinds,
        row.views));
  }
  row.sums.deal_counts = *std::move(counts);
  return absl::OkStatus();
}

using UseRow = std::function<absl::Status(PairingRow&)>;

// Calls `use` with each row that `clauses` select; it stops at an error.
absl::Status ForEachPairingRow(Database& database,
                               const v1::LeagueConfig& config,
                               const std::string& clauses, const UseRow& use) {
  const std::int64_t pairings = CountPairings(config);
  ASSIGN_OR_RETURN(Statement rows, database.Prepare(SelectRows<PairingRow>(
                                       "running_pairing", clauses)));
  PairingRow row;
  for (;;) {
    ASSIGN_OR_RETURN(const bool found, rows.Step());
    if (!found) return absl::OkStatus();
    row = ReadRow<PairingRow>(rows);
    RETURN_IF_ERROR(CheckRow(config, pairings, row));
    RETURN_IF_ERROR(use(row));
  }
}

// Only pairings on the same deals have crosses, and in whole blocks all of them
// have played, so deals and sums of two pairings are those of each pairing.
void FillCrosses(TableSums& table) {
  if (table.crosses.empty() || table.items == 0) return;
  const std::size_t pairings = table.pairings.size();
  stats::CrossTable::Deals deals{.present = std::vector<bool>(pairings, true),
                                 .deals = table.items};
  for (const PairingSums& sums : table.pairings) {
    deals.sums.push_back(sums.score.sum);
  }
  table.crosses.AddDeals(deals);
  if (table.point_crosses.empty()) return;
  for (std::size_t k = 0; k < pairings; ++k) {
    deals.sums[k] =
        stats::PairResults(table.pairings[k].leads[Quantity::kGamePoints]).sum;
  }
  table.point_crosses.AddDeals(deals);
}

}  // namespace

std::string RunningSchema() {
  return "CREATE TABLE running (units INTEGER NOT NULL);\n" +
         CreateTable<PairingRow>("running_pairing",
                                 ", PRIMARY KEY (ruleset, pairing)",
                                 " WITHOUT ROWID");
}

absl::Status WriteRunningSums(Database& database, const RunningSums& sums) {
  absl::Status status =
      database.Run("DELETE FROM running; DELETE FROM running_pairing;");
  if (!status.ok()) return status;
  ASSIGN_OR_RETURN(Statement units,
                   database.Prepare("INSERT INTO running (units) VALUES (?)"));
  units.Bind(1, sums.units);
  status = units.Finish();
  ASSIGN_OR_RETURN(Statement insert,
                   database.Prepare(InsertRow<PairingRow>("running_pairing")));
  for (std::size_t i = 0; status.ok() && i < sums.rulesets.size(); ++i) {
    status = WriteTable(insert, static_cast<std::int64_t>(i), sums.rulesets[i]);
  }
  if (status.ok() && sums.overall) {
    status = WriteTable(insert, kAllRulesets, *sums.overall);
  }
  return status;
}

absl::StatusOr<std::int64_t> ReadRunningUnits(Database& database) {
  ASSIGN_OR_RETURN(Statement units,
                   database.Prepare("SELECT units FROM running"));
  ASSIGN_OR_RETURN(const bool found, units.Step());
  return found ? units.Number(0) : 0;
}

absl::StatusOr<RunningSums> ReadRunningSums(Database& database,
                                            const v1::LeagueConfig& config) {
  RunningSums sums = EmptySums(config);
  ASSIGN_OR_RETURN(const std::int64_t units, ReadRunningUnits(database));
  sums.units = units;
  RETURN_IF_ERROR(
      ForEachPairingRow(database, config, "", [&sums](PairingRow& row) {
        TableSums& table = row.ruleset == kAllRulesets
                               ? *sums.overall
                               : sums.rulesets[Index(row.ruleset)];
        RETURN_IF_ERROR(TakeProducts(row, table));
        table.items = row.items;
        table.pairings[Index(row.pairing)] = std::move(row.sums);
        return absl::OkStatus();
      }));
  for (TableSums& table : sums.rulesets) FillCrosses(table);
  if (sums.overall) FillCrosses(*sums.overall);
  return sums;
}

absl::Status ForEachRunningPairing(Database& database,
                                   const v1::LeagueConfig& config,
                                   std::int64_t first, std::int64_t end,
                                   const UsePairingSums& use) {
  const UseRow use_row = [&use](const PairingRow& row) {
    use(row.ruleset == kAllRulesets ? std::nullopt
                                    : std::optional(Index(row.ruleset)),
        Index(row.pairing), row.sums);
    return absl::OkStatus();
  };
  // The rows of a ruleset lie together.
  absl::Status status;
  for (std::int64_t ruleset = kAllRulesets;
       status.ok() && ruleset < config.rulesets_size(); ++ruleset) {
    status = ForEachPairingRow(
        database, config,
        absl::StrFormat("WHERE ruleset = %d AND pairing >= %d AND pairing < %d",
                        ruleset, first, end),
        use_row);
  }
  return status;
}

}  // namespace couillon::arena
