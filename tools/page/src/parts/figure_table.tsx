// A table of figures whose rows have a place and a name. On a phone each row
// becomes lines of figures with their labels.

import type { ReactNode } from "react";
import type { WordKey } from "../words/dictionaries";
import { useWords } from "../words/words";
import { shownColumns, type Column } from "./columns";
import { Label } from "./facts";
import own from "./figure_table.module.css";
import styles from "./interval_table.module.css";

export interface FigureRow<Item> {
  readonly key: string;
  readonly item: Item;
  readonly before: ReactNode;
  readonly name: ReactNode;
}

export function FigureTable<Item>(props: {
  readonly caption: string;
  readonly before: WordKey;
  readonly name: WordKey;
  /** Those without a figure in any row are left out. */
  readonly columns: readonly Column<Item>[];
  readonly rows: readonly FigureRow<Item>[];
}) {
  const words = useWords();
  const items = props.rows.map(({ item }) => item);
  const columns = shownColumns(props.columns, items, words);
  return (
    <table className={`${styles.table} ${own.table}`} role="table">
      <caption className="visually-hidden">{props.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" className={styles.before}>
            <Label word={props.before} />
          </th>
          <th scope="col" role="columnheader" className={styles.name}>
            <Label word={props.name} />
          </th>
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
        {props.rows.map((row) => (
          <tr key={row.key} role="row" className={styles.apart}>
            <td role="cell" className={styles.before}>
              {row.before}
            </td>
            <th scope="row" role="rowheader" className={styles.name}>
              {row.name}
            </th>
            {columns.map(({ head, cell }) => (
              <td key={head} role="cell" className={styles.figure}>
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
  );
}
