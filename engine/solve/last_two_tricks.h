// The last two tricks of four players, solved by playing all 16 choices of the
// first of them at once: one choice per byte of a vector. Without branches, it
// takes less time than a search of the few choices that matter.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/solve/duty_classes.h"
#include "engine/solve/search_table.h"

namespace couillon {

class LastTwoTricks {
 public:
  static constexpr int kPlayers = 4;
  using Hands = std::array<CardSet, kPlayers>;  // from the leader on

  // Hands are of labels.
  explicit LastTwoTricks(const SearchTable& table)
      : LastTwoTricks(table, /*of_labels=*/true) {}

  // The same for hands of cards.
  static LastTwoTricks OfCards(const SearchTable& table) {
    return LastTwoTricks(table, /*of_labels=*/false);
  }

  // The card points that side 0 gets. Requires: two cards per hand, none of
  // them under another, and rules without a duty to beat a card.
  // `ours`: whether side 0 leads.
  [[nodiscard]] int PointsOf(const Hands& hands, bool ours) const;

  // The same if side 0 also plays for tricks, but for card points only as long
  // as it gets one trick and the other side too: 0 if it gets no trick, 1 more
  // than its card points if it gets one, 2 more if it gets both.
  [[nodiscard]] int ComputeStep(const Hands& hands, bool ours) const;

  // The steps after each card of the player whose turn it is.
  struct Steps {
    int lower = 0;
    int higher = 0;  // of the card with the higher index
  };
  // The same in the middle of the first trick: `hands` include the cards played
  // to it, which are `played`. Both steps are the same if only one card is
  // legal. Requires: not all have played.
  [[nodiscard]] Steps ComputeSteps(const Hands& hands, CardSet played,
                                   bool ours) const;

 private:
  // The lane numbered j plays the higher card of the n-th player if bit n of j
  // is set.
  using Lanes [[gnu::vector_size(16)]] = std::uint8_t;

  // The known facts of one card, the same in all lanes.
  struct Face {
    Lanes strength;  // a multiple of 4
    Lanes suit;      // one bit per effective suit
    Lanes points;
  };
  // Per player.
  using Faces = std::array<Face, kPlayers>;
  // Per player: 0xff in the lanes that play the higher card first.
  using Choices = std::array<Lanes, kPlayers>;

  // The card points of side 0, by lane.
  struct Outcomes {
    Lanes points;
    Lanes first;  // 0xff if it takes the first trick
    Lanes last;
  };

  LastTwoTricks(const SearchTable& table, bool of_labels);
  [[nodiscard]] Choices ListChoices(const Hands& hands) const;
  [[nodiscard]] Choices ChoicesAfter(const Hands& hands, CardSet played) const;
  [[nodiscard, gnu::always_inline]] Outcomes ComputeOutcomes(
      const Hands& hands, const Choices& choices, bool ours) const;
  [[nodiscard]] static Lanes StepsIn(const Outcomes& outcomes) {
    return outcomes.points - outcomes.first - outcomes.last;  // 0xff is -1
  }
  // The strength of the winning card, plus the number of its player. `led` has
  // the suit led and trumps.
  static Lanes WinnerOf(const Faces& trick, Lanes led);
  // The values after the best choices of the players from the n-th on, by the
  // choices of those before.
  template <bool kOurs>
  [[gnu::always_inline]] static Lanes BestFor(Lanes values, std::size_t nth);
  [[gnu::always_inline]] static Lanes Best(Lanes values, bool ours,
                                           std::size_t nth = 0) {
    return ours ? BestFor<true>(values, nth) : BestFor<false>(values, nth);
  }

  Lanes trumps_;
  std::array<Face, kCards> faces_;
  std::array<DutyClasses, kCards> classes_;  // by the card led
};

}  // namespace couillon
