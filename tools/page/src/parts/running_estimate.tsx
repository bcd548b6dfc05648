// An estimate as pairs came in, with the band that holds at any time.

import { areaY, line, ruleY } from "@observablehq/plot";
import { useMemo } from "react";
import type { PathPoint } from "../data/report";
import { useWords } from "../words/words";
import { Chart } from "./plot";
import { Note } from "./section";

interface RunningEstimateProps {
  readonly path: readonly PathPoint[];
  readonly unit: "points" | "score";
}

export function RunningEstimate({ path, unit }: RunningEstimateProps) {
  const { t } = useWords();
  const options = useMemo(() => {
    const even = unit === "points" ? 0 : 0.5;
    const points = path.map(({ pairs, estimate }) => ({
      pairs,
      value: estimate.value,
      lo: estimate.interval?.lo ?? null,
      hi: estimate.interval?.hi ?? null,
    }));
    return {
      x: { label: t("pairs") },
      y: { label: t(unit === "points" ? "lead_points" : "score"), grid: true },
      marks: [
        areaY(points, {
          x: "pairs",
          y1: "lo",
          y2: "hi",
          fill: "var(--accent)",
          fillOpacity: 0.12,
        }),
        ruleY([even], { stroke: "var(--faint)" }),
        line(points, {
          x: "pairs",
          y: "value",
          stroke: "var(--accent)",
          strokeWidth: 1.75,
        }),
      ],
    };
  }, [path, unit, t]);
  return (
    <>
      <Chart label={t("running_estimate")} options={options} />
      <Note>{t("note_anytime")}</Note>
    </>
  );
}
