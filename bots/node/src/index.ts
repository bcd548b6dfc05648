/**
 * Write a bot for the Couillon arena: one function from what a seat may see
 * to an action, and one call that serves it.
 *
 *     import {serve} from "couillon-bot";
 *     serve((seen) => seen.random.choice(seen.legalActions), {name: "my-bot"});
 */
export {Action, Phase, nameSuit} from "./action.js";
export {
  Card,
  Suit,
  cardText,
  cardsOf,
  cardsOfText,
  maskOf,
  parseCard,
  rankOf,
  suitOf,
} from "./card.js";
export {TableResult} from "./decision.js";
export {BotOptions, Decide} from "./play.js";
export {Call, Observation} from "./observation.js";
export {Rules, Strength} from "./rules.js";
export {BotServer, ServingPlace, serve, serveAt, startServer} from "./serve.js";
export {SplitMix64} from "./splitmix64.js";
