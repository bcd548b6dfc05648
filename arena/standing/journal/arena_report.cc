// Stores of all rounds are read in order, with a point of the history after
// each, and rated as one league.

#include "arena/standing/journal/arena_report.h"

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <future>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/report/data/every_look.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/rating_history.h"
#include "arena/report/data/tournament_report.h"
#include "arena/standing/journal/arena_result.h"
#include "arena/standing/journal/finished_rounds.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/journal/round_results.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// The results of an arena that is an individual tournament: all its rounds as
// one tournament of all versions.
struct GatheredReport {
  LeagueReport report;  // without the summary of the arena
  std::int64_t rounds_finished = 0;
};

std::set<int> Met(const ArenaState& state) {
  std::set<int> met;
  for (const RoundPlan& plan : state.rounds) {
    ForEachPlayer(plan, [&met](int entrant) { met.insert(entrant); });
  }
  return met;
}

// All rounds as one tournament.
class WholeTournament {
 public:
  explicit WholeTournament(const ArenaState& state)
      : state_(state), config_(state.settings) {
    for (const int entrant : Met(state)) {
      index_[entrant] = config_.bots_size();
      const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
      v1::BotEntry& bot = *config_.add_bots();
      bot = of.bot;
      bot.set_name(of.Label());
    }
    std::vector<MeetingSums> meetings;
    std::uint64_t most = 0;
    for (const auto& [teams, items] : state.planned_tables) {
      v1::LeagueTable& table = *config_.add_tables();
      MeetingSums& meeting = meetings.emplace_back();
      for (const int entrant : teams.first) {
        table.add_first(static_cast<std::uint32_t>(index_.at(entrant)));
        meeting.first.push_back(BotIndex(index_.at(entrant)));
      }
      for (const int entrant : teams.second) {
        table.add_second(static_cast<std::uint32_t>(index_.at(entrant)));
        meeting.second.push_back(BotIndex(index_.at(entrant)));
      }
      place_.emplace(teams, place_.size());
      most = std::max(most, items);
    }
    config_.set_items(most);
    rulesets_.assign(static_cast<std::size_t>(config_.rulesets_size()),
                     meetings);
  }

  // Adds what has been played of a round, and its faults and units to `all`.
  absl::Status AddRound(int number, const std::string& directory,
                        GatheredReport& all) {
    const RoundPlan& plan = state_.rounds[static_cast<std::size_t>(number) - 1];
    const Schedule schedule =
        MakeSchedule(RoundConfig(state_, number, directory));
    all.report.units += schedule.units();
    ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                     OpenRoundToRead(state_, number, directory));
    if (store == nullptr) return absl::OkStatus();
    std::int64_t units = 0;
    RETURN_IF_ERROR(store->ForEachUnit([&](const StoredUnit& stored) {
      ++units;
      const Unit unit = schedule.unit(stored.number);
      const PlannedTable& table =
          plan.tables[static_cast<std::size_t>(unit.pairing)];
      rulesets_[static_cast<std::size_t>(unit.ruleset)]
               [place_.at({table.first, table.second})]
                   .Add(stored.outcome);
    }));
    all.report.units_done += units;
    if (units == schedule.units()) ++all.rounds_finished;
    return AddForfeits(plan, index_, *store, all.report.faults);
  }

  [[nodiscard]] const v1::LeagueConfig& config() const { return config_; }
  // By ruleset.
  [[nodiscard]] const std::vector<std::vector<MeetingSums>>& rulesets() const {
    return rulesets_;
  }

 private:
  const ArenaState& state_;
  v1::LeagueConfig config_;
  std::map<int, int> index_;               // in the tournament, by entrant
  std::map<TeamPair, std::size_t> place_;  // of a meeting
  std::vector<std::vector<MeetingSums>> rulesets_;
};

void AddPoints(const WholeTournament& whole, std::int64_t round,
               std::vector<RatingHistory>& histories) {
  for (std::size_t i = 0; i < histories.size(); ++i) {
    RatingHistory& history = histories[i];
    const std::vector<std::optional<RatingPoint>> points =
        StrengthPoints(whole.config(), static_cast<int>(i), whole.rulesets()[i],
                       history.scale);
    history.rounds.push_back(round);
    for (std::size_t bot = 0; bot < points.size(); ++bot) {
      history.points[bot].push_back(points[bot]);
    }
  }
}

