// Sums are built block by block of deals, so that the results of all pairings
// in the same deals are at hand together.

#include "arena/league/store/running_sums.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/seating.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// A common multiple of the denominators of both kinds of scores.
constexpr int kOverallScale = 12;

// The frequency of each score, by its byte.
using ScoreCounts = std::array<std::int64_t, 256>;

TableSums EmptyTable(std::size_t pairings, int seatings,
                     std::int64_t denominator, bool same_deals) {
  TableSums table{.seatings = seatings};
  table.pairings.resize(pairings);
  for (PairingSums& sums : table.pairings) {
    sums.score.denominator = denominator;
    sums.forfeit_free_score.denominator = denominator;
  }
  if (same_deals) {
    table.crosses = stats::CrossTable(pairings);
    table.point_crosses = table.crosses;
  }
  return table;
}

void AddScores(const ScoreCounts& counts, int seatings, PairingSums& sums) {
  for (int code = 0; code < PairScore::Codes(seatings); ++code) {
    const std::int64_t count = counts[static_cast<std::size_t>(code)];
    const PairScore score(static_cast<std::uint8_t>(code));
    sums.score.Add(score.HalfPoints(seatings), count);
    if (seatings != 2) continue;
    const auto [first, second] = score.BySeating();
    COUILLON_CHECK(sums.cells.Add(first, second, count));
  }
}

// The largest absolute value.
std::int64_t Largest(const std::vector<std::int16_t>& values) {
  std::int64_t largest = 1;
  for (const std::int16_t value : values) {
    largest = std::max<std::int64_t>(largest, std::abs(value));
  }
  return largest;
}

// The sum of products, computed in pieces whose sums fit into 32 bits, so that
// compilers can vectorize the inner loop.
std::int64_t Product(const std::int16_t* a, const std::int16_t* b,
                     std::size_t items, std::size_t piece) {
  std::int64_t total = 0;
  for (std::size_t begin = 0; begin < items; begin += piece) {
    const std::size_t end = std::min(items, begin + piece);
    std::int32_t sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += a[i] * b[i];
    total += sum;
  }
  return total;
}

// Adds the sums over two pairings if all `present` pairings have played the
// same deals. Results are [pairing][item].
void AddCrosses(const std::vector<std::int16_t>& results,
                const std::vector<bool>& present, std::size_t items,
                stats::CrossTable& crosses) {
  if (crosses.empty()) return;
  const std::size_t pairings = present.size();
  const std::int64_t most = Largest(results);
  const auto piece = static_cast<std::size_t>(
      std::numeric_limits<std::int32_t>::max() / (most * most));
  stats::CrossTable::Deals deals{
      .present = present,
      .deals = static_cast<std::int64_t>(items),
      .sums = std::vector<std::int64_t>(pairings, 0)};
  for (std::size_t k = 0; k < pairings; ++k) {
    if (!present[k]) continue;
    for (std::size_t i = 0; i < items; ++i) {
      deals.sums[k] += results[k * items + i];
    }
  }
  crosses.AddDeals(deals);
  std::size_t at = 0;
  for (std::size_t k = 0; k < pairings; ++k) {
    for (std::size_t l = k + 1; l < pairings; ++l, ++at) {
      if (!present[k] || !present[l]) continue;
      crosses.products()[at] +=
          Product(&results[k * items], &results[l * items], items, piece);
    }
  }
}

void CountItems(const std::vector<bool>& present, std::size_t items,
                TableSums& table) {
  if (std::find(present.begin(), present.end(), true) != present.end()) {
    table.items += static_cast<std::int64_t>(items);
  }
}

// Returns false if the numbers of seatings differ.
bool MergeLeads(const PerQuantity<stats::SeatingSums>& from,
                PerQuantity<stats::SeatingSums>& to) {
  return std::ranges::all_of(kAllQuantities, [&](Quantity quantity) {
    return to[quantity].Merge(from[quantity]);
  });
}

void MergeTable(const TableSums& other, TableSums& table) {
  table.items += other.items;
  for (std::size_t k = 0; k < table.pairings.size(); ++k) {
    MergePairing(other.pairings[k], table.pairings[k]);
  }
  table.crosses.Merge(other.crosses);
  table.point_crosses.Merge(other.point_crosses);
}

