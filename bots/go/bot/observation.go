package bot

import (
	"fmt"

	"couillon/bots/couillonv1"
)

// A Phase is a kind of decision.
type Phase = couillonv1.Phase

// The phases.
const (
	PhaseTrump  = couillonv1.Phase_PHASE_TRUMP
	PhaseMit    = couillonv1.Phase_PHASE_MIT
	PhaseKontra = couillonv1.Phase_PHASE_KONTRA
	PhaseRe     = couillonv1.Phase_PHASE_RE
	PhasePlay   = couillonv1.Phase_PHASE_PLAY
)

// An Observation is one decision, complete in itself: what a seat may see. It
// decodes fields when they are read.
type Observation struct {
	// Message is the decision as received.
	Message *couillonv1.Decision
	// Random is seeded with the decision's random seed: a bot that draws from
	// nothing else can be reproduced.
	Random SplitMix64
	// Rules is the ruleset.
	Rules *Rules
}

// Phase returns the kind of the decision.
func (o *Observation) Phase() Phase { return o.Message.Phase }

// Seat returns the seat whose decision it is.
func (o *Observation) Seat() int { return int(o.Message.Seat) }

// Decider returns the seat that takes it: Seat(), or for a dummy its partner.
func (o *Observation) Decider() int { return int(o.Message.Decider) }

// Dealer returns the seat that dealt.
func (o *Observation) Dealer() int { return int(o.Message.Dealer) }

// Legal returns the legal actions. It is never empty.
func (o *Observation) Legal() ActionSet { return ActionSet(o.Message.LegalActions) }

// Naming reports whether a legal card names trumps; if not, it takes the upcard's
// suit.
func (o *Observation) Naming() bool { return o.Message.Naming }

// Hand returns the cards that the decider holds and has seen; from a layout
// those face up. Empty while the decider makes trumps for a dummy.
func (o *Observation) Hand() CardSet { return CardSet(o.Message.Hand) }

// Own returns the cards that the decision is about: the hand, or for a dummy's
// decision the dummy's open cards.
func (o *Observation) Own() CardSet {
	if o.Message.Decider == o.Message.Seat {
		return o.Hand()
	}
	return o.Open(o.Seat())
}

// Open returns the cards of a seat that lie face up for all players.
func (o *Observation) Open(seat int) CardSet {
	if seat >= len(o.Message.OpenCards) {
		return 0
	}
	return CardSet(o.Message.OpenCards[seat])
}

// Exposed returns every card turned up or shown so far, including cards played since.
func (o *Observation) Exposed() CardSet { return CardSet(o.Message.Exposed) }

// StockCards returns how many cards are left in the stock.
func (o *Observation) StockCards() int { return int(o.Message.StockCards) }

// Trump returns the suit of trumps; NoTrump until they are made.
func (o *Observation) Trump() Suit {
	if o.Message.Trump == couillonv1.Suit_SUIT_UNSPECIFIED {
		return NoTrump
	}
	return Suit(o.Message.Trump - 1)
}

// Upcard returns the card on offer, or the one that made trumps, and whether
// there is one.
func (o *Observation) Upcard() (Card, bool) {
	return Card(o.Message.GetUpcard()), o.Message.Upcard != nil
}

// Maker returns the seat that made trumps, and whether one did.
func (o *Observation) Maker() (int, bool) {
	return int(o.Message.GetMaker()), o.Message.Maker != nil
}

// MitSeat returns the seat that declared the Mit', and whether one did.
func (o *Observation) MitSeat() (int, bool) {
	return int(o.Message.GetMitSeat()), o.Message.MitSeat != nil
}

// Kontra reports whether Kontra was said.
func (o *Observation) Kontra() bool { return o.Message.Kontra }

// Re reports whether Re was said.
func (o *Observation) Re() bool { return o.Message.Re }

// A Call is an action before play: a trump action or an announcement.
type Call struct {
	Seat   int
	Action Action
}

// Calls returns the calls before play, in order.
func (o *Observation) Calls() []Call {
	said, seats := o.Message.Calls, o.Message.CallSeats
	calls := make([]Call, min(len(said), len(seats)))
	for i := range calls {
		calls[i] = Call{int(seats[i]), Action(said[i])}
	}
	return calls
}

