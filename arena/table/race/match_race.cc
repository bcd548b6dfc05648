// A graph of the standings of a match, valued from its end backwards; standings
// that differ only in what no longer matters are one.

#include "arena/table/race/match_race.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "arena/table/table.h"
#include "arena/table/team.h"
#include "engine/cards/check.h"
#include "engine/play/deal_kinds.h"
#include "engine/play/deal_result.h"
#include "engine/play/slate.h"
#include "engine/rules/ruleset.h"

namespace couillon::arena {
namespace {

constexpr std::int32_t kNoWinner = -1;
constexpr std::int32_t kFirstWinner = -2;
// Units and carries of a match that may be longer than any are limited so far
// beyond the start of a match, and beyond its end after ties, that few matches
// come there.
constexpr int kUnitsBeyond = 12;
constexpr int kLargestCarry = 12;

std::size_t Index(std::int32_t i) { return static_cast<std::size_t>(i); }

// A state of a match between two deals.
struct Standing {
  std::array<Slate::Tally, kMaxSides> tallies{};
  std::uint16_t carry = 0;
  int cow = 0;
  int deals = 0;
  Side dealer = 0;
};

auto KeyOf(const Standing& s) {
  std::array<std::array<int, 3>, kMaxSides> sides{};
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const Slate::Tally& tally = s.tallies[side];
    sides[side] = {tally.units(), tally.erased, tally.cows};
  }
  return std::tuple(s.deals, s.cow, s.carry, sides, s.dealer);
}

// Forgets what does not matter for the rest of the match.
class Reduction {
 public:
  explicit Reduction(const MatchRules& match)
      : limited_(match.fixed_deals > 0 || match.max_deals > 0),
        by_erased_(match.max_deals > 0 &&
                   match.max_deals_winner == MaxDealsWinner::kMaxErased),
        most_units_(kUnitsBeyond + 2 * *std::max_element(match.targets.begin(),
                                                         match.targets.end())) {
  }

  [[nodiscard]] Standing Of(const Ruleset& ruleset, const Slate& slate,
                            Side dealer) const {
    Standing standing;
    for (int side = 0; side < ruleset.table.sides; ++side) {
      Slate::Tally& tally = standing.tallies[static_cast<std::size_t>(side)];
      const Slate::Tally& whole = slate.tally(static_cast<Side>(side));
      tally.lines = limited_
                        ? whole.units()
                        : std::clamp(whole.units(), -kUnitsBeyond, most_units_);
      tally.erased = by_erased_ ? whole.erased : 0;
      tally.cows = whole.cows;
    }
    standing.carry = static_cast<std::uint16_t>(
        std::min<int>(slate.pending_carry(), kLargestCarry));
    standing.cow = slate.cow();
    standing.deals = limited_ ? slate.deals() : 0;
    standing.dealer = dealer;
    return standing;
  }

 private:
  bool limited_;
  bool by_erased_;
  int most_units_;
};

// `score`, whose sides are counted from `dealer`, with sides counted from 0.
DealScore Absolute(const DealScore& score, Side dealer, int sides) {
  DealScore absolute = score;
  for (int from = 0; from < sides; ++from) {
    const auto to = static_cast<std::size_t>((from + dealer) % sides);
    absolute.erase[to] = score.erase[static_cast<std::size_t>(from)];
    absolute.add[to] = score.add[static_cast<std::size_t>(from)];
  }
  if (score.winner != kNoSide) {
    absolute.winner = static_cast<Side>((score.winner + dealer) % sides);
  }
  return absolute;
}

std::array<std::int16_t, kMaxSides> CountLinesLeft(const Standing& standing) {
  std::array<std::int16_t, kMaxSides> lines{};
  for (std::size_t side = 0; side < lines.size(); ++side) {
    lines[side] = static_cast<std::int16_t>(standing.tallies[side].units());
  }
  return lines;
}

double ValueOfEnd(std::int32_t end, int sides, Seating seating) {
  if (end == kNoWinner) return 0.5;
  const auto winner = static_cast<Side>(kFirstWinner - end);
  return HolderOf(sides, seating, winner) == Team::kFirst ? 1 : 0;
}

}  // namespace

int CountSweeps(std::size_t states, std::size_t kinds) {
  const std::size_t steps = std::max<std::size_t>(states * kinds, 1);
  return static_cast<int>(
      std::clamp<std::size_t>(kMaxRaceSteps / steps, 1, kMaxSweeps));
}

