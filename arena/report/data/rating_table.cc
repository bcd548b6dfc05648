// Adds up wins, scores and game points over pairings.
#include "arena/report/data/rating_table.h"

#include <cmath>
#include <limits>

#include "arena/table/kinds_by_view.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"

namespace couillon::arena {
namespace {

// With three sides results are thirds of a game point.
int ScaleOf(const CompiledRules& rules) { return rules.sides == 2 ? 1 : 3; }

const char* NameOf(int sides, int place) {
  if (place == 0) return "eldest_side";
  return place == sides - 1 ? "dealer_side" : "second_side";
}

// What each side, counted from the dealer's, gains in a deal of this score.
std::array<int, kMaxSides> GainsOf(const CompiledRules& rules,
                                   const DealScore& score) {
  std::array<int, kMaxSides> net{};
  int all = 0;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    net[side] = int{score.erase[side]} - int{score.add[side]};
    all += net[side];
  }
  std::array<int, kMaxSides> gains{};
  for (std::size_t side = 0; side < rules.sides; ++side) {
    gains[side] = rules.sides == 2 ? 2 * net[side] - all : 3 * net[side] - all;
  }
  return gains;
}

std::int64_t Whole(double sum) { return std::llround(sum); }

void Add(const std::optional<WinDrawLoss>& more,
         std::optional<WinDrawLoss>& sum) {
  if (!more || !sum) {
    sum.reset();
    return;
  }
  sum->wins += more->wins;
  sum->draws += more->draws;
  sum->losses += more->losses;
}

}  // namespace

PlaceTally::PlaceTally(const CompiledRules& rules, int bots, bool shared_deals)
    : rules_(&rules),
      shared_deals_(shared_deals),
      bots_(static_cast<std::size_t>(bots)) {
  const KindsByView views(rules);
  kinds_ = views.kinds();
  views_ = views.views();
  for (int place = 0; place < rules.sides; ++place) {
    side_of_[static_cast<std::size_t>(place)] =
        rules.SideOf(rules.FromEldest(/*dealer=*/0, place));
  }
  for (int kind = 0; kind < views.deal_kinds().count(); ++kind) {
    gained_.push_back(GainsOf(rules, views.deal_kinds().ScoreOf(kind, 0)));
  }
}

stats::RatioSums PlaceTally::SumsAt(const DealCounts& counts, int place,
                                    std::optional<bool> held_by_first) const {
  const auto side =
      static_cast<Side>(side_of_[static_cast<std::size_t>(place)]);
  const auto size =
      static_cast<std::size_t>(kinds_) * static_cast<std::size_t>(views_);
  std::vector<double> gains(size);
  std::vector<double> tables(size);
  std::vector<double> both(size);
  for (int view = 0; view < views_; ++view) {
    const Team holder =
        HolderOf(rules_->sides, static_cast<Seating>(view), side);
    if (held_by_first && *held_by_first != (holder == Team::kFirst)) continue;
    for (std::size_t kind = 0; kind < gained_.size(); ++kind) {
      const std::size_t at = static_cast<std::size_t>(view * kinds_) + kind;
      gains[at] = gained_[kind][side];
      tables[at] = 1;
      both[at] = gains[at] + 1;
    }
  }
  const DealCounts::Sums s = counts.WeightedSums(gains);
  const DealCounts::Sums n = counts.WeightedSums(tables);
  const DealCounts::Sums sum = counts.WeightedSums(both);
  return {.deals = counts.pairs(),
          .counted = n.total > 0 ? counts.pairs() : 0,  // the same in each deal
          .s = Whole(s.total),
          .n = Whole(n.total),
          .ss = Whole(s.squares),
          .sn = Whole((sum.squares - s.squares - n.squares) / 2),
          .nn = Whole(n.squares)};
}

