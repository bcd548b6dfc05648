// Which terms a report needs explained.

import type { Counts, Estimate, Pairing, Report } from "../data/report";
import { isKnown } from "../data/schema";
import {
  hasWhole,
  rulesetsOf,
  standingsOf,
  type RatingUnit,
} from "../data/standings";
import type { TermKey } from "../words/words";

/** The terms of the figures that a report has. */
export function termsOf(report: Report): readonly TermKey[] {
  const whole = hasWhole(report) ? [null] : [];
  const standings = [...whole, ...rulesetsOf(report)].flatMap(
    (ruleset) => standingsOf(report, ruleset) ?? [],
  );
  const rows = standings.flatMap((table) => table.rows);
  const tables = [
    ...report.rulesets,
    ...(report.overall ? [report.overall] : []),
  ];
  const pairings = tables.flatMap((table) => table.pairings);
  const hasUnit = (unit: RatingUnit) =>
    standings.some((table) => table.unit === unit);
  const counts = (key: keyof Counts) =>
    rows.some((row) => (row.counts[key] ?? null) !== null);
  const isOfPairings =
    hasUnit("points") || hasUnit("elo_match") || hasUnit("elo_deal");
  const ofPairings = (read: (pairing: Pairing) => Estimate) =>
    pairings.some((pairing) => isKnown(read(pairing)));
  const hasInterval =
    rows.some((row) => row.rating.interval) ||
    pairings.some(({ points, elo, pointsAnytime, eloAnytime }) =>
      [points.interval, elo.interval, pointsAnytime, eloAnytime].some(Boolean),
    );
  const terms: readonly (readonly [TermKey, boolean])[] = [
    ["rank", rows.some((row) => row.rank)],
    ["rating_lead", hasUnit("lead")],
    ["points_per_table", hasUnit("lead") && counts("gamePoints")],
    ["adjusted_points", hasUnit("adjusted")],
    ["rating_points_left", hasUnit("adjusted") && counts("gamePoints")],
    ["deals", hasUnit("adjusted")],
    ["rating_points", hasUnit("points")],
    [
      "rating_elo_match",
      hasUnit("elo_match") || ofPairings(({ eloPerMatch }) => eloPerMatch),
    ],
    ["rating_elo_deal", hasUnit("elo_deal")],
    ["wdl", counts("wdl")],
    ["score", counts("score")],
    ["points_per_deal", isOfPairings && counts("gamePoints")],
    ["pairs", isOfPairings && counts("pairs")],
    ["los", pairings.some(({ los }) => los !== null)],
    ["nelo", ofPairings(({ nelo }) => nelo)],
    ["interval", hasInterval],
    ["faults", rows.some((row) => row.faults !== null)],
  ];
  return terms.flatMap(([term, applies]) => (applies ? [term] : []));
}