MatchRace::MatchRace(const CompiledRules& rules)
    : rules_(&rules), views_(rules) {
  Build(rules);
}

void MatchRace::Build(const CompiledRules& rules) {
  const Ruleset& ruleset = rules.ruleset;
  const int sides = rules.sides;
  const DealKinds& kinds = views_.deal_kinds();
  const Reduction reduction(ruleset.match);
  std::vector<Standing> standings;
  std::map<decltype(KeyOf(Standing{})), std::int32_t> known;
  const auto number = [&](const Standing& standing) {
    const auto [at, is_new] = known.try_emplace(
        KeyOf(standing), static_cast<std::int32_t>(standings.size()));
    if (is_new) standings.push_back(standing);
    return at->second;
  };
  for (int dealer = 0; dealer < sides; ++dealer) {
    starts_.push_back(number(
        reduction.Of(ruleset, Slate(ruleset), static_cast<Side>(dealer))));
  }
  for (std::size_t at = 0; at < standings.size(); ++at) {
    if (standings.size() > kMaxRaceStates) {
      states_.clear();
      return;
    }
    const Standing standing = standings[at];
    states_.push_back({.dealer = standing.dealer,
                       .lines_left = CountLinesLeft(standing),
                       .steps = steps_.size()});
    for (int kind = 0; kind < kinds.count(); ++kind) {
      Slate slate(ruleset, standing.tallies, standing.carry, standing.cow,
                  standing.deals);
      const DealScore score =
          Absolute(kinds.ScoreOf(kind, standing.carry), standing.dealer, sides);
      slate.Apply(score);
      if (slate.ended()) {
        const Side winner = WinnerOfMatch(ruleset, slate);
        steps_.push_back(winner == kNoSide ? kNoWinner : kFirstWinner - winner);
        continue;
      }
      const Seat dealer =
          Slate::NextDealer(ruleset, static_cast<Seat>(standing.dealer),
                            score.tie, kinds.IsAbandoned(kind));
      steps_.push_back(
          number(reduction.Of(ruleset, slate, rules.SideOf(dealer))));
    }
  }
}

MatchRace::Step MatchRace::After(std::size_t state, int kind) const {
  const std::int32_t next = steps_[states_[state].steps + Index(kind)];
  if (next >= 0) return {.state = Index(next)};
  if (next == kNoWinner) return {.ends = true};
  return {.ends = true, .winner = static_cast<Side>(kFirstWinner - next)};
}

std::span<const Seating> MatchRace::Played() const {
  // Two sides are mirror images: the second seating is the first one with the
  // other first dealer.
  const auto seatings = Seatings(rules_->sides);
  return seatings.first(rules_->sides == 2 ? 1 : seatings.size());
}

MatchRace::Value MatchRace::Play(const std::vector<double>& frequencies) const {
  COUILLON_CHECK(frequencies.size() ==
                 static_cast<std::size_t>(views_.views() * views_.kinds()));
  Value value{.score = 0, .slopes = std::vector<double>(frequencies.size())};
  for (const Seating seating : Played()) {
    AddSeating(seating, frequencies, value);
  }
  const auto weight = static_cast<double>(Played().size());
  value.score /= weight;
  for (double& slope : value.slopes) slope /= weight;
  return value;
}

std::optional<double> MatchRace::Score(
    const std::vector<double>& frequencies) const {
  COUILLON_CHECK(frequencies.size() ==
                 static_cast<std::size_t>(views_.views() * views_.kinds()));
  double score = 0;
  for (const Seating seating : Played()) {
    const std::vector<double> scores = ComputeScores(
        seating, frequencies, ComputeChances(seating, frequencies));
    if (scores.empty()) return std::nullopt;
    score += ScoreAtStart(scores);
  }
  return score / static_cast<double>(Played().size());
}

std::size_t MatchRace::RowOf(Seating seating, Side dealer) const {
  return static_cast<std::size_t>(views_.kinds()) *
         static_cast<std::size_t>(views_.ViewOf(seating, dealer));
}

