// The figures of a fairness report for random playouts in bulk, without bots.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "arena/fairness/fairness_run.h"
#include "arena/stats/sample/ratio.h"
#include "engine/bulk/results.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Counts deals by what their figures follow from: who made trumps, from eldest,
// and what each side took. There are far fewer kinds than deals, so that the
// figures are worked out for each kind, not for each deal.
class DealKinds {
 public:
  // `rules` has to outlive it.
  explicit DealKinds(const CompiledRules& rules) : rules_(rules) {}

  // Counts the deals `first`, `first` + 1 ..., which BulkPlayout has played.
  void Add(std::uint64_t first, const BulkResults& results);
  void Merge(const DealKinds& other);

  // The sums of DealFigures over the deals counted, without a carry. Those on
  // cards that could have been played have a count of 0: the kernel keeps none.
  [[nodiscard]] std::vector<stats::RatioSums> Figures() const;

 private:
  const CompiledRules& rules_;
  absl::flat_hash_map<std::uint64_t, std::int64_t> counts_;  // by kind
};

// Plays deals 0 to `deals` - 1 at random with `workers` threads; the sums do
// not depend on their number. Less is played if `stop` is set meanwhile.
// `on_deals` receives the number of further deals played, from one thread at a
// time.
// Requires: deals <= 2^31.
MirrorSums PlayAtRandom(const CompiledRules& rules, const DealSource& source,
                        std::uint64_t deals, int workers,
                        const std::atomic<bool>& stop,
                        const std::function<void(std::int64_t)>& on_deals);

}  // namespace couillon::arena
