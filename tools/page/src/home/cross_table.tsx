// All bots against each other, as a heat map. One cell of it is in the order of
// the Tab key; the arrow keys move to the others.

import { useRef, useState, type KeyboardEvent } from "react";
import {
  crossTableOf,
  decimalsIn,
  deviation,
  type CrossCell,
  type CrossTable as CrossTableData,
} from "../data/cross_table";
import { pairingOf } from "../data/pairing";
import type { Report } from "../data/report";
import { Choice } from "../parts/choice";
import { Name } from "../parts/names";
import { Note, Section } from "../parts/section";
import { botLink, pairingLink } from "../route";
import { useWords, type Words } from "../words/words";
import styles from "./cross_table.module.css";

interface CrossTableProps {
  readonly report: Report;
  readonly ruleset: string | null;
}

const BY_RANK = "rank";
const BY_NAME = "name";
const BY_OPPONENT = "against:";
const MAX_WITH_LONG_HEADS = 6; // columns whose names stand upright

export function CrossTable({ report, ruleset }: CrossTableProps) {
  const { t } = useWords();
  const [order, setOrder] = useState(BY_RANK);
  const table = crossTableOf(report, ruleset);
  if (!table) return null;
  const options = [
    { value: BY_RANK, label: t("order_rank") },
    { value: BY_NAME, label: t("order_name") },
    ...table.bots.map((bot) => ({
      value: BY_OPPONENT + bot,
      label: t("order_against", { bot }),
    })),
  ];
  const known = options.some((option) => option.value === order);
  const hasMarks = table.bots.some((row) =>
    table.bots.some((column) => table.cell(row, column)?.clear),
  );
  return (
    <Section
      title={t("cross_table")}
      lead={t(`cross_table_lead_${table.kind}`)}
      controls={
        <Choice
          label={t("order")}
          value={known ? order : BY_RANK}
          options={options}
          onChange={setOrder}
        />
      }
    >
      <Matrix report={report} ruleset={ruleset} table={table} order={order} />
      <Legend table={table} />
      {hasMarks && <Note>{t("note_cross_table")}</Note>}
    </Section>
  );
}

function ordered(table: CrossTableData, order: string): readonly string[] {
  if (order === BY_NAME) {
    return [...table.bots].sort((a, b) => a.localeCompare(b));
  }
  if (!order.startsWith(BY_OPPONENT)) return table.bots;
  const opponent = order.slice(BY_OPPONENT.length);
  const value = (bot: string) => table.cell(bot, opponent)?.value ?? -Infinity;
  const others = table.bots.filter((bot) => bot !== opponent);
  others.sort((a, b) => value(b) - value(a));
  return table.bots.includes(opponent) ? [opponent, ...others] : others;
}

interface MatrixProps extends CrossTableProps {
  readonly table: CrossTableData;
  readonly order: string;
}

interface Place {
  readonly row: number;
  readonly column: number;
}

