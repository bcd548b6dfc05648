#include "arena/report/data/drift_report.h"

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sample/multiple_tests.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

std::optional<stats::DriftTest> TestPairing(const OrderedPairs& ordered,
                                            double level) {
  std::vector<stats::DriftBlock> blocks;
  blocks.reserve(ordered.pairs.size());
  for (const NumberedPair& pair : ordered.pairs) {
    stats::DriftBlock block{.deal = static_cast<double>(pair.deal),
                            .sums = {.denominator = ordered.denominator}};
    block.sums.Add(pair.numerator);
    blocks.push_back(block);
  }
  return stats::TestDrift(blocks, level);
}

void AdjustPValues(std::vector<PairingDrift>& drifts) {
  std::vector<double> p_values;
  for (const PairingDrift& drift : drifts) {
    if (drift.test) p_values.push_back(drift.test->p_value);
  }
  const std::vector<double> adjusted = stats::HolmAdjusted(p_values);
  std::size_t next = 0;
  for (PairingDrift& drift : drifts) {
    if (drift.test) drift.holm_p_value = adjusted[next++];
  }
}

// The results of a unit, at the mean of its deal numbers.
stats::DriftBlock BlockOf(const Unit& unit, const UnitOutcome& outcome,
                          stats::ResultScale scale) {
  stats::DriftBlock block{.deal = static_cast<double>(unit.first_item) +
                                  (unit.items - 1.0) / 2};
  block.sums = stats::PairResults(outcome.leads[Quantity::kGamePoints]);
  if (scale == stats::ResultScale::kPoints) return block;
  const auto seatings =
      static_cast<int>(outcome.leads[Quantity::kGamePoints].denominator);
  block.sums = stats::PairSums{.denominator = std::int64_t{2} * seatings};
  for (const PairScore score : outcome.scores) {
    block.sums.Add(score.HalfPoints(seatings));
  }
  return block;
}

}  // namespace

std::vector<PairingDrift> DriftOf(const NamedLeague& league,
                                  const std::vector<OrderedPairs>& ordered,
                                  double level) {
  std::vector<PairingDrift> drifts;
  for (std::size_t k = 0; k < ordered.size(); ++k) {
    const stats::Pairing& pairing = league.sums.pairings[k];
    drifts.push_back(
        {.first = league.bots[static_cast<std::size_t>(pairing.first)],
         .second = league.bots[static_cast<std::size_t>(pairing.second)],
         .test = TestPairing(ordered[k], level)});
  }
  AdjustPValues(drifts);
  return drifts;
}

absl::StatusOr<std::vector<PairingDrift>> DriftOfLeague(
    const StoredSelection& selection, double level) {
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(selection.directory));
  const v1::LeagueConfig& config = store->config();
  ASSIGN_OR_RETURN(const stats::ResultScale scale, ScaleOf(selection, config));
  ASSIGN_OR_RETURN(const int ruleset, RulesetOf(selection, config));
  const Schedule schedule = ScheduleOf(config);
  std::vector<PairingDrift> drifts;
  for (const Pairing& pairing : schedule.rounds()[0]) {
    drifts.push_back({.first = config.bots(ToInt(pairing.first[0])).name(),
                      .second = config.bots(ToInt(pairing.second[0])).name()});
  }
  std::vector<std::vector<stats::DriftBlock>> blocks(drifts.size());
  RETURN_IF_ERROR(store->ForEachUnit([&](const StoredUnit& stored) {
    const Unit unit = schedule.unit(stored.number);
    if (unit.ruleset != ruleset) return;
    blocks[static_cast<std::size_t>(unit.pairing)].push_back(
        BlockOf(unit, stored.outcome, scale));
  }));
  for (std::size_t k = 0; k < drifts.size(); ++k) {
    drifts[k].test = stats::TestDrift(blocks[k], level);
  }
  AdjustPValues(drifts);
  return drifts;
}

}  // namespace couillon::arena
