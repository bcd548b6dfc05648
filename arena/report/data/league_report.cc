#include "arena/report/data/league_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/audit_file.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/numbers/stats/league/davidson.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/report/data/forfeits_alone.h"
#include "arena/report/data/rating_sheet.h"
#include "arena/report/data/table_ratings.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/unit/sequential_match.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

bool Excludes(const stats::Interval& interval, double sign) {
  return sign > 0 ? interval.lo > 0 : interval.hi < 0;
}

// Fills in the estimates of a pairing that need a single ruleset. `rated` are
// its sums for ratings.
void EstimatePairing(const PairingSums& sums, const PairingSums& rated,
                     const TableRules& rules, const RatingTable& table,
                     PairingReport& pairing) {
  const stats::SeatingSums& game_points = rated.leads[Quantity::kGamePoints];
  for (const Quantity quantity : kAllQuantities) {
    pairing.leads[quantity] = stats::EstimateMean(
        stats::PairResults(sums.leads[quantity]), kConfidence);
  }
  const stats::PointsOptions options = PointsOptionsOf(rules, table.seatings);
  const stats::PairSums points = stats::PairResults(game_points);
  pairing.points = stats::EstimatePoints(points, options);
  // One interval per quantity: the mean of all deals has that of the estimate,
  // and none where forfeits alone decide it.
  stats::MeanEstimate& lead = pairing.leads[Quantity::kGamePoints];
  lead.standard_error = pairing.points.standard_error;
  lead.interval = pairing.points.interval;
  lead.degrees_of_freedom = pairing.points.degrees_of_freedom;
  pairing.anytime_points = stats::AnytimePointsInterval(
      points, 1 - kConfidence, table.declared_pairs, rules.largest_lead);
  for (const double sign : {-1.0, 1.0}) {
    pairing.signs_differ = pairing.signs_differ ||
                           (Excludes(pairing.points.interval, sign) &&
                            Excludes(pairing.elo.plus_two.elo_interval, -sign));
  }
  // The halves of six seatings are no mirror images.
  if (table.seatings == 2) {
    pairing.luck_share = stats::LuckShare(game_points);
    pairing.pairing_gain = stats::PairingGain(game_points);
  }
  if (pairing.counts.forfeits == 0) return;
  pairing.forfeit_free = {
      .score = sums.forfeit_free_score,
      .elo = stats::EstimateElo(
          sums.forfeit_free_score,
          {.level = kConfidence,
           .seatings_per_pair =
               static_cast<double>(sums.forfeit_free_score.denominator) / 2}),
      .points = stats::EstimatePoints(
          stats::PairResults(sums.forfeit_free_game_points), options)};
}

// Leaves the anytime-valid intervals alone.
void DropFixedSampleClaims(PairingReport& pairing) {
  pairing.fixed_sample = false;
  pairing.signs_differ = false;
  const auto drop = [](stats::EloEstimate& elo, stats::PointsEstimate& points) {
    elo.plus_two.elo_interval = elo.nelo_interval = stats::Interval();
    points.interval = points.nelo_interval = stats::Interval();
  };
  drop(pairing.elo, pairing.points);
  if (pairing.forfeit_free) {
    drop(pairing.forfeit_free->elo, pairing.forfeit_free->points);
  }
  if (pairing.match) {
    pairing.match->standard_error.reset();
    pairing.match->elo_interval = stats::Interval();
  }
  for (const Quantity quantity : kAllQuantities) {
    pairing.leads[quantity].interval = stats::Interval();
    pairing.leads[quantity].standard_error.reset();
  }
}