void PlaceTally::Add(std::span<const BotIndex> first,
                     std::span<const BotIndex> second,
                     const DealCounts& counts) {
  if (counts.pairs() == 0 || counts.kinds() != kinds_ ||
      counts.views() != views_) {
    return;
  }
  const auto add = [](const stats::RatioSums& from, Sums& to) {
    to.ratio.Merge(from);
    ++to.pairings;
  };
  for (int place = 0; place < rules_->sides; ++place) {
    const auto at = static_cast<std::size_t>(place);
    add(SumsAt(counts, place, std::nullopt), all_[at]);
    const stats::RatioSums of_first = SumsAt(counts, place, true);
    for (const BotIndex bot : first) add(of_first, bots_[Index(bot)][at]);
    const stats::RatioSums of_second = SumsAt(counts, place, false);
    for (const BotIndex bot : second) add(of_second, bots_[Index(bot)][at]);
  }
}

PlaceResults PlaceTally::ResultsOf(const PerPlace& sums, double level) const {
  const double scale = ScaleOf(*rules_);
  PlaceResults results;
  for (int place = 0; place < rules_->sides; ++place) {
    const Sums& of = sums[static_cast<std::size_t>(place)];
    const stats::RatioEstimate estimate = stats::EstimateRatio(of.ratio, level);
    PlaceResult result{
        .place = NameOf(rules_->sides, place),
        .tables = estimate.count,
        .interval = {.lo = -std::numeric_limits<double>::infinity(),
                     .hi = std::numeric_limits<double>::infinity()}};
    if (estimate.value) result.points = *estimate.value / scale;
    const bool known = !shared_deals_ || of.pairings == 1;
    if (known && estimate.standard_error) {
      result.standard_error = *estimate.standard_error / scale;
      result.interval = {.lo = estimate.interval.lo / scale,
                         .hi = estimate.interval.hi / scale};
    }
    results.push_back(result);
  }
  return results;
}

PlacesOfTable PlaceTally::Results(double level) const {
  PlacesOfTable table;
  if (all_[0].pairings == 0) return table;
  table.all = ResultsOf(all_, level);
  for (const PerPlace& bot : bots_) table.bots.push_back(ResultsOf(bot, level));
  return table;
}

WinDrawLoss PairsWon(const stats::PairCells& cells) {
  const auto& [ll, ld, split, wd, ww] = cells.counts;
  return {.wins = wd + ww, .draws = split, .losses = ll + ld};
}

WinDrawLoss TablesWon(const stats::PairCells& cells) {
  const auto& [ll, ld, split, wd, ww] = cells.counts;
  return {.wins = 2 * ww + wd + cells.wl,
          .draws = ld + wd + 2 * cells.dd,
          .losses = 2 * ll + ld + cells.wl};
}

PairingResults ResultsOf(const PairingReport& pairing) {
  return {.score = pairing.score,
          .cells = pairing.cells,
          .game_points = pairing.points.mean.value_or(0),
          .counts = pairing.counts};
}

void AddResults(const BotResults& more, BotResults& results) {
  if (more.pairs == 0) return;
  results.pairs += more.pairs;
  Add(more.of_pairs, results.of_pairs);
  Add(more.of_tables, results.of_tables);
  results.score += more.score;
  results.game_points += more.game_points;
  results.deals += more.deals;
  results.forfeits += more.forfeits;
}

void AddPairing(const PairingResults& pairing, bool from_first,
                BotResults& results) {
  const std::int64_t pairs = pairing.score.pairs;
  if (pairs == 0) return;
  std::optional<stats::PairCells> cells = pairing.cells;
  if (cells && !from_first) cells = stats::Swapped(*cells);
  Add(cells ? std::optional(PairsWon(*cells)) : std::nullopt, results.of_pairs);
  Add(cells ? std::optional(TablesWon(*cells)) : std::nullopt,
      results.of_tables);
  const double score = stats::ComputeMean(pairing.score).value_or(0.5);
  const double points = pairing.game_points;
  const auto weight = static_cast<double>(pairs);
  results.score += weight * (from_first ? score : 1 - score);
  results.game_points += weight * (from_first ? points : -points);
  results.pairs += pairs;
  results.deals += pairing.counts.deals;
  results.forfeits += pairing.counts.forfeits;
}

}  // namespace couillon::arena
