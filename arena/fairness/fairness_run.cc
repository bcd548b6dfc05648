#include "arena/fairness/fairness_run.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/fairness/card_control.h"
#include "arena/fairness/deal_facts.h"
#include "arena/fairness/figures.h"
#include "arena/fairness/random_play.h"
#include "arena/fairness/solved_deals.h"
#include "arena/race/even_race.h"
#include "arena/referee/referee.h"
#include "arena/schedule/schedule.h"
#include "arena/schedule/unit_budget.h"
#include "arena/schedule/unit_deals.h"
#include "arena/stats/law/index.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/pairs/seating_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/unit/pair_score.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_kinds.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kBlock = 256;
constexpr std::uint32_t kMatchBlock = 16;

// The terms of every figure for each item of a block, item after item.
struct BlockTerms {
  std::size_t figures = 0;
  std::vector<FigureTerm> terms;
  [[nodiscard]] std::span<FigureTerm> of(std::size_t item) {
    return std::span(terms).subspan(item * figures, figures);
  }
};

// Units of one kind of play: either single deals or matches.
class Plan {
 public:
  Plan(bool is_match, const FairnessRun& run) : is_match_(is_match) {
    const auto bots = static_cast<int>(run.bots.size());
    for (int ruleset = 0; ruleset < static_cast<int>(run.rules.size());
         ++ruleset) {
      if (is_match) {
        AddUnits(ruleset, BotIndex(bots - 1), BotIndex(bots - 1),
                 run.options.matches);
        continue;
      }
      for (int a = 0; a < bots; ++a) {
        AddUnits(ruleset, BotIndex(a), BotIndex(a), run.options.deals);
        for (int b = a + 1; b < bots; ++b) {
          AddUnits(ruleset, BotIndex(b), BotIndex(a),
                   run.options.pairing_deals);
        }
      }
    }
  }

  [[nodiscard]] bool is_match() const { return is_match_; }
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
    return 2 * DefaultUnitBudget(run.move_limit,
                                 is_match_ ? kMatchBlock : kBlock,
                                 static_cast<int>(seatings), is_match_);
  }

 private:
  void AddUnits(int ruleset, BotIndex first, BotIndex second,
                std::uint64_t items) {
    const std::uint32_t size = is_match_ ? kMatchBlock : kBlock;
    for (std::uint64_t item = 0; item < items; item += size) {
      Unit unit;
      unit.number = static_cast<std::int64_t>(units_.size());
      unit.ruleset = ruleset;
      unit.block = static_cast<std::int64_t>(item / size);
      unit.teams = {.first = {first}, .second = {second}};
      unit.first_item = item;
      unit.items = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(size, items - item));
      units_.push_back(unit);
    }
  }

  bool is_match_;
  std::vector<Unit> units_;
  std::atomic<std::size_t> next_{0};
};

// Collects the finished units of all workers. Add() may be called concurrently.
class Collector {
 public:
  Collector(const FairnessRun& run, const DealSource& deals, std::int64_t items)
      : run_(run), deals_(deals), items_(items) {
    for (const CompiledRules* rules : run.rules) {
      deal_figures_.push_back(DealFigures(*rules));
      match_figures_.push_back(MatchFigures(*rules));
      deal_kinds_.emplace_back(rules->ruleset);
      RulesetSums& sums = sums_.rulesets.emplace_back();
      sums.mirrors.resize(run.bots.size());
      for (MirrorSums& mirror : sums.mirrors) {
        mirror.figures.resize(deal_figures_.back().size());
      }
      sums.matches.figures.resize(match_figures_.back().size());
      sums.matches.deals = EvenDeals(deal_kinds_.back());
      const auto bots = static_cast<int>(run.bots.size());
      for (int a = 0; a < bots; ++a) {
        for (int b = a + 1; b < bots; ++b) {
          LadderSums& ladder = sums.ladder.emplace_back();
          ladder.weaker = BotIndex(a);
          ladder.stronger = BotIndex(b);
          if (rules->sides == 2) {
            ladder.leads.resize(
                std::min(run.options.solving.deals, run.options.pairing_deals));
          }
        }
      }
    }
    if (run.compare) PrepareComparison();
  }

