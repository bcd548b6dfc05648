#include "bots/cpp/search/card_policy.h"

#include <algorithm>
#include <cstddef>

#include "bots/cpp/search/card_features.h"
#include "bots/cpp/search/card_policy_weights.h"
#include "engine/cards/check.h"

namespace couillon::bots {
namespace {

// e to the power of minus n / 32, in 1/65536.
constexpr std::size_t kStepsPerLogit = 32;
constexpr auto kExponential = [] {
  std::array<std::int32_t, 11 * kStepsPerLogit> table{};
  constexpr double kStep = 0.96923323447634413;  // e to the power of -1/32
  double value = 65536;
  for (std::int32_t& entry : table) {
    const auto whole = static_cast<std::int32_t>(value);
    entry = value - whole < 0.5 ? whole : whole + 1;
    value *= kStep;
  }
  return table;
}();

// The part of a card that scores `behind` less than the best.
std::int64_t PartOf(int behind) {
  const std::size_t step =
      static_cast<std::size_t>(behind) / (1024 / kStepsPerLogit);
  return kExponential[std::min(step, kExponential.size() - 1)];
}

}  // namespace

bool CardPolicy::IsFittedTo(const CompiledRules& rules) {
  bool hidden = true;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    hidden = hidden && !rules.IsLaidOut(seat) && rules.DeciderOf(seat) == seat;
  }
  return rules.players == 4 && rules.sides == 2 && hidden;
}

CardPolicy::CardPolicy(const TableView& view, Seat maker, CardSet legal)
    : count_(ValueCards(view, legal, values_)) {
  const CardFeatures features(view, maker);
  for (int i = 0; i < count_; ++i) {
    int sum = 0;
    const auto at = static_cast<std::size_t>(i);
    features.ForEach(values_[at], [&sum](int feature, int amount) {
      sum += kCardPolicyWeights[static_cast<std::size_t>(feature)] * amount;
    });
    scores_[at] = sum / kFeatureUnit;
  }
}

Card CardPolicy::Best() const {
  const auto* const end = scores_.data() + count_;
  const auto* const best = std::max_element(scores_.data(), end);
  return values_[static_cast<std::size_t>(best - scores_.data())].card;
}

std::int64_t CardPolicy::ChanceOf(Card card) const {
  const int most = *std::max_element(scores_.data(), scores_.data() + count_);
  std::int64_t all = 0;
  std::int64_t own = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
    const std::int64_t part = PartOf(most - scores_[i]);
    all += part;
    if (values_[i].card == card) own = part;
  }
  COUILLON_CHECK(own > 0);
  return (own << 16U) / all;
}

Card CardPolicy::HeuristicCard() const {
  const auto* const best = std::max_element(
      values_.data(), values_.data() + count_,
      [](const CardValue& a, const CardValue& b) { return a.value < b.value; });
  return best->card;
}

}  // namespace couillon::bots
