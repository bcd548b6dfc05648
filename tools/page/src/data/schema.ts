// A schema of JSON. A record lists its fields once; its reader and its type both
// follow. What is missing, or of another type than expected, is null, or what
// the field says instead.

import { Fields, type Interval } from "./fields";

/** Reads a field of an object at its key. */
export type Field<T> = (object: Fields, key: string) => T;

export interface Reader<T> {
  read(object: Fields): T;
}

/** The type of what a record reads. */
export type Infer<R> = R extends Reader<infer T> ? T : never;

type Shape = Readonly<Record<string, Field<unknown>>>;
type Values<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };

/** An object; the key of a field is its name in snake case. */
export function record<S extends Shape>(shape: S): Reader<Values<S>> {
  const fields = Object.entries(shape).map(([name, read]) => {
    return { name, key: snakeCase(name), read };
  });
  // A copy of an object with all fields is quicker to fill than an empty one.
  const empty: Record<string, unknown> = {};
  for (const { name } of fields) empty[name] = null;
  return {
    read: (object) => {
      const values = { ...empty };
      for (const { name, key, read } of fields) {
        values[name] = read(object, key);
      }
      return values as Values<S>;
    },
  };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export const number: Field<number | null> = (object, key) => object.number(key);
export const text: Field<string | null> = (object, key) => object.text(key);
export const texts: Field<readonly string[]> = (object, key) =>
  object.texts(key);
/** A pair [lo, hi]. */
export const interval: Field<Interval | null> = (object, key) =>
  object.interval(key);

/** A field with a value in place of null. */
export function or<T, const F>(
  field: Field<T>,
  fallback: F,
): Field<NonNullable<T> | F> {
  return (object, key) => field(object, key) ?? fallback;
}

/** 0 if it is missing. */
export const count: Field<number> = (object, key) => object.number(key) ?? 0;
/** Empty if it is missing. */
export const name: Field<string> = (object, key) => object.text(key) ?? "";
/** false if it is missing. */
export const flag: Field<boolean> = (object, key) => object.flag(key) ?? false;
/** Numbers, with 0 for what is none. */
export const numbers: Field<readonly number[]> = (object, key) =>
  object.numbers(key).map((value) => value ?? 0);

/** One of some texts. */
export function oneOf<const N extends string>(
  ...names: readonly N[]
): Field<N | null> {
  return (object, key) =>
    names.find((found) => found === object.text(key)) ?? null;
}

/** A field at another key, or in an object inside: "key" or "object.key". */
export function at<T>(path: string, field: Field<T>): Field<T> {
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  if (parts.length === 0) return (object) => field(object, last);
  return (object) =>
    field(
      parts.reduce((inner, part) => inner.object(part), object),
      last,
    );
}

/** A record; without it, one of which everything is missing. */
export function object<T>(of: Reader<T>): Field<T> {
  return (outer, key) => of.read(outer.object(key));
}

export function optional<T>(of: Reader<T>): Field<T | null> {
  return (outer, key) => (outer.has(key) ? of.read(outer.object(key)) : null);
}

/** A record whose fields are among those around it. */
export function here<T>(of: Reader<T>): Field<T> {
  return (outer) => of.read(outer);
}

export function list<T>(of: Reader<T>): Field<readonly T[]> {
  return (outer, key) => outer.objects(key).map((line) => of.read(line));
}

/** The same field at every key of an object. */
export function mapOf<T>(field: Field<T>): Field<ReadonlyMap<string, T>> {
  return (outer, key) => {
    const inner = outer.object(key);
    return new Map(inner.keys().map((each) => [each, field(inner, each)]));
  };
}

type Complete<T> = { readonly [K in keyof T]: NonNullable<T[K]> };

/** A record, or null if one of its fields is null. */
export function complete<T extends object>(
  of: Reader<T>,
): Reader<Complete<T> | null> {
  return {
    read: (outer) => {
      const found = of.read(outer);
      for (const key in found) {
        if (found[key] === null) return null;
      }
      return found as Complete<T>;
    },
  };
}

/** An estimate with its 95% interval. */
export interface Estimate {
  readonly value: number | null;
  readonly interval: Interval | null;
}

export const NO_ESTIMATE: Estimate = { value: null, interval: null };

/** Whether an estimate has something to show. */
export function isKnown(estimate: Estimate): boolean {
  return estimate.value !== null;
}

/** The keys KEY and KEY_interval. */
export const bounded: Field<Estimate> = (outer, key) => ({
  value: outer.number(key),
  interval: outer.interval(`${key}_interval`),
});

/** The keys KEY, KEY_lo and KEY_hi. */
export const ended: Field<Estimate> = (outer, key) => ({
  value: outer.number(key),
  interval: outer.bounds(`${key}_lo`, `${key}_hi`),
});

/** An object with a mean (or value) and an interval. */
export const mean: Field<Estimate> = (outer, key) => {
  const inner = outer.object(key);
  return {
    value: inner.number("mean") ?? inner.number("value"),
    interval: inner.interval("interval"),
  };
};
