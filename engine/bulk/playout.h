// Many deals played at random at once: the same deals, decisions and results
// as Position with PlayOut (play/playout.h), and several times as fast for the
// rulesets that the play kernel covers. For fairness runs at scale.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "engine/bulk/play_kernel.h"
#include "engine/bulk/play_plan.h"
#include "engine/bulk/results.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// Plays deals of one seed. Immutable, so threads may share it.
class BulkPlayout {
 public:
  // Plays the deals of `source` under `rules` with the draws of
  // PlayoutRandom(`key`, deal). Uses the best instruction set of this machine.
  // Requires: `rules` and `source` outlive it.
  BulkPlayout(const CompiledRules& rules, const DealSource& source,
              std::uint64_t key);
  // The same with `target`, one of FindBulkTargets(), which has to outlive it
  // too; if null, plays with the general engine alone.
  BulkPlayout(const CompiledRules& rules, const DealSource& source,
              std::uint64_t key, const BulkTarget* target);

  // OK if the play kernel plays these rules; else Unimplemented with the reason
  // why the general engine does.
  [[nodiscard]] const absl::Status& coverage() const { return coverage_; }

  // Plays the results.size() deals from `first` on. The dealer of deal n is
  // seat n mod players.
  void Play(std::uint64_t first, BulkResults& results) const;

  // Plays `count` deals from `first` on and adds up their scores.
  [[nodiscard]] BulkSums Sum(std::uint64_t first, std::uint64_t count) const;

 private:
  void PlayWithEngine(std::uint64_t first, BulkResults& results) const;

  const CompiledRules& rules_;
  const DealSource& source_;
  std::uint64_t key_;
  const BulkTarget* target_ = nullptr;
  absl::Status coverage_;
  BulkPlan plan_;
};

}  // namespace couillon
