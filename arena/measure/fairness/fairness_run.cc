// The plan of units, their workers, random playouts in bulk, and solved deals.

#include "arena/measure/fairness/fairness_run.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/fairness_collector.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/solved_deals.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_budget.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/unit/unit_result.h"
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

constexpr std::uint32_t kBlock = 256;
constexpr std::uint32_t kMatchBlock = 16;

// Units of one kind of play: either single deals or matches. Those of a block,
// the same deals under all rulesets by all bots, follow one another.
class Plan {
 public:
  Plan(bool is_match, const FairnessRun& run) : is_match_(is_match) {
    const FairnessOptions& options = run.options;
    const std::uint64_t items =
        is_match ? options.matches
                 : std::max(options.deals, options.pairing_deals);
    for (std::uint64_t first = 0; first < items; first += block_items()) {
      const std::size_t before = units_.size();
      AddBlock(run, first);
      units_by_block_.push_back(
          static_cast<std::int64_t>(units_.size() - before));
    }
  }

  [[nodiscard]] bool is_match() const { return is_match_; }
  [[nodiscard]] std::uint32_t block_items() const {
    return is_match_ ? kMatchBlock : kBlock;
  }
  // The number of units of each block.
  [[nodiscard]] const std::vector<std::int64_t>& UnitsByBlock() const {
    return units_by_block_;
  }
  [[nodiscard]] std::optional<Unit> Next() {
    const std::size_t at = next_.fetch_add(1, std::memory_order_relaxed);
    if (at >= units_.size()) return std::nullopt;
    return units_[at];
  }
  [[nodiscard]] std::int64_t Items() const {
    std::int64_t items = 0;
    for (const Unit& unit : units_) items += unit.items;
    return items;
  }
  // The thinking time of a bot per unit, doubled because in most units one bot
  // plays both sides.
  [[nodiscard]] std::chrono::milliseconds UnitBudget(
      const FairnessRun& run) const {
    std::size_t seatings = 0;
    for (const CompiledRules* rules : run.rules) {
      seatings = std::max(seatings, Seatings(rules->sides).size());
    }
    return 2 * DefaultUnitBudget(run.move_limit, block_items(),
                                 static_cast<int>(seatings), is_match_);
  }

 private:
  void AddBlock(const FairnessRun& run, std::uint64_t first_item) {
    const auto bots = static_cast<int>(run.bots.size());
    const FairnessOptions& options = run.options;
    for (int ruleset = 0; ruleset < static_cast<int>(run.rules.size());
         ++ruleset) {
      const auto add = [&](int first, int second, std::uint64_t items) {
        AddUnit(ruleset,
                {.first = {BotIndex(first)}, .second = {BotIndex(second)}},
                first_item, items);
      };
      if (is_match_) {
        add(bots - 1, bots - 1, options.matches);
        continue;
      }
      for (int a = 0; a < bots; ++a) {
        add(a, a, options.deals);
        for (int b = a + 1; b < bots; ++b) add(b, a, options.pairing_deals);
      }
    }
  }

  // Adds the unit that begins with `first_item` of the teams' `items`, if so
  // many are asked for.
  void AddUnit(int ruleset, const Pairing& teams, std::uint64_t first_item,
               std::uint64_t items) {
    if (first_item >= items) return;
    Unit unit;
    unit.number = static_cast<std::int64_t>(units_.size());
    unit.ruleset = ruleset;
    unit.block = static_cast<std::int64_t>(first_item / block_items());
    unit.teams = teams;
    unit.first_item = first_item;
    unit.items = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(block_items(), items - first_item));
    units_.push_back(unit);
  }

  bool is_match_;
  std::vector<Unit> units_;
  std::vector<std::int64_t> units_by_block_;
  std::atomic<std::size_t> next_{0};
};

// Reports what is done, until the run is stopped. Add() may be called
// concurrently.
class Progress {
 public:
  Progress(const FairnessRun& run, std::int64_t all,
           const std::atomic<bool>& stop)
      : run_(run), all_(all), stop_(stop) {}

  void Add(std::int64_t items) {
    const std::scoped_lock lock(mutex_);
    done_ += items;
    if (run_.on_progress && !stop_) run_.on_progress(done_, all_);
  }

 private:
  const FairnessRun& run_;
  std::int64_t all_;
  const std::atomic<bool>& stop_;
  std::mutex mutex_;  // guards `done_` and the callback
  std::int64_t done_ = 0;
};

