// The axis of a column of intervals.

import type { Estimate } from "./report";

export interface Axis {
  readonly lo: number;
  readonly hi: number;
  readonly ticks: readonly number[];
  readonly decimals: number;
}

const TICKS = 5; // at most about as many

/** An axis that includes zero (if asked) and all estimates with intervals. */
export function axisOf(
  estimates: readonly Estimate[],
  withZero: boolean,
): Axis | null {
  const ends = estimates.flatMap(({ value, interval }) =>
    [value, interval?.lo, interval?.hi].filter((end): end is number =>
      Number.isFinite(end),
    ),
  );
  if (ends.length === 0) return null;
  if (withZero) ends.push(0);
  // Not Math.min(...ends): a league may have more bots than a call arguments.
  const min = ends.reduce((a, b) => Math.min(a, b));
  const max = ends.reduce((a, b) => Math.max(a, b));
  const margin = max > min ? 0.04 * (max - min) : Math.abs(max) || 1;
  const [lo, hi] = [min - margin, max + margin];
  const step = niceStep((hi - lo) / TICKS);
  const first = Math.ceil(lo / step);
  const last = Math.floor(hi / step);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(decimals)),
  );
  return { lo, hi, ticks, decimals };
}

// The next of 1, 2, 5, 10, ...
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 5].find((step) => step * power >= rough);
  return (found ?? 10) * power;
}

/** The place of a value on an axis, from 0 to 100. */
export function placeOn(axis: Axis, value: number): number {
  const share = (value - axis.lo) / (axis.hi - axis.lo);
  return 100 * Math.min(1, Math.max(0, share));
}