std::string PairingName(const v1::LeagueConfig& config, std::size_t pairing) {
  const Pairing teams = MakeSchedule(config).rounds()[0][pairing];
  return absl::StrFormat("%s - %s", config.bots(ToInt(teams.first[0])).name(),
                         config.bots(ToInt(teams.second[0])).name());
}

absl::Status CompareCrosses(const v1::LeagueConfig& config,
                            const std::string& what,
                            const stats::CrossTable& found,
                            const stats::CrossTable& expected) {
  for (const stats::CrossSums& cross : expected) {
    const stats::CrossSums other = found.At(static_cast<std::size_t>(cross.k),
                                            static_cast<std::size_t>(cross.l));
    if (other == cross) continue;
    return absl::DataLossError(absl::StrFormat(
        "running sums (%s, %s with %s): the sum of products is %d; that of the "
        "units is %d",
        what, PairingName(config, static_cast<std::size_t>(cross.k)),
        PairingName(config, static_cast<std::size_t>(cross.l)),
        other.sum_products, cross.sum_products));
  }
  return absl::OkStatus();
}

absl::Status CompareTables(const v1::LeagueConfig& config,
                           const std::string& ruleset, const TableSums& found,
                           const TableSums& expected) {
  if (found.items != expected.items) {
    return absl::DataLossError(absl::StrFormat(
        "running sums (%s): they are of %d deals or matches; the units are of "
        "%d",
        ruleset, found.items, expected.items));
  }
  for (std::size_t k = 0; k < expected.pairings.size(); ++k) {
    if (found.pairings[k] == expected.pairings[k]) continue;
    return absl::DataLossError(absl::StrFormat(
        "running sums (%s, %s): the units do not add up to them", ruleset,
        PairingName(config, k)));
  }
  RETURN_IF_ERROR(
      CompareCrosses(config, ruleset, found.crosses, expected.crosses));
  return CompareCrosses(config, ruleset + ", game points", found.point_crosses,
                        expected.point_crosses);
}

}  // namespace

bool HasRunningSums(const v1::LeagueConfig& config) {
  return config.rulesets_size() > 0 && !IsIndividual(config) &&
         !IsThreeWay(config) && !config.has_sprt();
}

RunningSums EmptySums(const v1::LeagueConfig& config) {
  const auto pairings = static_cast<std::size_t>(CountPairings(config));
  const bool same_deals = config.same_deals();
  RunningSums sums;
  for (const v1::LeagueRuleset& entry : config.rulesets()) {
    const auto sides = static_cast<int>(entry.ruleset().table().sides());
    const auto seatings = static_cast<int>(Seatings(sides).size());
    sums.rulesets.push_back(
        EmptyTable(pairings, seatings, std::int64_t{2} * seatings, same_deals));
  }
  if (config.rulesets_size() > 1) {
    sums.overall = EmptyTable(
        pairings, 2, std::int64_t{kOverallScale} * config.rulesets_size(),
        same_deals);
    sums.overall->point_crosses = stats::CrossTable();
  }
  return sums;
}

std::int64_t UnitsOfABlock(const v1::LeagueConfig& config) {
  return CountPairings(config) * config.rulesets_size();
}

void MergePairing(const PairingSums& from, PairingSums& to) {
  // Sums of one pairing have the same denominator, so they always merge.
  COUILLON_CHECK(
      to.score.Merge(from.score) && MergeLeads(from.leads, to.leads) &&
      to.forfeit_free_score.Merge(from.forfeit_free_score) &&
      to.forfeit_free_game_points.Merge(from.forfeit_free_game_points));
  to.cells.Merge(from.cells);
  to.deal_counts.Merge(from.deal_counts);
  to.counts += from.counts;
}

void MergeSums(const RunningSums& other, RunningSums& sums) {
  sums.units += other.units;
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    MergeTable(other.rulesets[i], sums.rulesets[i]);
  }
  if (!sums.overall) return;
  COUILLON_CHECK(other.overall.has_value());
  MergeTable(*other.overall, *sums.overall);
}

absl::Status CompareSums(const v1::LeagueConfig& config,
                         const RunningSums& found,
                         const RunningSums& expected) {
  for (std::size_t i = 0; i < expected.rulesets.size(); ++i) {
    RETURN_IF_ERROR(CompareTables(config,
                                  config.rulesets(static_cast<int>(i)).spec(),
                                  found.rulesets[i], expected.rulesets[i]));
  }
  if (!expected.overall) return absl::OkStatus();
  COUILLON_CHECK(found.overall.has_value());
  return CompareTables(config, "all rulesets", *found.overall,
                       *expected.overall);
}

