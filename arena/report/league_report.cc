#include "arena/report/league_report.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/report/head_to_head.h"
#include "arena/report/rating_sheet.h"
#include "arena/report/three_way_report.h"
#include "arena/report/tournament_report.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/stats/league/davidson.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/mean.h"
#include "arena/stats/pairs/seating_sums.h"
#include "arena/stats/sequential/anytime.h"
#include "arena/store/audit_file.h"
#include "arena/store/league_store.h"
#include "arena/store/running_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/verdict.h"
#include "arena/unit/sequential_match.h"
#include "couillon/v1/audit.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// Fills in the estimates of a pairing that need a single ruleset.
void EstimatePoints(const PairingSums& sums, PairingReport& pairing) {
  const stats::SeatingSums& game_points = sums.leads[Quantity::kGamePoints];
  for (const Quantity quantity : kAllQuantities) {
    pairing.leads[quantity] = stats::EstimateMean(
        stats::PairResults(sums.leads[quantity]), kConfidence);
  }
  pairing.luck_share = stats::LuckShare(game_points);
  pairing.pairing_gain = stats::PairingGain(game_points);
  if (pairing.counts.forfeits == 0) return;
  pairing.forfeit_free = {
      .score = sums.forfeit_free_score,
      .elo = stats::EstimateElo(
          sums.forfeit_free_score,
          {.level = kConfidence,
           .seatings_per_pair =
               static_cast<double>(sums.forfeit_free_score.denominator) / 2}),
      .game_points = stats::EstimateMean(
          stats::PairResults(sums.forfeit_free_game_points), kConfidence)};
}

// Davidson's nu, fitted to the single results inside the pairs.
std::optional<double> TieRate(int bots,
                              const std::vector<PairingReport>& pairings) {
  std::vector<stats::ResultLine> lines;
  for (const PairingReport& pairing : pairings) {
    if (!pairing.cells) return std::nullopt;
    const auto& [ll, ld, split, wd, ww] = pairing.cells->counts;
    const std::int64_t decided = pairing.cells->wl;
    const std::int64_t both_tied = pairing.cells->dd;
    lines.push_back({.i = ToInt(pairing.first),
                     .j = ToInt(pairing.second),
                     .wins = static_cast<double>(2 * ww + wd + decided),
                     .draws = static_cast<double>(ld + wd + 2 * both_tied),
                     .losses = static_cast<double>(2 * ll + ld + decided)});
  }
  const stats::DavidsonFit fit = stats::FitDavidson(bots, lines);
  if (!fit.converged) return std::nullopt;
  return fit.draw_rate;
}

// The deals (or matches) of all pairings, each counted once.
std::int64_t DistinctDeals(const v1::LeagueConfig& config,
                           const TableSums& sums) {
  if (config.same_deals()) return sums.items;
  std::int64_t deals = 0;
  for (const PairingSums& pairing : sums.pairings) deals += pairing.score.pairs;
  return deals;
}

// Returns the table of a ruleset; with null, that of all rulesets together.
RatingTable MakeTable(const v1::LeagueConfig& config, const Schedule& schedule,
                      const v1::LeagueRuleset* ruleset, const TableSums& sums) {
  RatingTable table;
  if (ruleset != nullptr) {
    table.ruleset = ruleset->spec();
    table.hash = ruleset->hash();
  }
  table.seatings = sums.seatings;
  table.items = sums.items;
  table.planned_items = static_cast<std::int64_t>(config.items());
  table.sums.bots = config.bots_size();
  table.sums.deals = DistinctDeals(config, sums);
  table.sums.crosses = sums.crosses;
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const PairingSums& of = sums.pairings[k];
    const Pairing& teams = schedule.rounds()[0][k];
    PairingReport pairing;
    pairing.first = teams.first[0];
    pairing.second = teams.second[0];
    pairing.score = of.score;
    if (ruleset != nullptr && sums.seatings == 2) pairing.cells = of.cells;
    pairing.counts = of.counts;
    pairing.elo = stats::EstimateElo(
        of.score, {.level = kConfidence,
                   .seatings_per_pair = static_cast<double>(sums.seatings)});
    pairing.anytime_elo = stats::AnytimeEloInterval(of.score, 1 - kConfidence,
                                                    table.planned_items);
    if (ruleset != nullptr) EstimatePoints(of, pairing);
    table.sums.pairings.push_back({.first = ToInt(pairing.first),
                                   .second = ToInt(pairing.second),
                                   .score = pairing.score});
    table.pairings.push_back(pairing);
  }
  table.tie_rate = TieRate(config.bots_size(), table.pairings);
  table.sheet =
      MakeRatingSheet(table.sums, {.level = kConfidence, .anchor = 0});
  return table;
}

