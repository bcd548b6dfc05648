// The results of two bots: what a report says of a pairing, found by name and
// seen from either side. A new figure is a line of `pairing`, and one of
// `turned` if it depends on the side.

import type { Fields, Interval } from "./fields";
import {
  at,
  bounded,
  complete,
  count,
  flag,
  here,
  interval,
  list,
  name,
  number,
  numbers,
  oneOf,
  or,
  record,
  type Estimate,
  type Infer,
} from "./schema";

/** Numbers of tables: a table is one deal or match in one seating. */
export const wdl = here(
  complete(
    record({
      wins: at("table_wins", number),
      draws: at("table_draws", number),
      losses: at("table_losses", number),
    }),
  ),
);
export type Wdl = NonNullable<ReturnType<typeof wdl>>;

export const scale = or(oneOf("points"), "score");
export type Scale = ReturnType<typeof scale>;

/** The results of two bots, seen by `first`. */
export const pairing = (scale: Scale) => {
  const isByPoints = (line: Fields) => scale === "points" && line.has("points");
  return record({
    first: name,
    second: name,
    /** Whether the lead in points is what ratings are about, not the score. */
    byPoints: isByPoints,
    /** Deals or matches, each in every seating. */
    pairs: count,
    /** Mean score of `first`, 0 to 1. */
    score: number,
    /** Lead in game points per deal. */
    points: bounded,
    pointsAnytime: at("anytime_points_interval", interval),
    eloPerMatch: at("match_elo", bounded),
    /** Elo of what was played: of deals or of matches. */
    elo: bounded,
    eloAnytime: at("anytime_elo_interval", interval),
    nelo: (line) => bounded(line, isByPoints(line) ? "points_nelo" : "nelo"),
    /** Likelihood that `first` is stronger, 0 to 1. */
    los: (line) => line.number(isByPoints(line) ? "points_los" : "los"),
    wdl,
    deals: number,
    decisions: number,
    forfeits: count,
    pairingGain: number,
    luckShare: number,
    signsDiffer: flag,
    /** Numbers of pairs by the score of `first`, from both lost to both won. */
    cells: at("pentanomial", numbers),
    withoutForfeits: (line): Estimate | null => {
      const free = line.object("without_forfeits");
      if (!free.has("score")) return null;
      return bounded(free, isByPoints(line) ? "points" : "elo");
    },
  });
};
export type Pairing = Infer<ReturnType<typeof pairing>>;

/** What two bots did under one ruleset. */
export interface Meeting {
  readonly ruleset: string;
  readonly pairing: Pairing;
}

/** Two bots that did not meet: what the joint fit of all results says. */
export const jointDifference = (scale: Scale) =>
  record({
    first: name,
    second: name,
    difference: at(scale === "points" ? "points" : "elo", bounded),
  });
export type JointDifference = Infer<ReturnType<typeof jointDifference>>;

/** That of two bots as `first` sees it; null if there is none. */
export function jointDifferenceOf(
  table: { readonly jointDifferences: readonly JointDifference[] },
  first: string,
  second: string,
): JointDifference | null {
  for (const line of table.jointDifferences) {
    if (line.first === first && line.second === second) return line;
    if (line.first !== second || line.second !== first) continue;
    return { first, second, difference: negated(line.difference) };
  }
  return null;
}

/** How the estimate of a pairing went as pairs came in. */
export const convergence = record({
  ruleset: name,
  first: name,
  second: name,
  unit: or(oneOf("score"), "points"),
  /** Estimates with the interval that holds at any time. */
  path: at(
    "steps",
    list(
      record({
        pairs: count,
        estimate: (step): Estimate => ({
          value: step.number("mean"),
          interval: step.bounds("lo", "hi"),
        }),
      }),
    ),
  ),
});
export type Convergence = Infer<typeof convergence>;
export type PathPoint = Convergence["path"][number];

interface Pairings {
  readonly pairings: readonly Pairing[];
}

/** The pairing of two bots as `first` sees it; null if they did not meet. */
export function pairingOf(
  table: Pairings,
  first: string,
  second: string,
): Pairing | null {
  return indexOf(table).get(first)?.get(second) ?? null;
}

/** All pairings of a bot, each seen by it. */
export function pairingsOf(table: Pairings, bot: string): Pairing[] {
  return [...(indexOf(table).get(bot)?.values() ?? [])];
}

type Index = ReadonlyMap<string, ReadonlyMap<string, Pairing>>;

const indexes = new WeakMap<Pairings, Index>();

function indexOf(table: Pairings): Index {
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
  paths: readonly Convergence[],
  ruleset: string,
  first: string,
  second: string,
): Convergence | null {
  for (const line of paths) {
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

/** On the scale of the ratings: the lead in points, or Elo. */
export function estimateOf(pairing: Pairing): Estimate {
  return pairing.byPoints ? pairing.points : pairing.elo;
}

/**
 * The same while a league is under way, or if the lead of a pairing decides how
 * long it goes on: with the interval that holds at any time.
 */
export function runningEstimateOf(pairing: Pairing): Estimate {
  const interval = pairing.byPoints
    ? pairing.pointsAnytime
    : pairing.eloAnytime;
  return { ...estimateOf(pairing), interval };
}

export function excludesZero({ interval }: Estimate): boolean {
  return interval !== null && (interval.lo > 0 || interval.hi < 0);
}
