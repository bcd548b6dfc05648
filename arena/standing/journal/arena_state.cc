// Each kind of entry has a function that applies it and refuses what cannot
// follow.

#include "arena/standing/journal/arena_state.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"
#include "arena/standing/journal/entry_ranges.h"
#include "arena/standing/planner/individual_planner.h"
#include "arena/standing/planner/plan_round.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

absl::Status Submit(const v1::BotSubmitted& submitted, ArenaState& state) {
  const std::optional<int> newest = state.Newest(submitted.bot().name());
  std::uint32_t version = 1;
  if (newest) {
    Entrant& before = state.entrants[static_cast<std::size_t>(*newest)];
    version = before.version + 1;
    if (before.status == EntrantStatus::kPlays) {
      before.status = EntrantStatus::kReplaced;
    }
  }
  if (submitted.version() != version) {
    return absl::DataLossError(
        absl::StrFormat("bot %s has version %d; expected %d",
                        submitted.bot().name(), submitted.version(), version));
  }
  Entrant entrant{.bot = submitted.bot(), .version = version};
  entrant.name_skeletons.assign(submitted.name_skeletons().begin(),
                                submitted.name_skeletons().end());
  if (newest && entrant.name_skeletons.empty()) {
    entrant.name_skeletons =
        state.entrants[static_cast<std::size_t>(*newest)].name_skeletons;
  }
  state.entrants.push_back(std::move(entrant));
  return absl::OkStatus();
}

absl::Status Retire(const std::string& name, ArenaState& state) {
  const std::optional<int> newest = state.Newest(name);
  if (!newest || state.entrants[static_cast<std::size_t>(*newest)].status !=
                     EntrantStatus::kPlays) {
    return absl::DataLossError(absl::StrFormat(
        "bot %s retires and does not play", PrintableLine(name)));
  }
  state.entrants[static_cast<std::size_t>(*newest)].status =
      EntrantStatus::kRetired;
  return absl::OkStatus();
}

absl::Status Disqualify(const v1::BotDisqualified& disqualified,
                        ArenaState& state) {
  for (Entrant& entrant : state.entrants) {
    if (entrant.bot.name() != disqualified.name() ||
        entrant.version != disqualified.version() ||
        !MayBeDisqualified(entrant)) {
      continue;
    }
    entrant.status = EntrantStatus::kDisqualified;
    entrant.forfeited_units = disqualified.units();
    entrant.rounds_before = state.rounds.size();
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrFormat(
      "bot %s v%d is disqualified and does not play",
      PrintableLine(disqualified.name()), disqualified.version()));
}

// Returns true if an entrant may be left out of a round: it plays, and dials
// in.
bool MayBeAway(const ArenaState& state, std::uint32_t number) {
  if (number >= state.entrants.size()) return false;
  const Entrant& entrant = state.entrants[number];
  return entrant.status == EntrantStatus::kPlays && entrant.DialsIn();
}

RoundPlan PlanOf(const v1::RoundPlanned& round) {
  RoundPlan plan{.items = round.items()};
  for (const v1::LeaguePairing& pairing : round.pairings()) {
    plan.pairings.push_back({.first = static_cast<int>(pairing.first()),
                             .second = static_cast<int>(pairing.second()),
                             .first_item = pairing.first_item()});
  }
  plan.byes.assign(round.byes().begin(), round.byes().end());
  for (const v1::LeagueTable& table : round.tables()) {
    plan.tables.push_back(
        {.first = {table.first().begin(), table.first().end()},
         .second = {table.second().begin(), table.second().end()},
         .first_item = table.first_item()});
  }
  return plan;
}

int CountSeats(const v1::LeagueConfig& settings) {
  return settings.rulesets().empty()
             ? 0
             : static_cast<int>(
                   settings.rulesets(0).ruleset().table().players());
}

