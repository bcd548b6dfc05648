// The 16 lines in the lanes of one word each: winners, points and choices are
// computed for all lines at once.

#include "engine/solve/last_two_tricks.h"

#include <bit>
#include <cstddef>

#include "engine/rules/compiled_rules.h"

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

constexpr auto kLegal = LegalByDutyClasses<2>();

std::size_t Index(Card card) { return static_cast<std::size_t>(card.index()); }

std::size_t Lower(CardSet hand) {
  return static_cast<std::size_t>(std::countr_zero(hand.mask()));
}
std::size_t Higher(CardSet hand) {
  return static_cast<std::size_t>(31 - std::countl_zero(hand.mask()));
}

}  // namespace

LastTwoTricks::LastTwoTricks(const SearchTable& table, bool of_labels)
    : trumps_(Lanes{} + 1), faces_{}, classes_{} {
  const auto place = [&table, of_labels](std::size_t label) {
    return of_labels ? label : Index(table.card_of[label]);
  };
  for (std::size_t label = 0; label < kCards; ++label) {
    const Duty& duty = table.table.duties[label];
    DutyClasses& classes = classes_[place(label)];
    for (std::size_t other = 0; other < kCards; ++other) {
      classes[place(other)] = DutyClassOf(duty, Card(static_cast<int>(other)));
    }
    const bool trump = table.table.trumps.Has(Card(static_cast<int>(label)));
    const int suit = static_cast<int>(table.card_of[label].suit());
    const int bit = trump ? 1 : 2 << suit;
    faces_[place(label)] = {
        .strength = Lanes{} + static_cast<std::uint8_t>(4 * (label + 1)),
        .suit = Lanes{} + static_cast<std::uint8_t>(bit),
        .points = Lanes{} + table.points[label]};
  }
}

LastTwoTricks::Choices LastTwoTricks::ListChoices(const Hands& hands) const {
  const auto& after_low = classes_[Lower(hands[0])];
  const auto& after_high = classes_[Higher(hands[0])];
  const auto legal = [](const DutyClasses& classes,
                        CardSet hand) -> std::size_t {
    return kLegal[classes[Lower(hand)] | classes[Higher(hand)] << 3U];
  };
  const auto mix = [](std::uint64_t low, std::uint64_t high) {
    return (low & ~kBit0) | (high & kBit0);
  };
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const auto lanes = [](std::uint64_t first, std::uint64_t second) {
    return reinterpret_cast<Lanes>(Halves{first, second});
  };
  Choices choices;
  choices[0] = lanes(kBit0, kBit0);
  const std::uint64_t second = mix(kSecond[legal(after_low, hands[1])],
                                   kSecond[legal(after_high, hands[1])]);
  choices[1] = lanes(second, second);
  const std::uint64_t third = mix(kThird[legal(after_low, hands[2])],
                                  kThird[legal(after_high, hands[2])]);
  choices[2] = lanes(third, third);
  const std::size_t low = legal(after_low, hands[3]);
  const std::size_t high = legal(after_high, hands[3]);
  choices[3] = lanes(mix(kLastLow[low], kLastLow[high]),
                     mix(kLastHigh[low], kLastHigh[high]));
  return choices;
}

// Those who have played choose the same in all lanes.
LastTwoTricks::Choices LastTwoTricks::ChoicesAfter(const Hands& hands,
                                                   CardSet played) const {
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  const DutyClasses& classes = classes_[Lower(hands[0] & played)];
  const auto choice = [](std::uint64_t first, std::uint64_t second) {
    return reinterpret_cast<Lanes>(Halves{first, second});
  };
  Choices choices;
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const CardSet hand = hands[i];
    const CardSet own = hand & played;
    if (!own.empty()) {
      const std::uint64_t all = Lower(own) == Lower(hand) ? 0 : kAll;
      choices[i] = choice(all, all);
      continue;
    }
    const std::size_t legal =
        kLegal[classes[Lower(hand)] | classes[Higher(hand)] << 3U];
    if (i == 3) {
      choices[i] = choice(kLastLow[legal], kLastHigh[legal]);
    } else {
      const std::uint64_t lanes = (i == 1 ? kSecond : kThird)[legal];
      choices[i] = choice(lanes, lanes);
    }
  }
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
inline LastTwoTricks::Lanes LastTwoTricks::BestFor(Lanes values,
                                                   std::size_t nth) {
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
  if (nth == kPlayers) return values;
  const auto halves = reinterpret_cast<Halves>(values);
  values = others(values, reinterpret_cast<Lanes>(Halves{halves[1], 0}));
  if (nth == 3) return values;
  values = leaders(values, after(values, 4));
  if (nth == 2) return values;
  values = others(values, after(values, 2));
  if (nth == 1) return values;
  return leaders(values, after(values, 1));
}

inline LastTwoTricks::Outcomes LastTwoTricks::ComputeOutcomes(
    const Hands& hands, const Choices& choices, bool ours) const {
  Faces first;
  Faces second;
  Lanes points{};
  Lanes total{};
  for (std::size_t i = 0; i < kPlayers; ++i) {
    const Face& low = faces_[Lower(hands[i])];
    const Face& high = faces_[Higher(hands[i])];
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
  const auto takes_first = reinterpret_cast<Lanes>((winner & 1) == side);
  const auto takes_last = reinterpret_cast<Lanes>((last & 1) == side);
  return {.points = (points & takes_first) + ((total - points) & takes_last),
          .first = takes_first,
          .last = takes_last};
}

int LastTwoTricks::PointsOf(const Hands& hands, bool ours) const {
  return Best(ComputeOutcomes(hands, ListChoices(hands), ours).points, ours)[0];
}

int LastTwoTricks::ComputeStep(const Hands& hands, bool ours) const {
  return Best(StepsIn(ComputeOutcomes(hands, ListChoices(hands), ours)),
              ours)[0];
}

LastTwoTricks::Steps LastTwoTricks::ComputeSteps(const Hands& hands,
                                                 CardSet played,
                                                 bool ours) const {
  const auto nth = static_cast<std::size_t>(played.size());
  const Choices choices =
      nth == 0 ? ListChoices(hands) : ChoicesAfter(hands, played);
  const Lanes steps =
      Best(StepsIn(ComputeOutcomes(hands, choices, ours)), ours, nth + 1);
  return {.lower = steps[0], .higher = steps[std::size_t{1} << nth]};
}

}  // namespace couillon
