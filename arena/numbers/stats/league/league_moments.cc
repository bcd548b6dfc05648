// Subtracts what equal bots would have, and orders the two bots of each
// pairing.

#include "arena/numbers/stats/league/league_moments.h"

#include <algorithm>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr int kNotPlayed = -1;

// Sums over common deals, of the results c = 2y - neutral * d in halves of the
// denominator, as exact integers.
struct CentredSums {
  Int128 sum_k = 0;
  Int128 sum_l = 0;
  Int128 products = 0;
};

CentredSums Centred(const CrossSums& cross, Int128 neutral_k,
                    Int128 neutral_l) {
  const Int128 n = cross.deals;
  return {.sum_k = 2 * Int128{cross.sum_k} - n * neutral_k,
          .sum_l = 2 * Int128{cross.sum_l} - n * neutral_l,
          .products = 4 * Int128{cross.sum_products} -
                      2 * neutral_l * cross.sum_k -
                      2 * neutral_k * cross.sum_l + n * neutral_k * neutral_l};
}

double Ratio(Int128 numerator, Int128 denominator) {
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

// The canonical order of the pairings, with their orientation.
class Canon {
 public:
  Canon(const LeagueSums& sums, ResultScale scale)
      : sums_(sums),
        scale_(scale),
        position_(sums.pairings.size(), kNotPlayed),
        turned_(sums.pairings.size(), false) {}

  LeagueMoments Moments() {
    LeagueMoments moments{.bots = sums_.bots,
                          .deals = static_cast<double>(sums_.deals)};
    const std::vector<int> order = Order();
    moments.pairings.reserve(order.size());
    for (const int k : order) {
      position_[Index(k)] = static_cast<int>(moments.pairings.size());
      moments.pairings.push_back(Of(sums_.pairings[Index(k)]));
    }
    moments.crosses = Crosses();
    return moments;
  }

 private:
  [[nodiscard]] CrossMomentList Crosses() const {
    if (sums_.crosses.empty()) return {};
    std::vector<CrossMomentList::Scale> scales;
    bool ascend = true;
    int last = kNotPlayed;
    for (std::size_t k = 0; k < position_.size(); ++k) {
      const PairSums& score = sums_.pairings[k].score;
      scales.push_back({.position = position_[k],
                        .neutral = NeutralOf(score),
                        .denominator = score.denominator,
                        .is_turned = turned_[k]});
      if (position_[k] == kNotPlayed) continue;
      ascend = ascend && position_[k] > last;
      last = position_[k];
    }
    if (ascend && sums_.crosses.table() != nullptr) {
      return {sums_.crosses.shared_table(), std::move(scales)};
    }
    std::vector<CrossMoments> listed;
    sums_.crosses.ForEach([&](const CrossSums& cross) {
      if (cross.deals == 0) return;
      const CrossMoments found = ComputeCrossMoments(
          cross, scales[Index(cross.k)], scales[Index(cross.l)]);
      if (found.k == kNotPlayed || found.l == kNotPlayed) return;
      listed.push_back(found);
    });
    std::sort(listed.begin(), listed.end(),
              [](const CrossMoments& a, const CrossMoments& b) {
                return std::pair(a.k, a.l) < std::pair(b.k, b.l);
              });
    return CrossMomentList(std::move(listed));
  }

  [[nodiscard]] std::vector<int> Order() {
    std::vector<int> order;
    order.reserve(sums_.pairings.size());
    for (std::size_t k = 0; k < sums_.pairings.size(); ++k) {
      const Pairing& pairing = sums_.pairings[k];
      turned_[k] = pairing.first > pairing.second;
      if (pairing.score.pairs > 0) order.push_back(static_cast<int>(k));
    }
    const auto key = [&](int k) {
      const Pairing& p = sums_.pairings[Index(k)];
      return std::pair<int, int>(std::minmax(p.first, p.second));
    };
    const auto before = [&](int a, int b) { return key(a) < key(b); };
    if (!std::is_sorted(order.begin(), order.end(), before)) {
      std::sort(order.begin(), order.end(), before);
    }
    return order;
  }

  [[nodiscard]] bool points() const { return scale_ == ResultScale::kPoints; }
  [[nodiscard]] std::int64_t NeutralOf(const PairSums& sums) const {
    return points() ? 0 : sums.denominator;
  }

  [[nodiscard]] PairingMoments Of(Pairing pairing) const {
    if (pairing.first > pairing.second) {
      std::swap(pairing.first, pairing.second);
      pairing.score =
          points() ? SwappedPoints(pairing.score) : SwappedScore(pairing.score);
    }
    const PairSums& score = pairing.score;
    const CentredSums sums = Centred({.deals = score.pairs,
                                      .sum_k = score.sum,
                                      .sum_l = score.sum,
                                      .sum_products = score.sum_squares},
                                     NeutralOf(score), NeutralOf(score));
    const Int128 d = 2 * Int128{score.denominator};
    PairingMoments moments{.first = pairing.first,
                           .second = pairing.second,
                           .pairs = static_cast<double>(score.pairs),
                           .lead = Ratio(sums.sum_k, d),
                           .squares = Ratio(sums.products, d * d)};
    if (points()) {
      const auto scale = static_cast<double>(score.denominator);
      moments.fourths = static_cast<double>(score.sum_fourths) /
                        (scale * scale * scale * scale);
      return moments;
    }
    moments.won = Ratio(score.sum, score.denominator);
    moments.lost = Ratio(SwappedScore(score).sum, score.denominator);
    moments.half_point = 1 / static_cast<double>(score.denominator);
    moments.decisive = static_cast<double>(DecisivePairsAtLeast(score));
    return moments;
  }

  const LeagueSums& sums_;
  ResultScale scale_;
  std::vector<int> position_;  // by pairing; kNotPlayed if not played
  std::vector<bool> turned_;
};

}  // namespace

