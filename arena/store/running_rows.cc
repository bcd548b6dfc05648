#include "arena/store/running_rows.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/stats/league/league_rating.h"
#include "arena/store/columns.h"
#include "arena/store/running_sums.h"
#include "arena/store/sqlite.h"
#include "arena/table/quantity.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

namespace {

constexpr std::int64_t kAllRulesets = -1;
constexpr std::size_t kBytes = 8;  // per sum of products, little-endian

// The sums of one pairing, and its sums of products with all later ones.
struct PairingRow {
  std::int64_t ruleset = 0;
  std::int64_t pairing = 0;
  std::int64_t items = 0;
  std::string products;
  PairingSums sums;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    auto& sums = row.sums;
    visit.Number("ruleset", row.ruleset);
    visit.Number("pairing", row.pairing);
    visit.Number("items", row.items);
    visit.Blob("products", row.products);
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
                        const TableSums& table) {
  std::size_t cross = 0;
  for (std::size_t k = 0; k < table.pairings.size(); ++k) {
    PairingRow row{.ruleset = ruleset,
                   .pairing = static_cast<std::int64_t>(k),
                   .items = table.items,
                   .sums = table.pairings[k]};
    for (; cross < table.crosses.size() &&
           static_cast<std::size_t>(table.crosses[cross].k) == k;
         ++cross) {
      PutProduct(table.crosses[cross].sum_products, row.products);
    }
    BindRow(row, insert);
    absl::Status status = insert.Finish();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status TakePairing(const PairingRow& row, TableSums& table) {
  const std::size_t pairings = table.pairings.size();
  const auto k = static_cast<std::size_t>(row.pairing);
  const std::size_t products =
      table.crosses.empty() || k >= pairings ? 0 : pairings - 1 - k;
  if (k >= pairings || row.products.size() != products * kBytes) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (ruleset %d, pairing %d): found %d bytes of products; "
        "expected those of %d pairings",
        row.ruleset, row.pairing, row.products.size(), pairings));
  }
  table.items = row.items;
  table.pairings[k] = row.sums;
  const std::size_t first = k * pairings - k * (k + 1) / 2;
  for (std::size_t at = 0; at < products; ++at) {
    table.crosses[first + at].sum_products = GetProduct(row.products, at);
  }
  return absl::OkStatus();
}

// Only pairings on the same deals have crosses, and in whole blocks all of them
// have played, so deals and sums of two pairings are those of each pairing.
void FillCrosses(TableSums& table) {
  for (stats::CrossSums& cross : table.crosses) {
    cross.deals = table.items;
    cross.sum_k = table.pairings[static_cast<std::size_t>(cross.k)].score.sum;
    cross.sum_l = table.pairings[static_cast<std::size_t>(cross.l)].score.sum;
  }
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
  absl::StatusOr<Statement> units =
      database.Prepare("INSERT INTO running (units) VALUES (?)");
  if (!units.ok()) return units.status();
  units->Bind(1, sums.units);
  status = units->Finish();
  absl::StatusOr<Statement> insert =
      database.Prepare(InsertRow<PairingRow>("running_pairing"));
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
  absl::StatusOr<Statement> rows =
      database.Prepare(SelectRows<PairingRow>("running_pairing"));
  if (!rows.ok()) return rows.status();
  for (;;) {
    found = rows->Step();
    if (!found.ok()) return found.status();
    if (!*found) break;
    const auto row = ReadRow<PairingRow>(*rows);
    const std::int64_t ruleset = row.ruleset;
    const bool all = ruleset == kAllRulesets && sums.overall;
    if (!all && (ruleset < 0 || ruleset >= config.rulesets_size())) {
      return absl::DataLossError(absl::StrFormat(
          "running sums: found ruleset %d; expected less than %d", ruleset,
          config.rulesets_size()));
    }
    absl::Status status = TakePairing(
        row,
        all ? *sums.overall : sums.rulesets[static_cast<std::size_t>(ruleset)]);
    if (!status.ok()) return status;
  }
  for (TableSums& table : sums.rulesets) FillCrosses(table);
  if (sums.overall) FillCrosses(*sums.overall);
  return sums;
}

}  // namespace couillon::arena