SumsBuilder::SumsBuilder(const v1::LeagueConfig& config, RunningSums sums)
    : config_(config),
      schedule_(MakeSchedule(config)),
      units_of_a_block_(UnitsOfABlock(config)),
      pairings_(schedule_.rounds()[0].size()),
      same_deals_(config.same_deals()),
      sums_(std::move(sums)),
      last_(sums_.units - 1),
      gathered_(sums_.rulesets.size()) {
  // Scores over all rulesets are kept in 16 bits.
  COUILLON_CHECK(!sums_.overall ||
                 sums_.overall->pairings[0].score.denominator <=
                     std::numeric_limits<std::int16_t>::max());
}

absl::Status SumsBuilder::CheckOrder(const StoredUnit& unit) const {
  if (unit.number <= last_ || unit.number >= schedule_.units()) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: found after unit %d; expected an ascending number below %d",
        unit.number, last_, schedule_.units()));
  }
  const std::uint32_t items = schedule_.unit(unit.number).items;
  if (unit.outcome.scores.size() != items) {
    return absl::DataLossError(
        absl::StrFormat("unit %d: found %d results; expected %d", unit.number,
                        unit.outcome.scores.size(), items));
  }
  return absl::OkStatus();
}

void SumsBuilder::BeginBlock(const Unit& plan) {
  if (plan.block == block_) return;
  AddBlock();
  block_ = plan.block;
  items_ = plan.items;
  Clear();
}

// Adds the scores to the sums of their pairing, and keeps them for the sums
// over two pairings.
absl::Status SumsBuilder::GatherScores(const StoredUnit& unit,
                                       const Unit& plan) {
  const UnitOutcome& outcome = unit.outcome;
  const auto ruleset = static_cast<std::size_t>(plan.ruleset);
  const auto pairing = static_cast<std::size_t>(plan.pairing);
  TableSums& table = sums_.rulesets[ruleset];
  const int codes = PairScore::Codes(table.seatings);
  Grid& grid = gathered_[ruleset];
  ScoreCounts counts{};
  for (const PairScore score : outcome.scores) ++counts[score.code()];
  if (KeepsScores()) {
    std::int16_t* half_points = &grid.scores[pairing * items_];
    for (const PairScore score : outcome.scores) {
      *half_points++ =
          static_cast<std::int16_t>(score.HalfPoints(table.seatings));
    }
  }
  for (std::size_t code = static_cast<std::size_t>(codes); code < counts.size();
       ++code) {
    if (counts[code] == 0) continue;
    return absl::DataLossError(
        absl::StrFormat("unit %d: found a result of %d; expected less than %d",
                        unit.number, code, codes));
  }
  grid.present[pairing] = true;
  PairingSums& sums = table.pairings[pairing];
  AddScores(counts, table.seatings, sums);
  for (std::size_t i = 0; i < outcome.scores.size(); ++i) {
    if (HasForfeit(outcome.forfeited_items, i)) continue;
    sums.forfeit_free_score.Add(outcome.scores[i].HalfPoints(table.seatings));
  }
  return absl::OkStatus();
}

