// A table of short cells: the first names its row, the others are numbers. It
// scrolls inside its own box if it is too wide.

import type { ReactNode } from "react";
import styles from "./simple_table.module.css";

interface SimpleTableProps {
  readonly caption: string;
  readonly heads: readonly ReactNode[];
  readonly rows: readonly {
    readonly key: string;
    readonly cells: readonly ReactNode[];
  }[];
}

export function SimpleTable({ caption, heads, rows }: SimpleTableProps) {
  return (
    <div className={styles.box} tabIndex={0} role="region" aria-label={caption}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={i} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
