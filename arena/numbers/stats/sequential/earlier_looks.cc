// Integration from look to look, with the nodes of Gauss and Legendre between
// the bounds.

#include "arena/numbers/stats/sequential/earlier_looks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "arena/numbers/stats/sequential/brownian_exit.h"

namespace couillon::stats {
namespace {

// Gauss and Legendre's rule with six nodes on [-1, 1], the upper half.
constexpr std::array<double, 3> kRuleNodes = {
    0.2386191860831969, 0.6612093864662645, 0.9324695142031521};
constexpr std::array<double, 3> kRuleWeights = {
    0.4679139345726910, 0.3607615730481386, 0.1713244923791704};

constexpr double kPanelWidth = 3;   // standard deviations of a step
constexpr double kStepReach = 6;    // the same: a step is never longer
constexpr double kDriftReach = 10;  // those of the whole walk

// A place with its density times its width, under the drift of reference.
struct Place {
  double y = 0;
  double mass = 0;
};

// Calls `visit` with the nodes of [lo, hi], from the least, and their weights.
void ForEachNode(double lo, double hi, double panel,
                 const std::function<void(double, double)>& visit) {
  if (!(hi > lo)) return;
  const auto panels = static_cast<int>(std::ceil((hi - lo) / panel));
  const double half = 0.5 * (hi - lo) / panels;
  for (int i = 0; i < panels; ++i) {
    const double middle = lo + (2 * i + 1) * half;
    for (std::size_t k = kRuleNodes.size(); k-- > 0;) {
      visit(middle - half * kRuleNodes[k], half * kRuleWeights[k]);
    }
    for (std::size_t k = 0; k < kRuleNodes.size(); ++k) {
      visit(middle + half * kRuleNodes[k], half * kRuleWeights[k]);
    }
  }
}

// The numbers of steps at which the walk is looked at, at most kMaxLooks and
// one: the first look with a bound, and from there to `before`.
std::vector<std::int64_t> LookTimes(
    const std::function<WalkBounds(std::int64_t)>& bounds_at,
    std::int64_t batch, std::int64_t before) {
  const auto bounded = [&](std::int64_t look) {
    const WalkBounds bounds = bounds_at(look * batch);
    return std::isfinite(bounds.lower) || std::isfinite(bounds.upper);
  };
  std::int64_t last = before / batch;
  if (last < 1 || !bounded(last)) return {};
  std::int64_t lo = 0;  // has no bound
  std::int64_t first = last;
  while (first - lo > 1) {
    const std::int64_t middle = lo + (first - lo) / 2;
    (bounded(middle) ? first : lo) = middle;
  }
  const std::int64_t stride =
      std::max<std::int64_t>(1, (last - first + kMaxLooks - 1) / kMaxLooks);
  std::vector<std::int64_t> times;
  for (; last > first; last -= stride) times.push_back(last * batch);
  times.push_back(first * batch);
  std::reverse(times.begin(), times.end());
  return times;
}

// Follows the walk from look to look.
class LookIntegral {
 public:
  LookIntegral(std::int64_t batch, double drift)
      : batch_(static_cast<double>(batch)), drift_(drift) {}

  void Look(std::int64_t steps, const WalkBounds& bounds) {
    const auto now = static_cast<double>(steps);
    const double gap = now - static_cast<double>(steps_);
    const double deviation = std::sqrt(gap);
    const double far = kDriftReach * std::sqrt(now);
    const double less = kOvershoot * (deviation - std::sqrt(batch_));
    // A bound that did not exist at the look before needs no correction.
    double lower = bounds.lower;
    double upper = bounds.upper;
    if (std::isfinite(last_.lower)) lower += less;
    if (std::isfinite(last_.upper)) upper -= less;
    const double lo = std::max(lower, drift_ * now - far);
    const double hi = std::min(upper, drift_ * now + far);
    const double low_end = LowEnd(deviation, drift_ * gap, drift_ * now - far);
    const double high_end =
        HighEnd(deviation, drift_ * gap, drift_ * now + far);
    std::vector<Place> next;
    const auto to = [&](std::vector<Place>& places) {
      return [&](double y, double weight) {
        places.push_back({y, weight * Density(y, gap)});
      };
    };
    std::vector<Place> ended;
    const double panel = kPanelWidth * deviation;
    ForEachNode(low_end, std::min(lower, high_end), panel, to(ended));
    Record(ended, steps, looks_.below);
    ended.clear();
    ForEachNode(std::max(upper, low_end), high_end, panel, to(ended));
    Record(ended, steps, looks_.above);
    ForEachNode(lo, hi, panel, to(next));
    places_ = std::move(next);
    last_ = bounds;
    steps_ = steps;
  }

  EarlierLooks Finish() {
    Record(places_, steps_, looks_.under_way);
    return std::move(looks_);
  }

 private:
  // The places that one look can reach lie between these.
  [[nodiscard]] double LowEnd(double deviation, double drift,
                              double walk) const {
    if (steps_ == 0 || places_.empty()) return walk;
    return std::max(walk, places_.front().y + drift - kStepReach * deviation);
  }
  [[nodiscard]] double HighEnd(double deviation, double drift,
                               double walk) const {
    if (steps_ == 0 || places_.empty()) return walk;
    return std::min(walk, places_.back().y + drift + kStepReach * deviation);
  }

  [[nodiscard]] double Density(double y, double gap) const {
    const double scale = 1 / std::sqrt(2 * std::numbers::pi * gap);
    const double move = y - drift_ * gap;
    if (steps_ == 0) return scale * std::exp(-0.5 * move * move / gap);
    const double reach = kStepReach * std::sqrt(gap);
    double sum = 0;
    auto place = std::lower_bound(
        places_.begin(), places_.end(), move - reach,
        [](const Place& a, double least) { return a.y < least; });
    for (; place != places_.end() && place->y <= move + reach; ++place) {
      const double step = move - place->y;
      sum += place->mass * std::exp(-0.5 * step * step / gap);
    }
    return scale * sum;
  }

  void Record(const std::vector<Place>& places, std::int64_t steps,
              std::vector<WalkNode>& nodes) const {
    const auto now = static_cast<double>(steps);
    for (const Place& place : places) {
      if (!(place.mass > 0)) continue;
      nodes.push_back({.steps = steps,
                       .y = place.y,
                       .log_mass = std::log(place.mass) - drift_ * place.y +
                                   0.5 * drift_ * drift_ * now});
    }
  }

  double batch_;
  double drift_;
  std::int64_t steps_ = 0;
  WalkBounds last_;
  std::vector<Place> places_;  // under way, by y
  EarlierLooks looks_;
};

}  // namespace

EarlierLooks IntegrateLooks(
    const std::function<WalkBounds(std::int64_t)>& bounds_at,
    std::int64_t batch, std::int64_t before, double drift) {
  const std::vector<std::int64_t> times = LookTimes(bounds_at, batch, before);
  if (times.empty()) return {};
  LookIntegral integral(batch, drift);
  for (const std::int64_t steps : times) integral.Look(steps, bounds_at(steps));
  return integral.Finish();
}

}  // namespace couillon::stats
