#include "engine/solve/last_two_tricks.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/cards/branchless.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/search_table.h"

namespace couillon {
namespace {

// Eight lanes as one number; the lane with the lowest number is the lowest
// byte. The lanes in which bit 0, 1 or 2 of their number is set:
constexpr std::uint64_t kBit0 = 0xff00ff00ff00ff00U;
constexpr std::uint64_t kBit1 = 0xffff0000ffff0000U;
constexpr std::uint64_t kBit2 = 0xffffffff00000000U;
constexpr std::uint64_t kAll = ~std::uint64_t{0};

// By which cards of a hand are legal: 1 is the lower, 2 the higher, 3 both.
// Lanes that would play an illegal card play the legal one, so that they repeat
// another lane.
using ByLegal = std::array<std::uint64_t, 4>;
constexpr ByLegal kSecond = {0, 0, kAll, kBit1};
constexpr ByLegal kThird = {0, 0, kAll, kBit2};
constexpr ByLegal kLastLow = {0, 0, kAll, 0};
constexpr ByLegal kLastHigh = {0, 0, kAll, kAll};

// Which cards of `hand` follow `duty`.
std::size_t LegalOf(const Duty& duty, CardSet hand) {
  const CardSet asked =
      Choose(hand & duty.follow, hand & duty.able, hand & duty.must);
  const std::uint32_t legal = IfAny(asked, hand).mask();
  const std::uint32_t lower = hand.mask() & (~hand.mask() + 1);
  const auto has_lower = static_cast<std::size_t>((legal & lower) != 0);
  const auto has_higher = static_cast<std::size_t>((legal & ~lower) != 0);
  return has_lower + 2 * has_higher;
}

}  // namespace

LastTwoTricks::LastTwoTricks(const SearchTable& table)
    : table_(&table.table), trumps_(Lanes{} + 1), faces_{} {
  for (std::size_t label = 0; label < kCards; ++label) {
    const bool trump = table_->trumps.Has(Card(static_cast<int>(label)));
    const int suit = static_cast<int>(table.card_of[label].suit());
    const int bit = trump ? 1 : 2 << suit;
    faces_[label] = {
        .strength = Lanes{} + static_cast<std::uint8_t>(4 * (label + 1)),
        .suit = Lanes{} + static_cast<std::uint8_t>(bit),
        .points = Lanes{} + table.points[label]};
  }
}

LastTwoTricks::Choices LastTwoTricks::ChoicesOf(const Hands& hands) const {
  const std::uint32_t leads = hands[0].mask();
  const Duty& low =
      table_->duties[static_cast<std::size_t>(std::countr_zero(leads))];
  const Duty& high =
      table_->duties[static_cast<std::size_t>(31 - std::countl_zero(leads))];
  const auto mix = [](const ByLegal& lanes, std::size_t after_low,
                      std::size_t after_high) {
    return (lanes[after_low] & ~kBit0) | (lanes[after_high] & kBit0);
  };
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const auto lanes = [](std::uint64_t first, std::uint64_t second) {
    return reinterpret_cast<Lanes>(Halves{first, second});
  };
  Choices choices;
  choices[0] = lanes(kBit0, kBit0);
  const std::uint64_t second =
      mix(kSecond, LegalOf(low, hands[1]), LegalOf(high, hands[1]));
  choices[1] = lanes(second, second);
  const std::uint64_t third =
      mix(kThird, LegalOf(low, hands[2]), LegalOf(high, hands[2]));
  choices[2] = lanes(third, third);
  const std::size_t last_low = LegalOf(low, hands[3]);
  const std::size_t last_high = LegalOf(high, hands[3]);
  choices[3] = lanes(mix(kLastLow, last_low, last_high),
                     mix(kLastHigh, last_low, last_high));
  return choices;
}

LastTwoTricks::Lanes LastTwoTricks::WinnerOf(const Faces& trick, Lanes led) {
  Lanes best{};
  for (std::uint8_t i = 0; i < kPlayers; ++i) {
    const Face& face = trick[i];
    const Lanes strength =
        (face.strength | i) & reinterpret_cast<Lanes>((face.suit & led) != 0);
    best = strength > best ? strength : best;
  }
  return best;
}

// Each player chooses in turn; the last chooses first of all here, since they
// know all the other cards.
template <bool kOurs>
int LastTwoTricks::Best(Lanes values) {
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const auto after = [](Lanes lanes, int bytes) {
    auto halves = reinterpret_cast<Halves>(lanes);
    return reinterpret_cast<Lanes>(halves >> (8 * bytes));
  };
  const auto most = [](Lanes a, Lanes b) { return a > b ? a : b; };
  const auto least = [](Lanes a, Lanes b) { return a < b ? a : b; };
  const auto leaders = [&most, &least](Lanes a, Lanes b) {
    return kOurs ? most(a, b) : least(a, b);
  };
  const auto others = [&most, &least](Lanes a, Lanes b) {
    return kOurs ? least(a, b) : most(a, b);
  };
  const auto halves = reinterpret_cast<Halves>(values);
  values = others(values, reinterpret_cast<Lanes>(Halves{halves[1], 0}));
  values = leaders(values, after(values, 4));
  values = others(values, after(values, 2));
  values = leaders(values, after(values, 1));
  return values[0];
}

int LastTwoTricks::PointsOf(const Hands& hands, bool ours) const {
  const Choices choices = ChoicesOf(hands);
  Faces first;
  Faces second;
  Lanes points{};
  Lanes total{};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const std::uint32_t hand = hands[i].mask();
    const Face& low = faces_[static_cast<std::size_t>(std::countr_zero(hand))];
    const Face& high =
        faces_[static_cast<std::size_t>(31 - std::countl_zero(hand))];
    const auto split = [&choices, i](Lanes a, Lanes b, Lanes& now,
                                     Lanes& later) {
      now = a ^ ((a ^ b) & choices[i]);
      later = now ^ (a ^ b);
    };
    split(low.strength, high.strength, first[i].strength, second[i].strength);
    split(low.suit, high.suit, first[i].suit, second[i].suit);
    points += low.points ^ ((low.points ^ high.points) & choices[i]);
    total += low.points + high.points;
  }
  const Lanes winner = WinnerOf(first, first[0].suit | trumps_);
  Lanes led = trumps_;
  for (std::uint8_t i = 0; i < kPlayers; ++i) {
    led |= second[i].suit & reinterpret_cast<Lanes>((winner & 3) == i);
  }
  const Lanes last = WinnerOf(second, led);
  const auto side = static_cast<std::uint8_t>(ours ? 0 : 1);
  const Lanes values =
      (points & reinterpret_cast<Lanes>((winner & 1) == side)) +
      ((total - points) & reinterpret_cast<Lanes>((last & 1) == side));
  return ours ? Best<true>(values) : Best<false>(values);
}

}  // namespace couillon
