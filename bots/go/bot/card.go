package bot

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

const (
	rankLetters = "789TJQKA" // the rank of a card is its index
	suitLetters = "CDHS"
)

// A Suit is one of four.
type Suit uint8

// The suits, in the order of their numbers.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// String writes a suit: "C", "D", "H" or "S".
func (s Suit) String() string { return suitLetters[s : s+1] }

// A Card is one of 32: suit * 8 + rank. Its number is also the action that
// plays it.
type Card uint8

// ParseCard reads "AS" or "TD".
func ParseCard(text string) (Card, error) {
	if len(text) == 2 {
		rank := strings.IndexByte(rankLetters, text[0])
		suit := strings.IndexByte(suitLetters, text[1])
		if rank >= 0 && suit >= 0 {
			return Card(suit*8 + rank), nil
		}
	}
	return 0, fmt.Errorf(`%q is not a card such as "AS" or "TD"`, text)
}

// Suit returns the suit printed on the card; a promoted one may belong to
// trumps instead.
func (c Card) Suit() Suit { return Suit(c >> 3) }

// Rank returns the rank printed on the card: 0 for the seven to 7 for the ace.
func (c Card) Rank() int { return int(c & 7) }

// String writes the card: "AS".
func (c Card) String() string {
	return rankLetters[c&7:c&7+1] + c.Suit().String()
}

// A CardSet is a set of cards: bit n stands for card n.
type CardSet uint32

// SetOf returns the set of some cards.
func SetOf(cards ...Card) CardSet {
	var set CardSet
	for _, card := range cards {
		set |= 1 << card
	}
	return set
}

// Of returns the cards of the set with this suit printed on them.
func (s CardSet) Of(suit Suit) CardSet { return s & (0xff << (8 * suit)) }

// Has reports whether the card is in the set.
func (s CardSet) Has(card Card) bool { return s>>card&1 == 1 }

// Len returns the number of cards.
func (s CardSet) Len() int { return bits.OnesCount32(uint32(s)) }

// All yields the cards, lowest number first.
func (s CardSet) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(Card(bits.TrailingZeros32(uint32(s)))) {
				return
			}
		}
	}
}

// String writes the cards: "7C AS".
func (s CardSet) String() string {
	words := make([]string, 0, s.Len())
	for card := range s.All() {
		words = append(words, card.String())
	}
	return strings.Join(words, " ")
}
