#include "arena/measure/fairness/random_play.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <thread>

#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/figures.h"
#include "engine/bulk/playout.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"

namespace couillon::arena {
namespace {

constexpr std::uint64_t kKey = 1;        // of the draws
constexpr std::uint64_t kRun = 1 << 14;  // deals whose results stay in a cache
constexpr std::uint64_t kTask = 1 << 18;

// A kind of deal as an integer. Seats and sides are relative to the dealer: a
// ruleset is the same for every dealer.
constexpr int kMakerBits = 4;
constexpr int kSideBits = 2;
constexpr int kPointBits = 8;
constexpr int kTrickBits = 5;
constexpr std::uint64_t kNoMaker = (1 << kMakerBits) - 1;
constexpr std::uint64_t kNoMit = (1 << kSideBits) - 1;
constexpr std::uint64_t kAbandoned = ~std::uint64_t{0};

// Packs integers of a few bits each into one, the first in its lowest bits.
class Packer {
 public:
  void Put(std::uint64_t value, int bits) {
    packed_ |= value << at_;
    at_ += bits;
  }
  [[nodiscard]] std::uint64_t packed() const { return packed_; }

 private:
  std::uint64_t packed_ = 0;
  int at_ = 0;
};

// Unpacks the integers of a Packer in the same order.
class Unpacker {
 public:
  explicit Unpacker(std::uint64_t packed) : packed_(packed) {}
  std::uint8_t Take(int bits) {
    const std::uint64_t value = packed_ & ((std::uint64_t{1} << bits) - 1);
    packed_ >>= bits;
    return static_cast<std::uint8_t>(value);
  }

 private:
  std::uint64_t packed_;
};

// Finds the kinds of the deals of one run.
class KindFinder {
 public:
  KindFinder(const CompiledRules& rules, const BulkResults& results)
      : rules_(rules), results_(results) {}

  [[nodiscard]] std::uint64_t KindOf(std::size_t at, Seat dealer) const {
    if (results_.trump[at] == kSuits) return kAbandoned;
    Packer kind;
    const Seat maker = results_.maker[at];
    kind.Put(maker == kNoSeat ? kNoMaker
                              : (maker + rules_.players - dealer) %
                                    std::uint64_t{rules_.players},
             kMakerBits);
    PutMit(at, dealer, kind);
    std::size_t side = dealer % rules_.sides;
    for (std::size_t i = 0; i < rules_.sides; ++i) {
      kind.Put(results_.card_points[side][at], kPointBits);
      kind.Put(results_.tricks[side][at], kTrickBits);
      if (++side == rules_.sides) side = 0;
    }
    return kind.packed();
  }

 private:
  void PutMit(std::size_t at, Seat dealer, Packer& kind) const {
    if (!rules_.has_mit) return;
    const Side mit = results_.mit_side[at];
    kind.Put(mit == kNoSide ? kNoMit
                            : (mit + rules_.sides - dealer % rules_.sides) %
                                  std::uint64_t{rules_.sides},
             kSideBits);
    kind.Put(results_.kontra[at], 1);
    kind.Put(results_.re[at], 1);
  }

  const CompiledRules& rules_;
  const BulkResults& results_;
};

// Returns a deal of this kind with seat 0 as dealer.
DealFacts FactsOf(const CompiledRules& rules, std::uint64_t kind) {
  DealFacts facts;
  DealResult& result = facts.result;
  if (kind == kAbandoned) {
    result.abandoned = true;
  } else {
    Unpacker packed(kind);
    const std::uint8_t maker = packed.Take(kMakerBits);
    if (maker != kNoMaker) {
      result.maker = maker;
      result.maker_side = rules.SideOf(maker);
    }
    if (rules.has_mit) {
      const std::uint8_t mit = packed.Take(kSideBits);
      if (mit != kNoMit) result.mit_side = mit;
      result.kontra = packed.Take(1) != 0;
      result.re = packed.Take(1) != 0;
    }
    for (std::size_t side = 0; side < rules.sides; ++side) {
      result.card_points[side] = packed.Take(kPointBits);
      result.tricks[side] = packed.Take(kTrickBits);
    }
  }
  facts.score = ScoreDeal(rules.ruleset, result, 0);
  return facts;
}

}  // namespace

void PlayoutCounts::Add(std::uint64_t first, const BulkResults& results) {
  const KindFinder finder(rules_, results);
  auto dealer = static_cast<Seat>(first % rules_.players);
  for (std::size_t at = 0; at < results.size(); ++at) {
    ++counts_[finder.KindOf(at, dealer)];
    if (++dealer == rules_.players) dealer = 0;
  }
}

void PlayoutCounts::Merge(const PlayoutCounts& other) {
  for (const auto& [kind, count] : other.counts_) counts_[kind] += count;
}

std::vector<stats::RatioSums> PlayoutCounts::Figures() const {
  const std::size_t figures = DealFigures(rules_).size();
  std::vector<stats::RatioSums> sums(figures);
  std::vector<FigureTerm> terms(figures);
  for (const auto& [kind, count] : counts_) {
    std::fill(terms.begin(), terms.end(), FigureTerm());
    AddDeal(rules_, FactsOf(rules_, kind), terms);
    for (std::size_t i = 0; i < figures; ++i) {
      sums[i].Add(terms[i].s, terms[i].n, count);
    }
  }
  return sums;
}

MirrorSums PlayAtRandom(const CompiledRules& rules, const DealSource& source,
                        std::uint64_t deals, int workers,
                        const std::atomic<bool>& stop,
                        const std::function<void(std::int64_t)>& on_deals) {
  const BulkPlayout playout(rules, source, kKey);
  MirrorSums sums;
  PlayoutCounts all(rules);
  std::mutex mutex;  // guards `sums` and `all`
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    BulkResults results(kRun);
    for (;;) {
      const std::uint64_t task = next.fetch_add(kTask);
      if (task >= deals || stop.load()) return;
      const std::uint64_t end = std::min(task + kTask, deals);
      PlayoutCounts kinds(rules);
      for (std::uint64_t first = task; first < end; first += kRun) {
        if (end - first < kRun) results = BulkResults(end - first);
        playout.Play(first, results);
        kinds.Add(first, results);
      }
      const std::scoped_lock lock(mutex);
      all.Merge(kinds);
      sums.tables += static_cast<std::int64_t>(end - task);
      on_deals(static_cast<std::int64_t>(end - task));
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(workers));
  for (int worker = 0; worker < workers; ++worker) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  sums.figures = all.Figures();
  return sums;
}

}  // namespace couillon::arena
