// A slate as of old: a line down the middle, crossed by lines to erase, boucles
// on them, and the chalk in the hole after a tie.

import { useId } from "react";
import { Name } from "../parts/names";
import { useWords } from "../words/words";
import { SideMark } from "./side_mark";
import type { SlateSide, SlateView } from "./view";
import styles from "./slate.module.css";

const STEP = 16; // between two lines
const ARM = 44; // how long a line is
const TOP = 14;

export function Slate({ view }: { readonly view: SlateView }) {
  const { t } = useWords();
  return (
    <section className={styles.slate} aria-label={t("slate")}>
      <Drawing view={view} />
      <ul className={styles.sides}>
        {view.sides.map((side) => (
          <Side key={side.side} side={side} view={view} />
        ))}
      </ul>
      {view.carry > 0 && (
        <p className={styles.carry}>
          {t("slate_carry", { points: `${view.carry}` })}
        </p>
      )}
    </section>
  );
}

function Side(props: { readonly side: SlateSide; readonly view: SlateView }) {
  const { t, numbers } = useWords();
  const { side, view } = props;
  const left = Math.max(side.lines, 0);
  const name = t("side_number", { side: `${side.side}` });
  const cows =
    side.cows > 0 &&
    t(side.cows === 1 ? "slate_cow" : "slate_cows", { count: `${side.cows}` });
  const more = [
    ...(side.boucles === 1 ? [t("slate_boucle")] : []),
    ...(side.boucles > 1
      ? [t("slate_boucles", { count: `${side.boucles}` })]
      : []),
    ...(cows ? [cows] : []),
    ...(view.winner === side.side ? [t("slate_home")] : []),
  ];
  return (
    <li className={styles.side}>
      <span className={styles.who}>
        <SideMark side={side.side} />
        {side.names.length > 0
          ? side.names.map((text, i) => <Name key={i} name={text} short />)
          : name}
      </span>
      <span className={styles.count}>
        <span className={styles.number} aria-hidden="true">
          {side.lines}
          {side.boucles > 0 && ` + ${side.boucles}`}
        </span>
        {side.change !== 0 && (
          <span className={styles.change}>
            {numbers.signed(side.change, 0)}
          </span>
        )}
      </span>
      <span className="visually-hidden">
        {[
          t(left === 1 ? "slate_left_one" : "slate_left", {
            side: name,
            lines: `${left}`,
          }),
          ...more,
        ].join(", ")}
      </span>
      {cows && (
        <span className={styles.cows} aria-hidden="true">
          {cows}
        </span>
      )}
      {view.winner === side.side && (
        <span className={styles.home} aria-hidden="true">
          {t("slate_home")}
        </span>
      )}
    </li>
  );
}

function Drawing({ view }: { readonly view: SlateView }) {
  const id = useId();
  const rows = Math.max(
    view.freshLines,
    1,
    ...view.sides.map((side) => side.lines),
  );
  const height = TOP * 2 + (rows - 1) * STEP;
  const hole = view.carry > 0 ? 30 : 0;
  const isPair = view.sides.length === 2;
  const width = isPair ? 2 * ARM + 32 : view.sides.length * (ARM + 32);
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height + hole}`}
      aria-hidden="true"
    >
      <defs>
        <filter id={id} x="-5%" y="-5%" width="110%" height="110%">
          <feTurbulence
            type="fractalNoise"
            baseFrequency="0.9"
            numOctaves="2"
            seed="3"
            result="grain"
          />
          <feDisplacementMap in="SourceGraphic" in2="grain" scale="1.6" />
        </filter>
      </defs>
      <g className={styles.chalk} filter={`url(#${id})`}>
        {view.sides.map((side, i) => {
          const x = isPair ? ARM + 16 : 16 + i * (ARM + 32);
          return (
            <Tree
              key={side.side}
              side={side}
              fresh={view.freshLines}
              x={x}
              height={height}
              direction={isPair && i === 0 ? -1 : 1}
            />
          );
        })}
        {hole > 0 && <Hole x={width / 2} y={height + 13} />}
      </g>
    </svg>
  );
}

// One side's half of the lines; erased ones leave a trace.
function Tree(props: {
  readonly side: SlateSide;
  readonly fresh: number;
  readonly x: number;
  readonly height: number;
  readonly direction: 1 | -1;
}) {
  const { side, fresh, x, height, direction } = props;
  const rows = Math.max(fresh, side.lines, 0);
  const gone = rows - Math.max(side.lines, 0);
  return (
    <>
      <path d={`M${x} 4V${height - 4}`} />
      {Array.from({ length: rows }, (_, row) => {
        const y = TOP + row * STEP;
        const slant = (row % 3) - 1; // drawn by hand
        return (
          <path
            key={row}
            className={row < gone ? styles.erased : undefined}
            d={`M${x - direction * 3} ${y}L${x + direction * ARM} ${y + slant}`}
          />
        );
      })}
      {Array.from({ length: side.boucles }, (_, number) => (
        <Boucle
          key={number}
          x={x}
          y={TOP + (gone + (number % Math.max(side.lines, 1))) * STEP}
          direction={direction}
          place={Math.floor(number / Math.max(side.lines, 1))}
        />
      ))}
    </>
  );
}

// A loop on a line; more than one on the same line stand side by side.
function Boucle(props: {
  readonly x: number;
  readonly y: number;
  readonly direction: 1 | -1;
  readonly place: number;
}) {
  const { x, y, direction, place } = props;
  const at = x + direction * (30 - 14 * (place % 3));
  const to = direction * 7;
  return (
    <path
      d={`M${at} ${y + 1}C${at + to * 1.6} ${y - 12} ${at - to * 1.6} ${y - 12} ${at} ${y + 1}`}
    />
  );
}

// "La craie dans le trou": a circle with a stroke across it.
function Hole(props: { readonly x: number; readonly y: number }) {
  const { x, y } = props;
  return (
    <path
      d={`M${x - 8} ${y}A8 8 0 1 1 ${x + 8} ${y}A8 8 0 1 1 ${x - 8} ${y}M${x - 12} ${y + 8}L${x + 12} ${y - 8}`}
    />
  );
}