std::vector<RatingHistory> EmptyHistories(const v1::LeagueConfig& config,
                                          stats::ResultScale scale) {
  std::vector<RatingHistory> histories;
  for (const v1::LeagueRuleset& ruleset : config.rulesets()) {
    RatingHistory& history = histories.emplace_back();
    history.ruleset = ruleset.spec();
    history.scale = scale;
    history.points.resize(static_cast<std::size_t>(config.bots_size()));
  }
  return histories;
}

// Reads the stores of all rounds. The history has the rounds of `rated`,
// ascending: individual strengths on `scale`, relative to the mean player;
// there is none if it is null. The errors are those of OpenRoundToRead.
// Requires: an individual tournament with a planned round.
absl::StatusOr<GatheredReport> GatherTournament(
    const ArenaState& state, const std::string& directory,
    stats::ResultScale scale, const std::vector<std::int64_t>* rated) {
  COUILLON_CHECK(state.format == RoundFormat::kIndividual &&
                 !state.rounds.empty());
  WholeTournament whole(state);
  GatheredReport all;
  all.report.config = whole.config();
  if (rated != nullptr) {
    all.report.history = EmptyHistories(whole.config(), scale);
  }
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    RETURN_IF_ERROR(whole.AddRound(number, directory, all));
    if (rated != nullptr &&
        std::binary_search(rated->begin(), rated->end(), number)) {
      AddPoints(whole, number, all.report.history);
    }
  }
  for (std::size_t i = 0; i < whole.rulesets().size(); ++i) {
    all.report.tournaments.push_back(TournamentOf(
        whole.config(), static_cast<int>(i), whole.rulesets()[i], {}));
  }
  return all;
}

// The number of entrants that were planned in a round: the bots of its report.
int EntrantsMet(const ArenaState& state) {
  return static_cast<int>(Met(state).size());
}

// All rounds as one league: its bots are the entrants that met somebody.
struct WholeLeague {
  v1::LeagueConfig config;
  std::vector<int> entrants;       // by index in the league
  std::map<int, int> index;        // the inverse
  std::vector<EntrantPair> pairs;  // of the schedule, ascending

  // The place of a pairing in the schedule. Requires: it is there.
  [[nodiscard]] std::size_t PlaceOf(const EntrantPair& pair) const {
    return static_cast<std::size_t>(
        std::lower_bound(pairs.begin(), pairs.end(), pair) - pairs.begin());
  }
};

WholeLeague GatherWhole(const ArenaState& state) {
  WholeLeague whole{.config = state.settings};
  std::set<int> met;
  for (const auto& [pair, items] : state.planned) {
    met.insert(pair.first);
    met.insert(pair.second);
  }
  whole.entrants.assign(met.begin(), met.end());
  for (const int entrant : whole.entrants) {
    const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
    whole.index[entrant] = whole.config.bots_size();
    v1::BotEntry& bot = *whole.config.add_bots();
    bot = of.bot;
    bot.set_name(of.Label());
  }
  whole.config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
  whole.pairs.reserve(state.planned.size());
  std::uint64_t most = 0;
  for (const auto& [pair, items] : state.planned) {
    v1::LeaguePairing& pairing = *whole.config.add_pairings();
    pairing.set_first(static_cast<std::uint32_t>(whole.index[pair.first]));
    pairing.set_second(static_cast<std::uint32_t>(whole.index[pair.second]));
    whole.pairs.push_back(pair);
    most = std::max(most, items);
  }
  // In a knock-out `most` follows from the results; anytime-valid intervals are
  // tightest at a number that is declared before.
  whole.config.set_items(IsKnockout(state.format) ? state.target : most);
  return whole;
}

// The places of a round's pairings in the whole league.
std::vector<std::size_t> PlacesOf(const RoundPlan& plan,
                                  const WholeLeague& whole) {
  std::vector<std::size_t> places;
  places.reserve(plan.pairings.size());
  for (const PlannedPairing& pairing : plan.pairings) {
    places.push_back(whole.PlaceOf({pairing.first, pairing.second}));
  }
  return places;
}

std::int64_t MostPairs(const TableSums& table) {
  std::int64_t most = 0;
  for (const PairingSums& pairing : table.pairings) {
    most = std::max(most, pairing.score.pairs);
  }
  return most;
}

