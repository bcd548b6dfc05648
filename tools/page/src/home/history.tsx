// The ratings of an arena after each round.

import { areaY, line, ruleY, text } from "@observablehq/plot";
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
  const shown = onlyOf(history, bot);
  if (!shown.entrants.some(({ points }) => points.length > 1)) return null;
  return (
    <Section
      title={t("history")}
      lead={t("history_lead", { ruleset: history.ruleset })}
    >
      <Lines history={shown} />
      <Note>
        <ZeroText
          anchor={history.anchor}
          elo={report.anchorElo}
          hasIntervals={report.arena?.whyNoIntervals === null}
        />
      </Note>
    </Section>
  );
}

function onlyOf(history: History, bot: string | undefined): History {
  if (bot === undefined) return history;
  const entrants = history.entrants.filter(({ name }) => name === bot);
  return { ...history, entrants };
}

const MAX_WITH_BANDS = 5; // lines; more bands hide each other

function Lines({ history }: { readonly history: History }) {
  const { t } = useWords();
  const options = useMemo(() => {
    const points = history.entrants.flatMap(({ name, points }) =>
      points.map(({ round, rating }) => ({
        name,
        round,
        rating: rating.value,
        lo: rating.interval?.lo ?? rating.value,
        hi: rating.interval?.hi ?? rating.value,
      })),
    );
    const hasIntervals = history.entrants.some(({ points: of }) =>
      of.some(({ rating }) => rating.interval !== null),
    );
    const ends = history.entrants.flatMap(({ name, points: of }) => {
      const point = of.at(-1);
      return point
        ? [{ name: cut(name), round: point.round, rating: point.rating.value }]
        : [];
    });
    const height = Math.max(280, LABEL_HEIGHT * ends.length);
    const labels = spread(ends, rangeOf(points) * (LABEL_HEIGHT / height));
    const rounds = [...new Set(points.map((point) => point.round))];
    return {
      marginRight: 112,
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
        ...(history.entrants.length <= MAX_WITH_BANDS && hasIntervals
          ? [
              areaY(points, {
                x: "round",
                y1: "lo",
                y2: "hi",
                z: "name",
                fill: "var(--accent)",
                fillOpacity: 0.1,
              }),
            ]
          : []),
        line(points, {
          x: "round",
          y: "rating",
          z: "name",
          stroke: "var(--accent)",
          strokeWidth: 1.5,
          marker: "dot" as const,
        }),
        text(labels, {
          x: "round",
          y: "rating",
          text: "name",
          textAnchor: "start" as const,
          dx: 8,
          fill: "var(--ink)",
        }),
      ],
    };
  }, [history, t]);
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
