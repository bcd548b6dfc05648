// Pairings by name, seen from either side.

import type { Interval } from "./fields";
import type {
  Convergence,
  Estimate,
  Pairing,
  RatingTable,
  Report,
  Wdl,
} from "./report";

/** The pairing of two bots as `first` sees it; null if they did not meet. */
export function pairingOf(
  table: RatingTable,
  first: string,
  second: string,
): Pairing | null {
  return indexOf(table).get(first)?.get(second) ?? null;
}

/** All pairings of a bot, each seen by it. */
export function pairingsOf(table: RatingTable, bot: string): Pairing[] {
  return [...(indexOf(table).get(bot)?.values() ?? [])];
}

type Index = ReadonlyMap<string, ReadonlyMap<string, Pairing>>;

const indexes = new WeakMap<RatingTable, Index>();

function indexOf(table: RatingTable): Index {
  let index = indexes.get(table);
  if (!index) {
    index = makeIndex(table.pairings);
    indexes.set(table, index);
  }
  return index;
}

function makeIndex(pairings: readonly Pairing[]): Index {
  const index = new Map<string, Map<string, Pairing>>();
  const add = (pairing: Pairing) => {
    const row = index.get(pairing.first) ?? new Map<string, Pairing>();
    row.set(pairing.second, pairing);
    index.set(pairing.first, row);
  };
  for (const pairing of pairings) {
    add(pairing);
    add(turned(pairing));
  }
  return index;
}

/** The same results as the other bot sees them. */
export function turned(pairing: Pairing): Pairing {
  return {
    ...pairing,
    first: pairing.second,
    second: pairing.first,
    score: complement(pairing.score),
    points: negated(pairing.points),
    pointsAnytime: mirrored(pairing.pointsAnytime),
    eloPerMatch: negated(pairing.eloPerMatch),
    elo: negated(pairing.elo),
    eloAnytime: mirrored(pairing.eloAnytime),
    nelo: negated(pairing.nelo),
    los: complement(pairing.los),
    wdl: pairing.wdl && reversed(pairing.wdl),
    cells: [...pairing.cells].reverse(),
    withoutForfeits:
      pairing.withoutForfeits && negated(pairing.withoutForfeits),
  };
}

export function negated(estimate: Estimate): Estimate {
  return {
    value: estimate.value === null ? null : -estimate.value,
    interval: mirrored(estimate.interval),
  };
}

/** The path of a pairing as `first` sees it; null if it is not known. */
export function pathOf(
  report: Report,
  ruleset: string,
  first: string,
  second: string,
): Convergence | null {
  for (const line of report.convergence) {
    if (line.ruleset !== ruleset) continue;
    if (line.first === first && line.second === second) return line;
    if (line.first !== second || line.second !== first) continue;
    const turn = line.unit === "points" ? negated : complemented;
    const path = line.path.map((point) => ({
      ...point,
      estimate: turn(point.estimate),
    }));
    return { ...line, first, second, path };
  }
  return null;
}

function complemented({ value, interval }: Estimate): Estimate {
  return {
    value: complement(value),
    interval: interval && { lo: 1 - interval.hi, hi: 1 - interval.lo },
  };
}

function mirrored(interval: Interval | null): Interval | null {
  return interval && { lo: -interval.hi, hi: -interval.lo };
}

function complement(share: number | null): number | null {
  return share === null ? null : 1 - share;
}

function reversed(wdl: Wdl): Wdl {
  return { wins: wdl.losses, draws: wdl.draws, losses: wdl.wins };
}

/** The lead in points if there is one, else Elo. */
export function estimateOf(pairing: Pairing): Estimate {
  return pairing.points.value === null ? pairing.elo : pairing.points;
}

/**
 * The same while a league is under way: with the interval that holds at any
 * time, since a running report is read repeatedly.
 */
export function runningEstimateOf(pairing: Pairing): Estimate {
  const byPoints = pairing.points.value !== null;
  const interval = byPoints ? pairing.pointsAnytime : pairing.eloAnytime;
  return { ...estimateOf(pairing), interval };
}

export function excludesZero({ interval }: Estimate): boolean {
  return interval !== null && (interval.lo > 0 || interval.hi < 0);
}
