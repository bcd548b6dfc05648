// The signs of the suits and of the courts, as drawings.

import { isRed } from "./cards";
import type { Suit } from "./view";
import styles from "./pips.module.css";

// In a square of 100.
const PIPS: Readonly<Record<Suit, string>> = {
  S: "M50 4C57 25 93 42 93 66C93 81 82 89 71 89C63 89 56 85 53 78C54 87 58 93 66 97H34C42 93 46 87 47 78C44 85 37 89 29 89C18 89 7 81 7 66C7 42 43 25 50 4Z",
  H: "M50 95C44 77 6 59 6 32C6 16 17 7 30 7C39 7 47 12 50 22C53 12 61 7 70 7C83 7 94 16 94 32C94 59 56 77 50 95Z",
  D: "M50 3C58 21 71 38 86 50C71 62 58 79 50 97C42 79 29 62 14 50C29 38 42 21 50 3Z",
  C: "M28 26A22 22 0 1 1 64 43A22 22 0 1 1 54 67C54 81 58 91 68 97H32C42 91 46 81 46 67A22 22 0 1 1 36 43A22 22 0 0 1 28 26Z",
};

// In a box 40 wide and 16 high.
const CROWNS = {
  K: "M2 16 0 3 9 9 14 0 20 8 26 0 31 9 40 3 38 16Z",
  Q: "M3 16 0 4 10 10 20 0 30 10 40 4 37 16Z",
  J: "M4 16V10C4 3 12 1 21 3C28 5 34 3 38 0C38 6 37 9 35 11V16Z",
} as const;

/** A suit inside another drawing. */
export function Pip(props: {
  readonly suit: Suit;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}) {
  const { suit, x, y, size } = props;
  return (
    <path
      d={PIPS[suit]}
      transform={`translate(${x} ${y}) scale(${size / 100})`}
    />
  );
}

export function Crown({ rank }: { readonly rank: keyof typeof CROWNS }) {
  return (
    <path
      className={styles.crown}
      d={CROWNS[rank]}
      transform="translate(25.5 34) scale(0.75)"
    />
  );
}

/** A suit by itself, in a line of text; what it means stands beside it. */
export function SuitSign({ suit }: { readonly suit: Suit }) {
  return (
    <svg
      className={isRed(suit) ? styles.red : styles.black}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      <path d={PIPS[suit]} />
    </svg>
  );
}
