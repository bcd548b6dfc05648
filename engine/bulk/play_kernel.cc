// The vector kernel for every set of instructions, and the choice among them.
// Highway includes this file once for each. Tests: bulk_playout_test.cc.
#include "engine/bulk/play_kernel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bulk/play_plan.h"
#include "engine/cards/card.h"
#include "engine/cards/seat.h"
#include "engine/deal/keystream.h"
#include "engine/rules/compiled_rules.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/bulk/play_kernel.cc"
#include "hwy/foreach_target.h"
// After the line above, which includes this file over and over.
#include "hwy/highway.h"

// Machines without vectors have no kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

#include "engine/bulk/play-inl.h"
#include "engine/bulk/random-inl.h"
#include "engine/bulk/trumps-inl.h"
#include "engine/deal/dealer-inl.h"
#include "engine/deal/keystream-inl.h"
#include "engine/deal/packs-inl.h"
#include "engine/deal/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace {

// Eldest of every deal. The dealer of deal n is seat n mod players.
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

// Writes what the deals from place `at` of the run on have come to.
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
  Dealer dealer(plan.pack, *run.source, run.first);
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

void MakeBlocks(const StreamName& stream, std::uint64_t first,
                std::uint32_t* words) {
  const BlockStart start(stream, static_cast<std::uint32_t>(first >> 32));
  for (std::size_t group = 0; group < kGroups; ++group) {
    Block block;
    start.MakeBlocks(DealsOfGroup(first, group), block);
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      HWY_ALIGN std::array<std::uint32_t, kLanes / kGroups> lanes;
      hn::Store(block[word], kWords, lanes.data());
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        words[word * kLanes + i * kGroups + group] = lanes[i];
      }
    }
  }
}

}  // namespace

void FillTarget(BulkTarget& target) {
  target.play = PlayRun;
  target.packs = MakePacks;
  target.blocks = MakeBlocks;
  target.lanes = kLanes;
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
void FillTarget(BulkTarget& /*target*/) {}
}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

namespace couillon {
namespace {

HWY_EXPORT(FillTarget);

std::vector<BulkTarget> FindTargets() {
  std::vector<BulkTarget> targets;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    BulkTarget target{.name = hwy::TargetName(bit)};
    hwy::SetSupportedTargetsForTest(bit);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    HWY_DYNAMIC_DISPATCH(FillTarget)(target);
    if (target.play != nullptr) targets.push_back(target);
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return targets;
}

constexpr std::array<BulkShape, 5> kShapes = {{
    {.players = 4, .sides = 2, .hand_size = 4, .heading = false},
    {.players = 4, .sides = 2, .hand_size = 4, .heading = true},
    {.players = 4, .sides = 2, .hand_size = 6, .heading = false},
    {.players = 4, .sides = 2, .hand_size = 8, .heading = false},
    {.players = 3, .sides = 3, .hand_size = 10, .heading = false},
}};

}  // namespace

BulkShape BulkShapeOf(const CompiledRules& rules) {
  return {.players = rules.players,
          .sides = rules.sides,
          .hand_size = rules.hand_size,
          .heading = rules.has_heading};
}

bool HasKernel(const BulkShape& shape) {
  return std::find(kShapes.begin(), kShapes.end(), shape) != kShapes.end();
}

std::vector<BulkTarget> FindBulkTargets() { return FindTargets(); }

}  // namespace couillon

#endif  // HWY_ONCE
