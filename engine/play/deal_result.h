// The result of a deal, and what it is worth in game points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// The facts of a finished deal that determine its score. Aligned so that
// functions return it in memory: to return it in registers, GCC 12 writes it to
// memory byte by byte and stalls when it reads it back as words.
struct alignas(32) DealResult {
  bool abandoned = false;
  std::optional<Suit> trump;
  Seat maker = kNoSeat;
  Side maker_side = kNoSide;
  Side mit_side = kNoSide;  // who declared the Mit'
  bool kontra = false;
  bool re = false;
  std::array<std::uint8_t, kMaxSides> card_points{};
  std::array<std::uint8_t, kMaxSides> tricks{};
  friend bool operator==(const DealResult&, const DealResult&) = default;
};

// Game points of a deal, by side.
struct DealScore {
  Side winner = kNoSide;
  bool tie = false;  // the most card points are shared
  std::array<std::uint16_t, kMaxSides> erase{};
  std::array<std::uint16_t, kMaxSides> add{};
  std::uint16_t bonus_after = 0;  // carry left for the next winners
  // The makers took no trick: a title in Malmedy, not a score.
  bool bourgumesse = false;
  friend bool operator==(const DealScore&, const DealScore&) = default;
};

// Returns the score of a deal played with a carry of `bonus_before` game points
// pending (rules.md 3.5, rows C-84 to C-103).
DealScore ScoreDeal(const Ruleset& ruleset, const DealResult& result,
                    std::uint16_t bonus_before);

}  // namespace couillon
