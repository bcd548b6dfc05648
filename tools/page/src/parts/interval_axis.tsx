// An estimate with its interval on an axis that all rows of a table share. The
// numbers stand beside it as text, so it is hidden from screen readers.

import { placeOn, type Axis } from "../data/axis";
import type { Estimate } from "../data/report";
import { useWords } from "../words/words";
import styles from "./interval_axis.module.css";

/** The numbers of the axis, for the head of the column. */
export function AxisTicks({ axis }: { readonly axis: Axis }) {
  const { numbers } = useWords();
  return (
    <span className={styles.ticks} aria-hidden="true">
      {axis.ticks.map((tick) => (
        <span key={tick} style={{ left: `${placeOn(axis, tick)}%` }}>
          {numbers.signed(tick, axis.decimals)}
        </span>
      ))}
    </span>
  );
}

interface IntervalBarProps {
  readonly axis: Axis;
  readonly estimate: Estimate;
  /** Draw a hollow dot, if there is an interval. */
  readonly quiet?: boolean;
  /** Half the width of a band around zero that is drawn behind. */
  readonly margin?: number | null;
}

export function IntervalBar(props: IntervalBarProps) {
  const { axis, estimate, quiet, margin } = props;
  const x = (value: number) => `${placeOn(axis, value)}%`;
  const { value, interval } = estimate;
  return (
    <svg
      className={quiet && interval ? styles.quiet : styles.bar}
      aria-hidden="true"
      focusable="false"
    >
      {margin != null && (
        <rect
          className={styles.margin}
          x={x(-margin)}
          width={`${placeOn(axis, margin) - placeOn(axis, -margin)}%`}
          y="0"
          height="100%"
        />
      )}
      {axis.ticks.map((tick) => (
        <line
          key={tick}
          className={tick === 0 ? styles.zero : styles.grid}
          x1={x(tick)}
          x2={x(tick)}
          y1="0"
          y2="100%"
        />
      ))}
      {interval && (
        <line
          className={styles.interval}
          x1={x(interval.lo)}
          x2={x(interval.hi)}
          y1="50%"
          y2="50%"
        />
      )}
      {value !== null && (
        <circle className={styles.dot} cx={x(value)} cy="50%" r="4" />
      )}
    </svg>
  );
}
