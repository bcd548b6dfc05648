#include "engine/playout.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/action.h"
#include "engine/card.h"
#include "engine/card_set.h"
#include "engine/position.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define COUILLON_BMI2 [[gnu::target("bmi,bmi2,popcnt,lzcnt"), gnu::flatten]]
#endif

namespace couillon {
namespace {

// Finds the n-th lowest action of a set, step by step.
struct NthByStep {
  static Action Of(ActionSet legal, std::uint32_t n) {
    return legal.Nth(static_cast<int>(n));
  }
};

// Draws one of the actions allowed.
template <typename Nth>
struct Chooser {
  PlayoutRandom draws;

  [[gnu::always_inline]] Action OneOf(ActionSet legal) {
    return Nth::Of(legal,
                   draws.Below(static_cast<std::uint32_t>(legal.size())));
  }
  [[gnu::always_inline]] Card operator()(CardSet legal) {
    return OneOf(ActionSet(legal)).card();
  }
};

// Takes one decision, or plays one trick, with a new number if `refresh`.
template <typename Nth>
[[gnu::always_inline]] inline void Step(Position& position,
                                        PlayoutRandom& random, bool refresh) {
  Chooser<Nth> choose{random};
  if (refresh) choose.draws.Refresh();
  if (position.AtTrick()) {
    position.PlayTrick(choose);
  } else {
    position.Apply(choose.OneOf(position.LegalActions()));
  }
  random = choose.draws;
}

// Up to the first trick in which nothing but cards is due.
template <typename Nth>
[[gnu::always_inline]] inline void PlayToTrick(Position& position,
                                               PlayoutRandom& random) {
  random.Refresh();
  while (!position.done() && !position.AtTrick()) {
    Step<Nth>(position, random, position.phase() != Phase::kTrump);
  }
}

// The one loop, compiled once for each set of instructions. A deal is a chain
// of operations that wait for each other, so deals take turns trick by trick:
// while one waits, the machine works on the next.
template <typename Nth>
[[gnu::always_inline]] inline void PlayOutWith(
    std::span<Position> positions, std::span<PlayoutRandom> randoms) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    PlayToTrick<Nth>(positions[i], randoms[i]);
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (positions[i].done()) continue;
      Step<Nth>(positions[i], randoms[i], true);
      more = true;
    }
  }
}

#ifdef COUILLON_BMI2

struct NthByDeposit {
  COUILLON_BMI2 static inline Action Of(ActionSet legal, std::uint32_t n) {
    return Action(std::countr_zero(std::uint64_t{
        __builtin_ia32_pdep_di(std::uint64_t{1} << n, legal.mask())}));
  }
};

COUILLON_BMI2 void PlayOutBmi2(std::span<Position> positions,
                               std::span<PlayoutRandom> randoms) {
  PlayOutWith<NthByDeposit>(positions, randoms);
}

#endif

void PlayOutPortable(std::span<Position> positions,
                     std::span<PlayoutRandom> randoms) {
  PlayOutWith<NthByStep>(positions, randoms);
}

using PlayOutFunction = void (*)(std::span<Position>, std::span<PlayoutRandom>);

PlayOutFunction Choose() {
#ifdef COUILLON_BMI2
  if (__builtin_cpu_supports("bmi2") != 0 &&
      __builtin_cpu_supports("popcnt") != 0) {
    return PlayOutBmi2;
  }
#endif
  return PlayOutPortable;
}

}  // namespace

void PlayOut(std::span<Position> positions, std::span<PlayoutRandom> randoms) {
  static const PlayOutFunction kPlayOut = Choose();
  kPlayOut(positions, randoms);
}

}  // namespace couillon
