// {{name}}: a minimal bot. bots/go/README.md of couillon lists what an
// observation has.
package main

import (
	"os"
	"strconv"

	"couillon/bots/bot"
)

// wanted is the value from bot.txtpb, or what the league sets in its place.
func wanted() int {
	if n, err := strconv.Atoi(os.Getenv("COUILLON_OPTION_MAKES_TRUMPS_WITH")); err == nil {
		return n
	}
	return 2
}

// decide returns one of seen.Legal(); it decides from seen and nothing else.
func decide(seen *bot.Observation) bot.Action {
	legal := seen.Legal()
	if winning, led := seen.WinningCard(); led && seen.Phase() == bot.PhasePlay {
		for card := range legal.Cards().All() {
			if seen.Beats(card, winning) {
				return bot.Action(card)
			}
		}
	}
	if upcard, ok := seen.Upcard(); ok && legal.Has(bot.Pass) {
		if seen.Own().Of(upcard.Suit()).Len() < wanted() {
			return bot.Pass
		}
	}
	return legal.Nth(int(seen.Random.Below(uint64(legal.Len()))))
}

func main() {
	bot.Serve(bot.Info{Name: "{{name}}", Version: "1"}, decide)
}
