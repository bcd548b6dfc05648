// A card in numbers, as the player who may play it sees it: the terms of the
// sum by which CardPolicy scores a card. Most features are 1 or 0: which of a
// few cases applies. Cards of the same moment of a deal are compared, so each
// kind of moment has weights of its own (a set).
#pragma once

#include <algorithm>

#include "bots/cpp/card_choice.h"
#include "bots/cpp/table_view.h"
#include "bots/cpp/trick_view.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// A feature that applies counts so much; others are numbers in this unit.
inline constexpr int kFeatureUnit = 64;

// Leads: a set for hands of 2, 3, 4, and 5 or more cards.
inline constexpr int kLeadSets = 4;
inline constexpr int kLeadFeatures = 110;
// Other cards: a set for each place in the trick and hands of 2, 3, and 4 or
// more cards.
inline constexpr int kFollowSets = 15;
inline constexpr int kFollowFeatures = 64;
inline constexpr int kCardFeatures =
    kLeadSets * kLeadFeatures + kFollowSets * kFollowFeatures;

class CardFeatures {
 public:
  // The player whose turn it is in `view`; `maker`: who made trumps, or
  // kNoSeat. Requires: `view` outlives the features.
  CardFeatures(const TableView& view, Seat maker)
      : view_(view),
        rules_(*view.rules),
        trumps_(view.table->trumps),
        trumps_out_((view.at_large & trumps_).size()),
        own_trumps_((view.own & trumps_).size()),
        role_(RoleOf(maker)) {
    for (const Card card : view_.own & ~trumps_) {
      if ((view_.HigherInSuit(card) & view_.at_large).empty()) ++sure_cards_;
    }
    for (const Card card : view_.trick) points_ += CardPoints(rules_, card);
    set_ = FirstOfSet();
  }

  // Calls `add(feature, amount)` for each feature that is not 0.
  template <typename Add>
  void ForEach(const CardValue& card, const Add& add) const {
    const auto add_to_set = [this, &add](int feature, int amount) {
      add(set_ + feature, amount);
    };
    add(set_, card.value / (16384 / kFeatureUnit));
    if (!view_.trick.empty()) {
      AddFollow(card, add_to_set);
    } else if (trumps_.Has(card.card)) {
      AddTrumpLead(card, add_to_set);
    } else {
      AddPlainLead(card, add_to_set);
    }
  }

 private:
  // The first feature of each group; a group ends where the next begins.
  enum Lead : int {
    kLeadChance = 1,
    kLeadChanceOfPoints = 2,
    kTrumpHigher = 3,
    kTrumpPoints = 7,
    kTrumpLength = 8,
    kTrumpsOut = 12,
    kTrumpRole = 18,
    kTrumpSureCards = 26,
    kPlainHigher = 29,
    kPlainLength = 49,
    kPlainOut = 55,
    kPlainTrumpsOut = 61,
    kPlainRole = 69,
    kRivalRuffs = 77,
    kRivalVoids = 80,
    kPartnerRuffs = 83,
    kPartnerVoids = 85,
    kPlainTop = 87,
    kPlainFreeRuffs = 89,
    kPlainHeading = 97
  };
  enum Follow : int {
    kFollowPoints = 1,
    kFollowCard = 2,
    kFollowHigher = 22,
    kFollowChance = 30,
    kPointsWon = 38,
    kFollowLength = 40,
    kFollowTop = 46,
    kMakesVoid = 50,
    kFollowTrumpsOut = 51,
    kFollowRole = 57
  };

  // 0: nobody made trumps; 1: the player did, 2: their partner, 3: a rival.
  [[nodiscard]] int RoleOf(Seat maker) const {
    if (maker == kNoSeat) return 0;
    if (maker == view_.turn) return 1;
    return IsPartner(maker) ? 2 : 3;
  }
  [[nodiscard]] bool IsPartner(Seat seat) const {
    return rules_.SideOf(seat) == rules_.SideOf(view_.turn);
  }
  // 0: second; 1 and 2: in the middle, 3 and 4: last; a partner or a rival
  // holds the trick.
  [[nodiscard]] int PlaceInTrick() const {
    if (view_.trick.size() == 1) return 0;
    const bool last = view_.trick.size() + 1 == rules_.players;
    return (last ? 3 : 1) + (IsPartner(view_.winner) ? 0 : 1);
  }
  [[nodiscard]] int FirstOfSet() const {
    const int cards = view_.own.size();
    if (view_.trick.empty()) {
      return (std::clamp(cards, 2, 5) - 2) * kLeadFeatures;
    }
    const int set = PlaceInTrick() * 3 + std::clamp(cards, 2, 4) - 2;
    return kLeadSets * kLeadFeatures + set * kFollowFeatures;
  }
  [[nodiscard]] CardSet SuitOf(Card card) const {
    return trumps_.Has(card) ? trumps_ : Answers(*view_.table, card) & ~trumps_;
  }
  // The cards of its suit that beat it.
  [[nodiscard]] CardSet Higher(Card card) const {
    return trumps_.Has(card) ? BeatenBy(*view_.table, card)
                             : view_.HigherInSuit(card);
  }
  [[nodiscard]] int HigherOut(Card card) const {
    return std::min((Higher(card) & view_.at_large).size(), 3);
  }
  // Up to 4, the most that a card counts under the bundled rules.
  [[nodiscard]] int PointsOf(Card card) const {
    return std::min(CardPoints(rules_, card), 4);
  }

