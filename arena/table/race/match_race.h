// The score of a match from the frequencies of its deals: the race to the end
// of the slate, with stakes, carries, cows and the rotation of the deal, as the
// rules of the match have it. It holds for bots that play a deal alike whatever
// the slate shows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/table/kinds_by_view.h"
#include "arena/table/seating.h"
#include "engine/cards/seat.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Chances, values, visits and numbers of deals are exact to about this. They
// are found by sweeps over all states, as many as the longest match has deals.
inline constexpr double kExactChance = 1e-13;
inline constexpr int kMaxSweeps = 4096;
// All sweeps of one computation together take at most so many steps, states
// times kinds of deals that occur: about a second. What is not exact by then,
// since hardly any deal brings the end of the match nearer, has no value.
inline constexpr std::size_t kMaxRaceSteps = std::size_t{1} << 28;

// Returns the sweeps that a race of so many states may take, when `kinds` of
// deals occur; at least 1.
[[nodiscard]] int CountSweeps(std::size_t states, std::size_t kinds);

// Matches of more states have no race. Those of rulesets that people play have
// far fewer; a file may say that a match goes to 100 cows of 100 lines.
inline constexpr std::size_t kMaxRaceStates = 1 << 18;

class MatchRace {
 public:
  // Builds the states of a match. Requires: `rules` outlives it.
  explicit MatchRace(const CompiledRules& rules);

  // False if a match has more than kMaxRaceStates states: then there are none.
  [[nodiscard]] bool is_whole() const { return !states_.empty(); }

  [[nodiscard]] const KindsByView& views() const { return views_; }
  // The number of states that are not the end of a match.
  [[nodiscard]] std::size_t states() const { return states_.size(); }
  // The lines that `side` has left in a state, as in MatchStanding (numbers far
  // beyond those of a fresh slate are limited).
  [[nodiscard]] int LinesLeft(std::size_t state, Side side) const {
    return states_[state].lines_left[side];
  }
  // The state at the start of a match in which `dealer`'s side deals first.
  [[nodiscard]] std::size_t Start(Side dealer) const {
    return static_cast<std::size_t>(starts_[dealer]);
  }
  // The outcome of a deal of `kind`, with sides counted from the dealer's.
  struct Step {
    bool ends = false;      // whether it ends the match
    std::size_t state = 0;  // otherwise, the state after it
    Side winner = kNoSide;  // of the match; kNoSide without a winner
  };
  [[nodiscard]] Step After(std::size_t state, int kind) const;

  struct Value {
    // The score of the first team: 1 if it wins every match, 1/2 for a match
    // without a winner. A mean over the seatings and first dealers.
    double score = 0.5;
    // The derivative of the score by each frequency, as an expected number of
    // deals times the score after a deal of that kind. Ordered as frequencies.
    std::vector<double> slopes;
    bool is_exact = true;  // false: the rest has no meaning
  };

  // Returns the score of matches whose deals are of kind k, in view v, with
  // probability frequencies[v * kinds() + k]. Requires: is_whole(), and they
  // add up to 1 in every view.
  [[nodiscard]] Value Play(const std::vector<double>& frequencies) const;

  // Returns the score alone, in half the time; null if it is not exact.
  // Requires: as for Play.
  [[nodiscard]] std::optional<double> Score(
      const std::vector<double>& frequencies) const;

 private:
  struct State {
    Side dealer = 0;
    std::array<std::int16_t, kMaxSides> lines_left{};
    std::size_t steps = 0;  // index of its first step; one per kind of deal
  };

  void Build(const CompiledRules& rules);
  // The deals that occur, by the side that deals.
  struct Chance {
    std::size_t kind = 0;
    double frequency = 0;  // above 0
  };
  using Chances = std::array<std::vector<Chance>, kMaxSides>;

  // The seatings to be played.
  [[nodiscard]] std::span<const Seating> Played() const;
  // The place of the first frequency of a deal of `dealer`.
  [[nodiscard]] std::size_t RowOf(Seating seating, Side dealer) const;
  [[nodiscard]] Chances ComputeChances(
      Seating seating, const std::vector<double>& frequencies) const;
  // The sweeps for these deals.
  [[nodiscard]] int CountSweepsFor(const Chances& chances) const;
  // The score of a match from each state on; empty if they are not exact.
  [[nodiscard]] std::vector<double> ComputeScores(
      Seating seating, const std::vector<double>& frequencies,
      const Chances& chances) const;
  [[nodiscard]] double ScoreAfter(std::int32_t next, Seating seating,
                                  const std::vector<double>& scores) const;
  // The mean over the states in which matches start.
  [[nodiscard]] double ScoreAtStart(const std::vector<double>& scores) const;
  void AddSeating(Seating seating, const std::vector<double>& frequencies,
                  Value& value) const;

  const CompiledRules* rules_;
  KindsByView views_;
  std::vector<State> states_;
  // The state after a deal, or the end of the match: -1 without a winner, -2
  // less the winning side.
  std::vector<std::int32_t> steps_;
  std::vector<std::int32_t> starts_;  // by the side that deals first
};

}  // namespace couillon::arena