  void Add(const UnitResult& result, bool is_match) {
    if (is_match) {
      AddMatches(result);
    } else if (result.unit.teams.first == result.unit.teams.second) {
      AddMirror(result);
    } else {
      AddLadder(result);
    }
    const std::scoped_lock lock(mutex_);
    done_ += result.unit.items;
    if (run_.on_progress) run_.on_progress(done_, items_);
  }

  FairnessSums Finish() {
    for (auto& [key, blocks] : ladder_blocks_) {
      LadderSums& ladder = sums_.rulesets[key.first].ladder[key.second];
      // In the order of the deals, regardless of the order of completion.
      for (auto& [block, sums] : blocks) ladder.blocks.push_back(sums);
    }
    return std::move(sums_);
  }

 private:
  [[nodiscard]] const CompiledRules& RulesOf(const UnitResult& result) const {
    return *run_.rules[stats::Index(result.unit.ruleset)];
  }

  // Returns the terms of a unit, item by item. Forfeited tables are excluded;
  // the numbers of the other tables and of forfeits are added up.
  BlockTerms TermsOf(const UnitResult& result, std::int64_t& tables,
                     std::int64_t& forfeits) const {
    const CompiledRules& rules = RulesOf(result);
    BlockTerms block;
    block.figures = deal_figures_[stats::Index(result.unit.ruleset)].size();
    block.terms.resize(block.figures * result.unit.items);
    std::vector<Pack> packs(result.unit.items);
    deals_.PacksOf(rules.deck, result.unit.first_item, packs);
    for (const DealOfUnit& record : result.records) {
      if (record.outcome.forfeited_by) {
        ++forfeits;
        continue;
      }
      ++tables;
      const auto at =
          static_cast<std::size_t>(record.item - result.unit.first_item);
      AddDeal(
          rules,
          ReplayDeal(rules, packs[at], Table::FirstDealer(rules, record.item),
                     record.deals[0], 0),
          block.of(at));
    }
    return block;
  }

  void AddMirror(const UnitResult& result) {
    std::int64_t tables = 0;
    std::int64_t forfeits = 0;
    BlockTerms block = TermsOf(result, tables, forfeits);
    const std::scoped_lock lock(mutex_);
    const BotIndex bot = result.unit.teams.first[0];
    MirrorSums& sums =
        sums_.rulesets[stats::Index(result.unit.ruleset)].mirrors[Index(bot)];
    sums.tables += tables;
    sums.forfeits += forfeits;
    for (std::size_t item = 0; item < result.unit.items; ++item) {
      const std::span<FigureTerm> terms = block.of(item);
      for (std::size_t i = 0; i < terms.size(); ++i) {
        sums.figures[i].Add(terms[i].s, terms[i].n);
      }
    }
    if (run_.compare) Compare(result, bot, std::move(block));
  }

  void AddLadder(const UnitResult& result) {
    const CompiledRules& rules = RulesOf(result);
    const int seatings = static_cast<int>(Seatings(rules.sides).size());
    const std::scoped_lock lock(mutex_);
    auto& all = sums_.rulesets[stats::Index(result.unit.ruleset)].ladder;
    for (std::size_t i = 0; i < all.size(); ++i) {
      LadderSums& ladder = all[i];
      if (ladder.stronger != result.unit.teams.first[0] ||
          ladder.weaker != result.unit.teams.second[0]) {
        continue;
      }
      ladder.score.denominator = std::int64_t{2} * seatings;
      for (const PairScore score : result.outcome.scores) {
        ladder.score.Add(score.HalfPoints(seatings));
      }
      const stats::SeatingSums& game_points =
          result.outcome.leads[Quantity::kGamePoints];
      static_cast<void>(ladder.game_points.Merge(game_points));
      ladder_blocks_[{stats::Index(result.unit.ruleset), i}].emplace(
          result.unit.block, game_points);
      AddLeads(result, ladder.leads);
    }
  }

  // Keeps the leads of the deals that may be solved.
  static void AddLeads(const UnitResult& result,
                       std::vector<SeatingLeads>& leads) {
    for (const DealOfUnit& record : result.records) {
      if (record.item >= leads.size()) continue;
      leads[record.item][static_cast<std::size_t>(record.seating)] =
          record.outcome.lead_halves[Quantity::kGamePoints] / 2;
    }
  }