void PlayPlan(const FairnessRun& run, Plan& plan, FairnessCollector& collector,
              Progress& progress, const std::atomic<bool>& stop) {
  if (stop) return;
  const UnitDeals same_deals(run.options.seed);
  RefereeConfig config{.rules = run.rules,
                       .deals = &same_deals,
                       .is_match = plan.is_match(),
                       .record_deals = true,
                       .divided = run.divided,
                       .relabelled = run.relabelled,
                       .max_faults = 1,
                       .time = {.unit_budget = plan.UnitBudget(run)}};
  std::vector<std::thread> threads;
  threads.reserve(stats::Index(run.options.workers));
  for (int worker = 0; worker < run.options.workers; ++worker) {
    threads.emplace_back([&, worker] {
      Referee referee(
          config, run.make_links(worker), [&plan] { return plan.Next(); },
          [&](const UnitResult& result) {
            collector.Add(result);
            progress.Add(result.unit.items);
          });
      referee.Run(stop);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Plays random playouts under each ruleset. Returns whether all are played.
bool PlayOut(const FairnessRun& run, const DealSource& deals,
             Progress& progress, const std::atomic<bool>& stop,
             FairnessSums& sums) {
  if (run.options.playouts == 0) return true;
  for (std::size_t i = 0; i < run.rules.size() && !stop; ++i) {
    sums.rulesets[i].playouts = PlayAtRandom(
        *run.rules[i], deals, run.options.playouts, run.options.workers, stop,
        [&progress](std::int64_t more) { progress.Add(more); });
  }
  return !stop;
}

// Solves deals of each ruleset. Returns whether all are solved that the limits
// allow.
bool SolveAll(const FairnessRun& run, const DealSource& deals,
              Progress& progress, const std::atomic<bool>& stop,
              FairnessSums& sums) {
  const SolvingLimits& limits = run.options.solving;
  if (limits.deals == 0) return true;
  for (std::size_t i = 0; i < run.rules.size() && !stop; ++i) {
    auto rest = static_cast<std::int64_t>(limits.deals);
    sums.rulesets[i].solved =
        SolveDeals(*run.rules[i], deals, limits, run.options.workers, stop,
                   [&](std::int64_t more) {
                     rest -= more;
                     progress.Add(more);
                   });
    progress.Add(rest);  // what the limits left out
  }
  return !stop;
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

absl::StatusOr<FairnessSums> RunFairness(const FairnessRun& run,
                                         const std::atomic<bool>& stop) {
  const DealSource deals(run.options.seed);
  Plan single_deals(/*is_match=*/false, run);
  Plan matches(/*is_match=*/true, run);
  const auto without_bots = static_cast<std::int64_t>(
      run.rules.size() * (run.options.playouts + run.options.solving.deals));
  Progress progress(run, single_deals.Items() + matches.Items() + without_bots,
                    stop);
  CollectedPlay play{.rules = run.rules,
                     .bots = static_cast<int>(run.bots.size()),
                     .compare = run.compare,
                     .solved_deals = run.options.solving.deals};
  FairnessCollector of_deals(play, deals, single_deals.UnitsByBlock());
  play.is_match = true;
  FairnessCollector of_matches(play, deals, matches.UnitsByBlock());
  PlayPlan(run, single_deals, of_deals, progress, stop);
  PlayPlan(run, matches, of_matches, progress, stop);
  FairnessSums sums = of_deals.sums();
  Append(of_matches.sums(), sums);
  sums.options = run.options;
  FairnessOptions& played = sums.options;
  const std::uint64_t whole = of_deals.whole_items();
  played.deals = std::min(played.deals, whole);
  played.pairing_deals = std::min(played.pairing_deals, whole);
  played.matches = std::min(played.matches, of_matches.whole_items());
  if (played.deals == 0) {
    return absl::CancelledError(absl::StrFormat(
        "stopped before %d deals were played by all bots", kBlock));
  }
  if (!PlayOut(run, deals, progress, stop, sums)) {
    played.playouts = 0;
    for (RulesetSums& ruleset : sums.rulesets) ruleset.playouts = {};
  }
  if (!SolveAll(run, deals, progress, stop, sums)) {
    played.solving.deals = 0;
    for (RulesetSums& ruleset : sums.rulesets) ruleset.solved = {};
  }
  return sums;
}

}  // namespace couillon::arena
