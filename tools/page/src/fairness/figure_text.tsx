// A figure in its unit, and its name in words.

import type { Figure, Unit } from "../data/fairness";
import type { Estimate } from "../data/report";
import { isLopsided, MISSING, type Numbers } from "../words/numbers";
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
  const isShare = unit === "score" || unit === "share";
  const error = errorText(estimate, isShare, words.numbers);
  return (
    <span className={styles.text}>
      {valueText(unit, value, isDifference ?? false, words)}
      {error && <span className={styles.error}>{` ${error}`}</span>}
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

/** "± 0.16", or "[0.07, 2.11]" of a lopsided interval; a share in percent. */
export function errorText(
  { value, interval }: Estimate,
  isShare: boolean,
  numbers: Numbers,
): string {
  if (value === null || interval === null) return "";
  const factor = isShare ? 100 : 1;
  const lo = factor * interval.lo;
  const hi = factor * interval.hi;
  if (!Number.isFinite(hi - lo)) return "";
  const decimals = isShare ? 2 : 3;
  return isLopsided(factor * value, { lo, hi }, decimals)
    ? `[${numbers.fixed(lo, decimals)}, ${numbers.fixed(hi, decimals)}]`
    : `± ${numbers.fixed((hi - lo) / 2, decimals)}`;
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
