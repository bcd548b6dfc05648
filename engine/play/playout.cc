// Plays many positions trick by trick. Templates per shape of trick; the n-th
// legal card by BMI2 where the processor has it.

#include "engine/play/playout.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/play/fast_tricks.h"
#include "engine/play/trick.h"

#if defined(__x86_64__) && defined(__GNUC__)
#define COUILLON_BMI2 [[gnu::target("bmi,bmi2,popcnt,lzcnt"), gnu::flatten]]
#endif

namespace couillon {
namespace {

// Finds the n-th lowest bit of a mask, step by step.
struct NthByStep {
  template <typename Mask>
  static Mask Of(Mask mask, std::uint32_t n) {
    for (; n > 0; --n) mask &= mask - 1;
    return mask & (~mask + 1);
  }
};

// Draws one of the actions allowed.
template <typename Nth>
struct Chooser {
  PlayoutRandom draws;

  template <typename Set>
  [[gnu::always_inline]] Set operator()(Set legal) {
    return Set(Nth::Of(legal.mask(),
                       draws.Below(static_cast<std::uint32_t>(legal.size()))));
  }
  [[gnu::always_inline]] Action OneOf(ActionSet legal) {
    return *(*this)(legal).begin();
  }
};

// Plays one trick, takes all answers to an offer, or takes one decision. Begins
// a new random number first if `refresh`.
template <typename Nth, TrickShape kShape>
[[gnu::always_inline]] inline void Step(Position& position,
                                        PlayoutRandom& random, bool refresh) {
  Chooser<Nth> choose{random};
  if (refresh) choose.draws.Refresh();
  if (position.AtTrick()) {
    position.PlayTrick<kShape>(choose);
  } else if (position.AtOffer()) {
    position.AnswerOffer(choose);
  } else {
    position.Apply(choose.OneOf(position.LegalActions()));
  }
  random = choose.draws;
}

// Plays up to the first trick in which only cards are due.
template <typename Nth, TrickShape kShape>
[[gnu::always_inline]] inline void PlayToTrick(Position& position,
                                               PlayoutRandom& random) {
  random.Refresh();
  while (!position.done() && !position.AtTrick()) {
    Step<Nth, kShape>(position, random, position.phase() != Phase::kTrump);
  }
}

// The loop of all playouts, compiled once per instruction set and shape of a
// trick. A deal is a chain of dependent operations, so deals take turns trick
// by trick: while one waits, the processor works on the next.
template <typename Nth, TrickShape kShape>
[[gnu::always_inline]] inline void PlayOutShaped(
    std::span<Position> positions, std::span<PlayoutRandom> randoms) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    PlayToTrick<Nth, kShape>(positions[i], randoms[i]);
  }
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (!positions[i].done()) {
        Step<Nth, kShape>(positions[i], randoms[i], true);
        more = true;
      }
    }
  }
}

using PlayOutFunction = void (*)(std::span<Position>, std::span<PlayoutRandom>);

// The loops for one instruction set: for four players or another number,
// without and with a duty to beat a card.
using PlayOutTable = std::array<std::array<PlayOutFunction, 2>, 2>;

#ifdef COUILLON_BMI2

struct NthByDeposit {
  COUILLON_BMI2 static inline std::uint32_t Of(std::uint32_t mask,
                                               std::uint32_t n) {
    return __builtin_ia32_pdep_si(std::uint32_t{1} << n, mask);
  }
  COUILLON_BMI2 static inline std::uint64_t Of(std::uint64_t mask,
                                               std::uint32_t n) {
    return __builtin_ia32_pdep_di(std::uint64_t{1} << n, mask);
  }
};

template <TrickShape kShape>
COUILLON_BMI2 void PlayOutBmi2(std::span<Position> positions,
                               std::span<PlayoutRandom> randoms) {
  PlayOutShaped<NthByDeposit, kShape>(positions, randoms);
}

constexpr PlayOutTable kBmi2 = {
    {{PlayOutBmi2<{0, false}>, PlayOutBmi2<{0, true}>},
     {PlayOutBmi2<{4, false}>, PlayOutBmi2<{4, true}>}}};

#endif

template <TrickShape kShape>
void PlayOutPortable(std::span<Position> positions,
                     std::span<PlayoutRandom> randoms) {
  PlayOutShaped<NthByStep, kShape>(positions, randoms);
}

constexpr PlayOutTable kPortable = {
    {{PlayOutPortable<{0, false}>, PlayOutPortable<{0, true}>},
     {PlayOutPortable<{4, false}>, PlayOutPortable<{4, true}>}}};

const PlayOutTable& FindTable() {
#ifdef COUILLON_BMI2
  if (__builtin_cpu_supports("bmi2") != 0 &&
      __builtin_cpu_supports("popcnt") != 0) {
    return kBmi2;
  }
#endif
  return kPortable;
}

}  // namespace

void PlayOut(std::span<Position> positions, std::span<PlayoutRandom> randoms) {
  static const PlayOutTable& table = FindTable();
  if (positions.empty()) return;
  const TrickShape shape = TrickShape::Of(positions[0].rules());
  table[shape.players > 0 ? 1 : 0][shape.has_heading ? 1 : 0](positions,
                                                              randoms);
}

}  // namespace couillon