function Matrix({ report, ruleset, table, order }: MatrixProps) {
  const words = useWords();
  const bots = ordered(table, order);
  const [place, setPlace] = useState<Place>({ row: 0, column: 1 });
  const [shown, setShown] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);

  const moveTo = (next: Place) => {
    setPlace(next);
    const selector = `[data-place="${next.row}:${next.column}"]`;
    grid.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(place, event.key, bots.length);
    if (!next) return;
    event.preventDefault();
    moveTo(next);
  };
  const describe = (row: string, column: string) => {
    setShown(cellText(report, ruleset, table, row, column, words));
  };

  const heads = bots.length <= MAX_WITH_LONG_HEADS ? "flat" : "upright";
  return (
    <>
      <div className={styles.box} tabIndex={-1}>
        <table
          ref={grid}
          role="grid"
          aria-label={words.t("cross_table")}
          className={styles.matrix}
          data-heads={heads}
          onKeyDown={onKeyDown}
          onMouseLeave={() => setShown(null)}
        >
          <thead>
            <tr>
              <td className={styles.corner} />
              {bots.map((bot) => (
                <th key={bot} scope="col" className={styles.columnHead}>
                  <span className={styles.headText}>
                    <Name name={bot} short />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bots.map((row, i) => (
              <tr key={row}>
                <th scope="row" className={styles.rowHead}>
                  <a href={botLink(row)} tabIndex={-1}>
                    <Name name={row} short />
                  </a>
                </th>
                {bots.map((column, j) => (
                  <Cell
                    key={column}
                    cell={row === column ? null : table.cell(row, column)}
                    isSelf={row === column}
                    table={table}
                    row={row}
                    column={column}
                    place={{ row: i, column: j }}
                    isCurrent={place.row === i && place.column === j}
                    onEnter={() => {
                      setPlace({ row: i, column: j });
                      describe(row, column);
                    }}
                    onPoint={() => describe(row, column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.shown} aria-hidden="true">
        {shown ?? words.t("cross_table_hint")}
      </p>
    </>
  );
}

/** The place that a key leads to; null for other keys. */
function moved({ row, column }: Place, key: string, size: number) {
  const last = size - 1;
  switch (key) {
    case "ArrowLeft":
      return { row, column: Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: Math.min(last, column + 1) };
    case "ArrowUp":
      return { row: Math.max(0, row - 1), column };
    case "ArrowDown":
      return { row: Math.min(last, row + 1), column };
    case "Home":
      return { row, column: 0 };
    case "End":
      return { row, column: last };
    default:
      return null;
  }
}

interface CellProps {
  readonly cell: CrossCell | null;
  readonly isSelf: boolean;
  readonly table: CrossTableData;
  readonly row: string;
  readonly column: string;
  readonly place: Place;
  readonly isCurrent: boolean;
  readonly onEnter: () => void;
  readonly onPoint: () => void;
}

function Cell(props: CellProps) {
  const words = useWords();
  const { cell, table, row, column, place } = props;
  const common = {
    "data-place": `${place.row}:${place.column}`,
    tabIndex: props.isCurrent ? 0 : -1,
    onFocus: props.onEnter,
  };
  if (!cell) {
    return (
      <td className={props.isSelf ? styles.self : undefined}>
        <span
          {...common}
          className={styles.nothing}
          aria-label={words.t(props.isSelf ? "same_bot" : "not_played")}
          role="img"
        />
      </td>
    );
  }
  const share = deviation(table.kind, cell.value) / (table.extreme || 1);
  return (
    <td
      className={share >= 0 ? styles.above : styles.below}
      style={{ "--share": `${Math.round(Math.abs(share) * 100)}%` }}
      onMouseEnter={props.onPoint}
    >
      <a
        {...common}
        className={cell.clear ? styles.clear : styles.unclear}
        href={pairingLink(row, column)}
        aria-label={words.t("cell_label", {
          first: row,
          second: column,
          value: valueText(table, cell.value, words),
        })}
      >
        {cellNumber(table, cell.value, words)}
      </a>
    </td>
  );
}

function cellNumber(table: CrossTableData, value: number, words: Words) {
  const decimals = decimalsIn(table.kind);
  return table.kind === "score"
    ? words.numbers.fixed(100 * value, decimals)
    : words.numbers.signed(value, decimals);
}

// It begins with the number of the cell.
function valueText(table: CrossTableData, value: number, words: Words) {
  const decimals = decimalsIn(table.kind);
  return table.kind === "score"
    ? words.numbers.percent(value, decimals)
    : words.numbers.signed(value, decimals);
}

function cellText(
  report: Report,
  ruleset: string | null,
  table: CrossTableData,
  row: string,
  column: string,
  words: Words,
): string | null {
  const cell = row === column ? null : table.cell(row, column);
  if (!cell) return null;
  const head = words.t("cell_label", {
    first: row,
    second: column,
    value: valueText(table, cell.value, words),
  });
  const source =
    report.rulesets.find((item) => item.ruleset === ruleset) ?? report.overall;
  const pairing = source && pairingOf(source, row, column);
  if (!pairing) return head;
  const pairs = words.numbers.count(pairing.pairs);
  const details = [head, words.t("pairs_count", { pairs })];
  if (pairing.los !== null) {
    details.push(`${words.t("los")} ${words.numbers.probability(pairing.los)}`);
  }
  return details.join(" · ");
}

function Legend({ table }: { readonly table: CrossTableData }) {
  const words = useWords();
  const middle = table.kind === "score" ? 0.5 : 0;
  const ends = [middle - table.extreme, middle, middle + table.extreme];
  const [low, even, high] = ends.map((end) => valueText(table, end, words));
  return (
    <div className={styles.legend} aria-hidden="true">
      <span>{low}</span>
      <span className={styles.scale}>
        <span>{even}</span>
      </span>
      <span>{high}</span>
    </div>
  );
}
