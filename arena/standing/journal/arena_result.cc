// The season is ranked by its planner; numbers of entrants become labels.

#include "arena/standing/journal/arena_result.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/planner/knockout_planner.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/swiss_planner.h"
#include "engine/cards/check.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

std::string ResultFormatName(RoundFormat format) {
  switch (format) {
    case RoundFormat::kRoundRobin:
      return "round_robin";
    case RoundFormat::kGauntlet:
      return "gauntlet";
    case RoundFormat::kSwiss:
      return "swiss";
    case RoundFormat::kKnockout:
      return "knockout";
    case RoundFormat::kDoubleKnockout:
      return "double_knockout";
    case RoundFormat::kAdaptive:
      return "adaptive";
    case RoundFormat::kIndividual:
      return "individual";
  }
  COUILLON_CHECK(false);
}

std::string LabelOf(const ArenaState& state, int entrant) {
  return state.entrants[static_cast<std::size_t>(entrant)].Label();
}

std::vector<std::string> LabelsOf(const ArenaState& state,
                                  const std::vector<int>& entrants) {
  std::vector<std::string> labels;
  labels.reserve(entrants.size());
  for (const int entrant : entrants) labels.push_back(LabelOf(state, entrant));
  return labels;
}

ResultPlace PlaceOf(const ArenaState& state, int entrant) {
  const Entrant& of = state.entrants[static_cast<std::size_t>(entrant)];
  return {.bot = of.Label(), .status = StatusName(of.status)};
}

// The planned round that is not finished; null if there is none.
const RoundPlan* OpenRound(const ArenaState& state, const Season& season) {
  return season.rounds.size() < state.rounds.size()
             ? &state.rounds[season.rounds.size()]
             : nullptr;
}

SwissLine LineOf(const SwissScore& score) {
  return {.points = score.half_points / 2.0,
          .buchholz = score.opponents / 2.0,
          .wins = score.wins,
          .draws = score.draws,
          .losses = score.losses,
          .byes = score.byes};
}

SwissSeparation SeparationOf(const SwissScore& before,
                             const SwissScore& score) {
  if (score.half_points < before.half_points) return SwissSeparation::kPoints;
  return score.opponents < before.opponents ? SwissSeparation::kBuchholz
                                            : SwissSeparation::kShared;
}

// Those who have played or sat out a finished round. Who has left keeps the
// points.
void PlaceSwiss(const ArenaState& state, Season season, FormatResult& result) {
  std::set<int> played;
  for (const PlayedRound& round : season.rounds) {
    ForEachPlayer(round.plan, [&](int entrant) { played.insert(entrant); });
    played.insert(round.plan.byes.begin(), round.plan.byes.end());
  }
  season.playing.assign(played.begin(), played.end());
  const std::vector<SwissScore> scores = SwissStandings(season);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ResultPlace& place =
        result.places.emplace_back(PlaceOf(state, scores[i].entrant));
    place.place = static_cast<int>(i) + 1;
    place.swiss = LineOf(scores[i]);
    if (i == 0) continue;
    place.swiss->separation = SeparationOf(scores[i - 1], scores[i]);
    if (place.swiss->separation == SwissSeparation::kShared) {
      place.place = result.places[i - 1].place;
    }
  }
  for (ResultPlace& place : result.places) {
    place.shared_by = static_cast<int>(
        std::ranges::count(result.places, place.place, &ResultPlace::place));
  }
}

// A round of a Swiss. Without leads it is not finished.
ResultRound SwissRound(const ArenaState& state, const RoundPlan& plan,
                       const std::vector<stats::PairSums>* leads, int number) {
  ResultRound round{.number = number,
                    .first_round = number,
                    .last_round = number,
                    .finished = leads != nullptr,
                    .byes = LabelsOf(state, plan.byes)};
  for (std::size_t i = 0; i < plan.pairings.size(); ++i) {
    ResultPairing& pairing = round.pairings.emplace_back(
        ResultPairing{.first = LabelOf(state, plan.pairings[i].first),
                      .second = LabelOf(state, plan.pairings[i].second)});
    if (leads == nullptr) continue;
    const stats::PairSums& lead = (*leads)[i];
    pairing.lead = stats::ComputeMean(lead);
    pairing.items = lead.pairs;
    pairing.first_points = HalfPoints(lead) / 2.0;
  }
  return round;
}

