// Plans a knock-out: the best seed left meets the worst; who has lost once, or
// twice, is out. The seeds are the order of submission. If the number of those
// who are left is no power of two, some sit out: those who have done so least,
// the best seeds first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Why a pairing of a knock-out ended.
enum class KnockoutDecision : std::uint8_t {
  kOpen,      // it goes on
  kInterval,  // the anytime-valid 99% interval of the lead excludes 0
  kTarget,    // one is ahead at the target
  kSeed,      // tied at twice the target: the better seed
  kWalkover,  // one of the two stopped playing, or both
};

// Two entrants that meet in a stage.
struct KnockoutPairing {
  int first = 0;  // the better seed
  int second = 0;
  std::uint64_t items = 0;  // deals or matches per ruleset in this stage
  stats::PairSums lead;     // of the first, in this stage
  KnockoutDecision decision = KnockoutDecision::kOpen;
  int winner = -1;  // -1: nobody yet, or both stopped playing
};

// The pairings that are played at the same time, each until it is decided.
struct KnockoutStage {
  int first_round = 0;  // from 1
  int last_round = 0;
  std::vector<KnockoutPairing> pairings = {};
  std::vector<int> byes = {};  // who sat out
};

// The state of a knock-out. Lists with an item per entrant are parallel.
struct KnockoutState {
  // Those who began, the best seed first, and how often each has lost.
  std::vector<int> entrants = {};
  std::vector<int> losses = {};
  // The stage in which each went out, from 1; 0: it did not. Who stops playing
  // goes out in the stage whose pairing it does not finish.
  std::vector<int> out_in = {};
  // Those who are in and play, the best seed first.
  std::vector<int> in = {};
  // Pairings of the last stage that are not decided.
  std::vector<PlannedPairing> undecided = {};
  std::vector<KnockoutStage> stages = {};
  // The only one who did not go out, whether it still plays or not; -1: nobody
  // yet.
  int winner = -1;

  [[nodiscard]] bool IsIn(int entrant) const;
  // Requires: the entrant began.
  [[nodiscard]] int LossesOf(int entrant) const;
};

// Replays the season. The entrants are those who played when its first round
// was planned; who stops playing is out. A pairing is decided when the lead is
// outside its anytime-valid 99% interval, or at the target by the sign of the
// lead, or at twice the target, if the lead is 0, for the better seed. Source
// of the interval: statistics.md, sequential looks.
KnockoutState FindKnockoutState(const Season& season);

// A place of a knock-out. Those who went out in one stage share a place; so do
// those who are in, at the top.
struct KnockoutPlace {
  int entrant = 0;
  int place = 1;
  int shared_by = 1;  // entrants that share it
  int losses = 0;
  int out_in = 0;  // as in KnockoutState
};

// The places of all who began, best first, then in the order of seeds.
std::vector<KnockoutPlace> RankKnockout(const KnockoutState& state);

// The next stage, or more deals for the pairings of the last that are not
// decided: at most until the target, or until twice the target if tied there.
// Null if one entrant is left, or fewer than two play. Requires: all earlier
// rounds have been played to their end.
std::optional<RoundPlan> PlanKnockout(const Season& season);

}  // namespace couillon::arena