// Adds the kinds of deals to the counts of their pairing, and keeps the points
// for the sums over two pairings.
absl::Status SumsBuilder::GatherPoints(const StoredUnit& unit,
                                       const Unit& plan) {
  const UnitOutcome& outcome = unit.outcome;
  const auto ruleset = static_cast<std::size_t>(plan.ruleset);
  const auto pairing = static_cast<std::size_t>(plan.pairing);
  TableSums& table = sums_.rulesets[ruleset];
  if (outcome.points.size() != outcome.scores.size()) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: found the points of %d results; expected %d", unit.number,
        outcome.points.size(), outcome.scores.size()));
  }
  if (KeepsPoints()) {
    std::copy(outcome.points.begin(), outcome.points.end(),
              &gathered_[ruleset].points[pairing * items_]);
  }
  if (outcome.kinds == 0) return absl::OkStatus();
  const auto views = static_cast<std::size_t>(table.seatings);
  const std::string& kinds = outcome.kind_by_view;
  const auto known = [&](char kind) {
    return static_cast<unsigned char>(kind) < outcome.kinds;
  };
  DealCounts& counts = table.pairings[pairing].deal_counts;
  if (outcome.kinds > 255 || kinds.size() != outcome.scores.size() * views ||
      !std::all_of(kinds.begin(), kinds.end(), known) ||
      (counts.kinds() != 0 && counts.kinds() != outcome.kinds)) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: found %d kinds of deals in %d bytes; expected the same "
        "number in all units and %d bytes",
        unit.number, outcome.kinds, kinds.size(),
        outcome.scores.size() * views));
  }
  if (counts.kinds() == 0) counts = DealCounts(outcome.kinds, table.seatings);
  for (std::size_t at = 0; at < kinds.size(); at += views) {
    counts.Add(std::span(
        reinterpret_cast<const std::uint8_t*>(kinds.data()) + at, views));
  }
  return absl::OkStatus();
}

absl::Status SumsBuilder::Add(const StoredUnit& unit) {
  RETURN_IF_ERROR(CheckOrder(unit));
  last_ = unit.number;
  const Unit plan = schedule_.unit(unit.number);
  BeginBlock(plan);
  RETURN_IF_ERROR(GatherScores(unit, plan));
  RETURN_IF_ERROR(GatherPoints(unit, plan));
  const UnitOutcome& outcome = unit.outcome;
  const auto pairing = static_cast<std::size_t>(plan.pairing);
  TableSums& table = sums_.rulesets[static_cast<std::size_t>(plan.ruleset)];
  PairingSums& sums = table.pairings[pairing];
  if (!MergeLeads(outcome.leads, sums.leads) ||
      !sums.forfeit_free_game_points.Merge(outcome.forfeit_free_game_points)) {
    return absl::DataLossError(absl::StrFormat(
        "unit %d: its sums are over another number of seatings than those "
        "before",
        unit.number));
  }
  for (TableSums* of : {&table, sums_.overall ? &*sums_.overall : nullptr}) {
    if (of == nullptr) continue;
    of->pairings[pairing].counts += outcome.counts;
  }
  ++sums_.units;
  return absl::OkStatus();
}

RunningSums SumsBuilder::Finish() {
  AddBlock();
  block_ = -1;
  return std::move(sums_);
}

void SumsBuilder::Clear() {
  for (Grid& grid : gathered_) {
    if (KeepsScores()) grid.scores.assign(pairings_ * items_, 0);
    if (KeepsPoints()) grid.points.assign(pairings_ * items_, 0);
    grid.present.assign(pairings_, false);
  }
}

void SumsBuilder::AddBlock() {
  if (block_ < 0) return;
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    const Grid& grid = gathered_[i];
    TableSums& table = sums_.rulesets[i];
    CountItems(grid.present, items_, table);
    AddCrosses(grid.scores, grid.present, items_, table.crosses);
    AddCrosses(grid.points, grid.present, items_, table.point_crosses);
  }
  if (sums_.overall) AddToOverall();
}

void SumsBuilder::AddToOverall() {
  COUILLON_CHECK(sums_.overall.has_value());
  TableSums& overall = *sums_.overall;
  Grid all{.scores = std::vector<std::int16_t>(pairings_ * items_, 0),
           .present = std::vector<bool>(pairings_, true)};
  for (std::size_t i = 0; i < gathered_.size(); ++i) {
    const int weight = kOverallScale / (2 * sums_.rulesets[i].seatings);
    for (std::size_t at = 0; at < all.scores.size(); ++at) {
      all.scores[at] = static_cast<std::int16_t>(
          all.scores[at] + weight * gathered_[i].scores[at]);
    }
    for (std::size_t k = 0; k < pairings_; ++k) {
      if (!gathered_[i].present[k]) all.present[k] = false;
    }
  }
  for (std::size_t k = 0; k < pairings_; ++k) {
    if (!all.present[k]) continue;
    stats::PairSums& score = overall.pairings[k].score;
    for (std::size_t i = 0; i < items_; ++i) {
      score.Add(all.scores[k * items_ + i]);
    }
  }
  CountItems(all.present, items_, overall);
  AddCrosses(all.scores, all.present, items_, overall.crosses);
}

}  // namespace couillon::arena
