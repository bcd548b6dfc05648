// The play kernel for every instruction set, and the detection of those of the
// machine. Highway includes this file once per instruction set. Tests:
// playout_test.cc.
#include "engine/bulk/play_kernel.h"

// Clang-tidy reads the part for machines without vectors.
// NOLINTBEGIN(misc-include-cleaner)
#include "engine/cards/card.h"
#include "engine/rules/compiled_rules.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/bulk/play_kernel.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h, which includes this file repeatedly.
#include "hwy/highway.h"

// Machines without vectors have no kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// NOLINTEND(misc-include-cleaner)

#include "engine/bulk/play-inl.h"
#include "engine/bulk/random-inl.h"
#include "engine/bulk/trumps-inl.h"
#include "engine/deal/dealer-inl.h"
#include "engine/deal/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace {

// The eldest seats of the deals of a vector. The dealer of deal n is seat n mod
// players.
class Eldest {
 public:
  explicit Eldest(const CompiledRules& rules) : players_(rules.players) {
    for (std::size_t deal = 0; deal < eldest_.size(); ++deal) {
      eldest_[deal] = static_cast<std::int8_t>(
          rules.Next(static_cast<Seat>(deal % players_)));
    }
  }
  [[nodiscard]] HWY_INLINE Byte Of(std::uint64_t first) const {
    return hn::LoadU(kBytes, eldest_.data() + first % players_);
  }

 private:
  std::array<std::int8_t, kLanes + kMaxSeats> eldest_;
  std::uint64_t players_;
};

HWY_INLINE void Write(Byte values, std::uint8_t* out, std::size_t at) {
  const hn::Repartition<std::uint8_t, Bytes> plain;
  hn::StoreU(hn::BitCast(plain, values), plain, out + at);
}

// The seat that is `turns` after eldest in turn order.
HWY_INLINE Byte SeatOf(const CompiledRules& rules, Byte eldest, Byte turns) {
  const Byte players = SetByte(rules.players);
  const Byte seat =
      hn::Add(eldest, rules.step > 0 ? turns : hn::Sub(players, turns));
  return hn::IfThenElse(hn::Lt(seat, players), seat, hn::Sub(seat, players));
}

// Writes the results of the deals from place `at` of the run on.
template <typename Play>
HWY_INLINE void WriteResults(const BulkPlan& plan, const BulkRun& run,
                             std::size_t at, Byte eldest, const Trumps& trumps,
                             const Play& play) {
  const CompiledRules& rules = *plan.rules;
  const Byte suit =
      hn::BitCast(kBytes, hn::ShiftRight<3>(hn::BitCast(kHalves, trumps.suit)));
  Write(hn::IfThenElse(trumps.open, SetByte(kSuits), suit), run.trump, at);
  const Byte maker = SeatOf(rules, eldest, trumps.maker);
  Write(
      hn::IfThenElse(hn::Lt(trumps.maker, SetByte(0)), SetByte(kNoSeat), maker),
      run.maker, at);
  for (std::size_t side = 0; side < Play::kSides; ++side) {
    Byte card_points = SetByte(0);
    Byte tricks = SetByte(0);
    for (std::size_t turn = 0; turn < Play::kSides; ++turn) {
      Byte seat = SeatOf(rules, eldest, SetByte(static_cast<int>(turn)));
      if (Play::kSides == 2) seat = hn::And(seat, SetByte(1));
      const Deals same = hn::AndNot(
          trumps.open, hn::Eq(seat, SetByte(static_cast<int>(side))));
      card_points = hn::IfThenElse(same, play.card_points(turn), card_points);
      tricks = hn::IfThenElse(same, play.tricks(turn), tricks);
    }
    Write(card_points, run.card_points[side], at);
    Write(tricks, run.tricks[side], at);
  }
}

template <std::size_t kPlayers, std::size_t kHand, bool kHeading>
HWY_NOINLINE void PlayDealt(const BulkPlan& plan, const BulkRun& run,
                            std::size_t at, Byte eldest,
                            const DealtCards& cards) {
  Draws draws(run.key, run.first + at);
  const Trumps trumps = TrumpMaking(*plan.rules, cards, draws).Run();
  Play<kPlayers, kHand, kHeading> play(plan, cards, trumps, draws);
  play.Run();
  WriteResults(plan, run, at, eldest, trumps, play);
}

template <std::size_t kPlayers, std::size_t kHand, bool kHeading>
HWY_NOINLINE void PlayShape(const BulkPlan& plan, const BulkRun& run) {
  const CompiledRules& rules = *plan.rules;
  const Eldest eldest(rules);
  Dealer dealer(plan.pack, run.stream, run.first);
  DealtCards cards;
  for (std::size_t at = 0; at < run.count; at += kLanes) {
    const std::uint64_t first = run.first + at;
    dealer.Deal(first, cards);
    PlayDealt<kPlayers, kHand, kHeading>(plan, run, at, eldest.Of(first),
                                         cards);
  }
}

void PlayRun(const BulkPlan& plan, const BulkRun& run) {
  const CompiledRules& rules = *plan.rules;
  if (rules.players == 3) {
    PlayShape<3, 10, false>(plan, run);
  } else if (rules.hand_size == 8) {
    PlayShape<4, 8, false>(plan, run);
  } else if (rules.hand_size == 6) {
    PlayShape<4, 6, false>(plan, run);
  } else if (rules.has_heading) {
    PlayShape<4, 4, true>(plan, run);
  } else {
    PlayShape<4, 4, false>(plan, run);
  }
}

}  // namespace

bool FillBulkTarget(BulkTarget& target) {
  target.play = PlayRun;
  return true;
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
bool FillBulkTarget(BulkTarget& /*target*/) { return false; }
}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

#include "engine/cards/vector_targets.h"

namespace couillon {
namespace {

HWY_EXPORT(FillBulkTarget);

}  // namespace

std::vector<BulkTarget> FindBulkTargets() {
  return FindTargets<BulkTarget>(HWY_DISPATCH_TABLE(FillBulkTarget));
}

}  // namespace couillon

#endif  // HWY_ONCE
