// The kernel of line_values.h. Included once per instruction set.
#if defined(COUILLON_LINE_VALUES) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_LINE_VALUES
#undef COUILLON_LINE_VALUES
#else
#define COUILLON_LINE_VALUES
#endif

#include <cstddef>
#include <cstdint>

#include "engine/solve/line_values.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A lane is a line.
using LineTag = hn::CappedTag<std::uint8_t, 32>;
using LineBytes = hn::Vec<LineTag>;
using LineMask = hn::Mask<LineTag>;

inline constexpr LineTag kLine;
inline constexpr std::size_t kFour = ThreeTricks::kPlayers;

HWY_INLINE LineBytes SetLines(std::size_t value) {
  return hn::Set(kLine, static_cast<std::uint8_t>(value));
}
HWY_INLINE LineMask HasBits(LineBytes lines, std::size_t bits) {
  return hn::Eq(hn::And(lines, SetLines(bits)), SetLines(bits));
}
// In place, not inverted.
HWY_INLINE LineBytes SuitsOf(LineBytes cards) {
  return hn::AndNot(cards, SetLines(0x60));
}
// The larger, the better in a trick to which `suits` are led, the number of the
// player as it is: trumps have the highest bit, and the suit led the next two.
HWY_INLINE LineBytes PowerOf(LineBytes cards, LineBytes suits) {
  return hn::Xor(cards, suits);
}

// A hand, line by line.
struct LineHand {
  LineBytes played;  // to the first trick
  LineBytes low;     // the two cards it keeps
  LineBytes high;
  LineBytes points;  // of these: of `low`, and 16 times those of `high`
};

HWY_INLINE LineHand HandAfter(const ThreeTricks& tricks, LineBytes lines,
                              std::size_t nth) {
  const auto& codes = tricks.codes[nth];
  const auto& points = tricks.points[nth];
  const LineMask plays_1 = HasBits(lines, std::size_t{1} << (2 * nth));
  const LineMask plays_2 = HasBits(lines, std::size_t{2} << (2 * nth));
  const LineBytes card_0 = SetLines(codes[0]);
  const LineBytes card_1 = SetLines(codes[1]);
  const LineBytes card_2 = SetLines(codes[2]);
  LineHand hand;
  hand.high = hn::IfThenElse(plays_2, card_1, card_2);
  hand.played =
      hn::IfThenElse(plays_1, card_1, hn::IfThenElse(plays_2, card_2, card_0));
  hand.low = hn::IfThenElse(hn::Or(plays_1, plays_2), card_0, card_1);
  const auto both = [&points](std::size_t low, std::size_t high) {
    return SetLines(points[low] + 16U * points[high]);
  };
  hand.points = hn::IfThenElse(plays_1, both(0, 2),
                               hn::IfThenElse(plays_2, both(0, 1), both(1, 2)));
  return hand;
}

// The power of the card that takes the trick, with the number of its player.
HWY_INLINE LineBytes WinnerOf(const LineHand* hands) {
  const LineBytes led = SuitsOf(hands[0].played);
  LineBytes best = PowerOf(hands[0].played, led);
  for (std::size_t i = 1; i < kFour; ++i) {
    const LineBytes card = hn::Or(hands[i].played, SetLines(i));
    best = hn::Max(best, PowerOf(card, led));
  }
  return best;
}

// Counts the hands from the winner on, in two steps of a rotation.
template <typename Part>
HWY_INLINE void Rotate(LineHand* hands, LineMask by_1, LineMask by_2,
                       Part part) {
  LineBytes once[kFour];
  for (std::size_t i = 0; i < kFour; ++i) {
    once[i] =
        hn::IfThenElse(by_1, part(hands[(i + 1) % kFour]), part(hands[i]));
  }
  for (std::size_t i = 0; i < kFour; ++i) {
    part(hands[i]) = hn::IfThenElse(by_2, once[(i + 2) % kFour], once[i]);
  }
}

// A player before the second trick, counted from its leader. The first index
// of a pair is 0 for the lower card.
struct LinePair {
  LineBytes cards[2];  // with the number of the player
  LineBytes suits[2];
  LineBytes points[2];
  // By the card that is led, then by that of the pair. Not for the leader.
  LineBytes powers[2][2];
  LineBytes legal[2][2];  // all bits set where it is legal
};

HWY_INLINE LinePair PairOf(const LineHand& hand, std::size_t nth) {
  LinePair pair;
  pair.cards[0] = hn::Or(hand.low, SetLines(nth));
  pair.cards[1] = hn::Or(hand.high, SetLines(nth));
  pair.points[0] = hn::And(hand.points, SetLines(15));
  pair.points[1] = hn::ShiftRight<4>(hand.points);
  for (std::size_t i = 0; i < 2; ++i) {
    pair.suits[i] = SuitsOf(pair.cards[i]);
  }
  return pair;
}

// Fills what depends on the lead.
HWY_INLINE void Follow(const ThreeTricks& tricks, const LinePair& leader,
                       LinePair& pair) {
  const LineBytes may_ruff = SetLines(tricks.may_ruff ? 0xff : 0);
  const LineBytes must_ruff = SetLines(tricks.must_ruff ? 0xff : 0);
  LineBytes trumps[2];
  for (std::size_t i = 0; i < 2; ++i) {
    trumps[i] = hn::VecFromMask(kLine, hn::Eq(pair.suits[i], SetLines(0x60)));
  }
  const LineBytes ruffs = hn::And(hn::Or(trumps[0], trumps[1]), must_ruff);
  for (std::size_t lead = 0; lead < 2; ++lead) {
    const LineMask follow[2] = {hn::Eq(pair.suits[0], leader.suits[lead]),
                                hn::Eq(pair.suits[1], leader.suits[lead])};
    const LineMask follows = hn::Or(follow[0], follow[1]);
    for (std::size_t i = 0; i < 2; ++i) {
      pair.powers[lead][i] = PowerOf(pair.cards[i], leader.suits[lead]);
      const LineBytes able = hn::Or(hn::VecFromMask(kLine, follow[i]),
                                    hn::And(trumps[i], may_ruff));
      const LineBytes unable = hn::Or(trumps[i], hn::Not(ruffs));
      pair.legal[lead][i] = hn::IfThenElse(follows, able, unable);
    }
  }
}

