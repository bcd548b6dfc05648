// Sums by block under a lock; whole blocks are appended in the order of deals,
// whatever order workers finish in.

#include "arena/measure/fairness/fairness_collector.h"

#include <algorithm>

#include "arena/measure/fairness/card_control.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/unit/pair_score.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"

namespace couillon::arena {
namespace {

// Counts the standings before each deal of a two-sided match with a winner.
void AddRace(const CompiledRules& rules, const MatchFacts& match,
             RaceCounts& races) {
  if (rules.sides != 2 || match.winner == kNoSide) return;
  for (const MatchDeal& deal : match.deals) {
    for (const Side side : {Side{0}, Side{1}}) {
      const int needs = deal.before.lines_left[side];
      const int other = deal.before.lines_left[1 - side];
      if (needs < 1 || other < 1 || needs > kMaxNeeds || other > kMaxNeeds) {
        continue;
      }
      ++races.seen[stats::Index(needs - 1)][stats::Index(other - 1)];
      if (match.winner == side) {
        ++races.won[stats::Index(needs - 1)][stats::Index(other - 1)];
      }
    }
  }
}

}  // namespace

FairnessCollector::FairnessCollector(CollectedPlay play,
                                     const DealSource& deals,
                                     std::vector<std::int64_t> units)
    : play_(std::move(play)), deals_(deals), units_(std::move(units)) {
  for (const CompiledRules* rules : play_.rules) {
    deal_figures_.push_back(DealFigures(*rules));
    match_figures_.push_back(MatchFigures(*rules));
    deal_kinds_.emplace_back(rules->ruleset);
  }
  if (play_.compare) PrepareComparison();
  sums_ = NoSums();
}

void FairnessCollector::PrepareComparison() {
  for (std::size_t i = 0; i < deal_figures_[0].size(); ++i) {
    for (std::size_t j = 0; j < deal_figures_[1].size(); ++j) {
      if (deal_figures_[0][i].name == deal_figures_[1][j].name) {
        common_.emplace_back(i, j);
      }
    }
  }
}

FairnessSums FairnessCollector::NoSums() const {
  FairnessSums none;
  for (std::size_t i = 0; i < play_.rules.size(); ++i) {
    RulesetSums& sums = none.rulesets.emplace_back();
    sums.mirrors.resize(stats::Index(play_.bots));
    for (MirrorSums& mirror : sums.mirrors) {
      mirror.figures.resize(deal_figures_[i].size());
    }
    sums.matches.figures.resize(match_figures_[i].size());
    sums.matches.deals = EvenDeals(deal_kinds_[i]);
    for (int a = 0; a < play_.bots; ++a) {
      for (int b = a + 1; b < play_.bots; ++b) {
        LadderSums& ladder = sums.ladder.emplace_back();
        ladder.weaker = BotIndex(a);
        ladder.stronger = BotIndex(b);
      }
    }
  }
  for (int bot = 0; play_.compare && bot < play_.bots; ++bot) {
    ComparisonSums& sums = none.comparisons.emplace_back();
    sums.bot = BotIndex(bot);
    for (const auto& [i, j] : common_) {
      Figure& figure = sums.figures.emplace_back(deal_figures_[0][i]);
      figure.varies = figure.varies || deal_figures_[1][j].varies;
    }
    sums.first.resize(common_.size());
    sums.second.resize(common_.size());
    sums.cross.resize(common_.size());
  }
  return none;
}

void FairnessCollector::Add(const UnitResult& result) {
  if (play_.is_match) {
    AddMatches(result);
  } else if (result.unit.teams.first == result.unit.teams.second) {
    AddMirror(result);
  } else {
    AddLadder(result);
  }
  const std::scoped_lock lock(mutex_);
  Block& block = BlockOf(result);
  ++block.added;
  block.items = std::max<std::uint64_t>(block.items, result.unit.items);
  AppendWholeBlocks();
}

// Requires: the lock.
FairnessCollector::Block& FairnessCollector::BlockOf(const UnitResult& result) {
  const auto [at, is_new] = blocks_.try_emplace(result.unit.block);
  if (is_new) at->second.sums = NoSums();
  return at->second;
}

// Requires: the lock.
void FairnessCollector::AppendWholeBlocks() {
  while (!blocks_.empty()) {
    const auto first = blocks_.begin();
    if (first->first != whole_blocks_ ||
        first->second.added !=
            units_[static_cast<std::size_t>(whole_blocks_)]) {
      return;
    }
    Append(first->second.sums, sums_);
    whole_items_ += first->second.items;
    blocks_.erase(first);
    ++whole_blocks_;
  }
}

const CompiledRules& FairnessCollector::RulesOf(
    const UnitResult& result) const {
  return *play_.rules[stats::Index(result.unit.ruleset)];
}

// Returns the terms of a unit, item by item. Forfeited tables are excluded;
// the numbers of the other tables and of forfeits are added up.
FairnessCollector::Terms FairnessCollector::TermsOf(
    const UnitResult& result, std::int64_t& tables,
    std::int64_t& forfeits) const {
  const CompiledRules& rules = RulesOf(result);
  Terms block;
  block.figures = deal_figures_[stats::Index(result.unit.ruleset)].size();
  block.terms.resize(block.figures * result.unit.items);
  std::vector<Pack> packs(result.unit.items);
  deals_.DealPacks(rules.deck, result.unit.first_item, packs);
  for (const DealOfUnit& record : result.records) {
    if (record.outcome.forfeited_by) {
      ++forfeits;
      continue;
    }
    ++tables;
    const auto at =
        static_cast<std::size_t>(record.item - result.unit.first_item);
    AddDeal(rules,
            ReplayDeal(rules, packs[at], Table::FirstDealer(rules, record.item),
                       record.deals[0], 0),
            block.of(at));
  }
  return block;
}

void FairnessCollector::AddMirror(const UnitResult& result) {
  std::int64_t tables = 0;
  std::int64_t forfeits = 0;
  Terms of_unit = TermsOf(result, tables, forfeits);
  const std::scoped_lock lock(mutex_);
  Block& block = BlockOf(result);
  const BotIndex bot = result.unit.teams.first[0];
  MirrorSums& sums = block.sums.rulesets[stats::Index(result.unit.ruleset)]
                         .mirrors[Index(bot)];
  sums.tables += tables;
  sums.forfeits += forfeits;
  for (std::size_t item = 0; item < result.unit.items; ++item) {
    const std::span<FigureTerm> terms = of_unit.of(item);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      sums.figures[i].Add(terms[i].s, terms[i].n);
    }
  }
  if (play_.compare) Compare(result, std::move(of_unit), block);
}

