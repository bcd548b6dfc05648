// What is known of a deal: the public cards, and cards that seats began with.
// Only rulesets with the simplest course are covered: all cards are dealt face
// down, then a card beside the hands is offered, and if all pass, another card
// beside the hands makes trumps. Under the other rulesets nothing is known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots::broken {

struct DealFacts {
  Seat dealer = 0;
  Card offered;
  std::optional<Card> turned;  // after all have passed
  // Cards that each seat certainly began with.
  std::array<CardSet, kMaxSeats> hands{};

  friend bool operator==(const DealFacts&, const DealFacts&) = default;
};

// What one seat sees at a decision. Trivially copyable, so that a channel can
// send it as bytes.
struct Sighting {
  // Under the rulesets covered each seat is asked for one call.
  static constexpr std::size_t kMaxMoves = 2 * kMaxSeats + kCards;

  DealFacts facts;
  Seat seat = 0;
  // The table so far: two bytes per call (seat, action), one per card played.
  std::uint8_t move_count = 0;
  std::array<std::uint8_t, kMaxMoves> moves{};

  // The cards that `seat` began with; all of them are known to it.
  [[nodiscard]] CardSet hand() const { return facts.hands[seat]; }
};

// Whether a deal under these rules follows from DealFacts.
bool AreCovered(const CompiledRules& rules);

// The seat of each card played, in order.
std::vector<Seat> SeatsOfCards(const CompiledRules& rules,
                               const Observation& observation);

// Requires: AreCovered(rules).
Sighting See(const CompiledRules& rules, const Observation& observation);

// The facts of both; nothing if they cannot be facts of the same deal.
// `hand_size` is the number of cards of each seat.
std::optional<DealFacts> Merge(const DealFacts& one, const DealFacts& other,
                               int hand_size);

// Whether one of the two may be an earlier state of the other's table.
bool MayShareTable(const Sighting& one, const Sighting& other);

}  // namespace couillon::bots::broken
