// What the page knows of a document `couillon.losses`: what decisions cost, and
// the deals that cost most.

import {
  at,
  count,
  list,
  mean,
  name,
  number,
  object,
  record,
  text,
  type Infer,
} from "./schema";

/** The costs of decisions of one kind in one role, per deal or match. */
const lossRow = record({
  /** "trumps", "leads" and so on; null: all of them. */
  kind: text,
  /** "makers" or "others"; null: both. */
  role: text,
  decisions: number,
  costly: number,
  loss: mean,
  /** The same of the bots of the other teams at the same tables. */
  opponents: mean,
  difference: mean,
});
export type LossRow = Infer<typeof lossRow>;

/** A table that cost the bot much. */
const costlyTable = record({
  item: count,
  seating: count,
  /** Of the deal in its match, from 0. */
  number: count,
  /** How many decisions came before the one that cost most. */
  ply: count,
  /** The names of the bots, team by team. */
  teams: (table, key) =>
    table.matrix(key, (name) => (typeof name === "string" ? name : "")),
  cost: number,
});
export type CostlyTable = Infer<typeof costlyTable>;

const botLosses = record({
  ruleset: name,
  bot: name,
  tables: number,
  /** Deals or matches, each in every seating. */
  items: number,
  choices: number,
  unsolved: number,
  /** Game points per deal in each role. */
  results: list(record({ role: name, deals: number, points: mean })),
  rows: at("all_cards_seen.rows", list(lossRow)),
  all: at("all_cards_seen.all", object(lossRow)),
  worst: list(costlyTable),
});
export type BotLosses = Infer<typeof botLosses>;

const losses = record({
  mostTricks: number,
  bots: at("losses", list(botLosses)),
});
export type Losses = Infer<typeof losses>;
export const readLosses = losses.read;