void SetSwiss(const ArenaState& state, const Season& season,
              FormatResult& result) {
  result.rule = ResultRule::kPoints;
  PlaceSwiss(state, season, result);
  for (const PlayedRound& of : season.rounds) {
    result.rounds.push_back(SwissRound(
        state, of.plan, &of.leads, static_cast<int>(result.rounds.size()) + 1));
  }
  const RoundPlan* const open = OpenRound(state, season);
  if (open != nullptr) {
    result.rounds.push_back(SwissRound(
        state, *open, nullptr, static_cast<int>(season.rounds.size()) + 1));
  }
  const Season now =
      state.SeasonBefore(static_cast<int>(state.rounds.size()) + 1);
  const auto planned = static_cast<std::int64_t>(state.rounds.size());
  result.rounds_planned = std::max<std::int64_t>(planned, SwissRounds(now));
  result.finished =
      open == nullptr && planned > 0 && planned == result.rounds_planned;
  if (result.finished && result.places[0].shared_by == 1) {
    result.winner = result.places[0].bot;
  }
}

BracketDecision DecisionOf(KnockoutDecision decision) {
  switch (decision) {
    case KnockoutDecision::kOpen:
      return BracketDecision::kOpen;
    case KnockoutDecision::kInterval:
      return BracketDecision::kInterval;
    case KnockoutDecision::kTarget:
      return BracketDecision::kTarget;
    case KnockoutDecision::kSeed:
      return BracketDecision::kSeed;
    case KnockoutDecision::kWalkover:
      return BracketDecision::kWalkover;
  }
  COUILLON_CHECK(false);
}

// Writes the stages of a knock-out with its sides.
class StageWriter {
 public:
  explicit StageWriter(const ArenaState& state) : state_(state) {}

  void Write(const KnockoutStage& of, FormatResult& result) {
    ResultRound& stage = result.rounds.emplace_back(
        ResultRound{.number = static_cast<int>(result.rounds.size()) + 1,
                    .first_round = of.first_round,
                    .last_round = of.last_round,
                    .finished = true,
                    .byes = LabelsOf(state_, of.byes)});
    for (const int entrant : of.byes) ++byes_[entrant];
    const bool is_final = of.pairings.size() == 1 && of.byes.empty();
    for (const KnockoutPairing& pairing : of.pairings) {
      stage.pairings.push_back(Written(pairing, is_final));
      if (pairing.decision == KnockoutDecision::kOpen) stage.finished = false;
    }
    for (const KnockoutPairing& pairing : of.pairings) {
      if (pairing.winner < 0 ||
          pairing.decision == KnockoutDecision::kWalkover) {
        continue;
      }
      ++wins_[pairing.winner];
      ++losses_[pairing.winner == pairing.first ? pairing.second
                                                : pairing.first];
    }
  }

  [[nodiscard]] int WinsOf(int entrant) const {
    const auto found = wins_.find(entrant);
    return found == wins_.end() ? 0 : found->second;
  }
  [[nodiscard]] int ByesOf(int entrant) const {
    const auto found = byes_.find(entrant);
    return found == byes_.end() ? 0 : found->second;
  }

 private:
  BracketSide SideOf(const KnockoutPairing& pairing, bool is_final) {
    if (state_.format != RoundFormat::kDoubleKnockout) {
      return BracketSide::kNone;
    }
    if (is_final) return BracketSide::kFinal;
    return losses_[pairing.first] == 0 ? BracketSide::kUnbeaten
                                       : BracketSide::kOneLoss;
  }

