// The lead of eldest hand's side under all rulesets, a mark per bot. A bot has
// its own shape and its own shade; a mark is filled if whole matches show the
// effect.

import { useMediaQuery } from "@mantine/hooks";
import {
  dot,
  rect,
  ruleX,
  ruleY,
  text,
  type PlotOptions,
} from "@observablehq/plot";
import { useMemo } from "react";
import type { Fairness, Ruleset } from "../data/fairness";
import { Chart } from "../parts/plot";
import { Name } from "../parts/names";
import { useWords } from "../words/words";
import styles from "./seat_plot.module.css";

const SYMBOLS = ["circle", "triangle", "square", "diamond2", "star"] as const;
type Symbol = (typeof SYMBOLS)[number];

/** One ruleset and one bot. Of an interval only bounded ends are drawn. */
interface Mark {
  readonly at: number;
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
  readonly symbol: Symbol;
  readonly colour: string;
  readonly isFilled: boolean;
}

const ROW = 38; // pixels per ruleset
const ROW_ON_PHONE = 58; // with its name above the marks
const MAX_LETTERS = 26; // of a name at the side of the plot
const LETTER = 7.5; // pixels, about

export function SeatPlot({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const isPhone = useMediaQuery("screen and (max-width: 52rem)") ?? false;
  const options = useMemo(
    () => optionsOf(fairness, isPhone, t("seat_plot_axis")),
    [fairness, isPhone, t],
  );
  return (
    <>
      <Legend fairness={fairness} />
      <div className={styles.plot}>
        <Chart label={t("seat_plot_label")} options={options} />
      </div>
    </>
  );
}

/** By what the strongest bot finds, the largest lead above. */
function inOrder(fairness: Fairness): readonly Ruleset[] {
  const lead = (ruleset: Ruleset) =>
    ruleset.seatEffects.at(-1)?.points.value ?? -Infinity;
  return [...fairness.rulesets].sort((a, b) => lead(b) - lead(a));
}

function optionsOf(
  fairness: Fairness,
  isPhone: boolean,
  axis: string,
): PlotOptions {
  const rulesets = inOrder(fairness);
  const marks = rulesets.flatMap((ruleset, row) =>
    marksOf(fairness, ruleset, row, isPhone),
  );
  const margin = fairness.marginPoints;
  const bounds = { y1: -0.5, y2: rulesets.length - 0.5 };
  const names = rulesets.map(({ ruleset }, row) => ({
    row: isPhone ? row - 0.34 : row,
    name: shortened(ruleset),
  }));
  const widest = Math.max(0, ...names.map(({ name }) => name.length));
  return {
    height: 90 + rulesets.length * (isPhone ? ROW_ON_PHONE : ROW),
    marginLeft: isPhone ? 8 : 28 + LETTER * widest,
    marginRight: isPhone ? 8 : 24,
    marginTop: 46,
    marginBottom: 42,
    x: {
      label: axis,
      labelAnchor: "center",
      labelArrow: "none",
      axis: rulesets.length > 8 ? "both" : "bottom",
      grid: true,
      nice: true,
    },
    y: {
      axis: null,
      domain: [rulesets.length - 0.5, -0.5],
    },
    marks: [
      ...(margin === null
        ? []
        : [
            rect([{ ...bounds, x1: -margin, x2: margin }], {
              x1: "x1",
              x2: "x2",
              y1: "y1",
              y2: "y2",
              fill: "var(--band, var(--track))",
            }),
          ]),
      ruleY(
        rulesets.slice(1).map((_, row) => row + 0.5),
        { stroke: "var(--line)" },
      ),
      ruleX([0], { stroke: "var(--faint)" }),
      text(names, {
        y: "row",
        text: "name",
        frameAnchor: "left",
        textAnchor: isPhone ? "start" : "end",
        dx: isPhone ? 0 : -12,
        fill: "var(--ink)",
        fontSize: 13,
      }),
      ruleY(marks, {
        y: "at",
        x1: "lo",
        x2: "hi",
        stroke: "colour",
        strokeWidth: 2,
        strokeOpacity: 0.55,
      }),
      dot(marks, {
        x: "value",
        y: "at",
        symbol: "symbol",
        fill: (mark: Mark) => (mark.isFilled ? mark.colour : "var(--paper)"),
        stroke: "colour",
        strokeWidth: 1.75,
        r: 4,
      }),
    ],
    color: { type: "identity" },
    symbol: { type: "identity" },
  };
}

function marksOf(
  fairness: Fairness,
  { seatEffects }: Ruleset,
  row: number,
  isPhone: boolean,
): Mark[] {
  const bots = fairness.bots.length;
  // On a phone the upper third of a row has the name.
  const [first, height] = isPhone ? [-0.12, 0.5] : [-0.34, 0.68];
  return seatEffects.flatMap(({ bot, points, showsInMatches }) => {
    const index = fairness.bots.indexOf(bot);
    if (points.value === null || index < 0) return [];
    const below = bots - 1 - index; // the strongest bot above
    const { lo, hi } = points.interval ?? { lo: NaN, hi: NaN };
    return [
      {
        at: row + first + (height * (below + 0.5)) / bots,
        value: points.value,
        lo: Number.isFinite(lo) ? lo : points.value,
        hi: Number.isFinite(hi) ? hi : points.value,
        symbol: symbolOf(index),
        colour: colourOf(index, bots),
        isFilled: showsInMatches,
      },
    ];
  });
}

function symbolOf(index: number): Symbol {
  return SYMBOLS[index % SYMBOLS.length] ?? "circle";
}

/** From grey for the weakest bot to the accent for the strongest. */
function colourOf(index: number, bots: number): string {
  const share = bots < 2 ? 100 : Math.round((100 * index) / (bots - 1));
  return `color-mix(in oklab, var(--accent) ${share}%, var(--muted))`;
}

function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length <= MAX_LETTERS
    ? name
    : `${letters.slice(0, MAX_LETTERS - 1).join("")}…`;
}

function Legend({ fairness }: { readonly fairness: Fairness }) {
  const { t } = useWords();
  const { bots } = fairness;
  return (
    <ul className={styles.legend}>
      {bots
        .map((bot, index) => (
          <li key={bot}>
            <Swatch
              symbol={symbolOf(index)}
              colour={colourOf(index, bots.length)}
            />
            <Name name={bot} />
          </li>
        ))
        .reverse()}
      <li>{t("legend_in_matches")}</li>
      <li>{t("legend_not_in_matches")}</li>
      <li>
        <span className={styles.band} aria-hidden="true" />
        {t("legend_margin")}
      </li>
    </ul>
  );
}

// The shapes of the plot, in a square of 14.
const SHAPES: Readonly<Record<Symbol, string>> = {
  circle: "M7 2.5a4.5 4.5 0 1 0 .01 0Z",
  triangle: "M7 1.5 12.5 11.5H1.5Z",
  square: "M3 3H11V11H3Z",
  diamond2: "M7 1 13 7 7 13 1 7Z",
  star: "M7 1 8.6 5.2 13 5.3 9.6 8 10.7 12.3 7 9.9 3.3 12.3 4.4 8 1 5.3 5.4 5.2Z",
};

function Swatch(props: { readonly symbol: Symbol; readonly colour: string }) {
  return (
    <svg
      className={styles.swatch}
      viewBox="0 0 14 14"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={SHAPES[props.symbol]}
        fill="none"
        stroke={props.colour}
        strokeWidth="1.75"
      />
    </svg>
  );
}