  void AddMatches(const UnitResult& result) {
    const CompiledRules& rules = RulesOf(result);
    const std::size_t figures =
        match_figures_[stats::Index(result.unit.ruleset)].size();
    std::vector<FigureTerm> terms(figures * result.unit.items);
    std::vector<MatchFacts> matches;
    for (const DealOfUnit& record : result.records) {
      if (record.outcome.forfeited_by) continue;
      std::vector<Pack> packs(record.deals.size());
      deals_.PacksOf(rules.deck, Table::DealIndex(true, record.item, 0), packs);
      matches.push_back(ReplayMatch(
          rules, packs, Table::FirstDealer(rules, record.item), record.deals));
      const auto at =
          static_cast<std::size_t>(record.item - result.unit.first_item);
      AddMatch(rules, matches.back(),
               std::span(terms).subspan(at * figures, figures));
    }
    const std::scoped_lock lock(mutex_);
    MatchSums& sums = sums_.rulesets[stats::Index(result.unit.ruleset)].matches;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      sums.figures[i % figures].Add(terms[i].s, terms[i].n);
    }
    for (const MatchFacts& match : matches) {
      ++sums.matches;
      ++sums.lengths[static_cast<int>(match.deals.size())];
      AddRace(rules, match, sums.races);
      AddDeals(result.unit.ruleset, match, sums.deals);
    }
  }

  // Counts the results of the deals of a two-sided match.
  void AddDeals(int ruleset, const MatchFacts& match, EvenDeals& deals) const {
    if (run_.rules[stats::Index(ruleset)]->sides != 2) return;
    for (const MatchDeal& deal : match.deals) {
      deals.Add(deal_kinds_[stats::Index(ruleset)], deal.facts.result);
    }
  }

  // Counts the standings before each deal of a two-sided match with a winner.
  static void AddRace(const CompiledRules& rules, const MatchFacts& match,
                      RaceCounts& races) {
    if (rules.sides != 2 || match.winner == kNoSide) return;
    for (const MatchDeal& deal : match.deals) {
      for (const Side side : {Side{0}, Side{1}}) {
        const int needs = deal.before.lines_left[side];
        const int other = deal.before.lines_left[1 - side];
        if (needs < 1 || other < 1 || needs > kMostNeeds ||
            other > kMostNeeds) {
          continue;
        }
        ++races.seen[stats::Index(needs - 1)][stats::Index(other - 1)];
        if (match.winner == side) {
          ++races.won[stats::Index(needs - 1)][stats::Index(other - 1)];
        }
      }
    }
  }

  void PrepareComparison() {
    common_.clear();
    for (std::size_t i = 0; i < deal_figures_[0].size(); ++i) {
      for (std::size_t j = 0; j < deal_figures_[1].size(); ++j) {
        if (deal_figures_[0][i].name == deal_figures_[1][j].name) {
          common_.emplace_back(i, j);
        }
      }
    }
    for (int bot = 0; bot < static_cast<int>(run_.bots.size()); ++bot) {
      ComparisonSums& sums = sums_.comparisons.emplace_back();
      sums.bot = BotIndex(bot);
      for (const auto& [i, j] : common_) {
        Figure& figure = sums.figures.emplace_back(deal_figures_[0][i]);
        figure.varies = figure.varies || deal_figures_[1][j].varies;
      }
      sums.first.resize(common_.size());
      sums.second.resize(common_.size());
      sums.cross.resize(common_.size());
    }
  }

  // Adds a block once both rulesets have played it; until then it is stored.
  void Compare(const UnitResult& result, BotIndex bot, BlockTerms block) {
    auto& slot = waiting_[{bot, result.unit.block}];
    slot[stats::Index(result.unit.ruleset)] = std::move(block);
    std::optional<BlockTerms>& ours = slot[0];
    std::optional<BlockTerms>& theirs = slot[1];
    if (!ours || !theirs) return;
    ComparisonSums& sums = sums_.comparisons[Index(bot)];
    for (std::size_t item = 0; item < result.unit.items; ++item) {
      const std::span<FigureTerm> first = ours->of(item);
      const std::span<FigureTerm> second = theirs->of(item);
      for (std::size_t k = 0; k < common_.size(); ++k) {
        const FigureTerm& a = first[common_[k].first];
        const FigureTerm& b = second[common_[k].second];
        sums.first[k].Add(a.s, a.n);
        sums.second[k].Add(b.s, b.n);
        sums.cross[k].Add(a.s, a.n, b.s, b.n);
      }
    }
    waiting_.erase({bot, result.unit.block});
  }

  const FairnessRun& run_;
  const DealSource& deals_;
  std::int64_t items_;
  std::vector<std::vector<Figure>> deal_figures_;
  std::vector<std::vector<Figure>> match_figures_;
  std::vector<DealKinds> deal_kinds_;
  std::vector<std::pair<std::size_t, std::size_t>> common_;

  std::mutex mutex_;  // guards the members below
  FairnessSums sums_;
  std::int64_t done_ = 0;
  std::map<std::pair<std::size_t, std::size_t>,
           std::map<std::int64_t, stats::SeatingSums>>
      ladder_blocks_;
  std::map<std::pair<BotIndex, std::int64_t>,
           std::array<std::optional<BlockTerms>, 2>>
      waiting_;
};

