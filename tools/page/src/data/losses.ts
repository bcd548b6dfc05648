// What the page knows of a document `couillon.losses`: what decisions cost, and
// the deals that cost most.

import type { Fields } from "./fields";
import { readMean } from "./read_estimates";
import type { Estimate } from "./report";

/** The costs of decisions of one kind in one role, per deal or match. */
export interface LossRow {
  /** "trumps", "leads" and so on; null: all of them. */
  readonly kind: string | null;
  /** "makers" or "others"; null: both. */
  readonly role: string | null;
  readonly decisions: number | null;
  readonly costly: number | null;
  readonly loss: Estimate;
  /** The same of the bots of the other teams at the same tables. */
  readonly opponents: Estimate;
  readonly difference: Estimate;
}

/** Game points per deal in one role. */
export interface RoleResult {
  readonly role: string;
  readonly deals: number | null;
  readonly points: Estimate;
}

/** A table that cost the bot much. */
export interface CostlyTable {
  readonly item: number;
  readonly seating: number;
  /** Of the deal in its match, from 0. */
  readonly number: number;
  /** How many decisions came before the one that cost most. */
  readonly ply: number;
  /** The names of the bots, team by team. */
  readonly teams: readonly (readonly string[])[];
  readonly cost: number | null;
}

export interface BotLosses {
  readonly ruleset: string;
  readonly bot: string;
  readonly tables: number | null;
  /** Deals or matches, each in every seating. */
  readonly items: number | null;
  readonly choices: number | null;
  readonly unsolved: number | null;
  readonly results: readonly RoleResult[];
  readonly rows: readonly LossRow[];
  readonly all: LossRow;
  readonly worst: readonly CostlyTable[];
}

export interface Losses {
  readonly mostTricks: number | null;
  readonly bots: readonly BotLosses[];
}

export function readLosses(fields: Fields): Losses {
  return {
    mostTricks: fields.number("most_tricks"),
    bots: fields.objects("losses").map(readBot),
  };
}

function readBot(fields: Fields): BotLosses {
  const seen = fields.object("all_cards_seen");
  return {
    ruleset: fields.text("ruleset") ?? "",
    bot: fields.text("bot") ?? "",
    tables: fields.number("tables"),
    items: fields.number("items"),
    choices: fields.number("choices"),
    unsolved: fields.number("unsolved"),
    results: fields.objects("results").map((line) => ({
      role: line.text("role") ?? "",
      deals: line.number("deals"),
      points: readMean(line.object("points")),
    })),
    rows: seen.objects("rows").map(readRow),
    all: readRow(seen.object("all")),
    worst: fields.objects("worst").map((line) => ({
      item: line.number("item") ?? 0,
      seating: line.number("seating") ?? 0,
      number: line.number("number") ?? 0,
      ply: line.number("ply") ?? 0,
      teams: line.matrix("teams", (name) =>
        typeof name === "string" ? name : "",
      ),
      cost: line.number("cost"),
    })),
  };
}

function readRow(fields: Fields): LossRow {
  return {
    kind: fields.text("kind"),
    role: fields.text("role"),
    decisions: fields.number("decisions"),
    costly: fields.number("costly"),
    loss: readMean(fields.object("loss")),
    opponents: readMean(fields.object("opponents")),
    difference: readMean(fields.object("difference")),
  };
}
