// Documents `couillon.deals`: what happened in each deal, as the program that
// knows the rules wrote it down (docs/formats.md).

import { Fields } from "./fields";

/** What the page needs to know of a ruleset to show its deals. */
export interface DealRules {
  readonly id: string;
  /** The first word of the notation of its deals. */
  readonly notation: string;
  readonly players: number;
  readonly sides: number;
  /** 1 if turns go clockwise, else -1. */
  readonly step: number;
  readonly dummy: number | null;
  /** The seat that decides for the dummy. */
  readonly dummyPartner: number | null;
  /** Cards dealt to each seat. */
  readonly hand: number;
  /** Cards of the stock. */
  readonly stock: number;
  /** Card points by rank; a rank that is missing has none. */
  readonly cardPoints: ReadonlyMap<string, number>;
  /** Of a fresh slate. */
  readonly lines: number;
  readonly cowsToWin: number;
}

/** Deals or matches of one pairing under one ruleset that lie together. */
export interface DealUnit {
  readonly unit: number;
  /** By index, as are the bots of its teams. */
  readonly ruleset: number;
  readonly teams: readonly (readonly number[])[];
  readonly firstItem: number;
  readonly count: number;
  /** Where its deals are. */
  readonly block: number;
}

export interface DealIndex {
  readonly matches: boolean;
  readonly bots: readonly string[];
  readonly rulesets: readonly DealRules[];
  readonly units: readonly DealUnit[];
}

/** A deal or match in every seating. */
export interface DealItem {
  readonly item: number;
  readonly tables: readonly DealTable[];
}

/** A deal or match in one seating. */
export interface DealTable {
  readonly seating: number;
  /** Of the first team: 0 lost, 0.5 neither, 1 won. */
  readonly score: number | null;
  /** Of the first team, in game points; of a match see `score`. */
  readonly lead: number | null;
  /** The team that forfeited it. */
  readonly forfeitedBy: number | null;
  /** The bot on each seat, by index. */
  readonly seats: readonly number[];
  readonly deals: readonly Deal[];
}

export interface Deal {
  readonly dealer: number;
  /** Hands from eldest on, talon, stock: two letters per card. */
  readonly cards: string;
  readonly events: string;
  /** Game points added to the win, from the deals before. */
  readonly carry: number;
  /** null if it was not played to its end. */
  readonly result: DealResult | null;
  /** By decision; null where they are not known. */
  readonly values: readonly (readonly ActionValue[] | null)[] | null;
}

export interface DealResult {
  readonly abandoned: boolean;
  /** By side. */
  readonly points: readonly number[];
  readonly tricks: readonly number[];
  /** Lines added, less those erased. */
  readonly change: readonly number[];
  readonly winner: number | null;
  readonly slate: readonly SlateTally[];
  readonly carryAfter: number;
  /** The side that the deal brought home. */
  readonly home: number | null;
}

export interface SlateTally {
  readonly lines: number;
  readonly boucles: number;
  readonly cows: number;
}

/** A legal action with all cards seen, in game points. */
export interface ActionValue {
  readonly action: string;
  /** The lead of the side that decides; with three sides its points. */
  readonly value: number;
  /** Game points below the best action. */
  readonly cost: number;
}

export function readDealIndex(json: unknown): DealIndex {
  const fields = new Fields(json);
  return {
    matches: fields.flag("matches") ?? false,
    bots: fields.texts("bots"),
    rulesets: fields.objects("rulesets").map(readRules),
    units: fields.objects("units").map(readUnit),
  };
}

/** The items of each unit of a document or of a block. */
export function readItems(units: readonly Fields[]): Map<number, DealItem[]> {
  return new Map(
    units.map((fields) => [
      fields.number("unit") ?? 0,
      fields.objects("items").map(readItem),
    ]),
  );
}

function readRules(fields: Fields): DealRules {
  const points = fields.object("card_points");
  const id = fields.text("id") ?? "";
  return {
    id,
    notation: fields.text("notation") ?? id,
    players: fields.number("players") ?? 0,
    sides: fields.number("sides") ?? 2,
    step: fields.number("step") ?? 1,
    dummy: fields.number("dummy"),
    dummyPartner: fields.number("dummy_partner"),
    hand: fields.number("hand") ?? 0,
    stock: fields.number("stock") ?? 0,
    cardPoints: new Map(
      points.keys().map((rank) => [rank, points.number(rank) ?? 0]),
    ),
    lines: fields.number("lines") ?? 0,
    cowsToWin: fields.number("cows_to_win") ?? 1,
  };
}

function readUnit(fields: Fields): DealUnit {
  return {
    unit: fields.number("unit") ?? 0,
    ruleset: fields.number("ruleset") ?? 0,
    teams: fields.matrix("teams", (cell) => Number(cell)),
    firstItem: fields.number("first_item") ?? 0,
    count: fields.number("count") ?? 0,
    block: fields.number("block") ?? 0,
  };
}

function readItem(fields: Fields): DealItem {
  return {
    item: fields.number("item") ?? 0,
    tables: fields.objects("tables").map((table) => ({
      seating: table.number("seating") ?? 0,
      score: table.number("score"),
      lead: table.number("lead"),
      forfeitedBy: table.number("forfeited_by"),
      seats: known(table.numbers("seats")),
      deals: table.objects("deals").map(readDeal),
    })),
  };
}

function readDeal(fields: Fields): Deal {
  return {
    dealer: fields.number("dealer") ?? 0,
    cards: fields.text("cards") ?? "",
    events: fields.text("events") ?? "",
    carry: fields.number("carry") ?? 0,
    result: fields.has("points") ? readResult(fields) : null,
    values: fields.has("values")
      ? fields
          .matrix("values", readValue)
          .map((list) => (list.length > 0 ? list : null))
      : null,
  };
}

function readResult(fields: Fields): DealResult {
  return {
    abandoned: fields.flag("abandoned") ?? false,
    points: known(fields.numbers("points")),
    tricks: known(fields.numbers("tricks")),
    change: known(fields.numbers("change")),
    winner: fields.number("winner"),
    slate: fields
      .matrix("slate", (cell) => Number(cell))
      .map(([lines = 0, boucles = 0, cows = 0]) => ({ lines, boucles, cows })),
    carryAfter: fields.number("carry_after") ?? 0,
    home: fields.number("home"),
  };
}

function readValue(cell: unknown): ActionValue {
  const [action, value, cost] = Array.isArray(cell) ? (cell as unknown[]) : [];
  return {
    action: typeof action === "string" ? action : "",
    value: Number(value),
    cost: Number(cost),
  };
}

const known = (numbers: readonly (number | null)[]) =>
  numbers.map((number) => number ?? 0);
