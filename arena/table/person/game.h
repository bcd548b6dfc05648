// One table that is played in front of somebody: deals or one match, decision
// by decision. A referee plays every deal in every seating and many tables at
// once; here each deal is played once, and a watcher sees it happen.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/table.h"
#include "arena/table/verdict.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct GameSpec {
  const CompiledRules* rules = nullptr;
  const DealSource* deals = nullptr;
  // Single deals, numbered from 0; 0: one match instead.
  std::uint64_t count = 0;
  // The link of each seat that decides; others, such as a dummy's, are unused.
  std::vector<LinkIndex> link_of_seat;
};

// The observer of a table. A watcher that shows it to a player has to leave out
// what that player may not see.
class GameWatcher {
 public:
  GameWatcher() = default;
  GameWatcher(const GameWatcher&) = delete;
  GameWatcher& operator=(const GameWatcher&) = delete;
  virtual ~GameWatcher() = default;
  // A deal begins; `number` counts from 0.
  virtual void OnDeal(std::uint64_t number, const Position& position) = 0;
  // One action, from one position to the next.
  virtual void OnAction(const Position& before, Action action,
                        const Position& after) = 0;
  // The deal is over. `slate` is that after the deal; null for single deals.
  virtual void OnDealEnd(const Position& end, const DealScore& score,
                         const Slate* slate) = 0;
};

// The end of a game.
struct GameEnd {
  enum class Kind : std::uint8_t {
    kPlayed,   // to its end
    kStopped,  // the caller has stopped it
    kFault     // of the player on `seat`
  };
  Kind kind = Kind::kPlayed;
  Side winner = kNoSide;  // of a match that was played; kNoSide if it has none
  Seat seat = kNoSeat;
  Verdict verdict = Verdict::kNormal;
  std::string detail;  // with the stderr tail of a process
};

class Game {
 public:
  // The links outlive the game.
  Game(GameSpec spec, BotLinks& links, GameWatcher& watcher);

  // Plays until the end, a fault or `stop`. A bot that fails without an open
  // decision is started again when it is asked next.
  GameEnd Run(const std::atomic<bool>& stop);

 private:
  bool PlayTable(Table& table, std::uint64_t number);
  [[nodiscard]] std::optional<Action> Ask(const Table& table);
  bool WaitUntilReady(LinkIndex link);
  bool Collect();
  void Handle(const BotEvent& event);
  void Fail(const BotEvent& event);

  enum class State : std::uint8_t { kStopped, kStarting, kReady, kEnding };
  GameSpec spec_;
  BotLinks& links_;
  GameWatcher& watcher_;
  const std::atomic<bool>* stop_ = nullptr;
  std::vector<State> states_;  // by link
  std::vector<BotEvent> events_;
  std::uint32_t next_id_ = 0;
  std::optional<LinkIndex> asked_;
  std::optional<std::uint32_t> answer_;  // the number of the action
  Seat turn_ = 0;                        // who is asked
  std::optional<Slate> slate_;           // of a match
  GameEnd end_;
};

}  // namespace couillon::arena
