// A chart of Observable Plot. It is drawn anew for each width, so that text
// keeps its size; colours follow the style sheet.

import { useElementSize } from "@mantine/hooks";
import { plot, type PlotOptions } from "@observablehq/plot";
import { useEffect, useRef } from "react";
import { useWords } from "../words/words";
import styles from "./plot.module.css";

interface ChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  readonly options: PlotOptions;
}

export function Chart({ label, options }: ChartProps) {
  const { ref: sizeRef, width } = useElementSize();
  const { numbers } = useWords();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (width === 0) return;
    const tickFormat = (tick: unknown) =>
      typeof tick === "number" ? numbers.tick(tick) : String(tick);
    const chart = plot({
      height: 280,
      marginLeft: 56,
      marginRight: 24,
      marginBottom: 40,
      style: { background: "transparent", overflow: "visible" },
      ...options,
      x: { tickFormat, ...options.x },
      y: { tickFormat, ...options.y },
      width,
    });
    // Plot labels its parts; the figure as a whole has one label instead.
    chart.setAttribute("aria-hidden", "true");
    place.current?.replaceChildren(chart);
  }, [options, width, numbers]);
  return (
    <div ref={sizeRef} className={styles.chart} role="img" aria-label={label}>
      <div ref={place} />
    </div>
  );
}
