// The outcome of a table for the first team: game points of a deal, won or lost
// of a match.

import type { DealIndex, DealTable } from "../data/deals";
import type { Words } from "../words/words";

export function outcomeOf(
  index: DealIndex,
  { score, lead }: DealTable,
  { t, numbers }: Words,
): string {
  if (index.matches && score !== null) {
    if (score === 0.5) return t("result_drawn");
    return t(score > 0.5 ? "result_won" : "result_lost");
  }
  return lead === null ? "–" : numbers.signed(lead, lead % 1 === 0 ? 0 : 1);
}
