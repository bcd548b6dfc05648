// A figure in its unit, and its name in words.

import type { Figure, Unit } from "../data/fairness";
import type { Estimate } from "../data/report";
import { MISSING } from "../words/numbers";
import { useWords, type Words } from "../words/words";
import styles from "./figure_text.module.css";

interface FigureTextProps {
  readonly unit: Unit;
  readonly estimate: Estimate;
  /** Whether the value is a difference, so has a sign. */
  readonly isDifference?: boolean;
}

/** "48.56% ± 0.16", the error in a quieter colour. */
export function FigureText({ unit, estimate, isDifference }: FigureTextProps) {
  const words = useWords();
  const { value } = estimate;
  if (value === null) return MISSING;
  const half = halfOf(estimate);
  const isShare = unit === "score" || unit === "share";
  const decimals = isShare ? 2 : 3;
  const error =
    half === null
      ? ""
      : ` ± ${words.numbers.fixed(isShare ? 100 * half : half, decimals)}`;
  return (
    <span className={styles.text}>
      {valueText(unit, value, isDifference ?? false, words)}
      {error && <span className={styles.error}>{error}</span>}
    </span>
  );
}

function valueText(
  unit: Unit,
  value: number,
  isDifference: boolean,
  { numbers }: Words,
): string {
  if (unit === "score" || unit === "share") {
    const text = numbers.percent(Math.abs(value), 2);
    if (value < 0) return `\u2212${text}`;
    return isDifference && value > 0 ? `+${text}` : text;
  }
  return isDifference || unit === "game_points"
    ? numbers.signed(value, 3)
    : numbers.fixed(value, 3);
}

/** Half the width of a bounded interval. */
export function halfOf({ interval }: Estimate): number | null {
  const half = interval === null ? NaN : (interval.hi - interval.lo) / 2;
  return Number.isFinite(half) ? half : null;
}

/** "makes trumps, seat 2 from eldest" of "makes_trumps.1". */
export function figureName(name: string, { t, named }: Words): string {
  const [figure = "", turn] = name.split(".");
  const text = named("figure", figure);
  if (turn === undefined || !/^\d+$/.test(turn)) return text;
  return t("from_eldest", { figure: text, seat: `${Number(turn) + 1}` });
}

/** The same for the first cell of a row: it may take two lines. */
export function FigureName({ name }: { readonly name: string }) {
  return <span className={styles.name}>{figureName(name, useWords())}</span>;
}

/** Whether a page shows a figure: not what the rules fix, nor what is unknown. */
export function isShown({ isFixed, estimate }: Figure): boolean {
  return !isFixed && estimate.value !== null;
}