void FairnessCollector::AddLadder(const UnitResult& result) {
  const CompiledRules& rules = RulesOf(result);
  const int seatings = static_cast<int>(Seatings(rules.sides).size());
  const std::scoped_lock lock(mutex_);
  for (LadderSums& ladder :
       BlockOf(result)
           .sums.rulesets[stats::Index(result.unit.ruleset)]
           .ladder) {
    if (ladder.stronger != result.unit.teams.first[0] ||
        ladder.weaker != result.unit.teams.second[0]) {
      continue;
    }
    ladder.score.denominator = std::int64_t{2} * seatings;
    for (const PairScore score : result.outcome.scores) {
      ladder.score.Add(score.HalfPoints(seatings));
    }
    ladder.game_points = result.outcome.leads[Quantity::kGamePoints];
    ladder.blocks = {ladder.game_points};
    if (rules.sides == 2) AddLeads(result, ladder.leads);
  }
}

// Keeps the leads of the deals that may be solved.
void FairnessCollector::AddLeads(const UnitResult& result,
                                 std::vector<SeatingLeads>& leads) const {
  if (result.unit.first_item >= play_.solved_deals) return;
  leads.resize(std::min<std::uint64_t>(
      result.unit.items, play_.solved_deals - result.unit.first_item));
  for (const DealOfUnit& record : result.records) {
    const std::uint64_t at = record.item - result.unit.first_item;
    if (at >= leads.size()) continue;
    leads[at][static_cast<std::size_t>(record.seating)] =
        record.outcome.lead_halves[Quantity::kGamePoints] / 2;
  }
}

void FairnessCollector::AddMatches(const UnitResult& result) {
  const CompiledRules& rules = RulesOf(result);
  const std::size_t figures =
      match_figures_[stats::Index(result.unit.ruleset)].size();
  std::vector<FigureTerm> terms(figures * result.unit.items);
  std::vector<MatchFacts> matches;
  for (const DealOfUnit& record : result.records) {
    if (record.outcome.forfeited_by) continue;
    std::vector<Pack> packs(record.deals.size());
    deals_.DealPacks(rules.deck, Table::DealIndex(true, record.item, 0), packs);
    matches.push_back(ReplayMatch(
        rules, packs, Table::FirstDealer(rules, record.item), record.deals));
    const auto at =
        static_cast<std::size_t>(record.item - result.unit.first_item);
    AddMatch(rules, matches.back(),
             std::span(terms).subspan(at * figures, figures));
  }
  const std::scoped_lock lock(mutex_);
  MatchSums& sums =
      BlockOf(result).sums.rulesets[stats::Index(result.unit.ruleset)].matches;
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
void FairnessCollector::AddDeals(int ruleset, const MatchFacts& match,
                                 EvenDeals& deals) const {
  if (play_.rules[stats::Index(ruleset)]->sides != 2) return;
  for (const MatchDeal& deal : match.deals) {
    deals.Add(deal_kinds_[stats::Index(ruleset)], deal.facts.result);
  }
}

// Compares the terms of a bot once it has played both rulesets; until then they
// are kept.
void FairnessCollector::Compare(const UnitResult& result, Terms terms,
                                Block& block) {
  const BotIndex bot = result.unit.teams.first[0];
  auto& slot = block.waiting[bot];
  slot[stats::Index(result.unit.ruleset)] = std::move(terms);
  std::optional<Terms>& ours = slot[0];
  std::optional<Terms>& theirs = slot[1];
  if (!ours || !theirs) return;
  ComparisonSums& sums = block.sums.comparisons[Index(bot)];
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
  block.waiting.erase(bot);
}

}  // namespace couillon::arena
