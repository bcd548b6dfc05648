// The results of all bots against each other as a matrix.

import { pairingOf } from "./pairing";
import type { RatingTable, Report } from "./report";
import { roundedTo } from "./rounding";
import { isKnown } from "./schema";
import { standingsOf, type Standings } from "./standings";

export interface CrossCell {
  readonly value: number;
  /**
   * Whether one of the two is better for certain, 95% for all comparisons
   * together, and the value says which.
   */
  readonly clear: boolean;
}

export interface CrossTable {
  /**
   * What cells show of the row. "score": 0 to 1. "points": its lead in game
   * points per deal. "lead": the same per table of three.
   */
  readonly kind: "score" | "points" | "lead";
  /** The bots, the best first. */
  readonly bots: readonly string[];
  /** The largest distance from an even result, for the scale of colours. */
  readonly extreme: number;
  cell(row: string, column: string): CrossCell | null;
}

/** null for a ruleset: all together. Null if there is no such table. */
export function crossTableOf(
  report: Report,
  ruleset: string | null,
): CrossTable | null {
  const standings = standingsOf(report, ruleset);
  const bots = standings?.rows.map((row) => row.bot);
  if (!standings || !bots || bots.length < 2) return null;
  const table =
    ruleset === null
      ? report.overall
      : report.rulesets.find((item) => item.ruleset === ruleset);
  const kind = kindOf(report, table ?? null);
  const cell = table
    ? pairingCells(table, kind, certainIn(table, standings))
    : leadCells(report, ruleset);
  if (!cell) return null;
  return { kind, bots, extreme: extremeOf(bots, cell, kind), cell };
}

// What ranks are about is shown, if a pairing has it.
function kindOf(report: Report, table: RatingTable | null): CrossTable["kind"] {
  if (report.threeWay.length > 0) return "lead";
  const byPoints =
    table?.scale === "points" &&
    table.pairings.every(({ pairs, points }) => pairs === 0 || isKnown(points));
  return byPoints ? "points" : "score";
}

/** How far a value is from an even result. */
export function deviation(kind: CrossTable["kind"], value: number): number {
  return kind === "score" ? value - 0.5 : value;
}

/** Decimals of a cell, in percent or in game points. */
export function decimalsIn(kind: CrossTable["kind"]): number {
  return kind === "score" ? 0 : 2;
}

type Cells = (row: string, column: string) => CrossCell | null;
type Certain = (better: string, worse: string) => boolean;

// All rulesets together have ranks, which hold for all bots together, and no
// marks.
function certainIn(table: RatingTable, standings: Standings): Certain {
  if (standings.ruleset !== null) {
    return (better, worse) => table.beats.get(better)?.has(worse) ?? false;
  }
  const ranks = new Map(standings.rows.map(({ bot, rank }) => [bot, rank]));
  return (better, worse) => {
    const [upper, lower] = [ranks.get(better), ranks.get(worse)];
    return upper != null && lower != null && upper.worst < lower.best;
  };
}

function pairingCells(
  table: RatingTable,
  kind: CrossTable["kind"],
  certain: Certain,
): Cells {
  return (row, column) => {
    const pairing = pairingOf(table, row, column);
    if (!pairing || pairing.pairs === 0) return null;
    const value = kind === "points" ? pairing.points.value : pairing.score;
    if (value === null) return null;
    const sign = signShown(kind, value);
    const clear =
      (sign > 0 && certain(row, column)) || (sign < 0 && certain(column, row));
    return { value, clear };
  };
}

// 0 if the cell reads as even.
function signShown(kind: CrossTable["kind"], value: number): number {
  const away = deviation(kind, value) * (kind === "score" ? 100 : 1);
  return Math.sign(roundedTo(away, decimalsIn(kind)));
}

function leadCells(report: Report, ruleset: string | null): Cells | null {
  const table = report.threeWay.find((item) => item.ruleset === ruleset);
  if (!table) return null;
  return (row, column) => {
    for (const line of table.differences) {
      const sign =
        line.first === row && line.second === column
          ? 1
          : line.first === column && line.second === row
            ? -1
            : 0;
      if (sign === 0 || line.lead.value === null) continue;
      return { value: sign * line.lead.value, clear: line.significant };
    }
    return null;
  };
}

function extremeOf(
  bots: readonly string[],
  cell: Cells,
  kind: CrossTable["kind"],
): number {
  let extreme = kind === "score" ? 0.1 : 0;
  for (const row of bots) {
    for (const column of bots) {
      const found = cell(row, column);
      if (!found) continue;
      extreme = Math.max(extreme, Math.abs(deviation(kind, found.value)));
    }
  }
  return extreme;
}
