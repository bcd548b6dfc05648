// A unit follows from its number: pairings vary fastest, then rulesets, blocks
// and rounds.

#include "arena/table/schedule/schedule.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

std::int64_t BlocksOf(std::uint64_t items, std::uint32_t block_items) {
  return static_cast<std::int64_t>((items + block_items - 1) / block_items);
}

// A list in braces would copy the pairings.
std::vector<std::vector<Pairing>> OneRound(std::vector<Pairing> pairings) {
  std::vector<std::vector<Pairing>> rounds;
  rounds.push_back(std::move(pairings));
  return rounds;
}

}  // namespace

std::optional<Team> Unit::TeamOf(BotIndex bot) const {
  for (const Team team : kAllTeams) {
    const TeamBots& bots = teams[team];
    if (std::find(bots.begin(), bots.end(), bot) != bots.end()) return team;
  }
  return std::nullopt;
}

Schedule Schedule::RoundRobin(int bots, int rulesets, std::uint64_t items,
                              std::uint32_t block_items) {
  std::vector<Pairing> pairings;
  const auto all = static_cast<std::size_t>(bots);
  pairings.reserve(all * (all - 1) / 2);
  for (int first = 0; first < bots; ++first) {
    for (int second = first + 1; second < bots; ++second) {
      pairings.push_back(
          {.first = {BotIndex(first)}, .second = {BotIndex(second)}});
    }
  }
  return Schedule(OneRound(std::move(pairings)), rulesets, items, block_items);
}

Schedule Schedule::ThreeWay(int bots, int rulesets, std::uint64_t items,
                            std::uint32_t block_items) {
  std::vector<Pairing> tables;
  for (int first = 0; first < bots; ++first) {
    for (int second = first + 1; second < bots; ++second) {
      for (int third = second + 1; third < bots; ++third) {
        tables.push_back({.first = {BotIndex(first)},
                          .second = {BotIndex(second)},
                          .third = {BotIndex(third)}});
      }
    }
  }
  return Schedule(OneRound(std::move(tables)), rulesets, items, block_items);
}

Schedule Schedule::Listed(std::vector<Pairing> pairings, int rulesets,
                          std::uint64_t items, std::uint32_t block_items) {
  return Schedule(OneRound(std::move(pairings)), rulesets, items, block_items);
}

Schedule Schedule::Rounds(std::vector<std::vector<Pairing>> rounds,
                          int rulesets, std::uint64_t items,
                          std::uint32_t block_items) {
  return Schedule(std::move(rounds), rulesets, items, block_items);
}

Schedule::Schedule(std::vector<std::vector<Pairing>> rounds, int rulesets,
                   std::uint64_t items, std::uint32_t block_items)
    : rounds_(std::move(rounds)),
      rulesets_(rulesets),
      items_(items),
      block_items_(block_items) {
  COUILLON_CHECK(!rounds_.empty() && !rounds_[0].empty());
  COUILLON_CHECK(rulesets >= 1 && items >= 1 && block_items >= 1);
}

std::int64_t Schedule::CountUnits(std::int64_t pairings, int rulesets,
                                  std::uint64_t items,
                                  std::uint32_t block_items) {
  return pairings * rulesets * BlocksOf(items, block_items);
}

std::int64_t Schedule::units() const {
  return CountUnits(
      static_cast<std::int64_t>(rounds_.size() * rounds_[0].size()), rulesets_,
      items_, block_items_);
}

Unit Schedule::unit(std::int64_t number) const {
  const auto pairings = static_cast<std::int64_t>(rounds_[0].size());
  Unit unit;
  unit.number = number;
  unit.pairing = static_cast<int>(number % pairings);
  number /= pairings;
  unit.ruleset = static_cast<int>(number % rulesets_);
  number /= rulesets_;
  const std::int64_t blocks = BlocksOf(items_, block_items_);
  unit.block = number % blocks;
  unit.round = static_cast<int>(number / blocks);
  unit.teams = rounds_[static_cast<std::size_t>(unit.round)]
                      [static_cast<std::size_t>(unit.pairing)];
  const std::uint64_t of_round =
      static_cast<std::uint64_t>(unit.block) * block_items_;
  unit.first_item = unit.teams.first_item +
                    static_cast<std::uint64_t>(unit.round) * items_ + of_round;
  unit.items = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(block_items_, items_ - of_round));
  return unit;
}

}  // namespace couillon::arena