CrossMoments ComputeCrossMoments(const CrossSums& cross,
                                 const CrossMomentList::Scale& k,
                                 const CrossMomentList::Scale& l) {
  const CentredSums sums = Centred(cross, k.neutral, l.neutral);
  const Int128 sign_k = k.is_turned ? -1 : 1;
  const Int128 sign_l = l.is_turned ? -1 : 1;
  const Int128 dk = 2 * Int128{k.denominator};
  const Int128 dl = 2 * Int128{l.denominator};
  CrossMoments moments{
      .k = k.position,
      .l = l.position,
      .deals = static_cast<double>(cross.deals),
      .lead_k = Ratio(sign_k * sums.sum_k, dk),
      .lead_l = Ratio(sign_l * sums.sum_l, dl),
      .products = Ratio(sign_k * sign_l * sums.products, dk * dl)};
  if (moments.k < moments.l) return moments;
  std::swap(moments.k, moments.l);
  std::swap(moments.lead_k, moments.lead_l);
  return moments;
}

CrossMomentList::CrossMomentList(std::shared_ptr<const CrossTable> table,
                                 std::vector<Scale> scales)
    : table_(std::move(table)), scales_(std::move(scales)) {
  for (const CrossSums& cross : *table_) size_ += IsPlayed(cross) ? 1 : 0;
}

bool CrossMomentList::IsPlayed(const CrossSums& cross) const {
  return cross.deals > 0 && scales_[Index(cross.k)].position >= 0 &&
         scales_[Index(cross.l)].position >= 0;
}

CrossMoments CrossMomentList::Of(const CrossSums& cross) const {
  return ComputeCrossMoments(cross, scales_[Index(cross.k)],
                             scales_[Index(cross.l)]);
}

FittedCrosses::FittedCrosses(const CrossMomentList& list,
                             std::vector<int> new_index)
    : list_(&list), new_index_(std::move(new_index)) {
  list.ForEach([this](const CrossMoments& cross) {
    if (new_index_[Index(cross.k)] >= 0 && new_index_[Index(cross.l)] >= 0) {
      empty_ = false;
    }
  });
}

LeagueMoments ComputeMoments(const LeagueSums& sums, ResultScale scale) {
  return Canon(sums, scale).Moments();
}

}  // namespace couillon::stats
