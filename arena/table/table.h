// One deal, or one match of deals, in one seating: the state between the
// decisions of bots, and the result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/table/outcome.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_kinds.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The specification of a table. The item is a deal or a match.
struct TableSpec {
  const CompiledRules* rules = nullptr;
  const DealSource* deals = nullptr;
  std::uint64_t item = 0;
  Seating seating{};
  int teams = 2;  // 2, or 3 with one side each
  bool is_match = false;
  bool coupled = false;  // the same random_seed in every seating
  bool record = false;   // keep the actions
  // Those of the ruleset, for Outcome::kind of a deal; null to leave it 0.
  const DealKinds* kinds = nullptr;
};

class Table {
 public:
  explicit Table(const TableSpec& spec);
  // Uses `pack`, made in bulk, for the deal. Requires: !spec.is_match.
  Table(const TableSpec& spec, const Pack& pack);

  [[nodiscard]] bool done() const { return done_; }
  // The team that takes the decision that is due.
  [[nodiscard]] Team team() const { return team_; }
  [[nodiscard]] const Position& position() const { return position_; }
  // Requires: !done().
  [[nodiscard]] Observation Observe() const;
  // A random number for what the decider's seat sees in this deal and seating:
  // the same for all its decisions, and independent of their random seeds
  // (docs/dealing.md). Requires: !done().
  [[nodiscard]] std::uint64_t SuitDraw() const;
  // Applies an action to the decision that is due. Returns false, without
  // effect, if the action is not legal. Requires: !done().
  [[nodiscard]] bool Apply(Action action);
  // The same for an action that is known to be legal. Requires: it is.
  void ApplyLegal(Action action);
  // Requires: done().
  [[nodiscard]] const Outcome& outcome() const { return outcome_; }
  // The actions of each deal, one byte per action; empty unless spec.record.
  [[nodiscard]] const std::vector<std::string>& actions() const {
    return actions_;
  }

  // The index of deal `number` of item `item`; each match reserves 4096.
  [[nodiscard]] static std::uint64_t DealIndex(bool is_match,
                                               std::uint64_t item, int number);
  // The dealer of the first deal of an item.
  [[nodiscard]] static Seat FirstDealer(const CompiledRules& rules,
                                        std::uint64_t item);

 private:
  void FinishDeal();
  void FinishDealOfMatch(const DealResult& result, Slate& slate);
  void FinishMatch(const Slate& slate);
  void NextDecision();
  void OpenDeal();
  [[nodiscard]] Team HolderOf(Side side) const;
  [[nodiscard]] std::uint64_t Draw(Seat seat, int ply) const;

  TableSpec spec_;
  Position position_;
  std::optional<Slate> slate_;  // matches only
  MatchStanding standing_;
  Outcome outcome_;
  std::vector<std::string> actions_;
  int ply_ = 0;
  Team team_ = Team::kFirst;
  bool done_ = false;
};

// The side that has won an ended match; kNoSide if it has no winner.
Side WinnerOfMatch(const Ruleset& ruleset, const Slate& slate);

// The result of one deal for the first bot of a pairing.
Outcome ScoreForPairing(const CompiledRules& rules, const DealResult& result,
                        const DealScore& score, Seating seating);

// The result of one deal at a three-way table. Requires: rules.sides is 3.
Outcome ScoreForThree(const CompiledRules& rules, const DealResult& result,
                      const DealScore& score, Seating seating);

// The result of a deal or match that a team forfeits: lost at the largest stake
// of a deal, or the match lost. Of `teams` = 3 the other two both win.
Outcome ForfeitOutcome(const CompiledRules& rules, bool is_match, Team team,
                       int teams = 2);

// The largest stake of a single deal without a carry: the game points that the
// winners may erase and the makers add.
int LargestStake(const Ruleset& ruleset);

}  // namespace couillon::arena
