// The sign of a side: a shape as well as a colour.

import styles from "./side_mark.module.css";

const SHAPES = [
  "M6 1A5 5 0 1 1 6 11A5 5 0 1 1 6 1Z",
  "M1.5 1.5H10.5V10.5H1.5Z",
  "M6 1 11.5 11H0.5Z",
];

export function SideMark({ side }: { readonly side: number }) {
  return (
    <svg
      className={styles.mark}
      data-side={side}
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path d={SHAPES[side] ?? SHAPES[0]} />
    </svg>
  );
}
