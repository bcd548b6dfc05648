// A table whose rows have an estimate on a common axis. On a phone each row
// becomes three lines: name and estimate, axis, figures with their labels.
// Roles are written out, since browsers drop those of a table that is laid out
// otherwise.

import type { ReactNode } from "react";
import { axisOf } from "../data/axis";
import type { Estimate } from "../data/report";
import { isKnown } from "../data/schema";
import type { WordKey } from "../words/dictionaries";
import { useWords } from "../words/words";
import { shownColumns, type Column } from "./columns";
import { Label } from "./facts";
import { AxisTicks, IntervalBar } from "./interval_axis";
import { Note } from "./section";
import styles from "./interval_table.module.css";

export interface IntervalRow<Item> {
  readonly key: string;
  /** What the columns show. */
  readonly item: Item;
  /** Before the name, if the table has such a column. */
  readonly before?: ReactNode;
  readonly name: ReactNode;
  readonly estimate: Estimate;
  /** The estimate in words, if not as a number. */
  readonly text?: ReactNode;
  /** Whether the interval, if there is one, shows nothing: a hollow dot. */
  readonly quiet?: boolean;
  /** Whether no line separates the row from the one before. */
  readonly joined?: boolean;
}

interface IntervalTableProps<Item> {
  readonly caption: string;
  readonly before?: WordKey;
  readonly name: WordKey;
  readonly estimate: WordKey;
  /** Of the estimates. */
  readonly decimals?: number;
  /** Those without a figure in any row are left out. */
  readonly columns?: readonly Column<Item>[];
  readonly rows: readonly IntervalRow<Item>[];
  /** Whether zero is on the axis in any case. */
  readonly withZero?: boolean;
  /** Half the width of a band around zero, as of the largest fair advantage. */
  readonly margin?: number | null;
  /** What to say below of hollow dots, and of dots without an interval. */
  readonly legend?: DotLegend;
}

export interface DotLegend {
  readonly hollow: WordKey;
  readonly unclaimed: WordKey;
}

export function IntervalTable<Item>(props: IntervalTableProps<Item>) {
  const words = useWords();
  const { before, rows, decimals = 3 } = props;
  const { withZero = true, margin = null } = props;
  const items = rows.map(({ item }) => item);
  const columns = shownColumns(props.columns ?? [], items, words);
  const band = margin === null ? [] : [{ lo: -margin, hi: margin }];
  const axis = axisOf(
    [
      ...rows.map((row) => row.estimate),
      ...band.map((interval) => ({ value: null, interval })),
    ],
    withZero,
  );
  return (
    <>
      <table className={styles.table} role="table">
        <caption className="visually-hidden">{props.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {before && (
              <th scope="col" role="columnheader" className={styles.before}>
                <Label word={before} />
              </th>
            )}
            <th scope="col" role="columnheader" className={styles.name}>
              <Label word={props.name} />
            </th>
            <th scope="col" role="columnheader" className={styles.estimate}>
              <Label word={props.estimate} />
            </th>
            <td role="cell" className={styles.axis}>
              {axis && <AxisTicks axis={axis} />}
            </td>
            {columns.map(({ head }) => (
              <th
                key={head}
                scope="col"
                role="columnheader"
                className={styles.figure}
              >
                <Label word={head} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={row.key}
              role="row"
              className={row.joined ? undefined : styles.apart}
            >
              {before && (
                <td role="cell" className={styles.before}>
                  {row.before}
                </td>
              )}
              <th scope="row" role="rowheader" className={styles.name}>
                {row.name}
              </th>
              <td role="cell" className={styles.estimate}>
                {row.text ?? (
                  <EstimateText estimate={row.estimate} decimals={decimals} />
                )}
              </td>
              <td role="cell" className={styles.axis}>
                {axis && (
                  <IntervalBar
                    axis={axis}
                    estimate={row.estimate}
                    quiet={row.quiet ?? false}
                    margin={margin}
                  />
                )}
              </td>
              {columns.map(({ head, cell }) => (
                <td key={head} role="cell" className={figureClass(head)}>
                  <span className={styles.label} aria-hidden="true">
                    {words.t(head)}
                  </span>
                  {cell(row.item, words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {props.legend && <Dots legend={props.legend} rows={rows} />}
    </>
  );
}

// The kinds of dots that the table has.
function Dots(props: {
  readonly legend: DotLegend;
  readonly rows: readonly Pick<IntervalRow<unknown>, "estimate" | "quiet">[];
}) {
  const { t } = useWords();
  const { legend, rows } = props;
  const isHollow = rows.some(
    ({ estimate, quiet }) => quiet && isKnown(estimate) && estimate.interval,
  );
  const isBare = rows.some(
    ({ estimate }) => isKnown(estimate) && !estimate.interval,
  );
  if (!isHollow && !isBare) return null;
  return (
    <Note>
      {isHollow && `${t(legend.hollow)} `}
      {isBare && t(legend.unclaimed)}
    </Note>
  );
}

// Three numbers need a line of their own on a phone.
function figureClass(word: WordKey): string {
  return word === "wdl"
    ? `${styles.figure} ${styles.wide}`
    : `${styles.figure}`;
}

/** "+0.403 ± 0.007", the error in a quieter colour. */
export function EstimateText(props: {
  readonly estimate: Estimate;
  readonly decimals: number;
}) {
  const { numbers } = useWords();
  const { estimate, decimals } = props;
  if (estimate.value === null) return numbers.estimate(estimate, decimals);
  const error = numbers.error(estimate, decimals);
  return (
    <span>
      {numbers.signed(estimate.value, decimals)}
      {error && <span className={styles.error}> {error}</span>}
    </span>
  );
}
