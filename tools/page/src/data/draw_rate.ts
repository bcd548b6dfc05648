import type { Report, Wdl } from "./report";

/** The share of tables that were draws, 0 to 1. */
export function shareOfDraws(wdls: readonly (Wdl | null)[]): number | null {
  let draws = 0;
  let tables = 0;
  for (const wdl of wdls) {
    if (!wdl) continue;
    draws += wdl.draws;
    tables += wdl.wins + wdl.draws + wdl.losses;
  }
  return tables > 0 ? draws / tables : null;
}

export function drawRateOf(report: Report, ruleset: string): number | null {
  const table = report.rulesets.find((item) => item.ruleset === ruleset);
  return shareOfDraws(table?.pairings.map((pairing) => pairing.wdl) ?? []);
}
