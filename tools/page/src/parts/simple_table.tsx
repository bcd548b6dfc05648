// A table of short cells: the first column names its row, the others are
// numbers. It scrolls inside its own box if it is too wide.

import { MISSING } from "../words/numbers";
import { useWords } from "../words/words";
import { isShown, shownColumns, type NamedColumn } from "./columns";
import { Label } from "./facts";
import styles from "./simple_table.module.css";

interface SimpleTableProps<Row> {
  readonly caption: string;
  readonly name: NamedColumn<Row>;
  /** Those without a figure in any row are left out. */
  readonly columns: readonly NamedColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What stands for a figure that a row lacks. */
  readonly missing?: string;
}

export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const words = useWords();
  const { caption, name, rows, keyOf, missing = MISSING } = props;
  const columns = shownColumns(props.columns, rows, words);
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {[name, ...columns].map(({ head }, i) => (
              <th key={i} scope="col">
                {typeof head === "string" ? <Label word={head} /> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{name.cell(row, words)}</th>
              {columns.map(({ cell }, i) => {
                const shown = cell(row, words);
                return <td key={i}>{isShown(shown) ? shown : missing}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
