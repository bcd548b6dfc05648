// The standings of a report as rows, whatever the format of the league.

import { pairingsOf } from "./pairing";
import type {
  Counts,
  Estimate,
  Pairing,
  RankBand,
  RatingTable,
  Report,
  Spread,
  SpreadLine,
  StandingsLine,
  ThreeWay,
  Tournament,
  Wdl,
} from "./report";

const RATED = { status: "rated", bound: null } as const;
const NO_RESULT = { status: "no_result", bound: null } as const;

/** What the rating of a row is. */
export type RatingUnit =
  "points" | "elo_match" | "elo_deal" | "lead" | "adjusted";

export interface StandingsRow {
  readonly bot: string;
  readonly rank: RankBand | null;
  readonly rating: Estimate;
  /** "above" or "below" a bound, or "no_result", instead of a rating. */
  readonly status: string;
  readonly bound: number | null;
  /** In an individual league, `pairs` are deals. */
  readonly counts: Partial<Counts>;
  /** null: not known for one ruleset of several. */
  readonly faults: number | null;
}

export interface Standings {
  /** null: all rulesets together. */
  readonly ruleset: string | null;
  readonly unit: RatingUnit;
  readonly rows: readonly StandingsRow[];
  readonly fewDeals: boolean;
}

/** The ids of the rulesets of a report, in its order. */
export function rulesetsOf(report: Report): string[] {
  return [
    ...report.rulesets.map((table) => table.ruleset ?? ""),
    ...report.tournaments.map((table) => table.ruleset),
    ...report.threeWay.map((table) => table.ruleset),
  ];
}

/** Whether there are standings of all rulesets together. */
export function hasWhole(report: Report): boolean {
  return report.spread !== null;
}

/** null for a ruleset: all together. Null if there are none. */
export function standingsOf(
  report: Report,
  ruleset: string | null,
): Standings | null {
  if (ruleset === null) {
    return report.spread && wholeStandings(report, report.spread);
  }
  const table = report.rulesets.find((item) => item.ruleset === ruleset);
  if (table) return tableStandings(report, table);
  const solo = report.tournaments.find((item) => item.ruleset === ruleset);
  if (solo) return soloStandings(report, solo);
  const three = report.threeWay.find((item) => item.ruleset === ruleset);
  return three ? threeWayStandings(report, three) : null;
}

function wholeStandings(report: Report, spread: Spread): Standings {
  const rows =
    report.standings.length > 0
      ? report.standings.map(rowOfLine)
      : bestFirst(spread.bots.map((line) => rowOfSpread(report, line)));
  return {
    ruleset: null,
    unit: spread.unit === "elo_per_match" ? "elo_match" : "elo_deal",
    rows,
    fewDeals: report.rulesets.some((table) => table.fewDeals),
  };
}

function rowOfLine(line: StandingsLine): StandingsRow {
  return {
    ...(line.noResult ? NO_RESULT : RATED),
    bot: line.bot,
    rank: line.rank,
    rating: line.rating,
    counts: line.counts,
    faults: line.faults,
  };
}

// A report from an older version has no standings.
function rowOfSpread(report: Report, line: SpreadLine): StandingsRow {
  const pairings = report.rulesets.flatMap((table) =>
    pairingsOf(table, line.bot),
  );
  return {
    ...RATED,
    bot: line.bot,
    rank: line.rank,
    rating: line.elo,
    counts: totals(pairings),
    faults: faultsOf(report, line.bot, null),
  };
}

function tableStandings(report: Report, table: RatingTable): Standings {
  const rows = table.ratings.map((line): StandingsRow => ({
    bot: line.bot,
    rank: line.rank,
    rating: line.rating,
    status: line.status,
    bound: line.bound,
    counts: {
      ...totals(pairingsOf(table, line.bot)),
      ...onlyKnown(line.counts),
    },
    faults: faultsOf(report, line.bot, table.ruleset),
  }));
  return {
    ruleset: table.ruleset,
    unit: unitOf(report, table),
    rows,
    fewDeals: table.fewDeals,
  };
}

