package bot

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
)

// An Action is what a bot answers: below 32 a card (to play it, or to show it
// while trumps are made), or one of the constants below.
type Action uint8

// The actions that are not cards.
const (
	Pass Action = 32 + iota
	Take
	NameClubs
	NameDiamonds
	NameHearts
	NameSpades
	Defer
	PickFirst
	PickSecond
	Mit
	Kontra
	Re
	Nothing
)

// Name returns the action that names a suit as trumps.
func Name(suit Suit) Action { return NameClubs + Action(suit) }

// An ActionSet is a set of actions: bit n stands for action n.
type ActionSet uint64

// Has reports whether the action is in the set.
func (s ActionSet) Has(action Action) bool { return s>>action&1 == 1 }

// Len returns the number of actions.
func (s ActionSet) Len() int { return bits.OnesCount64(uint64(s)) }

// Cards returns the cards among the actions.
func (s ActionSet) Cards() CardSet { return CardSet(s) }

// Nth returns the n-th action, lowest number first, counted from 0.
// Requires: n is below Len().
func (s ActionSet) Nth(n int) Action {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return Action(bits.TrailingZeros64(uint64(s)))
}

// Best returns the action of the greatest value; of equals the one with the
// lowest number.
func (s ActionSet) Best(value func(Action) int) Action {
	return slices.MaxFunc(slices.Collect(s.All()), func(a, b Action) int {
		return cmp.Compare(value(a), value(b))
	})
}

// All yields the actions, lowest number first.
func (s ActionSet) All() iter.Seq[Action] {
	return func(yield func(Action) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.Nth(0)) {
				return
			}
		}
	}
}