// The same for a round of an individual tournament: as many different bots at a
// table as it has seats, each two teams from the deal where they stopped.
bool AreTablesPlayable(const ArenaState& state, const std::set<int>& away,
                       const RoundPlan& plan) {
  const std::vector<int> playing = state.Terms(away).playing;
  const auto team_size =
      static_cast<std::size_t>(CountSeats(state.settings)) / 2;
  std::map<TeamPair, std::uint64_t> planned = state.planned_tables;
  for (const PlannedTable& table : plan.tables) {
    std::set<int> players(table.first.begin(), table.first.end());
    players.insert(table.second.begin(), table.second.end());
    std::uint64_t& played = planned[{table.first, table.second}];
    if (table.first.size() != team_size || table.second.size() != team_size ||
        players.size() != 2 * team_size || table.first_item != played ||
        !std::includes(playing.begin(), playing.end(), players.begin(),
                       players.end())) {
      return false;
    }
    played += plan.items;
  }
  return plan.items > 0 && !plan.tables.empty() && plan.pairings.empty() &&
         plan.byes.empty();
}

// Returns true if `plan` can be played, whatever came before: two who play,
// each pair once, from the deal where it stopped.
bool IsPlayable(const ArenaState& state, const std::set<int>& away,
                const RoundPlan& plan) {
  const std::vector<int> playing = state.Terms(away).playing;
  const auto plays = [&playing](int entrant) {
    return std::binary_search(playing.begin(), playing.end(), entrant);
  };
  std::set<std::pair<int, int>> pairs;
  for (const PlannedPairing& pairing : plan.pairings) {
    const auto found = state.planned.find({pairing.first, pairing.second});
    const std::uint64_t played =
        found == state.planned.end() ? 0 : found->second;
    if (pairing.first >= pairing.second || !plays(pairing.first) ||
        !plays(pairing.second) || pairing.first_item != played ||
        !pairs.emplace(pairing.first, pairing.second).second) {
      return false;
    }
  }
  return plan.items > 0 && !pairs.empty() &&
         std::all_of(plan.byes.begin(), plan.byes.end(), plays);
}

bool MayFollow(const ArenaState& state, const std::set<int>& away,
               const RoundPlan& plan) {
  if (state.format == RoundFormat::kIndividual) {
    return AreTablesPlayable(state, away, plan);
  }
  if (!plan.tables.empty()) return false;
  return NeedsResults(state.format)
             ? IsPlayable(state, away, plan)
             : PlanRoundRobin(state.Field(away)) == std::optional(plan);
}

// Commands walk over all units of a round that are missing.
constexpr double kMaxRoundUnits = 1 << 26;

absl::Status CheckUnits(const v1::RoundPlanned& round,
                        const v1::LeagueConfig& settings) {
  const double units = std::ceil(static_cast<double>(round.items()) /
                                 std::max<double>(settings.block_items(), 1)) *
                       (round.pairings_size() + round.tables_size()) *
                       settings.rulesets_size();
  if (units <= kMaxRoundUnits) return absl::OkStatus();
  return absl::DataLossError(
      absl::StrFormat("round %d has %.0f units; expected at most %.0f",
                      round.number(), units, kMaxRoundUnits));
}

absl::Status AddRound(const v1::RoundPlanned& round, ArenaState& state) {
  RETURN_IF_ERROR(CheckUnits(round, state.settings));
  std::set<int> away;
  for (const std::uint32_t entrant : round.away()) {
    if (!MayBeAway(state, entrant)) {
      return absl::DataLossError(
          absl::StrFormat("round %d leaves out entrant %d; expected one that "
                          "plays and dials in",
                          round.number(), entrant));
    }
    away.insert(static_cast<int>(entrant));
  }
  RoundPlan plan = PlanOf(round);
  if (round.number() != state.rounds.size() + 1 ||
      !MayFollow(state, away, plan)) {
    return absl::DataLossError(absl::StrFormat(
        "round %d is not the one that follows from the journal so far",
        round.number()));
  }
  RoundTerms terms = state.Terms(away);
  terms.costs.assign(round.costs_ns().begin(), round.costs_ns().end());
  state.terms.push_back(std::move(terms));
  for (const PlannedPairing& pairing : plan.pairings) {
    state.planned[{pairing.first, pairing.second}] =
        pairing.first_item + plan.items;
  }
  for (const PlannedTable& table : plan.tables) {
    state.planned_tables[{table.first, table.second}] =
        table.first_item + plan.items;
  }
  state.rounds.push_back(std::move(plan));
  return absl::OkStatus();
}