void PlayPlan(const FairnessRun& run, Plan& plan, Collector& collector,
              const std::atomic<bool>& stop) {
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
            collector.Add(result, plan.is_match());
          });
      referee.Run(stop);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// Plays random playouts under each ruleset. Empty if none are asked for.
std::vector<MirrorSums> PlayOuts(const FairnessRun& run,
                                 const DealSource& deals, std::int64_t done,
                                 std::int64_t items,
                                 const std::atomic<bool>& stop) {
  std::vector<MirrorSums> sums;
  if (run.options.playouts == 0) return sums;
  const auto count = [&](std::int64_t more) {
    done += more;
    if (run.on_progress && !stop) run.on_progress(done, items);
  };
  for (const CompiledRules* rules : run.rules) {
    sums.push_back(PlayAtRandom(*rules, deals, run.options.playouts,
                                run.options.workers, stop, count));
  }
  return sums;
}

// Solves deals of each ruleset. Empty if none is to be solved.
std::vector<SolvedDeals> SolveAll(const FairnessRun& run,
                                  const DealSource& deals, std::int64_t done,
                                  std::int64_t items,
                                  const std::atomic<bool>& stop) {
  std::vector<SolvedDeals> solved;
  const SolvingLimits& limits = run.options.solving;
  if (limits.deals == 0) return solved;
  for (const CompiledRules* rules : run.rules) {
    std::int64_t of_ruleset = 0;
    solved.push_back(SolveDeals(*rules, deals, limits, run.options.workers,
                                stop, [&](std::int64_t more) {
                                  of_ruleset += more;
                                  if (!run.on_progress || stop) return;
                                  run.on_progress(done + of_ruleset, items);
                                }));
    if (stop) break;  // not all of them are played
    done += static_cast<std::int64_t>(limits.deals);
    if (run.on_progress) run.on_progress(done, items);
  }
  return solved;
}

}  // namespace

absl::StatusOr<FairnessSums> RunFairness(const FairnessRun& run,
                                         const std::atomic<bool>& stop) {
  const DealSource deals(run.options.seed);
  Plan single_deals(/*is_match=*/false, run);
  Plan matches(/*is_match=*/true, run);
  const std::int64_t with_bots = single_deals.Items() + matches.Items();
  const auto rulesets = static_cast<std::int64_t>(run.rules.size());
  const std::int64_t played =
      with_bots + rulesets * static_cast<std::int64_t>(run.options.playouts);
  const std::int64_t items =
      played + rulesets * static_cast<std::int64_t>(run.options.solving.deals);
  Collector collector(run, deals, items);
  PlayPlan(run, single_deals, collector, stop);
  PlayPlan(run, matches, collector, stop);
  const std::vector<MirrorSums> playouts =
      PlayOuts(run, deals, with_bots, items, stop);
  const std::vector<SolvedDeals> solved =
      SolveAll(run, deals, played, items, stop);
  if (stop.load()) return absl::CancelledError("stopped before the end");
  FairnessSums sums = collector.Finish();
  for (std::size_t i = 0; i < playouts.size(); ++i) {
    sums.rulesets[i].playouts = playouts[i];
  }
  for (std::size_t i = 0; i < solved.size(); ++i) {
    sums.rulesets[i].solved = solved[i];
  }
  return sums;
}

}  // namespace couillon::arena