function onlyKnown(counts: Counts): Partial<Counts> {
  return Object.fromEntries(
    Object.entries(counts).filter(([, value]) => value !== null),
  );
}

/** The unit of the ratings of a table. */
export function unitOf(report: Report, table: RatingTable) {
  if (table.scale === "points") return "points" as const;
  return report.league.mode === "matches"
    ? ("elo_match" as const)
    : ("elo_deal" as const);
}

// Of an individual tournament; its result, in points left, is by another rule.
function soloStandings(report: Report, table: Tournament): Standings {
  const rows = table.players.map((player): StandingsRow => ({
    ...(player.noResult ? NO_RESULT : RATED),
    bot: player.bot,
    rank: player.rank,
    rating: player.points,
    counts: { gamePoints: player.pointsLeft.value, pairs: player.deals },
    faults: faultsOf(report, player.bot, table.ruleset),
  }));
  return {
    ruleset: table.ruleset,
    unit: "adjusted",
    rows: bestFirst(rows),
    fewDeals: false,
  };
}

function threeWayStandings(report: Report, table: ThreeWay): Standings {
  const rows = table.bots.map((line): StandingsRow => ({
    ...(line.noResult ? NO_RESULT : RATED),
    bot: line.bot,
    rank: line.rank,
    rating: line.lead,
    counts: { gamePoints: line.points, pairs: line.items },
    faults: faultsOf(report, line.bot, table.ruleset),
  }));
  return {
    ruleset: table.ruleset,
    unit: "lead",
    rows,
    fewDeals: table.fewItems,
  };
}

/** Sums over pairings that are seen by the same bot. */
export function totals(pairings: readonly Pairing[]) {
  return {
    wdl: sumOfWdl(pairings),
    score: meanOf(pairings, (pairing) => pairing.score),
    gamePoints: meanOf(pairings, (pairing) => pairing.points.value),
    pairs: pairings.reduce((sum, pairing) => sum + pairing.pairs, 0),
  } satisfies Partial<Counts>;
}

function sumOfWdl(pairings: readonly Pairing[]): Wdl | null {
  const played = pairings.filter((pairing) => pairing.pairs > 0);
  let { wins, draws, losses } = { wins: 0, draws: 0, losses: 0 };
  for (const { wdl } of played) {
    if (!wdl) return null;
    wins += wdl.wins;
    draws += wdl.draws;
    losses += wdl.losses;
  }
  return played.length > 0 ? { wins, draws, losses } : null;
}

function meanOf(
  pairings: readonly Pairing[],
  read: (pairing: Pairing) => number | null,
): number | null {
  let sum = 0;
  let weight = 0;
  for (const pairing of pairings) {
    const value = read(pairing);
    if (value === null) continue;
    sum += value * pairing.pairs;
    weight += pairing.pairs;
  }
  return weight > 0 ? sum / weight : null;
}

// A report counts faults over all its rulesets.
function faultsOf(
  report: Report,
  bot: string,
  ruleset: string | null,
): number | null {
  if (ruleset !== null && rulesetsOf(report).length > 1) return null;
  return report.faults
    .filter((line) => line.bot === bot)
    .reduce((sum, line) => sum + line.count, 0);
}

function bestFirst(rows: StandingsRow[]): StandingsRow[] {
  const value = (row: StandingsRow) => row.rating.value ?? -Infinity;
  return [...rows].sort((a, b) => value(b) - value(a));
}

/**
 * Whether nothing separates a row from the row before it: some rank is open to
 * both. Such rows are shown as one block.
 */
export function sharesRank(before: RankBand | null, rank: RankBand | null) {
  if (!before || !rank) return before === rank;
  return rank.best <= before.worst && before.best <= rank.worst;
}
