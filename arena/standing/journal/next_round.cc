// The season is read from journal and stores, planned, and turned into an
// entry.

#include "arena/standing/journal/next_round.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/session_rows.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/text/printable.h"
#include "arena/standing/journal/disqualified.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/planner/knockout_planner.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The denominator of leads under all rulesets: a multiple of twice the number
// of seatings, two or six.
constexpr std::int64_t kDenominator = 12;

// The leads of every pairing of a round that is played to its end.
absl::StatusOr<std::vector<stats::PairSums>> ReadLeads(
    const ArenaState& state, int number, const std::string& directory) {
  std::optional<std::vector<stats::PairSums>> known =
      state.finished->Find(number, &FinishedRounds::Findings::leads);
  if (known) return *std::move(known);
  const std::string place = RoundDirectory(directory, number);
  ASSIGN_OR_RETURN(std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(place));
  ASSIGN_OR_RETURN(const RunningSums sums, store->Sums());
  const std::int64_t units =
      CountPlannedUnits(RoundConfig(state, number, directory));
  if (sums.units != units) {
    return absl::FailedPreconditionError(
        absl::StrFormat("%s: %d of %d units are played; the next round follows "
                        "from the results of all",
                        place, sums.units, units));
  }
  const RoundPlan& plan = state.rounds[static_cast<std::size_t>(number) - 1];
  std::vector<stats::PairSums> leads(plan.pairings.size());
  for (const TableSums& table : sums.rulesets) {
    if (table.pairings.size() != leads.size()) {
      return absl::DataLossError(absl::StrFormat(
          "%s: found %d pairings, expected %d as the journal says", place,
          table.pairings.size(), leads.size()));
    }
    for (std::size_t i = 0; i < leads.size(); ++i) {
      const stats::PairSums of_ruleset =
          stats::PairResults(table.pairings[i].leads[Quantity::kGamePoints]);
      COUILLON_CHECK(kDenominator % of_ruleset.denominator == 0);
      COUILLON_CHECK(
          leads[i].Merge(stats::OverDenominator(of_ruleset, kDenominator)));
    }
  }
  state.finished->Add(number);
  state.finished->Keep(number, &FinishedRounds::Findings::leads, leads);
  return leads;
}

// A round with what it follows from.
struct Planned {
  RoundPlan plan;
  std::vector<double> costs;
  std::set<int> away;  // left out
};

v1::JournalEntry EntryOf(const Planned& planned, int number) {
  const RoundPlan& plan = planned.plan;
  v1::JournalEntry entry;
  v1::RoundPlanned& round = *entry.mutable_round();
  round.set_number(static_cast<std::uint32_t>(number));
  round.set_items(plan.items);
  for (const PlannedPairing& of : plan.pairings) {
    v1::LeaguePairing& pairing = *round.add_pairings();
    pairing.set_first(static_cast<std::uint32_t>(of.first));
    pairing.set_second(static_cast<std::uint32_t>(of.second));
    pairing.set_first_item(of.first_item);
  }
  for (const PlannedTable& of : plan.tables) {
    v1::LeagueTable& table = *round.add_tables();
    for (const int entrant : of.first) {
      table.add_first(static_cast<std::uint32_t>(entrant));
    }
    for (const int entrant : of.second) {
      table.add_second(static_cast<std::uint32_t>(entrant));
    }
    table.set_first_item(of.first_item);
  }
  for (const int entrant : plan.byes) {
    round.add_byes(static_cast<std::uint32_t>(entrant));
  }
  for (const double cost : planned.costs) {
    round.add_costs_ns(static_cast<std::uint64_t>(cost));
  }
  for (const int entrant : planned.away) {
    round.add_away(static_cast<std::uint32_t>(entrant));
  }
  return entry;
}

std::set<int> AwayNow(const ArenaState& state,
                      const std::function<bool(const Entrant&)>& away) {
  std::set<int> left_out;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    const Entrant& entrant = state.entrants[i];
    if (entrant.status == EntrantStatus::kPlays && entrant.DialsIn() && away &&
        away(entrant)) {
      left_out.insert(static_cast<int>(i));
    }
  }
  return left_out;
}