// Davidson's nu, fitted to the single results inside the pairs.
std::optional<double> TieRate(int bots, const Schedule& schedule,
                              const TableSums& sums) {
  if (sums.seatings != 2) return std::nullopt;
  std::vector<stats::ResultLine> lines;
  lines.reserve(sums.pairings.size());
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const stats::PairCells& cells = sums.pairings[k].cells;
    const Pairing& teams = schedule.rounds()[0][k];
    const WinDrawLoss tables = TablesWon(cells);
    lines.push_back({.i = ToInt(teams.first[0]),
                     .j = ToInt(teams.second[0]),
                     .wins = static_cast<double>(tables.wins),
                     .draws = static_cast<double>(tables.draws),
                     .losses = static_cast<double>(tables.losses)});
  }
  const stats::DavidsonFit fit = stats::FitDavidson(bots, lines);
  if (!fit.converged) return std::nullopt;
  return fit.draw_rate;
}

// The results of each bot over all its pairings.
std::vector<BotTotals> TotalsOf(const v1::LeagueConfig& config,
                                const Schedule& schedule, bool whole,
                                const TableSums& sums) {
  const auto bots = static_cast<std::size_t>(config.bots_size());
  std::vector<BotTotals> totals(bots);
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const PairingSums& of = sums.pairings[k];
    const double mean =
        whole ? stats::ComputeMean(
                    stats::PairResults(of.leads[Quantity::kGamePoints]))
                    .value_or(0)
              : 0;
    PairingResults results{
        .score = of.score, .game_points = mean, .counts = of.counts};
    if (whole && sums.seatings == 2) results.cells = of.cells;
    const Pairing& teams = schedule.rounds()[0][k];
    AddPairing(results, true, totals[Index(teams.first[0])].results);
    AddPairing(results, false, totals[Index(teams.second[0])].results);
  }
  for (std::size_t bot = 0; whole && bot < bots; ++bot) {
    const BotResults& results = totals[bot].results;
    if (results.pairs == 0) continue;
    totals[bot].game_points =
        results.game_points / static_cast<double>(results.pairs);
  }
  return totals;
}

PairingReport ReportOf(const Pairing& teams, const PairingSums& of,
                       const PairingSums& rated, const TableRules& rules,
                       const RatingTable& table) {
  const bool whole = rules.entry != nullptr;
  PairingReport pairing;
  pairing.first = teams.first[0];
  pairing.second = teams.second[0];
  pairing.score = of.score;
  if (whole && table.seatings == 2) pairing.cells = of.cells;
  pairing.counts = of.counts;
  pairing.rated_pairs = rated.score.pairs;
  pairing.forfeits_alone = of.score.pairs > 0 && pairing.rated_pairs == 0;
  pairing.elo = stats::EstimateElo(
      rated.score, {.level = kConfidence,
                    .seatings_per_pair = static_cast<double>(table.seatings)});
  pairing.anytime_elo = stats::AnytimeEloInterval(rated.score, 1 - kConfidence,
                                                  table.declared_pairs);
  if (whole) EstimatePairing(of, rated, rules, table, pairing);
  return pairing;
}

// Adds the figures of the pairings, in their order. `matches` are theirs, or
// empty.
void AddPairings(const Schedule& schedule, const TableRules& rules,
                 const TableSums& sums, const TableSums& rated,
                 std::int64_t most_pairings,
                 const std::vector<MatchEstimate>& matches, Certainty certainty,
                 RatingTable& table) {
  const std::vector<Pairing>& pairings = schedule.rounds()[0];
  const bool all = static_cast<std::int64_t>(pairings.size()) <= most_pairings;
  const auto places = PlacesOf(table.sheet);
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    const Pairing& teams = pairings[k];
    if (!all &&
        (!places[Index(teams.first[0])] || !places[Index(teams.second[0])])) {
      ++table.pairings_left_out;
      continue;
    }
    table.pairings.push_back(
        ReportOf(teams, sums.pairings[k], rated.pairings[k], rules, table));
    if (!matches.empty()) table.pairings.back().match = matches[k];
    if (certainty == Certainty::kAnytimePairings) {
      DropFixedSampleClaims(table.pairings.back());
    }
  }
}

