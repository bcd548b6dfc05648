// Plays a random legal action: of n the Below(n)-th, lowest number first.
package main

import "couillon/bots/bot"

func decide(seen *bot.Observation) bot.Action {
	legal := seen.Legal()
	return legal.Nth(int(seen.Random.Below(uint64(legal.Len()))))
}

func main() {
	bot.Serve(bot.Info{Name: "random", Version: "1", Author: "couillon"}, decide)
}
