// Runs of deals go to the kernel of the best instruction set, or one by one to
// the engine where no kernel covers the ruleset.

#include "engine/bulk/playout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/card.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "engine/play/position.h"

namespace couillon {
namespace {

constexpr std::size_t kAtOnce = 16;     // deals in the general engine
constexpr std::size_t kPacks = 512;     // packs dealt at a time for it
constexpr std::size_t kInCache = 4096;  // deals summed at a time, in cache

// The best instruction set of this machine, or null if it has no vectors.
// Cached here and not in the kernel, which is compiled without sanitizers: they
// have to see that one thread initializes it while the others wait.
const BulkTarget* BestTarget() {
  static const std::vector<BulkTarget> kTargets = FindBulkTargets();
  return kTargets.empty() ? nullptr : &kTargets.front();
}

void Put(const DealResult& result, std::size_t at, BulkResults& results) {
  results.trump[at] = static_cast<std::uint8_t>(
      result.trump ? static_cast<int>(*result.trump) : kSuits);
  results.maker[at] = result.maker;
  for (std::size_t side = 0; side < kMaxSides; ++side) {
    results.card_points[side][at] = result.card_points[side];
    results.tricks[side][at] = result.tricks[side];
  }
  if (results.mit_side.empty()) return;
  results.mit_side[at] = result.mit_side;
  results.kontra[at] = result.kontra ? 1 : 0;
  results.re[at] = result.re ? 1 : 0;
}

}  // namespace

BulkPlayout::BulkPlayout(const CompiledRules& rules, const DealSource& source,
                         std::uint64_t key)
    : BulkPlayout(rules, source, key, BestTarget()) {}

BulkPlayout::BulkPlayout(const CompiledRules& rules, const DealSource& source,
                         std::uint64_t key, const BulkTarget* target)
    : rules_(rules), source_(source), key_(key) {
  if (target == nullptr) {
    coverage_ = absl::UnimplementedError("no vectors to play with");
    return;
  }
  const absl::StatusOr<BulkPlan> plan = PlanBulk(rules);
  coverage_ = plan.status();
  if (!plan.ok()) return;
  plan_ = *plan;
  target_ = target;
}

void BulkPlayout::Play(std::uint64_t first, BulkResults& results) const {
  const std::size_t said = rules_.has_mit ? results.size() : 0;
  results.mit_side.resize(said);
  results.kontra.resize(said);
  results.re.resize(said);
  if (target_ == nullptr) {
    PlayWithEngine(first, results);
    return;
  }
  BulkRun run{.stream = source_.StreamOf(rules_.deck),
              .key = key_,
              .first = first,
              .count = results.size(),
              .trump = results.trump.data(),
              .maker = results.maker.data()};
  for (std::size_t side = 0; side < kMaxSides; ++side) {
    run.card_points[side] = results.card_points[side].data();
    run.tricks[side] = results.tricks[side].data();
  }
  target_->play(plan_, run);
}

void BulkPlayout::PlayWithEngine(std::uint64_t first,
                                 BulkResults& results) const {
  std::array<Pack, kPacks> packs;
  std::vector<Position> positions;
  std::vector<PlayoutRandom> randoms;
  for (std::size_t at = 0; at < results.size(); at += kAtOnce) {
    const std::size_t next = at % packs.size();
    if (next == 0) {
      source_.DealPacks(
          rules_.deck, first + at,
          std::span(packs).first(std::min(packs.size(), results.size() - at)));
    }
    const std::size_t deals = std::min(kAtOnce, results.size() - at);
    positions.clear();
    randoms.clear();
    for (std::size_t i = 0; i < deals; ++i) {
      const std::uint64_t deal = first + at + i;
      positions.emplace_back(rules_, packs[next + i],
                             static_cast<Seat>(deal % rules_.players));
      randoms.emplace_back(key_, deal);
    }
    PlayOut(positions, randoms);
    for (std::size_t i = 0; i < deals; ++i) {
      Put(positions[i].Result(), at + i, results);
    }
  }
}

BulkSums BulkPlayout::Sum(std::uint64_t first, std::uint64_t count) const {
  BulkSummer summer(rules_);
  BulkResults results(kInCache);
  for (; count >= kInCache; first += kInCache, count -= kInCache) {
    Play(first, results);
    summer.Add(results);
  }
  BulkResults rest(static_cast<std::size_t>(count));
  Play(first, rest);
  summer.Add(rest);
  return summer.Sums();
}

}  // namespace couillon
