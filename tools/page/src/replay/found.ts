// Finds a deal that an address names, and the names at its table.

import type { DealIndex, DealRules, DealTable, DealUnit } from "../data/deals";

/** The names of the bots of each team, team by team. */
export function botsOf(index: DealIndex, unit: DealUnit): string[] {
  return unit.teams.flat().map((bot) => index.bots[bot] ?? "");
}

export function rulesOf(
  index: DealIndex,
  unit: DealUnit,
): DealRules | undefined {
  return index.rulesets[unit.ruleset];
}

/** The names by seat. */
export function namesAt(index: DealIndex, table: DealTable): string[] {
  return table.seats.map((bot) => index.bots[bot] ?? "");
}

/** The units with these bots at the table, of a ruleset if one is named. */
export function unitsWith(
  index: DealIndex,
  ruleset: string | null,
  bots: readonly string[],
): DealUnit[] {
  return index.units.filter((unit) => {
    if (ruleset !== null && rulesOf(index, unit)?.id !== ruleset) return false;
    const names = botsOf(index, unit);
    return bots.every((bot) => names.includes(bot));
  });
}

/** The unit of a deal; its bots in the order of their teams. */
export function unitOf(
  index: DealIndex,
  ruleset: string,
  item: number,
  bots: readonly string[],
): DealUnit | undefined {
  const found = unitsWith(index, ruleset, bots).filter(
    ({ firstItem, count }) => item >= firstItem && item < firstItem + count,
  );
  const isExact = (unit: DealUnit) =>
    botsOf(index, unit).join("\n") === bots.join("\n");
  return found.find(isExact) ?? found[0];
}