// What the places of the deals gained.
PlacesOfTable PlacesOf(const v1::LeagueConfig& config, const Schedule& schedule,
                       const TableRules& rules, const TableSums& sums,
                       Certainty certainty) {
  if (rules.rules == nullptr || sums.pairings.size() > kMaxPlacedPairings) {
    return {};
  }
  PlaceTally tally(*rules.rules, config.bots_size(), config.same_deals());
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    const Pairing& teams = schedule.rounds()[0][k];
    tally.Add(teams.first, teams.second, sums.pairings[k].deal_counts);
  }
  PlacesOfTable places = tally.Results(kConfidence);
  if (certainty != Certainty::kAnytimePairings) return places;
  const auto drop = [](PlaceResults& results) {
    for (PlaceResult& result : results) {
      result.standard_error.reset();
      result.interval = stats::Interval();
    }
  };
  drop(places.all);
  for (PlaceResults& bot : places.bots) drop(bot);
  return places;
}

// Returns the table of a ruleset, or of all rulesets together. `rated` are the
// sums for ratings.
RatingTable MakeTable(const v1::LeagueConfig& config, const Schedule& schedule,
                      const TableRules& rules, stats::ResultScale scale,
                      const TableSums& sums, const TableSums& rated,
                      std::int64_t most_pairings, const RatingZero& zero,
                      Certainty certainty) {
  RatingTable table;
  const bool whole = rules.entry != nullptr;
  if (whole) {
    table.ruleset = rules.entry->spec();
    table.hash = rules.entry->hash();
  }
  table.scale = scale;
  table.seatings = sums.seatings;
  table.items = sums.items;
  table.declared_pairs = DeclaredPairs(config);
  table.totals = TotalsOf(config, schedule, whole, sums);
  // Scores over several rulesets have no single games.
  if (whole) table.tie_rate = TieRate(config.bots_size(), schedule, rated);
  table.places = PlacesOf(config, schedule, rules, sums, certainty);
  const std::vector<MatchEstimate> matches = AddRatings(
      config, schedule, rules, rated, zero, ErrorsOf(certainty), table);
  AddPairings(schedule, rules, sums, rated, most_pairings, matches, certainty,
              table);
  return table;
}

// How much more the mean over rulesets varies than if they shared no deals: the
// variance of the mean score, over that of independent rulesets.
double InflationOf(const RunningSums& sums) {
  if (!sums.overall) return 1;
  double together = 0;
  double apart = 0;
  const auto rulesets = static_cast<double>(sums.rulesets.size());
  for (std::size_t k = 0; k < sums.overall->pairings.size(); ++k) {
    together +=
        stats::PopulationVariance(sums.overall->pairings[k].score).value_or(0);
    for (const TableSums& table : sums.rulesets) {
      apart += stats::PopulationVariance(table.pairings[k].score).value_or(0) /
               (rulesets * rulesets);
    }
  }
  return apart > 0 ? std::max(1.0, together / apart) : 1;
}

// How much the rulesets differ, in Elo per match if it is known.
std::optional<RulesetSpread> SpreadOf(const LeagueReport& report,
                                      stats::ResultScale scale,
                                      const RunningSums& sums) {
  if (!sums.overall) return std::nullopt;
  std::vector<const stats::LeagueRating*> ratings;
  for (const RatingTable& table : report.rulesets) {
    const bool by_match =
        scale == stats::ResultScale::kPoints && table.matches.has_value();
    ratings.push_back(by_match ? &*table.matches : &table.by_score);
  }
  std::optional<double> inflation;
  if (report.config.same_deals()) inflation = InflationOf(sums);
  return SpreadOver(ratings, report.zero, kConfidence, inflation);
}

