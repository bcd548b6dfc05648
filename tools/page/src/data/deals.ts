// Documents `couillon.deals`: what happened in each deal, as the program that
// knows the rules wrote it down (docs/formats.md).

import { Fields } from "./fields";
import {
  count,
  flag,
  list,
  mapOf,
  name,
  number,
  numbers,
  or,
  record,
  texts,
  type Infer,
} from "./schema";

/** What the page needs to know of a ruleset to show its deals. */
const rules = record({
  id: name,
  /** The first word of the notation of its deals. */
  notation: (rules) => rules.text("notation") ?? rules.text("id") ?? "",
  players: count,
  sides: or(number, 2),
  /** 1 if turns go clockwise, else -1. */
  step: or(number, 1),
  dummy: number,
  /** The seat that decides for the dummy. */
  dummyPartner: number,
  /** Cards dealt to each seat. */
  hand: count,
  /** Cards of the stock. */
  stock: count,
  /** Card points by rank; a rank that is missing has none. */
  cardPoints: mapOf(count),
  /** Of a fresh slate. */
  lines: count,
  cowsToWin: or(number, 1),
});
export type DealRules = Infer<typeof rules>;

/** Deals or matches of one pairing under one ruleset that lie together. */
const unit = record({
  unit: count,
  /** By index, as are the bots of its teams. */
  ruleset: count,
  teams: (unit, key) => unit.matrix(key, Number),
  firstItem: count,
  count,
  /** Where its deals are. */
  block: count,
});
export type DealUnit = Infer<typeof unit>;

const dealIndex = record({
  matches: flag,
  bots: texts,
  rulesets: list(rules),
  units: list(unit),
});
export type DealIndex = Infer<typeof dealIndex>;

const result = record({
  abandoned: flag,
  /** By side. */
  points: numbers,
  tricks: numbers,
  /** Lines added, less those erased. */
  change: numbers,
  winner: number,
  slate: (deal, key) =>
    deal
      .matrix(key, Number)
      .map(([lines = 0, boucles = 0, cows = 0]) => ({ lines, boucles, cows })),
  carryAfter: count,
  /** The side that the deal brought home. */
  home: number,
});

/** A legal action with all cards seen, in game points. */
export interface ActionValue {
  readonly action: string;
  /** The lead of the side that decides; with three sides its points. */
  readonly value: number;
  /** Game points below the best action. */
  readonly cost: number;
}

function readValue(cell: unknown): ActionValue {
  const [action, value, cost] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return {
    action: typeof action === "string" ? action : "",
    value: Number(value),
    cost: Number(cost),
  };
}

const deal = record({
  dealer: count,
  /** Hands from eldest on, talon, stock: two letters per card. */
  cards: name,
  events: name,
  /** Game points added to the win, from the deals before. */
  carry: count,
  /** null if it was not played to its end. */
  result: (deal) => (deal.has("points") ? result.read(deal) : null),
  /** By decision; null where they are not known. */
  values: (deal, key) =>
    deal.has(key)
      ? deal
          .matrix(key, readValue)
          .map((list) => (list.length > 0 ? list : null))
      : null,
});
export type Deal = Infer<typeof deal>;

/** A deal or match in one seating. */
const table = record({
  seating: count,
  /** Of the first team: 0 lost, 0.5 neither, 1 won. */
  score: number,
  /** Of the first team, in game points; of a match see `score`. */
  lead: number,
  /** The team that forfeited it. */
  forfeitedBy: number,
  /** The bot on each seat, by index. */
  seats: numbers,
  deals: list(deal),
});
export type DealTable = Infer<typeof table>;

/** A deal or match in every seating. */
const item = record({ item: count, tables: list(table) });
export type DealItem = Infer<typeof item>;

export function readDealIndex(json: unknown): DealIndex {
  return dealIndex.read(new Fields(json));
}

/** The items of each unit of a document or of a block. */
export function readItems(units: readonly Fields[]): Map<number, DealItem[]> {
  return new Map(
    units.map((fields) => [
      fields.number("unit") ?? 0,
      fields.objects("items").map(item.read),
    ]),
  );
}
