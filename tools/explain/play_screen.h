// What a person at the terminal sees of a game, and how they answer. Shows the
// person nothing that their seat may not see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arena/table/person/game.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// The person, and the terminal or pipe that they use.
struct Person {
  Seat seat = 0;
  // The next line without its end; nullopt at the end of input.
  std::function<std::optional<std::string>()> read;
  std::function<void(const std::string&)> write;
  // An action that a bundled bot would take; for hints.
  std::function<Action(const CompiledRules&, const Observation&)> advise;
  std::string adviser;  // the name of that bot
};

class PlayScreen final : public arena::GameWatcher {
 public:
  // `names` are those of the bots by seat; those of the person and of a dummy
  // are ignored. `rules` outlive the screen.
  PlayScreen(const CompiledRules& rules, std::vector<std::string> names,
             Person person);

  // Who sits where; `count` single deals, or 0 for a match.
  void ShowTable(std::uint64_t count);
  // Puts a decision to the person until they choose; nullopt if they leave.
  std::optional<Action> Ask(const Observation& seen);
  // The result of a whole match, or of several deals. `winner` is that of a
  // match, kNoSide if it has none.
  void ShowEnd(Side winner);

  void OnDeal(std::uint64_t number, const Position& position) override;
  void OnAction(const Position& before, Action action,
                const Position& after) override;
  void OnDealEnd(const Position& end, const DealScore& score,
                 const Slate* slate) override;

  // The number of deals that have begun.
  [[nodiscard]] std::uint64_t deals() const { return deals_; }
  // "you", "the dummy" or the name of the bot, with the seat.
  [[nodiscard]] std::string Name(Seat seat) const;

 private:
  [[nodiscard]] std::string SideName(Side side) const;
  [[nodiscard]] std::string Hand(const Observation& seen, CardSet cards,
                                 const std::vector<Action>& choices) const;
  void ShowDecision(const Observation& seen,
                    const std::vector<Action>& choices);
  void ShowLegal(const Observation& seen, const std::vector<Action>& choices,
                 const std::string& text);
  void ShowHint(const Observation& seen);
  void ShowTricks(const Observation& seen);
  void ShowStanding(const MatchStanding& standing);
  void ShowNet();
  void ShowFaceUp(const Position& position);
  void ShowTrumps(const Position& position);
  void ShowCard(const Position& before, Card card, const Position& after);
  void ShowScore(const DealResult& result, const DealScore& score);
  void Say(const std::string& line) { person_.write(line + "\n"); }

  const CompiledRules& rules_;
  std::vector<std::string> names_;
  Person person_;
  bool is_match_ = false;
  std::uint64_t deals_ = 0;
  // Of the deal under way.
  std::size_t face_up_ = 0;  // cards turned up or shown that are printed
  std::vector<std::pair<Seat, Card>> trick_;
  // Over all deals, by side: game points erased less those added.
  std::vector<int> net_;
};

}  // namespace couillon::tools