// `store` is that of the round; null if nothing has been played.
absl::Status AddRound(const ArenaState& state, int number,
                      const std::string& directory, LeagueStore* store,
                      const WholeLeague& whole, GatheredRounds& all) {
  const RoundPlan& plan = state.rounds[static_cast<std::size_t>(number) - 1];
  if (store == nullptr) {
    all.units += CountPlannedUnits(RoundConfig(state, number, directory));
    return absl::OkStatus();
  }
  const std::int64_t units = CountPlannedUnits(store->config());
  all.units += units;
  const std::vector<std::size_t> places = PlacesOf(plan, whole);
  // One pairing after the other: a thousand bots have half a million.
  ASSIGN_OR_RETURN(
      const std::int64_t played,
      store->ForEachPairing([&](std::optional<std::size_t> ruleset,
                                std::size_t pairing, const PairingSums& sums) {
        TableSums& table =
            ruleset ? all.sums.rulesets[*ruleset] : *all.sums.overall;
        MergePairing(sums, table.pairings[places[pairing]]);
      }));
  all.sums.units += played;
  if (played == units) ++all.rounds_finished;
  return AddForfeits(plan, whole.index, *store, all.faults);
}

void SetItems(RunningSums& sums) {
  for (TableSums& table : sums.rulesets) table.items = MostPairs(table);
  if (sums.overall) sums.overall->items = MostPairs(*sums.overall);
}

// The rounds of the history.
absl::StatusOr<std::vector<std::int64_t>> RoundsToRate(
    const ArenaState& state, const std::string& directory, int bots) {
  auto last = static_cast<int>(state.rounds.size());
  for (; last > 0; --last) {
    ASSIGN_OR_RETURN(const bool played,
                     LeagueStore::HasUnits(RoundDirectory(directory, last)));
    if (played) break;
  }
  return HistoryRounds(last, MostPointsOf(bots));
}

// More take too much memory to be kept.
constexpr std::size_t kMaxKeptPairings = 5000;

// `after_round`, if it is not empty, sees all results up to each round.
absl::StatusOr<GatheredRounds> Gather(
    const ArenaState& state, const std::string& directory,
    const WholeLeague& whole,
    const std::function<void(int, const RunningSums&)>& after_round) {
  std::optional<GatheredRounds> kept;
  if (!after_round) kept = state.finished->Together(whole.pairs);
  GatheredRounds all =
      kept ? *std::move(kept) : GatheredRounds{.sums = EmptySums(whole.config)};
  const auto rounds = static_cast<int>(state.rounds.size());
  const int first = static_cast<int>(all.rounds_finished) + 1;
  // A round is opened, and its configuration read, while the results of the one
  // before it are added.
  const auto open = [&](int number) {
    return std::async([&state, &directory, number] {
      return OpenRoundToRead(state, number, directory);
    });
  };
  std::future<absl::StatusOr<std::unique_ptr<LeagueStore>>> next;
  if (first <= rounds) next = open(first);
  for (int number = first; number <= rounds; ++number) {
    ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store, next.get());
    if (number < rounds) next = open(number + 1);
    RETURN_IF_ERROR(
        AddRound(state, number, directory, store.get(), whole, all));
    SetItems(all.sums);
    if (after_round) after_round(number, all.sums);
  }
  if (all.rounds_finished == rounds && whole.pairs.size() <= kMaxKeptPairings) {
    state.finished->KeepTogether(whole.pairs, all);
  }
  return all;
}

ArenaSummary MakeSummary(const ArenaState& state,
                         std::int64_t rounds_finished) {
  ArenaSummary summary{.format = FormatName(state.format),
                       .rounds = static_cast<std::int64_t>(state.rounds.size()),
                       .rounds_finished = rounds_finished};
  for (const Entrant& entrant : state.entrants) {
    const v1::BotIdentity& identity = entrant.bot.identity();
    const bool described = !identity.described_name().empty() ||
                           !identity.described_version().empty();
    summary.entrants.push_back(
        {.label = entrant.Label(),
         .status = StatusName(entrant.status),
         .digest = identity.digest(),
         .says = described ? absl::StrCat(identity.described_name(), " ",
                                          identity.described_version())
                           : "",
         .sdk = identity.sdk()});
  }
  for (std::size_t round = 0; round < state.rounds.size(); ++round) {
    const RoundPlan& plan = state.rounds[round];
    std::vector<int> here = ListEntrants(plan);
    here.insert(here.end(), plan.byes.begin(), plan.byes.end());
    for (const int entrant : here) {
      EntrantLine& line = summary.entrants[static_cast<std::size_t>(entrant)];
      line.last_round = static_cast<std::int64_t>(round) + 1;
      if (line.first_round == 0) line.first_round = line.last_round;
    }
  }
  return summary;
}