RoundFormat FormatOf(v1::RoundFormat format) {
  switch (format) {
    case v1::ROUND_FORMAT_GAUNTLET:
      return RoundFormat::kGauntlet;
    case v1::ROUND_FORMAT_SWISS:
      return RoundFormat::kSwiss;
    case v1::ROUND_FORMAT_KNOCKOUT:
      return RoundFormat::kKnockout;
    case v1::ROUND_FORMAT_DOUBLE_KNOCKOUT:
      return RoundFormat::kDoubleKnockout;
    case v1::ROUND_FORMAT_ADAPTIVE:
      return RoundFormat::kAdaptive;
    case v1::ROUND_FORMAT_INDIVIDUAL:
      return RoundFormat::kIndividual;
    default:
      return RoundFormat::kRoundRobin;
  }
}

absl::Status Create(const v1::ArenaCreated& created, ArenaState& state) {
  if (!v1::RoundFormat_IsValid(created.format())) {
    return absl::DataLossError(
        absl::StrFormat("has the format %d, which this program does not know",
                        static_cast<int>(created.format())));
  }
  state.settings = created.settings();
  state.format = FormatOf(created.format());
  state.target = state.settings.items();
  state.round_items = created.round_items();
  state.rounds_wanted = static_cast<int>(created.rounds());
  if (created.top() > 0) state.top = static_cast<int>(created.top());
  return absl::OkStatus();
}

absl::Status Apply(const v1::JournalEntry& entry, ArenaState& state) {
  switch (entry.what_case()) {
    case v1::JournalEntry::kCreated:
      return Create(entry.created(), state);
    case v1::JournalEntry::kSubmitted:
      return Submit(entry.submitted(), state);
    case v1::JournalEntry::kRefused:
      state.refusals.push_back({.name = entry.refused().name(),
                                .reason = entry.refused().reason(),
                                .author = entry.refused().author(),
                                .digest = entry.refused().digest()});
      return absl::OkStatus();
    case v1::JournalEntry::kRetired:
      return Retire(entry.retired().name(), state);
    case v1::JournalEntry::kExtended:
      state.target = std::max(state.target, entry.extended().items());
      state.rounds_wanted = std::max(
          state.rounds_wanted, static_cast<int>(entry.extended().rounds()));
      return absl::OkStatus();
    case v1::JournalEntry::kDisqualified:
      return Disqualify(entry.disqualified(), state);
    case v1::JournalEntry::kRound:
      return AddRound(entry.round(), state);
    case v1::JournalEntry::WHAT_NOT_SET:
      break;
  }
  return absl::DataLossError("says nothing that this program knows");
}

}  // namespace

std::string StatusName(EntrantStatus status) {
  switch (status) {
    case EntrantStatus::kPlays:
      return "plays";
    case EntrantStatus::kReplaced:
      return "replaced";
    case EntrantStatus::kRetired:
      return "retired";
    case EntrantStatus::kDisqualified:
      return "disqualified";
  }
  COUILLON_CHECK(false);
}

bool MayBeDisqualified(const Entrant& entrant) {
  return entrant.status == EntrantStatus::kPlays ||
         (entrant.status == EntrantStatus::kReplaced && entrant.DialsIn());
}

std::string Entrant::Label() const {
  return absl::StrFormat("%s v%d", bot.name(), version);
}

v1::BotEntry LocatedBot(const v1::BotEntry& bot, const std::string& directory) {
  v1::BotEntry located = bot;
  if (bot.directory().empty()) return located;
  std::error_code error;
  located.set_directory(
      fs::weakly_canonical(
          fs::absolute(fs::path(directory) / bot.directory(), error), error)
          .string());
  return located;
}

std::optional<int> ArenaState::Newest(const std::string& name) const {
  for (std::size_t i = entrants.size(); i-- > 0;) {
    if (entrants[i].bot.name() == name) return static_cast<int>(i);
  }
  return std::nullopt;
}

RoundRobinField ArenaState::Field(const std::set<int>& away) const {
  const RoundTerms now = Terms(away);
  RoundRobinField field{.entrants = now.playing,
                        .played =
                            [this](int first, int second) {
                              const auto found = planned.find({first, second});
                              return found == planned.end() ? 0 : found->second;
                            },
                        .target = target,
                        .round_items = round_items};
  if (format == RoundFormat::kGauntlet) field.challenger = now.challenger;
  return field;
}

