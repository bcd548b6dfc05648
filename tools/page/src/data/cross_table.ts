// The results of all bots against each other as a matrix.

import {
  estimateOf,
  excludesZero,
  pairingOf,
  runningEstimateOf,
} from "./pairing";
import { standingsOf } from "./standings";
import type { Report } from "./report";
import { isAnytime } from "./summary";

export interface CrossCell {
  readonly value: number;
  /** Whether the 95% interval of this pairing alone excludes an even result. */
  readonly clear: boolean;
}

export interface CrossTable {
  /** "score": of the row, 0 to 1. "lead": its lead in points per table. */
  readonly kind: "score" | "lead";
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
  const bots = standingsOf(report, ruleset)?.rows.map((row) => row.bot);
  if (!bots || bots.length < 2) return null;
  const cell = scoreCells(report, ruleset) ?? leadCells(report, ruleset);
  if (!cell) return null;
  const kind = report.threeWay.length > 0 ? "lead" : "score";
  return { kind, bots, extreme: extremeOf(bots, cell, kind), cell };
}

/** How far a value is from an even result. */
export function deviation(kind: CrossTable["kind"], value: number): number {
  return kind === "score" ? value - 0.5 : value;
}

type Cells = (row: string, column: string) => CrossCell | null;

function scoreCells(report: Report, ruleset: string | null): Cells | null {
  const table =
    ruleset === null
      ? report.overall
      : report.rulesets.find((item) => item.ruleset === ruleset);
  if (!table) return null;
  const estimate = isAnytime(report) ? runningEstimateOf : estimateOf;
  return (row, column) => {
    const pairing = pairingOf(table, row, column);
    if (!pairing || pairing.score === null || pairing.pairs === 0) return null;
    return { value: pairing.score, clear: excludesZero(estimate(pairing)) };
  };
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