MatchRace::Chances MatchRace::ComputeChances(
    Seating seating, const std::vector<double>& frequencies) const {
  const auto kinds = static_cast<std::size_t>(views_.deal_kinds().count());
  Chances chances;
  for (int dealer = 0; dealer < rules_->sides; ++dealer) {
    const std::size_t row = RowOf(seating, static_cast<Side>(dealer));
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const double frequency = frequencies[row + kind];
      if (frequency == 0) continue;
      chances[static_cast<std::size_t>(dealer)].push_back(
          {.kind = kind, .frequency = frequency});
    }
  }
  return chances;
}

double MatchRace::ScoreAfter(std::int32_t next, Seating seating,
                             const std::vector<double>& scores) const {
  return next >= 0 ? scores[Index(next)]
                   : ValueOfEnd(next, rules_->sides, seating);
}

double MatchRace::ScoreAtStart(const std::vector<double>& scores) const {
  double score = 0;
  for (const std::int32_t start : starts_) {
    score += scores[Index(start)] / static_cast<double>(starts_.size());
  }
  return score;
}

int MatchRace::CountSweepsFor(const Chances& chances) const {
  std::size_t kinds = 0;
  for (const std::vector<Chance>& of_dealer : chances) {
    kinds = std::max(kinds, of_dealer.size());
  }
  return CountSweeps(states_.size(), kinds);
}

std::vector<double> MatchRace::ComputeScores(
    Seating seating, const std::vector<double>& frequencies,
    const Chances& chances) const {
  const auto kinds = static_cast<std::size_t>(views_.deal_kinds().count());
  std::array<double, kMaxSides> forfeits{};  // by the second, by dealer
  for (int dealer = 0; dealer < rules_->sides; ++dealer) {
    forfeits[static_cast<std::size_t>(dealer)] =
        frequencies[RowOf(seating, static_cast<Side>(dealer)) + kinds + 1];
  }
  std::vector<double> scores(states_.size(), 0.5);
  // States follow those that lead to them first, so backwards a sweep carries
  // the scores of ends to the starts; what is left are the ways back.
  double moved = 1;
  const int sweeps = CountSweepsFor(chances);
  for (int sweep = 0; sweep < sweeps && moved > kExactChance; ++sweep) {
    moved = 0;
    for (std::size_t at = states_.size(); at-- > 0;) {
      const State& state = states_[at];
      double sum = forfeits[state.dealer];
      for (const Chance& chance : chances[state.dealer]) {
        sum += chance.frequency *
               ScoreAfter(steps_[state.steps + chance.kind], seating, scores);
      }
      moved = std::max(moved, std::abs(sum - scores[at]));
      scores[at] = sum;
    }
  }
  if (moved > kExactChance) return {};
  return scores;
}

void MatchRace::AddSeating(Seating seating,
                           const std::vector<double>& frequencies,
                           Value& value) const {
  const auto kinds = static_cast<std::size_t>(views_.deal_kinds().count());
  const Chances chances = ComputeChances(seating, frequencies);
  const std::vector<double> scores =
      ComputeScores(seating, frequencies, chances);
  if (scores.empty()) {
    value.is_exact = false;
    return;
  }
  value.score += ScoreAtStart(scores);
  // The expected number of deals in each state, by pushing on what arrives.
  std::vector<double> visits(states_.size());
  std::vector<double> arriving(states_.size());
  for (const std::int32_t start : starts_) {
    arriving[Index(start)] += 1 / static_cast<double>(starts_.size());
  }
  double left = 1;
  const int sweeps = CountSweepsFor(chances);
  for (int sweep = 0; sweep < sweeps && left > kExactChance; ++sweep) {
    for (std::size_t at = 0; at < states_.size(); ++at) {
      const double mass = arriving[at];
      if (mass == 0) continue;
      arriving[at] = 0;
      visits[at] += mass;
      const State& state = states_[at];
      for (const Chance& chance : chances[state.dealer]) {
        const std::int32_t next = steps_[state.steps + chance.kind];
        if (next >= 0) arriving[Index(next)] += mass * chance.frequency;
      }
    }
    left = 0;
    for (const double mass : arriving) left += mass;
  }
  if (left > kExactChance) value.is_exact = false;
  for (std::size_t at = 0; at < states_.size(); ++at) {
    const State& state = states_[at];
    const std::size_t row = RowOf(seating, state.dealer);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      value.slopes[row + kind] +=
          visits[at] * ScoreAfter(steps_[state.steps + kind], seating, scores);
    }
    value.slopes[row + kinds + 1] += visits[at];
  }
}

}  // namespace couillon::arena
