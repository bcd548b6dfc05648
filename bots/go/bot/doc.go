// Package bot makes a bot for the Couillon arena out of one function, from
// what a seat may see to an action.
//
//	func main() {
//		bot.Serve(bot.Info{Name: "my-bot"}, func(seen *bot.Observation) bot.Action {
//			return seen.Legal().Nth(0)
//		})
//	}
package bot
