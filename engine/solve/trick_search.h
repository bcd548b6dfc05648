// Alpha-beta over the cards of a deal with two sides: which result side 0 can
// reach. One question has a yes or no for an answer (a null window); the
// answers narrow bounds, which the transposition table keeps for all questions
// about the same deal.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/last_three_tricks.h"
#include "engine/solve/last_two_tricks.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_lines.h"
#include "engine/solve/trick_table.h"

namespace couillon {

// The card points of endings that were played out in a deal: a search reaches
// many of them several times. One place for each, without a look at what is
// lost, since an ending is found again in little time.
class KnownEndings {
 public:
  // `cards`: the number of cards in play.
  explicit KnownEndings(int cards)
      : bits_(cards <= 16   ? 10U
              : cards <= 24 ? 13U
                            : 15U),
        entries_(std::size_t{1} << bits_) {}

  // For the next deal.
  void Forget() {
    if (++deal_ < kDeals) return;
    deal_ = 1;  // tags would come back
    std::fill(entries_.begin(), entries_.end(), 0);
  }

  // The card points of side 0 if the cards of `rest` are left and `leader`
  // leads: those kept, or else the result of `find`, which is from 0 to 255.
  template <typename Find>
  [[nodiscard]] int PointsOf(CardSet rest, Seat leader, const Find& find) {
    const std::uint64_t tag =
        rest.mask() | std::uint64_t{leader} << 32U | deal_ << 35U;
    std::uint64_t& entry = entries_[PlaceOf(rest, leader)];
    if ((entry & kTag) == tag) return static_cast<int>(entry >> 56U);
    const int points = find();
    entry = tag | static_cast<std::uint64_t>(points) << 56U;
    return points;
  }

 private:
  static constexpr std::uint64_t kDeals = std::uint64_t{1} << 21U;
  static constexpr std::uint64_t kTag = (std::uint64_t{1} << 56U) - 1;

  [[nodiscard]] std::size_t PlaceOf(CardSet rest, Seat leader) const {
    const std::uint32_t mixed = (rest.mask() ^ leader) * 0x9e3779b1U;
    return mixed >> (32U - bits_);
  }

  unsigned bits_;
  // The cards left in 32 bits, the leader in 3, the deal in 21, the card points
  // in 8; the deal is 0 in unused ones.
  std::vector<std::uint64_t> entries_;
  std::uint64_t deal_ = 0;
};

// The goal of side 0 in the tricks that are left.
enum class Aim : std::uint8_t {
  kPoints,     // a number of card points
  kAllTricks,  // 1 if it takes every trick
  kAnyTrick    // 1 if it takes at least one
};

template <int kPlayers, int kNth>
class CardChoice;

class TrickSearch {
 public:
  // Requires: `rules` has two sides and outlives the search.
  explicit TrickSearch(const CompiledRules& rules);

  // Makes `deal` the one that questions are about. Keeps what is known if it
  // is a later moment of the same deal and trumps. Requires: `table` outlives
  // the questions.
  // `last_two` and `last_three` are those of `table`; the second is null if
  // there is none.
  void SetDeal(const SearchTable& table, const LastTwoTricks& last_two,
               const LastThreeTricks* last_three, const SearchDeal& deal);

  // A bound on what side 0 gets in `trick` and those after it: if it is at
  // least `need`, side 0 can get that much; if it is less, side 0 cannot get
  // more. Requires: `trick` is of the deal set.
  [[nodiscard]] int Ask(Aim aim, const SearchTrick& trick, int need);

  // The card points of the cards that are left, those on the table included.
  [[nodiscard]] int PointsLeft(const SearchTrick& trick) const;

  // About what side 0 gets of them: where to begin asking.
  [[nodiscard]] int Guess(const SearchTrick& trick) const;

  // Positions at the start of a trick that were looked at, except those with
  // one trick left.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  template <int kPlayers>
  int AskAs(const SearchTrick& trick, int need);
  // Goes on with a trick to which `count` cards, at least kNth, are played.
  template <int kPlayers, int kNth>
  int Resume(TrickStart<kPlayers>& start, const CardsOnTable& on_table,
             int count, int need);

  // The bound of Ask at the start of a trick; Search where it is not plain.
  template <int kPlayers>
  [[gnu::always_inline]] int AtTrick(CardSet rest, int tricks, Seat leader,
                                     int left, int need);
  template <int kPlayers>
  int Search(CardSet rest, int tricks, Seat leader, int left, int need);
  template <int kPlayers>
  [[nodiscard]] TrickStart<kPlayers> StartOf(CardSet rest, int tricks,
                                             Seat leader, int left) const;
  // The same at the n-th card of a trick, after it, and after the trick.
  template <int kPlayers, int kNth>
  int AtCard(TrickStart<kPlayers>& start, const CardsOnTable& on_table,
             int need);
  template <int kPlayers, int kNth>
  [[gnu::always_inline]] int Try(const CardChoice<kPlayers, kNth>& choice,
                                 CardSet useful, TrickStart<kPlayers>& start,
                                 const CardsOnTable& on_table, int need);
  template <int kPlayers, int kNth>
  int AfterCard(TrickStart<kPlayers>& start, const CardsOnTable& on_table,
                CardSet card, int need);
  template <int kPlayers>
  int AfterTrick(const TrickStart<kPlayers>& start,
                 const CardsOnTable& on_table, int need);

  // Exact values of the last two tricks where LastTwoTricks does not know them,
  // and of the last.
  template <int kPlayers, int kNth>
  [[nodiscard]] int OfLastTwo(const TrickStart<kPlayers>& start,
                              const CardsOnTable& on_table, int alpha,
                              int beta) const;
  template <int kPlayers>
  [[nodiscard]] int AfterFirstOfTwo(const TrickStart<kPlayers>& start,
                                    const CardsOnTable& on_table) const;
  template <int kPlayers>
  [[nodiscard]] int LastTrick(CardSet rest, Seat leader, int left) const;

  template <int kNth, int kPlayers>
  [[nodiscard]] CardSet LegalCards(const TrickStart<kPlayers>& start,
                                   const CardsOnTable& on_table) const;
  template <int kNth>
  [[nodiscard]] CardsOnTable With(const CardsOnTable& on_table,
                                  CardSet card) const;
  [[nodiscard]] CardSet FaceUp(CardSet rest) const;
  [[nodiscard]] int PointsOf(CardSet cards) const;

  const CompiledRules& rules_;
  const SearchTable* table_ = nullptr;
  const LastTwoTricks* last_two_ = nullptr;
  const LastThreeTricks* last_three_ = nullptr;
  const CardPoints* points_ = nullptr;  // those that count for the aim
  Aim aim_ = Aim::kPoints;
  SearchDeal deal_;
  // By leader: the cards of the deal in the order of turns.
  std::array<std::array<CardSet, kMaxSeats>, kMaxSeats> owned_from_{};
  TrickTable known_;
  KnownEndings endings_;
  bool is_new_ = false;     // known_ is not set to the deal
  bool keeps_ = false;      // whether to look into known_
  int tricks_ = 0;          // of the deal
  int tricks_at_once_ = 0;  // solved without a search
  std::uint64_t nodes_ = 0;
};

}  // namespace couillon
