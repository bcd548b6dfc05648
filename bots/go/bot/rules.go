package bot

import (
	"fmt"
	"slices"
	"strings"

	"couillon/bots/couillonv1"
)

// NoTrump stands for a suit while there are no trumps.
const NoTrump Suit = 4

// A Strength says which card beats which under one suit of trumps.
type Strength struct {
	Trumps   CardSet     // all of them
	BeatenBy [32]CardSet // by card, those that beat it
}

// Rules are a ruleset sent by the referee. Message has all of it.
type Rules struct {
	Message         *couillonv1.Ruleset
	Hash            string // its name in reports
	ID              string
	Players         int
	Sides           int
	Step            int     // +1 if the next seat to play is the higher, or -1
	Ranks           []int   // from the highest to the lowest
	CardPoints      [32]int // by card
	Deck            CardSet // the cards in the pack
	PermanentTrumps []Card  // from the highest to the lowest
	MitCard         Card    // if HasMit
	HasMit          bool
	strengths       [5][2]Strength
}

// NewRules reads a ruleset. The error names the field that is wrong.
func NewRules(message *couillonv1.Ruleset, hash string) (*Rules, error) {
	table := message.GetTable()
	r := &Rules{
		Message: message,
		Hash:    hash,
		ID:      message.GetId(),
		Players: int(table.GetPlayers()),
		Sides:   int(table.GetSides()),
		Step:    1,
	}
	if table.GetDirection() == couillonv1.Direction_DIRECTION_ANTICLOCKWISE {
		r.Step = -1
	}
	for i, letter := range table.GetRanks() {
		rank := strings.IndexRune(rankLetters, letter)
		if rank < 0 {
			return nil, fmt.Errorf("ruleset %s: table.ranks: %c is not one of %s", r.ID, letter, rankLetters)
		}
		if i >= len(table.GetCardPoints()) {
			return nil, fmt.Errorf("ruleset %s: table.card_points: none for rank %c", r.ID, letter)
		}
		r.Ranks = append(r.Ranks, rank)
		for suit := range 4 {
			card := Card(suit*8 + rank)
			r.Deck |= SetOf(card)
			r.CardPoints[card] = int(table.GetCardPoints()[i])
		}
	}
	removed, err := parseCards(table.GetRemovedCards())
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: table.removed_cards: %w", r.ID, err)
	}
	r.Deck &^= SetOf(removed...)
	special := message.GetSpecial()
	r.PermanentTrumps, err = parseCards(special.GetPermanentTrumps())
	if err != nil {
		return nil, fmt.Errorf("ruleset %s: special.permanent_trumps: %w", r.ID, err)
	}
	if mit := special.GetMit(); mit != nil {
		if r.MitCard, err = ParseCard(mit.GetCard()); err != nil {
			return nil, fmt.Errorf("ruleset %s: special.mit.card: %w", r.ID, err)
		}
		r.HasMit = true
	}
	for trump := Clubs; trump <= NoTrump; trump++ {
		for declared := range 2 {
			r.strengths[trump][declared] = r.makeStrength(trump, declared == 1)
		}
	}
	return r, nil
}

func parseCards(texts []string) ([]Card, error) {
	cards := make([]Card, len(texts))
	for i, text := range texts {
		var err error
		if cards[i], err = ParseCard(text); err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// TrumpOrder returns all trumps from the highest to the lowest: the top rank
// of the suit, a declared Mit', the permanent trumps, the rest of the suit.
func (r *Rules) TrumpOrder(trump Suit, mitDeclared bool) []Card {
	promoted := slices.Clone(r.PermanentTrumps)
	if mitDeclared && r.HasMit {
		promoted = slices.Insert(promoted, 0, r.MitCard)
	}
	var order []Card
	add := func(card Card) {
		if r.Deck.Has(card) && !slices.Contains(order, card) {
			order = append(order, card)
		}
	}
	for i, rank := range r.Ranks {
		card := Card(int(trump)*8 + rank)
		if i > 0 || !slices.Contains(promoted, card) {
			add(card)
		}
		if i == 0 {
			for _, promotedCard := range promoted {
				add(promotedCard)
			}
		}
	}
	return order
}

// Strength returns which card beats which. Trump may be NoTrump.
func (r *Rules) Strength(trump Suit, mitDeclared bool) *Strength {
	if mitDeclared {
		return &r.strengths[trump][1]
	}
	return &r.strengths[trump][0]
}

func (r *Rules) makeStrength(trump Suit, mitDeclared bool) Strength {
	var s Strength
	if trump != NoTrump {
		for _, card := range r.TrumpOrder(trump, mitDeclared) {
			s.BeatenBy[card] = s.Trumps
			s.Trumps |= SetOf(card)
		}
	}
	for suit := range 4 {
		above := s.Trumps
		for _, rank := range r.Ranks {
			card := Card(suit*8 + rank)
			if (r.Deck &^ s.Trumps).Has(card) {
				s.BeatenBy[card] = above
				above |= SetOf(card)
			}
		}
	}
	return s
}
