// Reads JSON of unknown shape: a key that is missing, or of another type than
// expected, is null (a list: empty). So an old file, or one of a newer version,
// shows what it has.

/** An end may be infinite. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
}

export class Fields {
  private readonly values: Readonly<Record<string, unknown>>;

  constructor(json: unknown) {
    this.values =
      typeof json === "object" && json !== null && !Array.isArray(json)
        ? (json as Record<string, unknown>)
        : {};
  }

  has(key: string): boolean {
    const value = this.values[key];
    return value !== undefined && value !== null;
  }

  /** The object itself. */
  get raw(): Readonly<Record<string, unknown>> {
    return this.values;
  }

  keys(): string[] {
    return Object.keys(this.values);
  }

  number(key: string): number | null {
    return asNumber(this.values[key]);
  }

  text(key: string): string | null {
    const value = this.values[key];
    return typeof value === "string" ? value : null;
  }

  flag(key: string): boolean | null {
    const value = this.values[key];
    return typeof value === "boolean" ? value : null;
  }

  /** The object at a key; without one, an empty object. */
  object(key: string): Fields {
    return new Fields(this.values[key]);
  }

  objects(key: string): Fields[] {
    return this.list(key).map((item) => new Fields(item));
  }

  texts(key: string): string[] {
    return this.list(key).filter((item) => typeof item === "string");
  }

  numbers(key: string): (number | null)[] {
    return this.list(key).map(asNumber);
  }

  matrix<T>(key: string, read: (cell: unknown) => T): T[][] {
    return this.list(key).map((row) =>
      Array.isArray(row) ? row.map((cell) => read(cell)) : [],
    );
  }

  /** A pair [lo, hi] of numbers. */
  interval(key: string): Interval | null {
    const [lo, hi] = this.numbers(key);
    return bounds(lo, hi);
  }

  /** The keys of the two ends. */
  bounds(lo: string, hi: string): Interval | null {
    return bounds(this.number(lo), this.number(hi));
  }

  private list(key: string): unknown[] {
    const value = this.values[key];
    return Array.isArray(value) ? value : [];
  }
}

export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

// A number so large says nothing, in Elo, points or any other unit.
const LARGEST = 1e5;

// An end that is null is infinite; an interval without ends is unknown.
function bounds(
  lo: number | null | undefined,
  hi: number | null | undefined,
): Interval | null {
  if (typeof lo !== "number" && typeof hi !== "number") return null;
  return {
    lo: typeof lo === "number" && lo > -LARGEST ? lo : -Infinity,
    hi: typeof hi === "number" && hi < LARGEST ? hi : Infinity,
  };
}