absl::Status NothingToReport(const ArenaState& state,
                             const std::string& directory) {
  std::string why;
  const std::size_t playing = state.Terms().playing.size();
  const int seats = state.SeasonBefore(1).seats;
  if (state.format == RoundFormat::kIndividual &&
      playing < static_cast<std::size_t>(seats)) {
    why = absl::StrFormat(
        "an individual tournament needs at least %d bots, found %d", seats,
        playing);
  } else {
    why = "there is nothing to report";
  }
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: no round has been planned; %s", directory, why));
}

// Journal and configurations are read in many small pieces, on several threads,
// and the GNU library keeps what they leave: up to a tenth of a large report.
void ReturnFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// The claims of an arena, by entrant in the order of the report.
stats::EveryLook LooksAt(const ArenaState& state) {
  std::map<int, std::size_t> first_rounds;  // by entrant that met somebody
  std::set<std::size_t> rounds;
  for (std::size_t round = 0; round < state.rounds.size(); ++round) {
    for (const int entrant : ListEntrants(state.rounds[round])) {
      if (first_rounds.emplace(entrant, round).second) rounds.insert(round);
    }
  }
  stats::EveryLook looks{.error = ErrorOfMarks(state.format)};
  for (const auto& [entrant, round] : first_rounds) {
    looks.joined.push_back(
        static_cast<int>(std::distance(rounds.begin(), rounds.find(round))));
  }
  return looks;
}

// The report of pairings, from the sums of all rounds.
absl::StatusOr<GatheredReport> GatherLeague(
    const ArenaState& state, const std::string& directory,
    stats::ResultScale scale, const ArenaReportRequest& request,
    const std::vector<std::int64_t>* rated) {
  WholeLeague whole = GatherWhole(state);
  ASSIGN_OR_RETURN(const RatingZero zero,
                   ZeroOf(request.anchor, whole.config, scale));
  ASSIGN_OR_RETURN(std::vector<CompiledRules> rules,
                   CompileLeague(whole.config));
  const Certainty certainty = CertaintyOf(state.format, state.rounds);
  HistoryBuilder history(whole.config, rules, scale, zero, ErrorsOf(certainty));
  std::function<void(int, const RunningSums&)> add_point;
  if (rated != nullptr) {
    add_point = [&](int round, const RunningSums& sums) {
      // The last one has the standings of the report.
      if (std::binary_search(rated->begin(), rated->end(), round) &&
          round != rated->back()) {
        history.Add(round, sums);
      }
    };
  }
  ASSIGN_OR_RETURN(GatheredRounds all,
                   Gather(state, directory, whole, add_point));
  ReturnFreedMemory();
  LeagueReport report =
      ReportOfSums(std::move(whole.config), rules, scale, all.sums,
                   request.most_pairings, zero, certainty);
  if (certainty == Certainty::kRatings) {
    MarkAtEveryLook(LooksAt(state), report);
  }
  report.units = all.units;
  report.faults = std::move(all.faults);
  if (rated != nullptr) {
    if (!rated->empty()) history.AddLast(rated->back(), report.rulesets);
    report.history = history.Finish();
  }
  return GatheredReport{.report = std::move(report),
                        .rounds_finished = all.rounds_finished};
}

// The value of every rated bot, with half the width of its interval.
using ValuesAndErrors = std::vector<std::pair<double, double>>;

