// Wants two trumps, leads its dearest card, takes tricks with its cheapest.
package main

import "couillon/bots/bot"

// trumps rates a suit as trumps: by the own cards of it, then their points; of
// equals the lowest suit is best.
func trumps(seen *bot.Observation, suit bot.Suit) int {
	own := seen.Own().Of(suit)
	return 10000*own.Len() + 100*seen.Points(own) + 25*(3-int(suit))
}

// value rates an action; of equals the one with the lowest number is taken.
func value(seen *bot.Observation, action bot.Action) int {
	card := bot.Card(action)
	winning, led := seen.WinningCard()
	switch {
	case action == bot.Pass, action == bot.Defer:
		return 20000 - 1 // two cards are enough
	case action == bot.Kontra, action == bot.Re:
		return -1
	case action > bot.Defer: // pick the first, say Mit', or nothing
		return 0
	case seen.Phase() == bot.PhaseTrump:
		return trumps(seen, seen.SuitOf(action)) - seen.Worth(card)
	case !led:
		return seen.Worth(card)
	case seen.Beats(card, winning):
		return 100 - seen.Worth(card)
	}
	return -seen.Worth(card)
}

func main() {
	bot.Serve(bot.Info{Name: "greedy", Version: "1", Author: "couillon"}, func(seen *bot.Observation) bot.Action {
		return seen.Legal().Best(func(action bot.Action) int { return value(seen, action) })
	})
}