absl::StatusOr<std::optional<Planned>> Plan(const ArenaState& state,
                                            const std::string& directory,
                                            const std::set<int>& away) {
  if (NeedsResults(state.format)) {
    ASSIGN_OR_RETURN(const std::optional<int> unfinished,
                     UnfinishedRound(state, directory));
    if (unfinished) return std::nullopt;
  }
  const int number = static_cast<int>(state.rounds.size()) + 1;
  Planned planned{.plan = {}, .costs = {}, .away = away};
  ASSIGN_OR_RETURN(Season season, ReadSeason(state, number, directory));
  // The round waits for an entrant who is in and away (ChargeAbsent).
  if (IsKnockout(state.format) && number > 1) planned.away.clear();
  season.playing = state.Terms(planned.away).playing;
  if (state.format == RoundFormat::kAdaptive) {
    ASSIGN_OR_RETURN(std::vector<double> costs,
                     MeasuredCosts(state, directory));
    planned.costs = std::move(costs);
    season.costs = planned.costs;
  }
  season.challenger = state.Terms(planned.away).challenger;
  std::optional<RoundPlan> plan = PlanRound(season);
  if (!plan) return std::nullopt;
  planned.plan = *std::move(plan);
  return planned;
}

// The usage of the bots of a round; null if it has not been begun.
absl::StatusOr<std::optional<std::vector<StoredUsage>>> ReadUsage(
    int number, const std::string& directory) {
  absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (absl::IsNotFound(store.status())) return std::nullopt;
  if (!store.ok()) return store.status();
  ASSIGN_OR_RETURN(std::vector<StoredUsage> used, (*store)->Usage());
  return used;
}

// For how long the entrants of a round were busy, in nanoseconds; null if it
// has not been begun.
absl::StatusOr<std::optional<std::map<int, double>>> ReadBusy(
    const ArenaState& state, int number, const std::string& directory) {
  std::optional<std::map<int, double>> known =
      state.finished->Find(number, &FinishedRounds::Findings::busy_ns);
  if (known) return known;
  ASSIGN_OR_RETURN(const std::optional<std::vector<StoredUsage>> used,
                   ReadUsage(number, directory));
  const std::optional<std::vector<StoredUsage>>& found = used;
  if (!found) return std::nullopt;
  const std::vector<int> met =
      ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1]);
  std::map<int, double> busy;
  for (const StoredUsage& of : *found) {
    const auto nanoseconds = static_cast<double>(of.usage.busy.count()) * 1000;
    if (nanoseconds > 0) busy[met[Index(of.bot)]] += nanoseconds;
  }
  state.finished->Keep(number, &FinishedRounds::Findings::busy_ns, busy);
  return busy;
}

// Names the program that began to play a round, as the end of a sentence; empty
// if nothing is known of it.
std::string PlayedBy(int number, const std::string& directory) {
  const absl::StatusOr<std::unique_ptr<LeagueStore>> store =
      LeagueStore::OpenToRead(RoundDirectory(directory, number));
  if (!store.ok()) return "";
  const absl::StatusOr<std::vector<PlaySession>> sessions =
      (*store)->Sessions();
  if (!sessions.ok() || sessions->empty()) return "";
  const PlaySession& first = sessions->front();
  return absl::StrFormat(
      "; couillon %s%s began to play it", PrintableLine(first.version),
      first.commit.empty()
          ? ""
          : absl::StrFormat(" of commit %s", PrintableLine(first.commit)));
}

}  // namespace

absl::StatusOr<Season> ReadSeason(const ArenaState& state, int number,
                                  const std::string& directory) {
  Season season = state.SeasonBefore(number);
  if (!NeedsResults(state.format)) return season;
  for (std::size_t i = 0; i < season.rounds.size(); ++i) {
    ASSIGN_OR_RETURN(std::vector<stats::PairSums> leads,
                     ReadLeads(state, static_cast<int>(i) + 1, directory));
    season.rounds[i].leads = std::move(leads);
  }
  return season;
}

