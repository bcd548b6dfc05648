// The small groups of figures that occur in many places of a report.

import { Fields } from "./fields";
import type { Counts, Estimate, RankBand, Wdl } from "./report";

export const NO_ESTIMATE: Estimate = { value: null, interval: null };

/** The keys `name` and `name`_interval. */
export function readBounded(fields: Fields, name: string): Estimate {
  return {
    value: fields.number(name),
    interval: fields.interval(`${name}_interval`),
  };
}

/** The keys `name`, `name`_lo and `name`_hi. */
export function readEnded(fields: Fields, name: string): Estimate {
  return { value: fields.number(name), interval: fields.ends(name) };
}

/** An object with a mean (or value) and an interval. */
export function readMean(fields: Fields): Estimate {
  return {
    value: fields.number("mean") ?? fields.number("value"),
    interval: fields.interval("interval"),
  };
}

export function readRank(fields: Fields): RankBand | null {
  const best = fields.number("best");
  const worst = fields.number("worst");
  return best === null || worst === null ? null : { best, worst };
}

function readWdl(fields: Fields): Wdl | null {
  const wins = fields.number("table_wins");
  const draws = fields.number("table_draws");
  const losses = fields.number("table_losses");
  if (wins === null || draws === null || losses === null) return null;
  return { wins, draws, losses };
}

export function readCounts(fields: Fields): Counts {
  const points = fields.object("game_points");
  return {
    pairs: fields.number("pairs"),
    wdl: readWdl(fields),
    score: fields.number("score"),
    gamePoints: fields.number("game_points") ?? points.number("mean"),
  };
}