// Returns the mean Elo per match over rulesets, each with the same weight. Each
// side of the interval is recovered from those of the rulesets, whose errors
// are independent unless they share deals (MOVER: Zou and Donner 2008). Null
// unless all have a finite Elo.
std::optional<MatchEstimate> MeanOverRulesets(
    const std::vector<const MatchEstimate*>& matches, bool share_deals) {
  const auto rulesets = static_cast<double>(matches.size());
  double elo = 0;
  double below = 0;
  double above = 0;
  const auto add = [share_deals](double width, double& sum) {
    sum = share_deals ? sum + width : std::hypot(sum, width);
  };
  std::int64_t pairs = 0;
  for (const MatchEstimate* match : matches) {
    if (match == nullptr || !match->elo || !std::isfinite(*match->elo)) {
      return std::nullopt;
    }
    pairs += match->pairs;
    elo += *match->elo / rulesets;
    add((*match->elo - match->elo_interval.lo) / rulesets, below);
    add((match->elo_interval.hi - *match->elo) / rulesets, above);
  }
  return MatchEstimate{.pairs = pairs,
                       .elo = elo,
                       .elo_interval = {.lo = elo - below, .hi = elo + above}};
}

// Adds the mean Elo per match to the pairings over all rulesets.
void AddMatchesOverall(LeagueReport& report) {
  if (!report.overall) return;
  using Key = std::pair<BotIndex, BotIndex>;
  std::map<Key, std::vector<const MatchEstimate*>> matches;
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      matches[{pairing.first, pairing.second}].push_back(
          pairing.match ? &*pairing.match : nullptr);
    }
  }
  for (PairingReport& pairing : report.overall->pairings) {
    const auto& of = matches[{pairing.first, pairing.second}];
    if (of.size() < report.rulesets.size()) continue;
    pairing.match = MeanOverRulesets(of, report.config.same_deals());
  }
}

// Looks at equal distances, the last among them.
std::vector<LlrLook> Thinned(std::vector<LlrLook> looks) {
  constexpr std::size_t kMaxLooks = 200;
  if (looks.size() <= kMaxLooks) return looks;
  std::vector<LlrLook> thinned;
  for (std::size_t i = 1; i <= kMaxLooks; ++i) {
    thinned.push_back(looks[looks.size() * i / kMaxLooks - 1]);
  }
  return thinned;
}

// Adds the state of the test. Once it has ended, units that it did not use do
// not belong to the report.
void AddTest(const SequentialMatch& test, std::vector<LlrLook> looks,
             LeagueReport& report) {
  const RatingTable& table = report.rulesets[0];
  HeadToHeadInput input{
      .score = test.score(),
      .scale = test.scale(),
      .game_points = test.game_points(),
      .seatings_per_pair = static_cast<double>(table.seatings),
      .level = kConfidence,
      .question =
          SequentialQuestion{.plan = MakeSequentialPlan(report.config)}};
  if (const auto& cells = table.pairings[0].cells) {
    input.classes.assign(cells->counts.begin(), cells->counts.end());
  }
  report.test = CompareHeadToHead(input);
  report.test->history = Thinned(std::move(looks));
  if (table.pairings[0].rated_pairs < table.pairings[0].score.pairs) {
    report.test->forfeits_alone = true;
    report.test->anytime_interval = {};
    report.test->stopped.reset();
    report.test->stop_problem.reset();
  }
  if (test.ended()) report.units = report.units_done;
  std::erase_if(report.faults, [&test](const Fault& fault) {
    return fault.unit >= test.units();
  });
}

absl::StatusOr<RunningSums> SumsOf(LeagueStore& store, SumsFrom from) {
  return from == SumsFrom::kAllUnits ? store.SumsOfAllUnits() : store.Sums();
}