// By ruleset, of the bots in `playing`.
std::vector<ValuesAndErrors> RatedBots(const LeagueReport& report,
                                       const std::set<std::string>& playing) {
  const auto plays = [&](int bot) {
    return playing.count(report.config.bots(bot).name()) > 0;
  };
  std::vector<ValuesAndErrors> rulesets;
  for (const RatingTable& table : report.rulesets) {
    const stats::LeagueRating& rating =
        table.matches ? *table.matches : table.by_score;
    ValuesAndErrors& rated = rulesets.emplace_back();
    for (int bot = 0; bot < report.config.bots_size(); ++bot) {
      const stats::BotRating& of = rating.bots[static_cast<std::size_t>(bot)];
      if (!plays(bot) || !of.value) continue;
      rated.emplace_back(*of.value, 0.5 * (of.interval.hi - of.interval.lo));
    }
  }
  for (const TournamentTable& table : report.tournaments) {
    ValuesAndErrors& rated = rulesets.emplace_back();
    for (const PlayerReport& player : table.players) {
      if (!plays(ToInt(player.bot)) || !player.elo) continue;
      rated.emplace_back(player.elo->value, 0.5 * (player.elo->interval.hi -
                                                   player.elo->interval.lo));
    }
  }
  return rulesets;
}

}  // namespace

double ErrorOfMarks(RoundFormat format) {
  return format == RoundFormat::kAdaptive ? 0.01 : 0.05;
}

Certainty CertaintyOf(RoundFormat format,
                      const std::vector<RoundPlan>& rounds) {
  if (!WinnersMeet(format)) return Certainty::kRatings;
  if (IsKnockout(format)) return Certainty::kAnytimePairings;
  // In a Swiss two entrants meet again only if there is nobody else to meet.
  std::set<EntrantPair> met;
  for (const RoundPlan& plan : rounds) {
    for (const PlannedPairing& pairing : plan.pairings) {
      if (!met.emplace(pairing.first, pairing.second).second) {
        return Certainty::kAnytimePairings;
      }
    }
  }
  return Certainty::kPairings;
}

absl::StatusOr<LeagueReport> MakeArenaReport(
    const ArenaState& state, const std::string& directory,
    const ArenaReportRequest& request) {
  if (state.rounds.empty()) return NothingToReport(state, directory);
  const stats::ResultScale wanted =
      request.scale.value_or(DefaultScale(state.settings));
  if (wanted == stats::ResultScale::kPoints &&
      ArePlayingMatches(state.settings)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: holds matches, which have no points; expected --scale deals, the "
        "score of matches",
        directory));
  }
  if (state.format == RoundFormat::kIndividual) {
    RETURN_IF_ERROR(ZeroOf(request.anchor, state.settings, wanted).status());
  }
  ASSIGN_OR_RETURN(std::vector<std::int64_t> rated,
                   request.history
                       ? RoundsToRate(state, directory, EntrantsMet(state))
                       : std::vector<std::int64_t>());
  const std::vector<std::int64_t>* history = request.history ? &rated : nullptr;
  ASSIGN_OR_RETURN(
      GatheredReport gathered,
      state.format == RoundFormat::kIndividual
          ? GatherTournament(state, directory, wanted, history)
          : GatherLeague(state, directory, wanted, request, history));
  LeagueReport report = std::move(gathered.report);
  report.arena = MakeSummary(state, gathered.rounds_finished);
  ASSIGN_OR_RETURN(report.result,
                   ReadResult(state, gathered.rounds_finished, directory));
  if (state.format == RoundFormat::kIndividual) {
    SetTotals(report.config, report.tournaments,
              report.result.finished && state.Left().pairings == 0,
              report.result);
  }
  return report;
}

double WidestInterval(const LeagueReport& report, int top) {
  COUILLON_CHECK(report.arena.has_value());
  std::set<std::string> playing;
  for (const EntrantLine& entrant : report.arena->entrants) {
    if (entrant.status == StatusName(EntrantStatus::kPlays)) {
      playing.insert(entrant.label);
    }
  }
  double widest = 0;
  for (ValuesAndErrors& rated : RatedBots(report, playing)) {
    if (rated.size() != playing.size()) {
      return std::numeric_limits<double>::infinity();
    }
    std::sort(rated.begin(), rated.end(), std::greater<>());
    if (top > 0 && static_cast<std::size_t>(top) < rated.size()) {
      rated.resize(static_cast<std::size_t>(top));
    }
    for (const auto& [value, half] : rated) widest = std::max(widest, half);
  }
  return widest;
}

}  // namespace couillon::arena
