// Where the deals of a page come from: packed in the page itself, or from the
// program that serves it.

import { createContext, useContext, useEffect, useMemo, useState } from "react";
import {
  readDealIndex,
  readItems,
  type DealIndex,
  type DealItem,
  type DealUnit,
} from "../data/deals";
import { Fields } from "../data/fields";
import { unpacked } from "../packed";

export interface DealSource {
  /** Deals that are stored, and how many of them the page holds. */
  readonly recorded: number | null;
  readonly held: number | null;
  index(): Promise<DealIndex>;
  items(unit: DealUnit): Promise<readonly DealItem[]>;
  /** The same item with the values of its decisions; null: cannot be asked. */
  readonly values:
    ((unit: DealUnit, item: number) => Promise<DealItem | null>) | null;
}

const DealsContext = createContext<DealSource | null>(null);
export const DealsProvider = DealsContext.Provider;

/** null: the page has no deals. */
export function useDeals(): DealSource | null {
  return useContext(DealsContext);
}

/** The deals inside the page, or those served at `url`. */
export function useDealSource(url: string | null): DealSource | null {
  return useMemo(
    () => (url === null ? dealsInPage() : servedDeals(url)),
    [url],
  );
}

/** The deals inside the page; null without any. */
export function dealsInPage(): DealSource | null {
  const text = document.getElementById("couillon-deals")?.textContent;
  if (!text) return null;
  let fields: Fields;
  try {
    fields = new Fields(JSON.parse(text));
  } catch {
    return null;
  }
  return fields.has("units") ? ofDocument(fields) : packedDeals(fields);
}

// A whole document, of one deal or a few.
function ofDocument(fields: Fields): DealSource {
  const index = readDealIndex(fields.raw);
  const items = readItems(fields.objects("units"));
  return {
    recorded: null,
    held: null,
    index: () => Promise.resolve(index),
    items: ({ unit }) => Promise.resolve(items.get(unit) ?? []),
    values: null,
  };
}

function packedDeals(fields: Fields): DealSource {
  const blocks = fields.texts("blocks");
  const index = once(async () =>
    readDealIndex(await unpacked({ gzip: fields.text("index") })),
  );
  const opened = new Map<number, Promise<Map<number, DealItem[]>>>();
  const open = (block: number) => {
    const found = opened.get(block) ?? unpackedBlock(blocks[block]);
    opened.set(block, found);
    return found;
  };
  return {
    recorded: fields.number("recorded"),
    held: fields.number("held"),
    index,
    items: async ({ unit, block }) => (await open(block)).get(unit) ?? [],
    values: null,
  };
}

async function unpackedBlock(gzip: string | undefined) {
  const json = await unpacked({ gzip });
  const units = Array.isArray(json) ? (json as unknown[]) : [];
  return readItems(units.map((unit) => new Fields(unit)));
}

/** The deals of a page that the program serves, at a relative address. */
export function servedDeals(url: string): DealSource {
  const document = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    if (!response.ok) throw new Error((await response.text()).trim());
    return (await response.json()) as unknown;
  };
  const items = async (path: string) => {
    const found = readItems(new Fields(await document(path)).objects("units"));
    return [...found.values()].flat();
  };
  const opened = new Map<number, Promise<readonly DealItem[]>>();
  return {
    recorded: null,
    held: null,
    index: async () => readDealIndex(await document("")),
    items: ({ unit }) => {
      const found = opened.get(unit) ?? items(`/${unit}`);
      opened.set(unit, found);
      return found;
    },
    values: async ({ unit }, item) =>
      (await items(`/${unit}/${item}`))[0] ?? null,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** What a promise has brought so far. */
export type Awaited<T> =
  | { readonly state: "waiting" }
  | { readonly state: "here"; readonly value: T }
  | { readonly state: "failed"; readonly why: string };

/** Waits for `make()`, again whenever one of `on` changes. */
export function useAwaited<T>(
  make: () => Promise<T>,
  on: readonly unknown[],
): Awaited<T> {
  const [result, setResult] = useState<Awaited<T>>({ state: "waiting" });
  useEffect(() => {
    let isWanted = true;
    setResult({ state: "waiting" });
    make().then(
      (value) => isWanted && setResult({ state: "here", value }),
      (error: unknown) =>
        isWanted &&
        setResult({
          state: "failed",
          why: error instanceof Error ? error.message : "",
        }),
    );
    return () => {
      isWanted = false;
    };
    // The caller says what the promise depends on.
  }, on);
  return result;
}