struct LineTable {
  LinePair pairs[kFour];
  LineBytes total;  // the card points of all pairs
};

// The second trick so far.
struct LineTrick {
  LineBytes best;  // the power of the card that takes it
  LineBytes next;  // the suit that its player leads to the last trick then
  LineBytes points;
};

// The gain of the leader's side after the second trick, in which the n-th
// player chose the higher card if bit n of kChoices is set.
template <std::size_t kChoices>
HWY_INLINE LineBytes ValueOfLast(const LineTable& table,
                                 const LineTrick& trick) {
  LineBytes powers[kFour];
  for (std::size_t i = 0; i < kFour; ++i) {
    const std::size_t kept = 1 - (kChoices >> i & 1);
    powers[i] = PowerOf(table.pairs[i].cards[kept], trick.next);
  }
  const LineBytes ours = hn::Max(powers[0], powers[2]);
  const LineBytes theirs = hn::Max(powers[1], powers[3]);
  const LineMask takes_last = hn::Eq(hn::Max(ours, theirs), ours);
  const LineMask takes_second =
      hn::Eq(hn::And(trick.best, SetLines(1)), hn::Zero(kLine));
  return hn::Add(
      hn::IfThenElseZero(takes_second, trick.points),
      hn::IfThenElseZero(takes_last, hn::Sub(table.total, trick.points)));
}

template <std::size_t kNth, std::size_t kLead, std::size_t kCard>
HWY_INLINE LineTrick After(const LineTable& table, const LineTrick& trick) {
  const LinePair& pair = table.pairs[kNth];
  const LineBytes power = pair.powers[kLead][kCard];
  LineTrick after;
  after.best = hn::Max(trick.best, power);
  after.next = hn::IfThenElse(hn::Eq(after.best, power), pair.suits[1 - kCard],
                              trick.next);
  after.points = hn::Add(trick.points, pair.points[kCard]);
  return after;
}

// The same before the choice of the n-th player.
template <std::size_t kNth, std::size_t kChoices>
HWY_INLINE LineBytes ValueOfTwo(const LineTable& table,
                                const LineTrick& trick) {
  if constexpr (kNth == kFour) {
    return ValueOfLast<kChoices>(table, trick);
  } else {
    constexpr std::size_t kLead = kChoices & 1;
    constexpr std::size_t kHigher = kChoices | std::size_t{1} << kNth;
    const auto& legal = table.pairs[kNth].legal[kLead];
    const LineBytes low = ValueOfTwo<kNth + 1, kChoices>(
        table, After<kNth, kLead, 0>(table, trick));
    const LineBytes high = ValueOfTwo<kNth + 1, kHigher>(
        table, After<kNth, kLead, 1>(table, trick));
    if constexpr (kNth % 2 == 0) {
      return hn::Max(hn::And(low, legal[0]), hn::And(high, legal[1]));
    } else {
      return hn::Min(hn::Or(low, hn::Not(legal[0])),
                     hn::Or(high, hn::Not(legal[1])));
    }
  }
}

template <std::size_t kLead>
HWY_INLINE LineBytes ValueOfLead(const LineTable& table) {
  const LinePair& leader = table.pairs[0];
  const LineTrick trick{PowerOf(leader.cards[kLead], leader.suits[kLead]),
                        leader.suits[1 - kLead], leader.points[kLead]};
  return ValueOfTwo<1, kLead>(table, trick);
}

HWY_INLINE LineBytes ValuesOf(const ThreeTricks& tricks, LineBytes lines) {
  LineHand hands[kFour];
  for (std::size_t i = 0; i < kFour; ++i) {
    hands[i] = HandAfter(tricks, lines, i);
  }
  const LineBytes winner = WinnerOf(hands);
  const LineMask by_1 = HasBits(winner, 1);
  const LineMask by_2 = HasBits(winner, 2);
  Rotate(hands, by_1, by_2, [](LineHand& h) -> LineBytes& { return h.low; });
  Rotate(hands, by_1, by_2, [](LineHand& h) -> LineBytes& { return h.high; });
  Rotate(hands, by_1, by_2, [](LineHand& h) -> LineBytes& { return h.points; });
  LineTable table;
  table.total = hn::Zero(kLine);
  for (std::size_t i = 0; i < kFour; ++i) {
    LinePair& pair = table.pairs[i];
    pair = PairOf(hands[i], i);
    if (i > 0) Follow(tricks, table.pairs[0], pair);
    table.total = hn::Add(table.total, hn::Add(pair.points[0], pair.points[1]));
  }
  const LineBytes value = hn::Max(ValueOfLead<0>(table), ValueOfLead<1>(table));
  // By the other side, or by the leader's, which also gets the first trick.
  const LineBytes rest = hn::Sub(table.total, value);
  return hn::IfThenElse(by_1, rest, hn::Sub(SetLines(tricks.left), rest));
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
