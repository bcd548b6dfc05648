// Sums are merged field by field; blocks are put one behind the other.

#include "arena/measure/fairness/fairness_sums.h"

#include <cstddef>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

void Append(const std::vector<stats::RatioSums>& more,
            std::vector<stats::RatioSums>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].Merge(more[i]);
}

void Append(const MirrorSums& more, MirrorSums& sums) {
  Append(more.figures, sums.figures);
  sums.tables += more.tables;
  sums.forfeits += more.forfeits;
}

void Append(const LadderSums& more, LadderSums& sums) {
  // They have the same denominators by construction.
  COUILLON_CHECK(sums.score.Merge(more.score));
  COUILLON_CHECK(sums.game_points.Merge(more.game_points));
  sums.blocks.insert(sums.blocks.end(), more.blocks.begin(), more.blocks.end());
  sums.leads.insert(sums.leads.end(), more.leads.begin(), more.leads.end());
}

void Append(const RaceCounts& more, RaceCounts& sums) {
  for (std::size_t left = 0; left < sums.seen.size(); ++left) {
    for (std::size_t other = 0; other < sums.seen[left].size(); ++other) {
      sums.seen[left][other] += more.seen[left][other];
      sums.won[left][other] += more.won[left][other];
    }
  }
}

void Append(const MatchSums& more, MatchSums& sums) {
  Append(more.figures, sums.figures);
  for (const auto& [deals, matches] : more.lengths) {
    sums.lengths[deals] += matches;
  }
  Append(more.races, sums.races);
  sums.deals.Merge(more.deals);
  sums.matches += more.matches;
}

void Append(const ComparisonSums& more, ComparisonSums& sums) {
  Append(more.first, sums.first);
  Append(more.second, sums.second);
  for (std::size_t i = 0; i < sums.cross.size(); ++i) {
    sums.cross[i].Merge(more.cross[i]);
  }
}

}  // namespace

void Append(const FairnessSums& more, FairnessSums& sums) {
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    const RulesetSums& from = more.rulesets[i];
    RulesetSums& to = sums.rulesets[i];
    for (std::size_t bot = 0; bot < to.mirrors.size(); ++bot) {
      Append(from.mirrors[bot], to.mirrors[bot]);
    }
    for (std::size_t pairing = 0; pairing < to.ladder.size(); ++pairing) {
      Append(from.ladder[pairing], to.ladder[pairing]);
    }
    Append(from.matches, to.matches);
  }
  for (std::size_t i = 0; i < sums.comparisons.size(); ++i) {
    Append(more.comparisons[i], sums.comparisons[i]);
  }
}

}  // namespace couillon::arena
