// Minimax over calls and cards. Hands a position over to TrickSearch as soon as
// only cards are due; before that, and where TrickSearch does not apply (a
// stock, three sides, a payoff that falls when a side takes more), it plays
// every legal action on a copy of the position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/last_three_tricks.h"
#include "engine/solve/last_two_tricks.h"
#include "engine/solve/payoff.h"
#include "engine/solve/search_table.h"
#include "engine/solve/trick_search.h"

namespace couillon {

// The results that a deal with two sides can still have, as steps of the lead
// of side 0: to find the value of a position, the search asks which is the
// highest step that side 0 reaches.

// Side 0 has at least this value if it reaches `need` of `aim`, counted from
// the tricks that are left.
struct Level {
  Aim aim = Aim::kPoints;
  int need = 0;
  std::int32_t value = 0;
};

struct ResultLevels {
  // True if the lead of side 0 never falls when it takes more. If not, the
  // levels say nothing.
  bool ascending = true;
  // The first is the worst result, which needs nothing; values ascend.
  std::vector<Level> levels;
};

// The leads of side 0 by its card points, in deals that end alike in all else:
// trumps, makers and announcements. Whether a side takes no trick matters, not
// how many it takes.
class LeadTable {
 public:
  // `result`: its card points and tricks do not matter; `total`: the card
  // points of both sides. Requires: two sides, trumps are made.
  LeadTable(const Payoff& payoff, DealResult result, int total, int tricks);

  [[nodiscard]] std::int32_t without_trick() const { return without_trick_; }
  [[nodiscard]] std::int32_t with_all_tricks() const { return all_tricks_; }
  // Returns true if the lead never falls when side 0 takes more.
  [[nodiscard]] bool ascending() const { return ascending_; }
  // Both sides have taken tricks. Requires: 0 <= points <= total.
  [[nodiscard]] std::int32_t With(int points) const {
    return by_points_[static_cast<std::size_t>(points)];
  }

 private:
  std::int32_t without_trick_;
  std::int32_t all_tricks_;
  bool ascending_ = true;
  std::vector<std::int32_t> by_points_;
};

// A number for all that a table depends on besides the payoff and the rules:
// the same for results that differ in card points and tricks alone.
[[nodiscard]] std::uint32_t KindOf(const DealResult& result, int total);

// Writes the steps of `position` to `levels`; `left` are the card points not
// taken yet. Requires: two sides, trumps are made, the deal is not over, the
// table is for the result of the position.
void FindLevels(const Position& position, const LeadTable& leads, int left,
                ResultLevels& levels);

class DealSearch {
 public:
  // Requires: `rules` outlives the search.
  explicit DealSearch(const CompiledRules& rules);

  // Values of different payoffs are kept apart: call it before each question
  // about another payoff. Requires: `payoff` outlives the questions.
  void SetPayoff(const Payoff& payoff);

  // The values of the position; with two sides, those of leads.
  [[nodiscard]] SideValues ValueOf(const Position& position);

  // The leads of side 0 after each of two cards.
  struct CardLeads {
    std::int32_t lower;
    std::int32_t higher;  // after the card with the higher index
  };
  // Those of the player whose turn it is in the first of the last two tricks.
  // nullopt if that is not due or not faster than to ask for one after the
  // other.
  [[nodiscard]] std::optional<CardLeads> LeadsByCard(const Position& position);

  [[nodiscard]] std::uint64_t nodes() const;

 private:
  struct Bounds {
    std::int32_t low;
    std::int32_t high;
  };
  // Tables that follow from the rules and the trumps.
  struct Tables {
    Tables(const CompiledRules& rules, const SearchTable& labels);
    SearchTable search;
    std::optional<LastThreeTricks> last_three;
    LastTwoTricks last_two;
    LastTwoTricks last_two_of_cards;
  };
  static constexpr std::int32_t kInfinite = 1 << 26;

  // Two sides: the lead of side 0, exact within the window.
  std::int32_t Lead(const Position& position, std::int32_t alpha,
                    std::int32_t beta);
  std::int32_t LeadOfActions(const Position& position, std::int32_t alpha,
                             std::int32_t beta);
  // The last two tricks: all their choices are played at once.
  struct LastTwo {
    LastTwoTricks::Hands hands;  // the cards on the table included
    CardSet played;
    int left = 0;  // card points
    bool ours = false;
  };
  // nullopt if there are more tricks, or other rules than LastTwoTricks knows.
  [[nodiscard]] std::optional<LastTwo> ReadLastTwo(
      const Position& position) const;
  // The lead of side 0 after a step of LastTwoTricks.
  static std::int32_t LeadOfStep(const LeadTable& leads,
                                 const DealResult& result, int left, int step);
  // nullopt if TrickSearch cannot tell.
  std::optional<std::int32_t> LeadOfCards(const Position& position,
                                          std::int32_t alpha,
                                          std::int32_t beta);
  std::int32_t HighestLevel(const SearchTrick& trick, int left,
                            std::int32_t alpha, std::int32_t beta);
  // Three sides: max^n.
  SideValues Best(const Position& position);
  [[nodiscard]] const Tables& TablesOf(const DealResult& result);
  // `left`: the card points not taken yet.
  [[nodiscard]] const LeadTable& LeadsOf(const DealResult& result, int left);

  const CompiledRules& rules_;
  const Payoff* payoff_ = nullptr;
  std::uint64_t payoff_id_ = 0;
  std::unordered_map<std::uint32_t, LeadTable> leads_;  // of that payoff
  std::unique_ptr<TrickSearch> tricks_;                 // two sides only
  std::array<std::array<std::unique_ptr<Tables>, 2>, kSuits> tables_;
  ResultLevels levels_;
  std::unordered_map<std::string, Bounds> bounds_;
  std::unordered_map<std::string, SideValues> values_;
  // True if LastTwoTricks knows the rules.
  bool plays_last_two_at_once_ = false;
  std::uint64_t nodes_ = 0;
};

}  // namespace couillon
