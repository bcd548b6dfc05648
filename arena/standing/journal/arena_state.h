// The state of an arena after the events of its journal: who plays, and what
// has been planned. A function of the journal alone, except what it remembers
// of rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/btree_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/standing/journal/finished_rounds.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/planner/round_robin_planner.h"
#include "arena/standing/planner/season.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

enum class EntrantStatus : std::uint8_t {
  kPlays,
  kReplaced,  // by a later version
  kRetired,
  kDisqualified,  // forfeited too many units in a round
};

// "plays", "replaced", "retired" or "disqualified".
std::string StatusName(EntrantStatus status);

// A version of a bot.
struct Entrant {
  v1::BotEntry bot;  // as submitted; its name is without the version
  std::uint32_t version = 1;
  EntrantStatus status = EntrantStatus::kPlays;
  // The skeletons of its name, as stored with the first version; empty in old
  // journals.
  std::vector<std::string> name_skeletons;
  // If it is disqualified: how many units it had forfeited, and how many rounds
  // were planned before that.
  std::uint64_t forfeited_units = 0;
  std::size_t rounds_before = 0;
  // Its name in rounds and reports: "NAME v1".
  [[nodiscard]] std::string Label() const;
  // Returns true if it connects to the arena, so that it may be away.
  [[nodiscard]] bool DialsIn() const { return bot.has_dial_in(); }
};

// Returns true if the version plays, or did until the bot that dials in came
// with another one: an author cannot prevent a disqualification in that way.
bool MayBeDisqualified(const Entrant& entrant);

// The bot as it is on this machine: with an absolute directory without links,
// if it has one.
v1::BotEntry LocatedBot(const v1::BotEntry& bot, const std::string& directory);

// A submission that was refused.
struct Refusal {
  std::string name;
  std::string reason;
  std::string author;  // of a bot that dials in; empty otherwise
  std::string digest;  // likewise: of its identity
};

// The terms under which a round was planned.
struct RoundTerms {
  std::vector<int> playing;   // ascending
  int challenger = -1;        // as in Season
  std::uint64_t target = 0;   // deals or matches per pairing and ruleset
  int rounds_wanted = 0;      // of a Swiss; 0: as few as can find a winner
  std::vector<double> costs;  // as in Season
};

// The rounds and deals that are left to plan.
struct LeftToPlan {
  int pairings = 0;  // or pairs of partners, that have not reached the target
  std::uint64_t items = 0;  // their deals or matches per ruleset
};

// The teams of a PlannedTable.
using TeamPair = std::pair<std::vector<int>, std::vector<int>>;

struct ArenaState {
  v1::LeagueConfig settings;  // without bots
  RoundFormat format = RoundFormat::kRoundRobin;
  // Deals or matches per pairing (individual: per two partners) and ruleset.
  std::uint64_t target = 0;
  std::uint64_t round_items = 0;  // the most in a round
  int rounds_wanted = 0;          // as in RoundTerms
  int top = 5;                    // as in Season
  std::vector<Entrant> entrants;  // in the order of their submission
  std::vector<Refusal> refusals;
  std::vector<RoundPlan> rounds;  // by number - 1
  std::vector<RoundTerms> terms;  // likewise
  // The deals or matches per ruleset that are planned for two entrants, the
  // lower number first.
  absl::btree_map<std::pair<int, int>, std::uint64_t> planned;
  // The same for two teams of an individual tournament, as in PlannedTable.
  std::map<TeamPair, std::uint64_t> planned_tables;
  // The memory of functions that read rounds. The process that holds the right
  // to play may share it with the state after later entries. Never null.
  std::shared_ptr<FinishedRounds> finished = std::make_shared<FinishedRounds>();

  // The newest version of the bot `name`, whether it plays or not; null if
  // there is none.
  [[nodiscard]] std::optional<int> Newest(const std::string& name) const;
  // The field of the next round of a round robin or a gauntlet, without the
  // entrants that are `away`. The state outlives it.
  [[nodiscard]] RoundRobinField Field(const std::set<int>& away = {}) const;
  // The rest after all planned rounds, without the entrants that are `away`.
  // Requires: a format that needs no results (plan_round.h).
  [[nodiscard]] LeftToPlan Left(const std::set<int>& away = {}) const;
  // Those of the next round; nothing is measured.
  [[nodiscard]] RoundTerms Terms(const std::set<int>& away = {}) const;
  // The season that round `number` follows from, without results. Requires: 1
  // <= number <= rounds.size() + 1.
  [[nodiscard]] Season SeasonBefore(int number) const;
};

// "round robin", "Swiss" and so on.
std::string FormatName(RoundFormat format);

// How much is played in all: "every pairing plays 400 deals per ruleset", and
// the like for the other formats.
std::string TargetText(const ArenaState& state);

// Returns the state after `entries`. DataLoss names an entry that cannot have
// happened: an unknown bot, a wrong version or round, a round that cannot have
// been planned. Whether a round follows from earlier results, or in an
// individual tournament from earlier rounds, is checked by VerifyArena().
absl::StatusOr<ArenaState> ReplayJournal(const JournalEntries& entries);

// ReadJournal() and ReplayJournal().
absl::StatusOr<ArenaState> ReadState(const std::string& directory);

// UpdateJournal() with the state of the arena in place of its entries.
absl::Status UpdateState(
    const std::string& directory,
    const std::function<absl::StatusOr<JournalEntries>(const ArenaState&)>&
        decide);

}  // namespace couillon::arena
