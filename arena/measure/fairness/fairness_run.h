// Plays the deals of a fairness report: every bot against itself, to measure
// the rules without a difference of skill, and the bots against each other, to
// measure the effect of skill. All play the same deals, and the first of these
// are solved with all cards seen.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/table/referee/bot_link.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct FairnessRun {
  FairnessOptions options;
  std::vector<const CompiledRules*> rules;
  std::vector<std::string> bots;
  // Time limit of a bot's answer, which determines its budget per unit; 0: no
  // budget.
  std::chrono::milliseconds move_limit{0};
  // Compares the two rulesets, two readings of one game, deal by deal.
  // Requires: two rulesets with the same deck.
  bool compare = false;
  // Makes the links of one worker; used in that worker's thread.
  std::function<BotLinks(int worker)> make_links;
  // As in RefereeConfig.
  std::vector<bool> divided;
  std::vector<bool> relabelled;
  // Receives the deals and matches played and solved so far and their total,
  // where deals that the limits leave out count as solved; regularly,
  // from one thread at a time.
  std::function<void(std::int64_t, std::int64_t)> on_progress;
};

// Plays everything. The sums do not depend on the number of workers. Once
// `stop` is set it ends with the sums of what was done before the first block
// of deals, or of matches, that was not: those of a run with fewer of them,
// which the options of the sums tell. Random playouts and solved deals count
// only if all of them are done. Cancelled without a whole block of deals.
absl::StatusOr<FairnessSums> RunFairness(const FairnessRun& run,
                                         const std::atomic<bool>& stop);

}  // namespace couillon::arena
