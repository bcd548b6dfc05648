package bot

import (
	"slices"
	"testing"

	"couillon/bots/couillonv1"
)

func TestMasksAreUnpackedLowestFirst(t *testing.T) {
	seen := Observation{Message: &couillonv1.Decision{
		Hand:         0x80000001,
		LegalActions: 1<<44 | 1<<33 | 1<<31 | 1,
	}}
	if got := seen.Hand().String(); got != "7C AS" {
		t.Errorf("hand is %q", got)
	}
	want := []Action{0, 31, Take, Nothing}
	if got := slices.Collect(seen.Legal().All()); !slices.Equal(got, want) {
		t.Errorf("legal actions are %v, want %v", got, want)
	}
	for i, action := range want {
		if got := seen.Legal().Nth(i); got != action {
			t.Errorf("action %d is %d, want %d", i, got, action)
		}
	}
	if seen.Legal().Cards() != seen.Hand() {
		t.Errorf("legal cards are %v", seen.Legal().Cards())
	}
}

func TestOwnCardsOfADummyAreTheOpenOnes(t *testing.T) {
	seen := Observation{Message: &couillonv1.Decision{
		Seat: 2, Decider: 0, Hand: 1, OpenCards: []uint32{0, 0, 6, 0},
	}}
	if seen.Own() != 6 {
		t.Errorf("own cards are %v", seen.Own())
	}
	seen.Message.Decider = 2
	if seen.Own() != 1 {
		t.Errorf("own cards are %v", seen.Own())
	}
}

func TestTheWinningSeatFollowsTheDirection(t *testing.T) {
	for step, want := range map[int]int{1: 1, -1: 3} {
		rules := &Rules{Players: 4, Step: step}
		rules.strengths[NoTrump][0].BeatenBy[5] = SetOf(7)
		seen := Observation{Rules: rules, Message: &couillonv1.Decision{
			TrickLeaders: []byte{2, 0}, CurrentTrick: []byte{5, 7},
		}}
		if got, ok := seen.WinningSeat(); !ok || got != want {
			t.Errorf("step %d: seat %d wins, want %d", step, got, want)
		}
	}
}

func TestBestTakesTheFirstOfEquals(t *testing.T) {
	legal := ActionSet(1<<3 | 1<<5 | 1<<40)
	if got := legal.Best(func(Action) int { return 0 }); got != 3 {
		t.Errorf("best is %d", got)
	}
	if got := legal.Best(func(a Action) int { return int(a) }); got != 40 {
		t.Errorf("best is %d", got)
	}
}

func TestWhatIsNotACardIsNamed(t *testing.T) {
	for _, text := range []string{"", "A", "AX", "1S", "ASS"} {
		if card, err := ParseCard(text); err == nil {
			t.Errorf("%q is read as %v", text, card)
		}
	}
}