LeftToPlan ArenaState::Left(const std::set<int>& away) const {
  COUILLON_CHECK(!NeedsResults(format));
  if (format != RoundFormat::kIndividual) {
    const RoundRobinField field = Field(away);
    return {.pairings = PairingsLeft(field), .items = ItemsLeft(field)};
  }
  Season season = SeasonBefore(static_cast<int>(rounds.size()) + 1);
  season.playing = Terms(away).playing;
  const PartnersLeft left = CountPartnersLeft(season);
  return {.pairings = left.pairs, .items = left.items};
}

RoundTerms ArenaState::Terms(const std::set<int>& away) const {
  RoundTerms now{.target = target, .rounds_wanted = rounds_wanted};
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const bool here = away.count(static_cast<int>(i)) == 0;
    if (here && entrants[i].status == EntrantStatus::kPlays) {
      now.playing.push_back(static_cast<int>(i));
      if (entrants[i].bot.name() == entrants.front().bot.name()) {
        now.challenger = static_cast<int>(i);
      }
    }
  }
  return now;
}

Season ArenaState::SeasonBefore(int number) const {
  const auto before = static_cast<std::size_t>(number) - 1;
  COUILLON_CHECK(number >= 1 && before <= rounds.size());
  const RoundTerms of = before < rounds.size() ? terms[before] : Terms();
  Season season{.format = format,
                .target = of.target,
                .round_items = round_items,
                .rulesets = settings.rulesets_size(),
                .seats = CountSeats(settings),
                .rounds_wanted = of.rounds_wanted,
                .top = top,
                .playing = of.playing,
                .challenger = of.challenger,
                .costs = of.costs};
  for (std::size_t i = 0; i < before; ++i) {
    season.rounds.push_back({.plan = rounds[i],
                             .leads = {},
                             .target = terms[i].target,
                             .playing = terms[i].playing});
  }
  return season;
}

std::string FormatName(RoundFormat format) {
  switch (format) {
    case RoundFormat::kRoundRobin:
      return "round robin";
    case RoundFormat::kGauntlet:
      return "gauntlet";
    case RoundFormat::kSwiss:
      return "Swiss";
    case RoundFormat::kKnockout:
      return "knock-out";
    case RoundFormat::kDoubleKnockout:
      return "double knock-out";
    case RoundFormat::kAdaptive:
      return "adaptive";
    case RoundFormat::kIndividual:
      return "individual tournament";
  }
  COUILLON_CHECK(false);
}

std::string TargetText(const ArenaState& state) {
  const std::string each =
      absl::StrFormat("%d %s per ruleset", state.target,
                      std::string(ItemsWord(state.settings)));
  switch (state.format) {
    case RoundFormat::kIndividual:
      return "every two bots are partners on " + each;
    case RoundFormat::kAdaptive:
      return "all together play as many as if every pairing played " + each;
    case RoundFormat::kKnockout:
    case RoundFormat::kDoubleKnockout:
      return absl::StrFormat("every pairing plays at most %s, or %d if tied",
                             each, 2 * state.target);
    default:
      return "every pairing plays " + each;
  }
}

absl::StatusOr<ArenaState> ReplayJournal(const JournalEntries& entries) {
  ArenaState state;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const absl::Status status = Apply(entries[i], state);
    if (status.ok()) continue;
    return absl::Status(status.code(),
                        absl::StrFormat("journal, entry %d: %s", i + 1,
                                        std::string(status.message())));
  }
  return state;
}

absl::StatusOr<ArenaState> ReadState(const std::string& directory) {
  ASSIGN_OR_RETURN(const JournalEntries entries, ReadJournal(directory));
  absl::StatusOr<ArenaState> state = ReplayJournal(entries);
  if (state.ok()) return state;
  return absl::Status(state.status().code(),
                      absl::StrFormat("%s: %s", directory,
                                      std::string(state.status().message())));
}

absl::Status UpdateState(
    const std::string& directory,
    const std::function<absl::StatusOr<JournalEntries>(const ArenaState&)>&
        decide) {
  return UpdateJournal(
      directory,
      [&](const JournalEntries& entries) -> absl::StatusOr<JournalEntries> {
        ASSIGN_OR_RETURN(ArenaState state, ReplayJournal(entries));
        ASSIGN_OR_RETURN(JournalEntries more, decide(state));
        // An entry that could not be read again would end the arena.
        for (const v1::JournalEntry& entry : more) {
          RETURN_IF_ERROR(CheckEntry(entry));
          RETURN_IF_ERROR(Apply(entry, state));
        }
        return more;
      });
}

}  // namespace couillon::arena