  template <typename Add>
  void AddLead(const CardValue& card, const Add& add) const {
    constexpr int kPerUnit = 1024 / kFeatureUnit;
    add(kLeadChance, card.chance / kPerUnit);
    add(kLeadChanceOfPoints, card.chance * PointsOf(card.card) / kPerUnit);
  }

  template <typename Add>
  void AddTrumpLead(const CardValue& card, const Add& add) const {
    AddLead(card, add);
    const int higher = HigherOut(card.card);
    add(kTrumpHigher + higher, kFeatureUnit);
    add(kTrumpPoints, kFeatureUnit * PointsOf(card.card));
    add(kTrumpLength + std::min(own_trumps_ - 1, 3), kFeatureUnit);
    add(kTrumpsOut + std::min(trumps_out_, 5), kFeatureUnit);
    add(kTrumpRole + 2 * role_ + (higher == 0 ? 1 : 0), kFeatureUnit);
    add(kTrumpSureCards + std::min(sure_cards_, 2), kFeatureUnit);
  }

  template <typename Add>
  void AddPlainLead(const CardValue& card, const Add& add) const {
    AddLead(card, add);
    const CardSet suit = SuitOf(card.card);
    const int higher = HigherOut(card.card);
    const int sure = higher == 0 ? 1 : 0;
    add(kPlainHigher + 5 * higher + PointsOf(card.card), kFeatureUnit);
    const int length = std::min((view_.own & suit).size(), 3);
    add(kPlainLength + 2 * (length - 1) + (own_trumps_ > 0 ? 1 : 0),
        kFeatureUnit);
    add(kPlainOut + std::min((view_.at_large & suit).size(), 5), kFeatureUnit);
    add(kPlainTrumpsOut + 2 * ((std::min(trumps_out_, 6) + 1) / 2) + sure,
        kFeatureUnit);
    add(kPlainRole + 2 * role_ + sure, kFeatureUnit);
    AddVoids(suit, add);
    add(kPlainTop + (IsTop(card.card) ? 1 : 0), kFeatureUnit);
    add(kPlainFreeRuffs + (rules_.play.trump_when_able ? 4 : 0) + higher,
        kFeatureUnit);
    add(kPlainHeading + (rules_.has_heading ? 4 : 0) + higher, kFeatureUnit);
  }

  // Returns true if the player holds no card of its suit that beats it.
  [[nodiscard]] bool IsTop(Card card) const {
    return (Higher(card) & view_.own).empty();
  }

  // The others who cannot follow for certain, and whether they may hold trumps.
  template <typename Add>
  void AddVoids(CardSet suit, const Add& add) const {
    int rival_ruffs = 0;
    int rival_voids = 0;
    int partner_ruffs = 0;
    int partner_voids = 0;
    Seat seat = view_.turn;
    for (int i = 1; i < rules_.players; ++i) {
      seat = rules_.Next(seat);
      const TableView::Hand& hand = view_.hands[seat];
      const CardSet may_hold = hand.known | hand.possible;
      if (!(may_hold & suit).empty()) continue;
      const bool ruffs = !(may_hold & trumps_).empty();
      if (IsPartner(seat)) {
        ++(ruffs ? partner_ruffs : partner_voids);
      } else {
        ++(ruffs ? rival_ruffs : rival_voids);
      }
    }
    add(kRivalRuffs + std::min(rival_ruffs, 2), kFeatureUnit);
    add(kRivalVoids + std::min(rival_voids, 2), kFeatureUnit);
    add(kPartnerRuffs + std::min(partner_ruffs, 1), kFeatureUnit);
    add(kPartnerVoids + std::min(partner_voids, 1), kFeatureUnit);
  }

  template <typename Add>
  void AddFollow(const CardValue& value, const Add& add) const {
    const Card card = value.card;
    const int points = PointsOf(card);
    const bool wins = BeatenBy(*view_.table, view_.winning).Has(card);
    const int trump = trumps_.Has(card) ? 1 : 0;
    add(kFollowPoints,
        value.chance * (points_ + points) / (1024 / kFeatureUnit));
    add(kFollowCard + (wins ? 10 : 0) + 5 * trump + points, kFeatureUnit);
    add(kFollowHigher + 4 * trump + HigherOut(card), kFeatureUnit);
    add(kFollowChance + value.chance / 129, kFeatureUnit);  // 0 to 7
    if (wins) add(kPointsWon + trump, kFeatureUnit * points_);
    const int length = (view_.own & SuitOf(card)).size();
    add(kFollowLength + 3 * trump + std::min(length, 3) - 1, kFeatureUnit);
    add(kFollowTop + 2 * trump + (IsTop(card) ? 1 : 0), kFeatureUnit);
    if (trump == 0) {
      if (length == 1 && own_trumps_ > 0) add(kMakesVoid, kFeatureUnit);
      return;
    }
    add(kFollowTrumpsOut + std::min(trumps_out_, 5), kFeatureUnit);
    add(kFollowRole + role_, kFeatureUnit);
  }

  const TableView& view_;
  const CompiledRules& rules_;
  CardSet trumps_;
  int trumps_out_ = 0;  // trumps that others may hold
  int own_trumps_ = 0;
  int role_ = 0;
  int sure_cards_ = 0;  // own plain cards that only a trump can beat
  int points_ = 0;      // card points on the table
  int set_ = 0;         // its first feature
};

}  // namespace couillon::bots
