// The ratings of an arena after each round.

import { areaY, line, ruleY, text, vector } from "@observablehq/plot";
import { useMemo } from "react";
import type { History, Report } from "../data/report";
import { Chart } from "../parts/plot";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";
import { ZeroText } from "./standings";

interface HistoryChartProps {
  readonly report: Report;
  readonly ruleset: string | null;
  /** Only this entrant. */
  readonly bot?: string;
}

/** Nothing unless there are two rounds to compare. */
export function HistoryChart({ report, ruleset, bot }: HistoryChartProps) {
  const { t } = useWords();
  const history =
    report.history.find((item) => item.ruleset === ruleset) ??
    report.history[0];
  if (!history) return null;
  const strokes = strokesOf(history);
  const shown = onlyOf(history, bot);
  if (!shown.entrants.some(({ points }) => points.length > 1)) return null;
  return (
    <Section
      title={t("history")}
      lead={t("history_lead", { ruleset: history.ruleset })}
    >
      <Lines history={shown} strokes={strokes} />
      <Note>
        <ZeroText
          anchor={history.anchor}
          elo={report.anchorElo}
          hasIntervals={false}
        />
        {hasBands(shown) && t("note_history_band")}
      </Note>
    </Section>
  );
}

function onlyOf(history: History, bot: string | undefined): History {
  if (bot === undefined) return history;
  const entrants = history.entrants.filter(({ name }) => name === bot);
  return { ...history, entrants };
}

interface Stroke {
  readonly color: string;
  readonly dash: string;
}

const COLORS = 6; // of the style sheet, told apart by all kinds of colour vision
const DASHES = ["none", "7 3", "2 3", "9 3 2 3"] as const;
const COMBINED = 12; // lines until a colour meets the same dash again

// Neighbours differ in both; 24 lines have a stroke of their own.
function strokesOf(history: History): ReadonlyMap<string, Stroke> {
  return new Map(
    history.entrants.map(({ name }, i) => [
      name,
      {
        color: `var(--line-${(i % COLORS) + 1})`,
        dash: DASHES[(i + Math.floor(i / COMBINED)) % DASHES.length] ?? "none",
      },
    ]),
  );
}

const MAX_WITH_BANDS = 5; // lines; more bands hide each other
const SWATCH = 22; // pixels

function hasBands({ entrants }: History): boolean {
  return (
    entrants.length <= MAX_WITH_BANDS &&
    entrants.some(({ points }) =>
      points.some(({ rating }) => rating.interval !== null),
    )
  );
}

// A piece of its line before the name, since labels move apart.
const swatch = {
  draw(
    context: {
      moveTo(x: number, y: number): void;
      lineTo(x: number, y: number): void;
    },
    length: number,
  ) {
    context.moveTo(0, 0);
    context.lineTo(0, -length);
  },
};

function Lines(props: {
  readonly history: History;
  readonly strokes: ReadonlyMap<string, Stroke>;
}) {
  const { t } = useWords();
  const { history, strokes } = props;
  const options = useMemo(() => {
    const colorOf = ({ name }: { readonly name: string }) =>
      strokes.get(name)?.color ?? "var(--accent)";
    const points = history.entrants.flatMap(({ name, points }) =>
      points.map(({ round, rating }) => ({
        name,
        round,
        rating: rating.value,
        lo: rating.interval?.lo ?? rating.value,
        hi: rating.interval?.hi ?? rating.value,
      })),
    );
    const rounds = [...new Set(points.map((point) => point.round))];
    const last = rounds.reduce((a, b) => Math.max(a, b), 0);
    const ends = history.entrants.flatMap(({ name, points: of }) => {
      const point = of.at(-1);
      return point
        ? [{ name, cut: cut(name), round: last, rating: point.rating.value }]
        : [];
    });
    const height = Math.max(280, LABEL_HEIGHT * (ends.length + 2));
    const labels = spread(ends, rangeOf(points) * (LABEL_HEIGHT / height));
    const ofDash = <T extends { readonly name: string }>(
      rows: readonly T[],
      dash: string,
    ) => rows.filter(({ name }) => strokes.get(name)?.dash === dash);
    return {
      marginRight: 144,
      height,
      x: {
        label: t("round"),
        ticks: rounds.length < 12 ? rounds : 12,
      },
      y: {
        label: t(
          history.unit === "points" ? "rating_points" : "rating_elo_match",
        ),
        grid: true,
      },
      marks: [
        ruleY([0], { stroke: "var(--faint)" }),
        ...(hasBands(history)
          ? [
              areaY(points, {
                x: "round",
                y1: "lo",
                y2: "hi",
                z: "name",
                fill: colorOf,
                fillOpacity: 0.1,
              }),
            ]
          : []),
        ...DASHES.flatMap((dash) => [
          line(ofDash(points, dash), {
            x: "round",
            y: "rating",
            z: "name",
            stroke: colorOf,
            strokeWidth: 1.75,
            strokeDasharray: dash,
            marker: "dot" as const,
          }),
          vector(ofDash(labels, dash), {
            x: "round",
            y: "rating",
            dx: 8,
            length: SWATCH,
            rotate: 90,
            anchor: "start" as const,
            shape: swatch,
            stroke: colorOf,
            strokeWidth: 1.75,
            strokeDasharray: dash,
          }),
        ]),
        text(labels, {
          x: "round",
          y: "rating",
          text: "cut",
          textAnchor: "start" as const,
          dx: SWATCH + 14,
          fill: colorOf,
        }),
      ],
    };
  }, [history, strokes, t]);
  return <Chart label={t("history_label")} options={options} />;
}

const LABEL_HEIGHT = 18; // pixels

function rangeOf(
  points: readonly { readonly lo: number | null; readonly hi: number | null }[],
): number {
  const lo = points.reduce((least, point) => Math.min(least, point.lo ?? 0), 0);
  const hi = points.reduce((most, point) => Math.max(most, point.hi ?? 0), 0);
  return hi - lo;
}

/** Moves labels apart, up to the distance that they need to be read. */
function spread<T extends { readonly rating: number | null }>(
  labels: readonly T[],
  distance: number,
): T[] {
  const sorted = [...labels].sort((a, b) => (a.rating ?? 0) - (b.rating ?? 0));
  let least = -Infinity;
  return sorted.map((label) => {
    const rating = Math.max(label.rating ?? 0, least);
    least = rating + distance;
    return { ...label, rating };
  });
}

function cut(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15)}…` : name;
}
