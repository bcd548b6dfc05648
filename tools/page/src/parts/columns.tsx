// Columns of a table, as data: a title, and the cell that shows a row. The same
// list makes tiles of a single row.

import type { ReactElement, ReactNode } from "react";
import type { Estimate, Wdl } from "../data/report";
import { isKnown } from "../data/schema";
import type { WordKey } from "../words/dictionaries";
import { useWords, type Words } from "../words/words";
import type { Fact } from "./facts";

export interface Column<Row, Head = WordKey> {
  readonly head: Head;
  /** null: not known. */
  cell(row: Row, words: Words): ReactNode;
}

/** A column whose title may be a name. */
export type NamedColumn<Row> = Column<Row, WordKey | ReactElement>;

/** Shows a known value. */
export type Format<T> = (value: T, words: Words) => ReactNode;

/** The column of a value that may be missing. */
export function column<Row, T>(
  head: WordKey,
  value: (row: Row) => T | null | undefined,
  format: Format<T>,
): Column<Row> {
  return {
    head,
    cell: (row, words) => {
      const found = value(row) ?? null;
      return found === null ? null : format(found, words);
    },
  };
}

export const count: Format<number> = (value, { numbers }) =>
  numbers.count(value);
export const percent =
  (decimals = 1): Format<number> =>
  (value, { numbers }) =>
    numbers.percent(value, decimals);
export const signed =
  (decimals: number): Format<number> =>
  (value, { numbers }) =>
    numbers.signed(value, decimals);
export const fixed =
  (decimals: number, unit = ""): Format<number> =>
  (value, { numbers }) =>
    `${numbers.fixed(value, decimals)}${unit}`;
export const probability: Format<number> = (value, { numbers }) =>
  numbers.probability(value);
export const estimate =
  (decimals: number): Format<Estimate> =>
  (value, { numbers }) =>
    isKnown(value) ? numbers.estimate(value, decimals) : null;
export const wdl: Format<Wdl> = (value) => <WdlText wdl={value} />;

function WdlText({ wdl }: { readonly wdl: Wdl }) {
  const { t, numbers } = useWords();
  const wins = numbers.count(wdl.wins);
  const draws = numbers.count(wdl.draws);
  const losses = numbers.count(wdl.losses);
  return (
    <>
      <span aria-hidden="true">
        {wins} – {draws} – {losses}
      </span>
      <span className="visually-hidden">
        {t("wdl_spoken", { wins, draws, losses })}
      </span>
    </>
  );
}

/** The columns that show something of some row. */
export function shownColumns<Row, C extends NamedColumn<Row>>(
  columns: readonly C[],
  rows: readonly Row[],
  words: Words,
): C[] {
  return columns.filter(({ cell }) =>
    rows.some((row) => isShown(cell(row, words))),
  );
}

export function isShown(cell: ReactNode): boolean {
  return cell !== null && cell !== undefined;
}

/** The columns of a single row, one below its title each. */
export function factsOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  words: Words,
): Fact[] {
  return columns.map(({ head, cell }) => ({
    word: head,
    value: cell(row, words),
  }));
}
