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

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "arena/table/referee/bot_link.h"
#include "engine/bulk/results.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The figures of a fairness report for random playouts in bulk, without bots.

// Counts deals by kind: the maker and the announcements, and the card points
// and tricks of each side, relative to the dealer. Figures follow from the kind
// alone and are computed once per kind: there are far fewer kinds than deals.
class PlayoutCounts {
 public:
  // Requires: `rules` outlives it.
  explicit PlayoutCounts(const CompiledRules& rules) : rules_(rules) {}

  // Counts the results of BulkPlayout for the deals `first`, `first` + 1 ...
  void Add(std::uint64_t first, const BulkResults& results);
  void Merge(const PlayoutCounts& other);

  // Returns the sums of DealFigures over the deals counted, without a carry.
  // Figures on legal cards have a count of 0: the kernel does not record them.
  [[nodiscard]] std::vector<stats::RatioSums> Figures() const;

 private:
  const CompiledRules& rules_;
  absl::flat_hash_map<std::uint64_t, std::int64_t> counts_;  // by kind
};

// Plays deals 0 to `deals` - 1 at random with `workers` threads. The sums do
// not depend on the number of workers. Stops early once `stop` is set.
// `on_deals` receives the number of further deals played, from one thread at a
// time.
// Requires: deals <= 2^31.
MirrorSums PlayAtRandom(const CompiledRules& rules, const DealSource& source,
                        std::uint64_t deals, int workers,
                        const std::atomic<bool>& stop,
                        const std::function<void(std::int64_t)>& on_deals);

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
