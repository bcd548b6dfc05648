// The interface of a bot's decisions, independent of the transport. bundled.h
// has the bundled bots by name; bot_server.h serves one of them, or your own,
// over gRPC.
#pragma once

#include <cstdint>

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/table_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// Decides from what one seat may see. A strategy keeps no state between
// decisions: the same arguments give the same action, in any order of calls,
// so one object may serve any number of tables and threads at once.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  // Returns one of the actions in `observation.legal`. Requires: that set is
  // not empty, and `rules` are those of the deal observed.
  [[nodiscard]] virtual Action Decide(const CompiledRules& rules,
                                      const Observation& observation) = 0;

  // The number of decisions that the bot answers within a few seconds: most of
  // a message of a stream. 0: any number.
  [[nodiscard]] virtual std::uint32_t most_in_a_batch() const { return 0; }

  // Called with the result of a table that this bot has played, if
  // wants_results is set in its BotInfo; docs/protocol.md says when. For logs
  // and learning: a bot whose decisions depend on results is not reproducible.
  virtual void OnResult(const CompiledRules& rules, const TableResult& result) {
    static_cast<void>(rules);
    static_cast<void>(result);
  }
};

}  // namespace couillon::bots