absl::StatusOr<std::optional<RoundPlan>> NextRound(const ArenaState& state,
                                                   const std::string& directory,
                                                   const std::set<int>& away) {
  ASSIGN_OR_RETURN(const JournalEntries disqualified,
                   NewlyDisqualified(state, directory));
  ASSIGN_OR_RETURN(const std::optional<Planned> planned,
                   Plan(After(state, disqualified), directory, away));
  const std::optional<Planned>& found = planned;
  if (!found) return std::nullopt;
  return found->plan;
}

absl::StatusOr<bool> PlanNextRound(
    const std::string& directory,
    const std::function<bool(const Entrant&)>& away,
    const std::shared_ptr<FinishedRounds>& finished) {
  bool is_planned = false;
  RETURN_IF_ERROR(UpdateState(
      directory, [&](const ArenaState& read) -> absl::StatusOr<JournalEntries> {
        ArenaState before = read;
        if (finished != nullptr) before.finished = finished;
        ASSIGN_OR_RETURN(JournalEntries entries,
                         NewlyDisqualified(before, directory));
        const ArenaState state = After(before, entries);
        ASSIGN_OR_RETURN(const std::optional<Planned> planned,
                         Plan(state, directory, AwayNow(state, away)));
        if (!planned) return entries;
        is_planned = true;
        entries.push_back(
            EntryOf(*planned, static_cast<int>(state.rounds.size()) + 1));
        return entries;
      }));
  return is_planned;
}

absl::StatusOr<std::vector<StoredUsage>> UsageOfEntrants(
    const ArenaState& state, const std::string& directory) {
  std::vector<StoredUsage> usage(state.entrants.size());
  for (std::size_t i = 0; i < usage.size(); ++i) {
    usage[i].bot = BotIndex(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < state.rounds.size(); ++i) {
    ASSIGN_OR_RETURN(const std::optional<std::vector<StoredUsage>> used,
                     ReadUsage(static_cast<int>(i) + 1, directory));
    const std::optional<std::vector<StoredUsage>>& found = used;
    if (!found) continue;
    const std::vector<int> met = ListEntrants(state.rounds[i]);
    for (const StoredUsage& of : *found) {
      usage[static_cast<std::size_t>(met[Index(of.bot)])].usage += of.usage;
    }
  }
  return usage;
}

absl::StatusOr<std::vector<double>> MeasuredCosts(
    const ArenaState& state, const std::string& directory) {
  std::vector<double> nanoseconds(state.entrants.size());
  std::vector<double> items(state.entrants.size());
  for (std::size_t i = 0; i < state.rounds.size(); ++i) {
    ASSIGN_OR_RETURN(const auto busy,
                     ReadBusy(state, static_cast<int>(i) + 1, directory));
    const std::optional<std::map<int, double>>& found = busy;
    if (!found) continue;
    for (const auto& [entrant, of_round] : *found) {
      nanoseconds[static_cast<std::size_t>(entrant)] += of_round;
    }
    const double each = static_cast<double>(state.rounds[i].items) *
                        state.settings.rulesets_size();
    ForEachPlayer(state.rounds[i], [&](int entrant) {
      items[static_cast<std::size_t>(entrant)] += each;
    });
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i] > 0) nanoseconds[i] = std::round(nanoseconds[i] / items[i]);
  }
  return nanoseconds;
}

absl::Status CheckPlans(const ArenaState& state, const std::string& directory) {
  if (!NeedsResults(state.format) && state.format != RoundFormat::kIndividual) {
    return absl::OkStatus();  // ReplayJournal did
  }
  for (std::size_t i = 0; i < state.rounds.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    ASSIGN_OR_RETURN(const Season season, ReadSeason(state, number, directory));
    if (PlanRound(season) == std::optional(state.rounds[i])) continue;
    return absl::DataLossError(absl::StrFormat(
        "%s: round %d is not the one that follows from the %s before it: "
        "another version of the program, whose planner differs, has planned "
        "it, or the journal was changed%s. All else is as stored. The arena "
        "can go on; that version verifies its plans",
        directory, number, NeedsResults(state.format) ? "results" : "rounds",
        PlayedBy(number, directory)));
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
