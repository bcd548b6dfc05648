// The figures of a fairness report for random playouts in bulk, without bots.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "engine/bulk/results.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

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

}  // namespace couillon::arena
