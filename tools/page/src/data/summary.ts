// What was played, in a few words.

import { pairingOf } from "./pairing";
import type { Report } from "./report";

/** The name of the format, as in `format_NAME` of the words. */
export function formatOf(report: Report): string {
  if (report.sprt) return "sprt";
  const named =
    report.result?.format ?? report.arena?.format ?? report.league.format;
  if (isMatchOfTwo(report)) return "match";
  if (named) return named;
  if (report.threeWay.length > 0) return "three_way";
  if (report.tournaments.length > 0) return "individual";
  return isGauntlet(report) ? "gauntlet" : "round_robin";
}

/** Whether there is only one pairing. */
export function isMatchOfTwo(report: Report): boolean {
  return report.arena === null && report.league.bots.length === 2;
}

function isGauntlet(report: Report): boolean {
  const [first, ...others] = report.league.bots;
  const table = report.rulesets[0];
  if (!first || !table || table.pairings.length !== others.length) return false;
  return others.every((bot) => pairingOf(table, first, bot) !== null);
}

/** Deals (or matches) over all pairings, each in every seating. */
export function pairsOf(report: Report): number {
  const tables = report.rulesets.flatMap((table) => table.pairings);
  const pairs = tables.reduce((sum, pairing) => sum + pairing.pairs, 0);
  const items = report.threeWay.reduce((sum, it) => sum + (it.items ?? 0), 0);
  return pairs + items;
}

/** A share from 0 to 1; null if it is unknown. */
export function shareDone(done: number | null, all: number | null) {
  return done === null || all === null || all === 0 ? null : done / all;
}

export type State = "finished" | "decided" | "unfinished";

export function stateOf(report: Report): State {
  const decision = report.sprt?.decision ?? "continue";
  if (decision !== "continue") return "decided";
  return shareDone(report.unitsDone, report.units) === 1
    ? "finished"
    : "unfinished";
}

/** Whether the interval of a pairing is the one that holds at any time. */
export function isAnytime(report: Report): boolean {
  return (
    stateOf(report) === "unfinished" ||
    report.arena?.pairingIntervals === "anytime"
  );
}
