// A table whose person sits at a browser: the game is played on one thread, and
// the answers of the person come from others.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/front/play_web/seen_table.h"
#include "arena/front/play_web/state_board.h"
#include "arena/front/play_web/table_json.h"
#include "arena/numbers/format/json.h"
#include "arena/table/person/game.h"
#include "engine/cards/action.h"
#include "engine/play/deal_notation.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// An action that a bundled bot would take; for hints.
using Adviser = std::function<Action(const CompiledRules&, const Observation&)>;

class WebTable final : public GameWatcher {
 public:
  // Once `stop` is set the person has left. `board` and `stop` outlive the
  // table.
  WebTable(TableFacts facts, Adviser advise, const std::atomic<bool>& stop,
           StateBoard& board);

  // The thread of the game:

  // A game begins, the first or another.
  void Begin(const std::string& commitment);
  // Puts a decision to the person and waits; nullopt if they leave.
  std::optional<Action> Ask(const Observation& seen);
  void OnDeal(std::uint64_t number, const Position& position) override;
  void OnAction(const Position& before, Action action,
                const Position& after) override;
  // Waits until the person has seen the result, unless the game is over.
  void OnDealEnd(const Position& end, const DealScore& score,
                 const Slate* slate) override;
  // Shows how the game has ended, and its seed. Waits for what the person wants
  // next; true: another game.
  bool End(const GameEnd& end, const std::string& seed);
  // Returns true if the person has left the table.
  [[nodiscard]] bool left();
  // The deals that have begun in the game under way.
  [[nodiscard]] std::uint64_t deals() const { return deals_; }

  // Threads of browsers:

  // False, and without effect: this is not what the table waits for. A number
  // makes sure that nothing is done twice.
  bool Choose(std::int64_t decision, std::int64_t choice);
  bool GoOn(std::int64_t deal);
  bool PlayAgain();
  void Leave();
  // The notation of what a bundled bot would choose; nullopt unless that
  // decision is due.
  std::optional<std::string> Hint(std::int64_t decision);
  // A couillon.deal_analysis document of a deal that is over, by its number
  // over all games. NotFound if it is not.
  absl::StatusOr<Json> Analyse(std::int64_t deal);

  [[nodiscard]] const TableFacts& facts() const { return facts_; }

 private:
  // The event that the table waits for.
  enum class Wait : std::uint8_t { kNothing, kChoice, kNextDeal, kNextGame };
  struct Due {
    std::int64_t number = 0;
    std::vector<Action> choices;
    Observation seen;
  };
  struct PlayedDeal {
    DealScript script;
    std::uint16_t carry = 0;
    std::optional<Json> analysis;
  };

  void Publish();
  bool WaitFor(std::unique_lock<std::mutex>& lock, Wait what);
  void Keep(const Position& end, std::uint16_t carry);

  // Constant.
  const TableFacts facts_;
  const std::atomic<bool>& stop_;
  StateBoard& board_;

  // For the thread of the game only.
  std::uint64_t deals_ = 0;
  std::uint64_t count_ = 0;  // deals that have begun, over all games
  std::int64_t decisions_ = 0;
  Viewer viewer_;
  std::optional<Position> position_;
  std::optional<Slate> slate_;   // of a match
  std::vector<Action> actions_;  // of the deal
  std::vector<int> net_;         // of single deals, by side
  Json state_;

  std::mutex mutex_;  // guards the following
  std::condition_variable changed_;
  Wait waits_ = Wait::kNothing;
  bool left_ = false;
  Due due_;
  std::optional<Action> answer_;
  std::vector<PlayedDeal> played_;

  std::mutex advice_mutex_;  // one at a time uses
  Adviser advise_;
  std::mutex analysis_mutex_;  // one deal is analysed at a time
};

}  // namespace couillon::arena
