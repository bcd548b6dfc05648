// The schedule of a league: which bots play which deals of which ruleset,
// divided into units of work. It depends on the configuration alone.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/table/bot_index.h"
#include "arena/table/team.h"
#include "arena/table/team_bots.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

// Two teams that meet, or three. In a round robin a team is one bot on all
// seats of its side; in an individual tournament it has one bot per seat of its
// side. In a three-way league each of three bots is a team.
struct Pairing {
  TeamBots first;
  TeamBots second;
  TeamBots third;  // empty if two teams meet
  // The number of its first item: those before it belong to other leagues.
  std::uint64_t first_item = 0;
  [[nodiscard]] const TeamBots& operator[](Team team) const {
    return team == Team::kFirst    ? first
           : team == Team::kSecond ? second
                                   : third;
  }
  // The number of teams, 2 or 3.
  [[nodiscard]] int size() const { return third.empty() ? 2 : 3; }
  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// A block of deals (or matches) of one pairing under one ruleset, all of them
// in every seating. The smallest piece of work that is stored. UnitDeals
// (unit_deals.h) says which deals the numbers of its items stand for: deals of
// the pairing alone, or the same for all.
struct Unit {
  std::int64_t number = 0;  // in the order of the schedule
  int ruleset = 0;          // index in the league
  int round = 0;            // always 0 in a round robin
  std::int64_t block = 0;   // of the round
  int pairing = 0;          // of the round
  Pairing teams;
  std::uint64_t first_item = 0;
  std::uint32_t items = 0;

  // The bot on `seat` when `team` holds its side.
  [[nodiscard]] BotIndex BotAt(Team team, Seat seat, int sides) const {
    const TeamBots& bots = teams[team];
    return bots[static_cast<std::size_t>(seat / sides) % bots.size()];
  }
  // The team that `bot` belongs to; null if none.
  [[nodiscard]] std::optional<Team> TeamOf(BotIndex bot) const;
  [[nodiscard]] bool Has(BotIndex bot) const { return TeamOf(bot).has_value(); }
};

class Schedule {
 public:
  // Every two bots meet, on items with the same numbers in all pairings.
  // Requires: bots >= 2, rulesets >= 1, items >= 1, block_items >= 1.
  static Schedule RoundRobin(int bots, int rulesets, std::uint64_t items,
                             std::uint32_t block_items);
  // Every three bots meet, on items with the same numbers at all tables.
  // Requires: bots >= 3, rulesets >= 1, items >= 1, block_items >= 1.
  static Schedule ThreeWay(int bots, int rulesets, std::uint64_t items,
                           std::uint32_t block_items);
  // One round of these pairings, at least one. Otherwise as RoundRobin.
  static Schedule Listed(std::vector<Pairing> pairings, int rulesets,
                         std::uint64_t items, std::uint32_t block_items);
  // The rounds of a movement (see movement.h). Each round has `items` numbers
  // of its own, the same at every table. Requires: at least one round and one
  // pairing, rulesets >= 1, items >= 1, block_items >= 1.
  static Schedule Rounds(std::vector<std::vector<Pairing>> rounds, int rulesets,
                         std::uint64_t items, std::uint32_t block_items);

  // The number of units of `pairings` pairings, over all rounds. Requires:
  // rulesets >= 1, items >= 1, block_items >= 1.
  static std::int64_t CountUnits(std::int64_t pairings, int rulesets,
                                 std::uint64_t items,
                                 std::uint32_t block_items);

  [[nodiscard]] std::int64_t units() const;
  // Units are ordered by round and block first, so that at any time all
  // pairings have finished nearly the same items. Requires:
  // 0 <= number < units().
  [[nodiscard]] Unit unit(std::int64_t number) const;
  // The pairings of each round; all rounds have the same number of them.
  [[nodiscard]] const std::vector<std::vector<Pairing>>& rounds() const {
    return rounds_;
  }

 private:
  Schedule(std::vector<std::vector<Pairing>> rounds, int rulesets,
           std::uint64_t items, std::uint32_t block_items);
  std::vector<std::vector<Pairing>> rounds_;
  int rulesets_;
  std::uint64_t items_;  // of a round
  std::uint32_t block_items_;
};

}  // namespace couillon::arena
