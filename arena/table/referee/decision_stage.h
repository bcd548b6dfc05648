// The stage of a deal that a decision belongs to, since the time that bots take
// depends on it: a search that names trumps at once may take long for the first
// card.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arena/table/enum_array.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/play/position.h"

namespace couillon::arena {

// kTrump, kAnnouncement, and above them the cards, by the number of cards that
// all seats have still to play. Those count backwards from the end of a deal
// because the time of a search depends on the cards that are left, so that one
// count serves all rulesets of a league; and they count cards, not tricks,
// since a search for the lead of a trick takes longer than one for its last
// card.
enum class DecisionStage : std::uint8_t {
  kTrump,         // making trumps
  kAnnouncement,  // Mit', Kontra or Re
  kLastCard,      // the last card; with one more to play, the next number
};

inline constexpr std::size_t kDecisionStages =
    static_cast<std::size_t>(DecisionStage::kLastCard) + kCards;

template <typename Value>
using PerDecisionStage = EnumArray<DecisionStage, Value, kDecisionStages>;

// The stage of a card that is played with `cards_left` cards to be played, it
// included; 1 to kCards.
[[nodiscard]] constexpr DecisionStage CardStage(int cards_left) {
  // Not all stages have names.
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange)
  return static_cast<DecisionStage>(static_cast<int>(DecisionStage::kLastCard) +
                                    std::clamp(cards_left, 1, kCards) - 1);
}

// The stage of the decision that is due. Requires: !position.done().
[[nodiscard]] inline DecisionStage StageOf(const Position& position) {
  switch (position.phase()) {
    case Phase::kTrump:
      return DecisionStage::kTrump;
    case Phase::kMit:
    case Phase::kKontra:
    case Phase::kRe:
      return DecisionStage::kAnnouncement;
    default:
      return CardStage(position.rules().players * position.tricks_left() -
                       static_cast<int>(position.trick().size()));
  }
}

}  // namespace couillon::arena