// Returns the sums of the units that the test uses, in its order, and what it
// has seen at each look.
absl::StatusOr<RunningSums> SumsOfTest(LeagueStore& store,
                                       SequentialMatch& test,
                                       std::vector<LlrLook>& looks) {
  SumsBuilder builder(store.config(), EmptySums(store.config()));
  absl::Status added;
  RETURN_IF_ERROR(store.ForEachUnit([&](const StoredUnit& stored) {
    if (!added.ok() || test.ended() || stored.number != test.units()) return;
    test.Add(stored.number, stored.outcome);
    looks.push_back({.pairs = test.score().pairs,
                     .answer = {.llr = test.look().llr,
                                .bounds = test.look().bounds,
                                .decision = test.look().decision}});
    added = builder.Add(stored);
  }));
  if (!added.ok()) return added;
  return builder.Finish();
}

// The report of an individual tournament or a three-way league, without faults.
absl::StatusOr<LeagueReport> ReportStandings(LeagueStore& store) {
  LeagueReport report;
  report.config = store.config();
  report.units = CountPlannedUnits(report.config);
  report.result.format = LeagueFormatName(report.config);
  if (IsThreeWay(report.config)) {
    ASSIGN_OR_RETURN(ThreeWayStandings standings,
                     ReadThreeWay(store, kConfidence));
    report.units_done = standings.units_done;
    report.three_way = std::move(standings.tables);
    report.result.finished = report.units_done == report.units;
  } else {
    ASSIGN_OR_RETURN(TournamentStandings standings, ReadTournaments(store));
    report.units_done = standings.units_done;
    report.tournaments = std::move(standings.tables);
    SetTotals(report.config, report.tournaments,
              report.units_done == report.units, report.result);
    // A round decides nothing.
    if (IsArenaRound(report.config)) report.result.winner.reset();
  }
  return report;
}

// The scale of the results of a league; InvalidArgument if the one that is
// wanted does not apply.
absl::StatusOr<stats::ResultScale> RequestedScale(
    const LeagueStore& store, const ReportRequest& request) {
  const v1::LeagueConfig& config = store.config();
  if (request.scale && (IsIndividual(config) || IsThreeWay(config))) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: found --scale, which does not apply to an individual tournament "
        "or a three-way league; expected a league of pairings",
        store.directory()));
  }
  const stats::ResultScale scale = request.scale.value_or(DefaultScale(config));
  if (scale == stats::ResultScale::kPoints && ArePlayingMatches(config)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: holds matches, which have no points; expected --scale deals, the "
        "score of matches",
        store.directory()));
  }
  return scale;
}

}  // namespace

stats::ResultScale DefaultScale(const v1::LeagueConfig& config) {
  if (config.has_sprt()) return ScaleOf(config.sprt(), config.mode());
  return ArePlayingMatches(config) ? stats::ResultScale::kScore
                                   : stats::ResultScale::kPoints;
}

LeagueReport ReportOfSums(v1::LeagueConfig of_league,
                          std::span<const CompiledRules> rules,
                          stats::ResultScale scale, const RunningSums& sums,
                          std::int64_t most_pairings, const RatingZero& zero,
                          Certainty certainty) {
  LeagueReport report;
  report.certainty = certainty;
  report.config = std::move(of_league);
  report.zero = zero;
  const v1::LeagueConfig& config = report.config;
  report.result.format = LeagueFormatName(config);
  const Schedule schedule = MakeSchedule(config);
  report.units = schedule.units();
  report.units_done = sums.units;
  const std::optional<RunningSums> without_alone = SumsOfRatings(sums);
  const RunningSums& rated = without_alone ? *without_alone : sums;
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    const TableSums& of = sums.rulesets[i];
    report.rulesets.push_back(MakeTable(
        config, schedule, TableRulesOf(config, rules, i, of.seatings), scale,
        of, rated.rulesets[i], most_pairings, zero, certainty));
  }
  if (sums.overall) {
    report.overall = MakeTable(config, schedule, TableRules{},
                               stats::ResultScale::kScore, *sums.overall,
                               *rated.overall, most_pairings, zero, certainty);
  }
  AddMatchesOverall(report);
  report.spread = SpreadOf(report, scale, rated);
  return report;
}

