// Legal cards in vectors: trick.h for many deals at once.
// Included once for each instruction set, by play_kernel.cc alone.
#if defined(COUILLON_BULK_LEGAL) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_BULK_LEGAL
#undef COUILLON_BULK_LEGAL
#else
#define COUILLON_BULK_LEGAL
#endif

#include <cstddef>

#include "engine/bulk/trumps-inl.h"
#include "engine/cards/card.h"
#include "engine/deal/vectors-inl.h"
#include "engine/rules/ruleset.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

// During play the suit bits of cards are changed, by exclusive or, so that
// trumps are the highest suit. A card that beats another of its suit, or ruffs
// it, is then the larger number.
inline constexpr int kLowestTrump = kSuitBits;

HWY_INLINE Deals IsTrump(Byte card) {
  return hn::Gt(card, SetByte(kLowestTrump - 1));
}
HWY_INLINE Deals IsOfSuit(Byte card, Byte other) {
  return hn::Gt(SetByte(kRanks), hn::Xor(card, other));
}
HWY_INLINE Deals If(bool condition) {
  return hn::Eq(SetByte(condition ? 0 : 1), SetByte(0));
}

// The duties of the rules (Duty in compiled_rules.h) as masks: all deals or
// none.
struct PlayDuties {
  HWY_INLINE explicit PlayDuties(const PlayRules& rules)
      : trump_when_able(If(rules.trump_when_able)),
        must_trump(If(rules.must_trump_when_void)),
        must_overtrump(If(rules.must_overtrump)),
        head_plain_best(If(rules.head_plain == Head::kBest)),
        head_plain_previous(If(rules.head_plain == Head::kPrevious)),
        head_trump_best(If(rules.head_trump == Head::kBest)),
        head_trump_previous(If(rules.head_trump == Head::kPrevious)) {}

  Deals trump_when_able, must_trump, must_overtrump;
  Deals head_plain_best, head_plain_previous;
  Deals head_trump_best, head_trump_previous;
};

// A trick so far.
struct TrickState {
  Byte lead;
  Byte best;
  Byte previous;  // the card before
  Byte winner;    // by turns from the leader
};

template <std::size_t kCount>
using Choices = Vectors<Deals, kCount>;

// Finds the legal cards of a hand that follows, for rules without heading.
template <std::size_t kCount>
HWY_INLINE void FindLegal(const PlayDuties& duties, const TrickState& trick,
                          const Byte* hand, Choices<kCount>& legal) {
  Choices<kCount> follows;
  Choices<kCount> trumps;
  for (std::size_t i = 0; i < kCount; ++i) {
    follows[i] = IsOfSuit(hand[i], trick.lead);
    trumps[i] = IsTrump(hand[i]);
  }
  Deals can_follow = follows[0];
  Deals can_trump = trumps[0];
  for (std::size_t i = 1; i < kCount; ++i) {
    can_follow = hn::Or(can_follow, follows[i]);
    can_trump = hn::Or(can_trump, trumps[i]);
  }
  const Deals ruffs =
      hn::AndNot(can_follow, hn::And(can_trump, duties.must_trump));
  const Deals free = hn::Not(hn::Or(can_follow, ruffs));
  const Deals trumps_too = hn::Or(duties.trump_when_able, ruffs);
  for (std::size_t i = 0; i < kCount; ++i) {
    legal[i] = hn::Or(hn::Or(follows[i], free), hn::And(trumps[i], trumps_too));
  }
}

template <std::size_t kCount>
HWY_INLINE Deals AnyOf(const Choices<kCount>& choices) {
  Deals any = choices[0];
  for (std::size_t i = 1; i < kCount; ++i) any = hn::Or(any, choices[i]);
  return any;
}

// The same for rules with heading or overtrumping, line by line as
// Trick::LegalWithHeading in trick.h.
template <std::size_t kCount>
HWY_INLINE void FindLegalWithHeading(const PlayDuties& duties,
                                     const TrickState& trick, const Byte* hand,
                                     Choices<kCount>& legal) {
  const Deals trump_led = IsTrump(trick.lead);
  const auto of_lead = [trump_led](Deals trump, Deals plain) HWY_ATTR {
    return hn::Or(hn::And(trump_led, trump), hn::AndNot(trump_led, plain));
  };
  const Deals head_best =
      of_lead(duties.head_trump_best, duties.head_plain_best);
  const Deals head_previous =
      of_lead(duties.head_trump_previous, duties.head_plain_previous);
  const Deals nobody = If(false);
  const Deals overtrump = of_lead(nobody, duties.must_overtrump);
  const Deals able = of_lead(nobody, duties.trump_when_able);
  const Deals must = of_lead(nobody, duties.must_trump);
  Choices<kCount> follows;
  Choices<kCount> heads;
  Choices<kCount> ruffs;
  Choices<kCount> overs;
  for (std::size_t i = 0; i < kCount; ++i) {
    const Byte card = hand[i];
    const Deals trump = IsTrump(card);
    const Deals beats_best = hn::Gt(card, trick.best);
    const Deals beats_previous =
        hn::And(hn::Gt(card, trick.previous),
                hn::Or(trump, IsOfSuit(card, trick.previous)));
    follows[i] = IsOfSuit(card, trick.lead);
    heads[i] =
        hn::And(follows[i], hn::Or(hn::And(head_best, beats_best),
                                   hn::And(head_previous, beats_previous)));
    ruffs[i] = hn::AndNot(trump_led, trump);
    overs[i] = hn::And(hn::And(ruffs[i], overtrump), beats_best);
  }
  const Deals can_follow = AnyOf(follows);
  const Deals can_head = AnyOf(heads);
  const Deals can_over = AnyOf(overs);
  const Deals has_to_ruff = hn::And(AnyOf(ruffs), must);
  for (std::size_t i = 0; i < kCount; ++i) {
    const Deals ruff = hn::Or(overs[i], hn::AndNot(can_over, ruffs[i]));
    const Deals follow = hn::Or(heads[i], hn::AndNot(can_head, follows[i]));
    const Deals discard = hn::AndNot(has_to_ruff, hn::Not(ruffs[i]));
    const Deals void_in = hn::Or(ruff, discard);
    legal[i] = hn::Or(hn::And(can_follow, hn::Or(follow, hn::And(ruff, able))),
                      hn::AndNot(can_follow, void_in));
  }
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
