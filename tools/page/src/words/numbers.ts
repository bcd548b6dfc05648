// Numbers, times and shares as a language writes them.

import type { Interval } from "../data/fields";
import { roundedTo } from "../data/rounding";
import type { Estimate } from "../data/schema";
import { DICTIONARIES } from "./dictionaries";

export const MISSING = "–";

/** Whether a half width would be wrong for the ends of an interval. */
export function isLopsided(
  value: number,
  { lo, hi }: Interval,
  decimals: number,
): boolean {
  const below = value - lo;
  const above = hi - value;
  return Math.abs(above - below) >= 0.04 * (above + below) + 10 ** -decimals;
}

export class Numbers {
  private readonly language: keyof typeof DICTIONARIES;
  private readonly formats = new Map<string, Intl.NumberFormat>();

  constructor(language: keyof typeof DICTIONARIES) {
    this.language = language;
  }

  count(value: number | null): string {
    return value === null ? MISSING : this.format({}).format(value);
  }

  fixed(value: number | null, decimals: number): string {
    if (value === null) return MISSING;
    return withMinus(
      this.format(digits(decimals)).format(roundedTo(value, decimals)),
    );
  }

  signed(value: number | null, decimals: number): string {
    if (value === null) return MISSING;
    const format = this.format({
      ...digits(decimals),
      signDisplay: "exceptZero",
    });
    return withMinus(format.format(roundedTo(value, decimals)));
  }

  /** A share from 0 to 1. */
  percent(share: number | null, decimals = 1): string {
    if (share === null) return MISSING;
    const percents = roundedTo(100 * share, decimals);
    return withMinus(
      this.format({ style: "percent", ...digits(decimals) }).format(
        percents / 100,
      ),
    );
  }

  /** A probability: never certain. */
  probability(share: number | null): string {
    if (share === null) return MISSING;
    if (share > 0.999) return `> ${this.percent(0.999)}`;
    if (share < 0.001) return `< ${this.percent(0.001)}`;
    return this.percent(share);
  }

  /** "0.403 ± 0.007", or with the ends if the interval is lopsided. */
  estimate({ value, interval }: Estimate, decimals: number): string {
    if (value === null && interval) return this.bound(interval, decimals);
    const error = this.error({ value, interval }, decimals);
    return `${this.signed(value, decimals)}${error && ` ${error}`}`;
  }

  /** Of an infinite estimate: the other end, if it says who is better. */
  bound({ lo, hi }: Interval, decimals: number): string {
    if (hi < 0) return `< ${this.signed(hi, decimals)}`;
    return lo > 0 ? `> ${this.signed(lo, decimals)}` : MISSING;
  }

  /** The second half of `estimate`; empty without an interval. */
  error(
    { value, interval }: Estimate,
    decimals: number,
    isSigned = true,
  ): string {
    if (value === null || interval === null) return "";
    if (interval.lo === interval.hi) return "";
    if (!Number.isFinite(interval.hi - interval.lo)) {
      return this.interval(interval, decimals, isSigned);
    }
    return isLopsided(value, interval, decimals)
      ? this.interval(interval, decimals, isSigned)
      : `± ${this.fixed((interval.hi - interval.lo) / 2, decimals)}`;
  }

  interval({ lo, hi }: Interval, decimals: number, isSigned = true): string {
    const end = (value: number) => {
      if (!Number.isFinite(value)) {
        return DICTIONARIES[this.language]["open_end"];
      }
      return isSigned
        ? this.signed(value, decimals)
        : this.fixed(value, decimals);
    };
    return `[${end(lo)}, ${end(hi)}]`;
  }

  date(iso: string): string {
    const date = new Date(iso);
    if (Number.isNaN(date.getTime())) return iso;
    return new Intl.DateTimeFormat(this.language, {
      dateStyle: "medium",
      timeStyle: "short",
    }).format(date);
  }

  seconds(seconds: number | null): string {
    if (seconds === null) return MISSING;
    const minutes = Math.floor(seconds / 60);
    if (minutes === 0) return `${this.fixed(seconds, seconds < 10 ? 1 : 0)} s`;
    const hours = Math.floor(minutes / 60);
    return hours === 0
      ? `${minutes} min ${Math.floor(seconds % 60)} s`
      : `${this.count(hours)} h ${minutes % 60} min`;
  }

  /** A number on an axis. */
  tick(value: number): string {
    return withMinus(this.format({}).format(value));
  }

  /** As many decimals as a duration needs. */
  ms(ms: number | null): string {
    if (ms === null) return MISSING;
    return this.format({ maximumSignificantDigits: 3 }).format(ms);
  }

  private format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify(options);
    let format = this.formats.get(key);
    if (!format) {
      format = new Intl.NumberFormat(this.language, options);
      this.formats.set(key, format);
    }
    return format;
  }
}

function digits(decimals: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}

function withMinus(text: string): string {
  return text.replace("-", "\u2212");
}