// Trick returns the cards of the current trick, the leader's first.
func (o *Observation) Trick() []Card { return cardsOf(o.Message.CurrentTrick) }

// Played returns all cards played in this deal, in order.
func (o *Observation) Played() []Card { return cardsOf(o.Message.PlayedCards) }

func cardsOf(column []byte) []Card {
	cards := make([]Card, len(column))
	for i, card := range column {
		cards[i] = Card(card)
	}
	return cards
}

// TrickLeaders returns the seat that led each trick, the current one last.
func (o *Observation) TrickLeaders() []byte { return o.Message.TrickLeaders }

// WinningCard returns the card that wins the current trick so far, and whether
// there is one.
func (o *Observation) WinningCard() (Card, bool) {
	place := o.winningPlace()
	if place < 0 {
		return 0, false
	}
	return Card(o.Message.CurrentTrick[place]), true
}

// WinningSeat returns the seat that wins the current trick so far, and whether
// there is one.
func (o *Observation) WinningSeat() (int, bool) {
	place, leaders := o.winningPlace(), o.Message.TrickLeaders
	if place < 0 || len(leaders) == 0 {
		return 0, false
	}
	leader := int(leaders[len(leaders)-1])
	players := o.Rules.Players
	return (leader + o.Rules.Step*place + players) % players, true
}

func (o *Observation) winningPlace() int {
	trick := o.Message.CurrentTrick
	winning := -1
	for place, card := range trick {
		if winning < 0 || o.Beats(Card(card), Card(trick[winning])) {
			winning = place
		}
	}
	return winning
}

// Strength returns which cards are trumps and which card beats which.
func (o *Observation) Strength() *Strength {
	return o.Rules.Strength(o.Trump(), o.Message.MitSeat != nil)
}

// Beats reports whether a card, played to a trick that other wins so far, takes
// it. A discard beats nothing.
func (o *Observation) Beats(card, other Card) bool {
	return o.Strength().BeatenBy[other].Has(card)
}

// IsTrump reports whether a card is a trump: of the suit or promoted.
func (o *Observation) IsTrump(card Card) bool { return o.Strength().Trumps.Has(card) }

// Worth returns the card points of a card; 0 of a number that is no card.
func (o *Observation) Worth(card Card) int {
	if card >= 32 {
		return 0
	}
	return o.Rules.CardPoints[card]
}

// Points returns the card points of some cards together.
func (o *Observation) Points(cards CardSet) int {
	points := 0
	for card := range cards.All() {
		points += o.Worth(card)
	}
	return points
}

// SuitOf returns the suit that an action would make trumps: by naming it, by
// taking the upcard, or by showing a card; NoTrump of others.
func (o *Observation) SuitOf(action Action) Suit {
	upcard, offered := o.Upcard()
	switch {
	case action < 32:
		return Card(action).Suit()
	case action == Take && offered:
		return upcard.Suit()
	case action >= NameClubs && action <= NameSpades:
		return Suit(action - NameClubs)
	}
	return NoTrump
}

// CardPoints returns by side the card points taken in tricks.
func (o *Observation) CardPoints() []byte { return o.Message.CardPoints }

// TricksWon returns by side the tricks taken.
func (o *Observation) TricksWon() []byte { return o.Message.TricksWon }

// LinesLeft returns by side the game points still to erase in this cow.
func (o *Observation) LinesLeft() []int32 { return o.Message.LinesLeft }

// CowsWon returns by side the cows won; empty while no side has won one.
func (o *Observation) CowsWon() []byte { return o.Message.CowsWon }

// PendingCarry returns the game points that the next winners erase in addition, the carry.
func (o *Observation) PendingCarry() int { return int(o.Message.PendingCarry) }

// DealsPlayed returns how many deals of the match were played before this one.
func (o *Observation) DealsPlayed() int { return int(o.Message.DealsPlayed) }

// String describes the decision for a log.
func (o *Observation) String() string {
	return fmt.Sprintf("%v, seat %d, cards %v, trick %v",
		o.Phase(), o.Seat(), o.Own(), o.Trick())
}
