// Alpha-beta over the cards of a deal with two sides: which result side 0 can
// reach. One question has a yes or no for an answer (a null window); the
// answers narrow bounds, which the transposition table keeps for all questions
// about the same deal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/last_two_tricks.h"
#include "engine/solve/play_state.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_table.h"

namespace couillon {

// What side 0 is asked to reach in the tricks that are left.
enum class Aim : std::uint8_t {
  kPoints,     // a number of card points
  kAllTricks,  // 1 if it takes every trick
  kAnyTrick    // 1 if it takes at least one
};

class TrickSearch {
 public:
  // Requires: `rules` has two sides and outlives the search.
  explicit TrickSearch(const CompiledRules& rules);

  // Makes `deal` the one that questions are about. Keeps what is known if it
  // is a later moment of the same deal and trumps. Requires: `table` outlives
  // the questions.
  void SetDeal(const SearchTable& table, const LastTwoTricks& last_two,
               const SearchDeal& deal);

  // A bound on what side 0 gets in `trick` and those after it: if it is at
  // least `need`, side 0 can get that much; if it is less, side 0 cannot get
  // more. Requires: `trick` is of the deal set.
  [[nodiscard]] int Ask(Aim aim, const SearchTrick& trick, int need);

  // The card points of the cards that are left, those on the table included.
  [[nodiscard]] int PointsLeft(const SearchTrick& trick) const;

  // About what side 0 gets of them: where to begin asking.
  [[nodiscard]] int Guess(const SearchTrick& trick) const;

  // Positions visited.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

 private:
  // A trick from its first card on; players are counted from the leader.
  template <int kPlayers>
  struct Start {
    Start(const TrickSearch& search, CardSet all, Seat leads, int most);
    std::array<CardSet, kPlayers> hands;  // face up
    CardSet rest;
    int left;  // what side 0 can get at most from here on
    Seat leader;
    bool ours = false;             // side 0 leads
    std::uint8_t first = kNoLead;  // lead to try first
    std::uint8_t best = kNoLead;
  };
  // The cards on the table.
  struct OnTable {
    Trick trick;
    CardSet played;
    int points = 0;
    int winner = 0;  // so far
  };
  enum class Fate : std::uint8_t { kOpen, kOurs, kTheirs };
  struct Fates {
    Fate winning = Fate::kOpen;
    Fate losing = Fate::kOpen;
    CardSet rivals;
  };
  static constexpr std::uint8_t kNoLead = 0xff;

  template <int kPlayers>
  int AskAs(const SearchTrick& trick, int need);
  template <int kPlayers, int kNth>
  int Resume(Start<kPlayers>& start, const OnTable& table, int count, int need);
  template <int kPlayers>
  int AtTrick(CardSet rest, Seat leader, int left, int need);
  template <int kPlayers, int kNth>
  int AtCard(Start<kPlayers>& start, const OnTable& table, int need);
  template <int kPlayers, int kNth>
  int AfterCard(Start<kPlayers>& start, const OnTable& table, Card card,
                int need);
  template <int kPlayers>
  int AfterTrick(const Start<kPlayers>& start, const OnTable& table, int need);
  template <int kPlayers>
  int AtTwo(Start<kPlayers>& start);
  template <int kPlayers, int kNth>
  int OfTwo(Start<kPlayers>& start, const OnTable& table, int alpha, int beta);
  template <int kPlayers>
  int AfterTrickOfTwo(const Start<kPlayers>& start, const OnTable& table);
  template <int kPlayers>
  [[nodiscard]] int LastTrick(CardSet rest, Seat leader, int left) const;
  template <int kPlayers, int kNth>
  [[nodiscard]] CardSet Distinct(const Start<kPlayers>& start,
                                 const OnTable& table, CardSet legal,
                                 CardSet above) const;
  [[nodiscard]] CardSet Linked(CardSet rest, CardSet legal) const;
  template <int kPlayers, int kNth>
  [[nodiscard]] Fates FatesOf(const Start<kPlayers>& start,
                              const OnTable& table) const;
  template <int kPlayers>
  [[nodiscard]] int LeadPromise(const Start<kPlayers>& start, CardSet rivals,
                                Card card) const;
  template <int kPlayers, int kNth>
  [[nodiscard]] int Promise(const OnTable& table, CardSet rivals,
                            Card card) const;
  [[nodiscard]] CardSet WithoutHopeless(Card tried, CardSet left,
                                        CardSet others, int value, int need,
                                        bool ours, int& best) const;
  [[nodiscard]] CardSet FaceUp(CardSet rest) const;
  [[nodiscard]] int PointsOf(CardSet cards) const;

  const CompiledRules& rules_;
  const SearchTable* table_ = nullptr;
  const LastTwoTricks* last_two_ = nullptr;
  const TrickTable::Points* points_ = nullptr;  // for the aim
  Aim aim_ = Aim::kPoints;
  SearchDeal deal_;
  std::array<CardSet, 2> side_cards_{};
  TrickTable known_;
  std::uint64_t nodes_ = 0;
};

}  // namespace couillon
