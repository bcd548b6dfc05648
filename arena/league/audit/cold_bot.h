// A bot that has seen nothing: a process that was started for this audit, a new
// connection to a remote bot, or a bundled function, which has no memory.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/records/league_records.h"
#include "arena/league/setup/launch.h"
#include "arena/table/bot_index.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/action.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class ColdBot {
 public:
  virtual ~ColdBot() = default;
  // Asks one decision, alone, so that its time limit is its own. Returns the
  // action in true suits. The error says what the bot did, with the stderr
  // tail: it failed, was late, or took an action that is not legal.
  virtual absl::StatusOr<Action> Ask(const AskedDecision& asked) = 0;
};

// Starts bots of a league as its workers do.
class ColdBots {
 public:
  // The arguments outlive this object.
  ColdBots(const Launcher& launcher, const v1::LeagueConfig& config,
           const std::vector<CompiledRules>& rules);

  // Returns a fresh `bot`. The error says why it does not start.
  [[nodiscard]] absl::StatusOr<std::unique_ptr<ColdBot>> Start(
      BotIndex bot) const;

 private:
  const Launcher& launcher_;
  const v1::LeagueConfig& config_;
  std::vector<const CompiledRules*> rules_;
};

}  // namespace couillon::arena
