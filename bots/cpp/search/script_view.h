// The knowledge from the calls of a deal about the places of its pack: which
// were turned up, and which cards a player already held when they made trumps.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

struct ScriptView {
  std::uint32_t turned = 0;  // places of the cards turned up; bit = place
  // The place of the card on offer or turned last, if the step has one.
  std::optional<std::uint8_t> upcard_place;
  // The seat that made trumps by showing a card or by naming a suit that they
  // have to hold, and how many cards they had then.
  Seat namer = kNoSeat;
  std::uint8_t namer_held = 0;
  std::optional<Card> shown;
  std::optional<Suit> named;
  // While trumps are made: the cards that the decider has received.
  std::uint8_t own_held = 0;
};

// The number of seats before `seat` in turn order from eldest.
[[nodiscard]] int TurnsFromEldest(const CompiledRules& rules, Seat dealer,
                                  Seat seat);

[[nodiscard]] ScriptView ViewScript(const CompiledRules& rules,
                                    const Observation& observation);

}  // namespace couillon::bots