absl::StatusOr<RatingZero> ZeroOf(const std::string& anchor,
                                  const v1::LeagueConfig& config,
                                  stats::ResultScale scale) {
  if (anchor.empty()) return RatingZero{};
  if (IsIndividual(config) || IsThreeWay(config)) {
    return absl::InvalidArgumentError(
        "found --anchor, which does not apply to an individual tournament or a "
        "three-way league; expected a league of pairings");
  }
  std::vector<std::string> names;
  for (const v1::BotEntry& bot : config.bots()) names.push_back(bot.name());
  ASSIGN_OR_RETURN(const RatingZero zero, ReadAnchor(anchor, names));
  if (zero.elo != 0 && scale == stats::ResultScale::kPoints &&
      config.rulesets_size() == 1) {
    return absl::InvalidArgumentError(
        "found an --anchor at an Elo, with ratings in game points; expected "
        "--anchor NAME, or --scale deals");
  }
  return zero;
}

absl::StatusOr<LeagueReport> MakeReport(LeagueStore& store,
                                        const ReportRequest& request) {
  const v1::LeagueConfig& config = store.config();
  ASSIGN_OR_RETURN(const stats::ResultScale scale,
                   RequestedScale(store, request));
  ASSIGN_OR_RETURN(const RatingZero zero,
                   ZeroOf(request.anchor, config, scale));
  ASSIGN_OR_RETURN(std::vector<Fault> faults, store.Faults());
  std::erase_if(faults, [](const Fault& fault) { return !fault.forfeits; });
  ASSIGN_OR_RETURN(std::optional<v1::LeagueAudit> audit,
                   ReadAudit(store.directory()));
  if (IsIndividual(config) || IsThreeWay(config)) {
    ASSIGN_OR_RETURN(LeagueReport report, ReportStandings(store));
    report.faults = std::move(faults);
    report.audit = std::move(audit);
    return report;
  }
  std::optional<SequentialMatch> test;
  if (config.has_sprt()) test.emplace(config);
  std::vector<LlrLook> looks;
  ASSIGN_OR_RETURN(RunningSums sums, test ? SumsOfTest(store, *test, looks)
                                          : SumsOf(store, request.from));
  // Without its rules a league still has its results.
  absl::StatusOr<std::vector<CompiledRules>> rules = CompileLeague(config);
  if (!rules.ok()) rules = std::vector<CompiledRules>();
  LeagueReport report =
      ReportOfSums(config, *rules, scale, sums, request.most_pairings, zero);
  report.faults = std::move(faults);
  report.audit = std::move(audit);
  if (test) AddTest(*test, std::move(looks), report);
  report.result.finished = report.units_done == report.units;
  if (!request.convergence) return report;
  const std::int64_t units =
      test ? test->units() : std::numeric_limits<std::int64_t>::max();
  ASSIGN_OR_RETURN(Convergence convergence,
                   ReadConvergence(store, *rules, scale, kConfidence, units,
                                   test ? nullptr : &sums));
  // Those are rated without forfeits, if at all; a series has them.
  std::erase_if(convergence.series, [&sums](const ConvergenceSeries& series) {
    return AreForfeitsAlone(
        sums.rulesets[static_cast<std::size_t>(series.ruleset)]
            .pairings[series.pairing]);
  });
  report.convergence = std::move(convergence);
  return report;
}

std::optional<std::string> ShownSeed(const LeagueReport& report) {
  const v1::LeagueConfig& config = report.config;
  const bool is_typed = config.seed_origin() != v1::SEED_ORIGIN_RANDOM &&
                        config.seed_origin() != v1::SEED_ORIGIN_FILE;
  const bool goes_on = report.arena.has_value() || IsArenaRound(config) ||
                       report.units_done < report.units;
  if (goes_on && !is_typed) return std::nullopt;
  return config.seed();
}

}  // namespace couillon::arena
