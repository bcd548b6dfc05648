package bot

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"couillon/bots/couillonv1"
)

// vectors returns the words of each row, of one kind, of a file that the SDKs
// of all languages share.
func vectors(t *testing.T, file, kind string) [][]string {
	t.Helper()
	text, err := os.ReadFile("../../../tests/bots/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(string(text), "\n") {
		if words := strings.Fields(line); len(words) > 0 && words[0] == kind {
			rows = append(rows, words[1:])
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows of kind %s", file, kind)
	}
	return rows
}

func number(t *testing.T, word string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNextIsTheSameInEveryLanguage(t *testing.T) {
	for _, row := range vectors(t, "random_vectors.txt", "next") {
		random := SplitMix64(number(t, row[0]))
		for _, want := range row[1:] {
			if got := random.Next(); got != number(t, want) {
				t.Errorf("seed %s: got %d, want %s", row[0], got, want)
			}
		}
	}
}

func TestBelowIsTheSameInEveryLanguage(t *testing.T) {
	for _, row := range vectors(t, "random_vectors.txt", "below") {
		random := SplitMix64(number(t, row[0]))
		for _, want := range row[2:] {
			if got := random.Below(number(t, row[1])); got != number(t, want) {
				t.Errorf("seed %s below %s: got %d, want %s", row[0], row[1], got, want)
			}
		}
	}
}

// list splits "QC,QH"; "-" is none.
func list(word string) []string {
	if word == "-" {
		return nil
	}
	return strings.Split(word, ",")
}

// strength reads a row of strength_vectors.txt.
func strength(t *testing.T, row []string) (rules *Rules, trump Suit, declared bool, cards []Card) {
	t.Helper()
	message := &couillonv1.Ruleset{
		Id: row[0],
		Table: &couillonv1.Table{
			Ranks:        &row[1],
			CardPoints:   []uint32{4, 3, 2, 1, 0, 0, 0, 0},
			RemovedCards: list(row[2]),
		},
		Special: &couillonv1.Special{PermanentTrumps: list(row[3])},
	}
	if row[4] != "-" {
		message.Special.Mit = &couillonv1.Mit{Card: &row[4]}
	}
	rules, err := NewRules(message, "")
	if err != nil {
		t.Fatal(err)
	}
	cards, err = parseCards(row[7:])
	if err != nil {
		t.Fatal(err)
	}
	return rules, Suit(strings.Index(suitLetters, row[5])), row[6] == "yes", cards
}

func TestTrumpsAreOrderedAsInTheRules(t *testing.T) {
	for _, row := range vectors(t, "strength_vectors.txt", "order") {
		rules, trump, declared, cards := strength(t, row)
		s := rules.Strength(trump, declared)
		if s.Trumps != SetOf(cards...) {
			t.Errorf("%s: trumps are %v, want %v", row[0], s.Trumps, cards)
		}
		for i, card := range cards {
			if want := SetOf(cards[:i]...); s.BeatenBy[card] != want {
				t.Errorf("%s: %v is beaten by %v, want %v", row[0], card, s.BeatenBy[card], want)
			}
		}
		for card := range (rules.Deck &^ s.Trumps).All() {
			want := s.Trumps
			for other := range (rules.Deck &^ s.Trumps).Of(card.Suit()).All() {
				if other > card {
					want |= SetOf(other)
				}
			}
			if s.BeatenBy[card] != want {
				t.Errorf("%s: %v is beaten by %v, want %v", row[0], card, s.BeatenBy[card], want)
			}
		}
	}
}

func TestTricksAreWonAsInTheRules(t *testing.T) {
	for _, row := range vectors(t, "strength_vectors.txt", "winner") {
		rules, trump, declared, cards := strength(t, row)
		trick, want := cards[:len(cards)-1], cards[len(cards)-1]
		decision := &couillonv1.Decision{Trump: couillonv1.Suit(trump + 1)}
		for _, card := range trick {
			decision.CurrentTrick = append(decision.CurrentTrick, byte(card))
		}
		if declared {
			decision.MitSeat = new(uint32)
		}
		seen := Observation{Message: decision, Rules: rules}
		if got, ok := seen.WinningCard(); !ok || got != want {
			t.Errorf("%s: %v wins, want %v", row[0], got, want)
		}
	}
}
