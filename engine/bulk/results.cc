// A run of deals is classified byte by byte, in loops that compilers vectorize;
// each class is counted and scored once.

#include "engine/bulk/results.h"

#include <algorithm>

#include "engine/cards/card.h"

namespace couillon {
namespace {

void AddScore(const CompiledRules& rules, const DealResult& result,
              std::uint64_t deals, BulkSums& sums) {
  const DealScore score = ScoreDeal(rules.ruleset, result, 0);
  sums.deals += deals;
  if (result.abandoned) sums.abandoned += deals;
  if (score.tie) sums.ties += deals;
  if (score.winner != kNoSide) sums.wins[score.winner] += deals;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    sums.erased_game_points[side] += deals * score.erase[side];
    sums.added_game_points[side] += deals * score.add[side];
  }
}

// Finds the class of each deal of a run; a loop over bytes, which compilers
// vectorize.
void Classify(const CompiledRules& rules, const BulkResults& results,
              std::uint8_t* class_of) {
  const std::uint8_t* trump = results.trump.data();
  const Seat* maker = results.maker.data();
  const std::uint8_t* points = results.card_points[0].data();
  const std::uint8_t* others = results.card_points[1].data();
  const std::uint8_t* tricks = results.tricks[0].data();
  const std::uint8_t* lost = results.tricks[1].data();
  const auto exceed =
      static_cast<std::uint8_t>(rules.ruleset.scoring.makers_must_exceed);
  const std::size_t deals = results.size();  // stores of bytes may alias size_
  for (std::size_t i = 0; i < deals; ++i) {
    // Two sides, so an odd seat is of side 1; kNoSeat is odd as well.
    const int no_maker = maker[i] == kNoSeat ? 1 : 0;
    const int odd_maker = maker[i] & 1;
    const std::uint8_t best = std::max(points[i], others[i]);
    const bool took_all = (tricks[i] == 0) | (lost[i] == 0);
    const int number = (trump[i] == kSuits ? 1 : 0) | no_maker << 1 |
                       odd_maker << 2 | (points[i] > others[i] ? 8 : 0) |
                       (points[i] < others[i] ? 16 : 0) |
                       (best > exceed ? 32 : 0) | (took_all ? 64 : 0);
    class_of[i] = static_cast<std::uint8_t>(number);
  }
}

}  // namespace

BulkResults::BulkResults(std::size_t deals)
    : trump(deals + kBulkMargin), maker(deals + kBulkMargin), size_(deals) {
  for (std::size_t side = 0; side < kMaxSides; ++side) {
    card_points[side].resize(deals + kBulkMargin);
    tricks[side].resize(deals + kBulkMargin);
  }
}

DealResult BulkResults::Of(const CompiledRules& rules, std::size_t at) const {
  DealResult result;
  result.abandoned = trump[at] == kSuits;
  if (result.abandoned) return result;
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): a suit
  result.trump = static_cast<Suit>(trump[at]);
  result.maker = maker[at];
  if (result.maker != kNoSeat) result.maker_side = rules.SideOf(result.maker);
  for (std::size_t side = 0; side < rules.sides; ++side) {
    result.card_points[side] = card_points[side][at];
    result.tricks[side] = tricks[side][at];
  }
  if (mit_side.empty()) return result;
  result.mit_side = mit_side[at];
  result.kontra = kontra[at] != 0;
  result.re = re[at] != 0;
  return result;
}

BulkSummer::BulkSummer(const CompiledRules& rules) : rules_(rules) {}

void BulkSummer::Add(const BulkResults& results) {
  if (rules_.sides != 2 || rules_.has_mit) {
    AddOneByOne(results);
    return;
  }
  class_of_.resize(results.size());
  Classify(rules_, results, class_of_.data());
  // Several counters per class, so that an increment seldom waits for the
  // previous one.
  std::array<std::array<std::uint32_t, kClasses>, 4> counts{};
  const std::size_t run = class_of_.size();
  for (std::size_t i = 0; i < run; ++i) {
    ++counts[i % counts.size()][class_of_[i]];
  }
  for (std::size_t number = 0; number < kClasses; ++number) {
    std::uint64_t deals = 0;
    for (const auto& count : counts) deals += count[number];
    if (deals == 0) continue;
    Class& counted = classes_[number];
    if (counted.deals == 0) {
      const auto found = std::find(class_of_.begin(), class_of_.end(), number);
      counted.result = results.Of(
          rules_, static_cast<std::size_t>(found - class_of_.begin()));
    }
    counted.deals += deals;
  }
}

void BulkSummer::AddOneByOne(const BulkResults& results) {
  for (std::size_t at = 0; at < results.size(); ++at) {
    AddScore(rules_, results.Of(rules_, at), 1, one_by_one_);
  }
}

BulkSums BulkSummer::Sums() const {
  BulkSums sums = one_by_one_;
  for (const Class& counted : classes_) {
    if (counted.deals > 0) {
      AddScore(rules_, counted.result, counted.deals, sums);
    }
  }
  return sums;
}

}  // namespace couillon
