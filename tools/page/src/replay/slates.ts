// The slate before and after a deal.

import type { Deal, DealRules, DealTable } from "../data/deals";
import type { SlateView } from "../table/view";

/** With `isOver`, after deal `number` of the table; else before it. */
export function slateOf(
  rules: DealRules,
  table: DealTable,
  number: number,
  isOver: boolean,
  names: readonly string[],
): SlateView {
  const deal: Deal | undefined = table.deals[number];
  const result = isOver ? deal?.result : null;
  const tallies = result?.slate ?? table.deals[number - 1]?.result?.slate;
  return {
    sides: Array.from({ length: rules.sides }, (_, side) => {
      const tally = tallies?.[side];
      return {
        side,
        names: namesOf(rules, side, names),
        lines: tally?.lines ?? rules.lines,
        boucles: tally?.boucles ?? 0,
        cows: rules.cowsToWin > 1 ? (tally?.cows ?? 0) : 0,
        change: result?.change[side] ?? 0,
      };
    }),
    freshLines: rules.lines,
    carry: result ? result.carryAfter : (deal?.carry ?? 0),
    winner: result?.home ?? null,
  };
}

/** The different names on a side. */
export function namesOf(
  rules: DealRules,
  side: number,
  names: readonly string[],
): string[] {
  return [...new Set(names.filter((_, seat) => seat % rules.sides === side))];
}