  ResultPairing Written(const KnockoutPairing& of, bool is_final) {
    ResultPairing pairing{.first = LabelOf(state_, of.first),
                          .second = LabelOf(state_, of.second),
                          .lead = stats::ComputeMean(of.lead),
                          .items = of.lead.pairs,
                          .side = SideOf(of, is_final),
                          .decision = DecisionOf(of.decision)};
    if (of.winner >= 0) pairing.winner = LabelOf(state_, of.winner);
    return pairing;
  }

  const ArenaState& state_;
  std::map<int, int> wins_;    // by entrant, in earlier stages
  std::map<int, int> losses_;  // likewise
  std::map<int, int> byes_;    // likewise
};

// Returns true if the open round has more deals for pairings of the last stage.
bool IsContinued(const KnockoutState& state, const RoundPlan& open) {
  return std::ranges::any_of(state.undecided,
                             [&](const PlannedPairing& pairing) {
                               return !open.pairings.empty() &&
                                      pairing.first == open.pairings[0].first &&
                                      pairing.second == open.pairings[0].second;
                             });
}

KnockoutStage StageOf(const RoundPlan& plan, int round) {
  KnockoutStage stage{
      .first_round = round, .last_round = round, .byes = plan.byes};
  for (const PlannedPairing& pairing : plan.pairings) {
    stage.pairings.push_back(
        {.first = pairing.first, .second = pairing.second});
  }
  return stage;
}

void SetKnockout(const ArenaState& state, Season season, FormatResult& result) {
  result.rule = ResultRule::kBracket;
  const RoundPlan* const open = OpenRound(state, season);
  // Who leaves while a round is played finishes it.
  if (open == nullptr) season.playing = state.Terms().playing;
  KnockoutState knockout = FindKnockoutState(season);
  if (open != nullptr) {
    const int round = static_cast<int>(season.rounds.size()) + 1;
    if (IsContinued(knockout, *open)) {
      knockout.stages.back().last_round = round;
    } else {
      knockout.stages.push_back(StageOf(*open, round));
    }
  }
  StageWriter writer(state);
  for (const KnockoutStage& stage : knockout.stages) {
    writer.Write(stage, result);
  }
  for (const KnockoutPlace& of : RankKnockout(knockout)) {
    ResultPlace& place = result.places.emplace_back(PlaceOf(state, of.entrant));
    place.place = of.place;
    place.shared_by = of.shared_by;
    place.knockout = KnockoutLine{.wins = writer.WinsOf(of.entrant),
                                  .losses = of.losses,
                                  .byes = writer.ByesOf(of.entrant)};
    if (of.out_in > 0) place.knockout->stage = of.out_in;
  }
  if (knockout.winner >= 0) result.winner = LabelOf(state, knockout.winner);
  result.finished = open == nullptr && !state.rounds.empty() &&
                    (knockout.winner >= 0 || knockout.in.empty());
}

}  // namespace

FormatResult ResultOfSeason(const ArenaState& state, const Season& season) {
  FormatResult result{
      .format = ResultFormatName(state.format),
      .rounds_finished = static_cast<std::int64_t>(season.rounds.size())};
  if (state.format == RoundFormat::kSwiss) {
    SetSwiss(state, season, result);
  } else if (IsKnockout(state.format)) {
    SetKnockout(state, season, result);
  } else {
    result.finished = season.rounds.size() == state.rounds.size();
  }
  return result;
}

absl::StatusOr<FormatResult> ReadResult(const ArenaState& state,
                                        std::int64_t rounds_finished,
                                        const std::string& directory) {
  const int next = static_cast<int>(rounds_finished) + 1;
  if (state.format != RoundFormat::kSwiss && !IsKnockout(state.format)) {
    return ResultOfSeason(state, state.SeasonBefore(next));
  }
  ASSIGN_OR_RETURN(const Season season, ReadSeason(state, next, directory));
  return ResultOfSeason(state, season);
}

}  // namespace couillon::arena