// Adds the state of the test. Once it has ended, units that it did not use do
// not belong to the report.
void AddTest(const SequentialMatch& test, LeagueReport& report) {
  const RatingTable& table = report.rulesets[0];
  HeadToHeadInput input{
      .score = test.score(),
      .seatings_per_pair = static_cast<double>(table.seatings),
      .level = kConfidence,
      .question = SequentialQuestion{.plan = SequentialPlanOf(report.config)}};
  if (const auto& cells = table.pairings[0].cells) {
    input.classes.assign(cells->counts.begin(), cells->counts.end());
  }
  report.test = CompareHeadToHead(input);
  if (test.ended()) report.units = report.units_done;
}

// Returns the sums of the units that the test uses, in its order.
absl::StatusOr<RunningSums> SumsOfTest(LeagueStore& store,
                                       SequentialMatch& test) {
  SumsBuilder builder(store.config(), EmptySums(store.config()));
  absl::Status added;
  absl::Status read = store.ForEachUnit([&](const StoredUnit& stored) {
    if (!added.ok() || test.ended() || stored.number != test.units()) return;
    test.Add(stored.number, stored.outcome.scores);
    added = builder.Add(stored);
  });
  if (!read.ok()) return read;
  if (!added.ok()) return added;
  return builder.Finish();
}

// The report of a three-way league, without faults.
absl::StatusOr<LeagueReport> ReportThreeWay(LeagueStore& store) {
  absl::StatusOr<ThreeWayStandings> standings =
      ReadThreeWay(store, kConfidence);
  if (!standings.ok()) return standings.status();
  LeagueReport report;
  report.config = store.config();
  report.units = ScheduleOf(report.config).units();
  report.units_done = standings->units_done;
  report.three_way = std::move(standings->tables);
  return report;
}

}  // namespace

LeagueReport ReportOfSums(const v1::LeagueConfig& config,
                          const RunningSums& sums) {
  LeagueReport report;
  report.config = config;
  const Schedule schedule = ScheduleOf(config);
  report.units = schedule.units();
  report.units_done = sums.units;
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    report.rulesets.push_back(MakeTable(config, schedule,
                                        &config.rulesets(static_cast<int>(i)),
                                        sums.rulesets[i]));
  }
  if (sums.overall) {
    report.overall = MakeTable(config, schedule, nullptr, *sums.overall);
  }
  return report;
}

absl::StatusOr<LeagueReport> MakeReport(LeagueStore& store, SumsFrom from) {
  const v1::LeagueConfig& config = store.config();
  absl::StatusOr<std::vector<Fault>> faults = store.Faults();
  if (!faults.ok()) return faults.status();
  std::erase_if(*faults, [](const Fault& fault) { return !fault.forfeits; });
  absl::StatusOr<std::optional<v1::LeagueAudit>> audit =
      ReadAudit(store.directory());
  if (!audit.ok()) return audit.status();
  if (IsIndividual(config) || IsThreeWay(config)) {
    absl::StatusOr<LeagueReport> report =
        IsThreeWay(config) ? ReportThreeWay(store) : ReportTournaments(store);
    if (!report.ok()) return report;
    report->faults = *std::move(faults);
    report->audit = *std::move(audit);
    return report;
  }
  std::optional<SequentialMatch> test;
  if (config.has_sprt()) test.emplace(config);
  absl::StatusOr<RunningSums> sums = test ? SumsOfTest(store, *test)
                                     : from == SumsFrom::kAllUnits
                                         ? store.SumsOfAllUnits()
                                         : store.Sums();
  if (!sums.ok()) return sums.status();
  LeagueReport report = ReportOfSums(config, *sums);
  report.faults = *std::move(faults);
  report.audit = *std::move(audit);
  if (test) AddTest(*test, report);
  return report;
}

}  // namespace couillon::arena
