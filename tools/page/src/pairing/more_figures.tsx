// The figures of a pairing that a first look does not need.

import { isKnown } from "../data/schema";
import {
  column,
  count,
  estimate,
  fixed,
  percent,
  type Column,
} from "../parts/columns";
import { RulesetName } from "../parts/names";
import { SimpleTable } from "../parts/simple_table";
import { useWords } from "../words/words";
import type { Meeting } from "./meeting";

const COLUMNS: readonly Column<Meeting>[] = [
  column("rating_elo_match", ({ pairing }) => pairing.eloPerMatch, estimate(1)),
  column("pairing_elo", ({ pairing }) => pairing.elo, estimate(1)),
  column("nelo", ({ pairing }) => pairing.nelo, estimate(1)),
  {
    head: "anytime",
    cell: ({ pairing: { pointsAnytime, eloAnytime } }, { numbers }) =>
      pointsAnytime
        ? numbers.interval(pointsAnytime, 3)
        : eloAnytime && numbers.interval(eloAnytime, 1),
  },
  column("luck_share", ({ pairing }) => pairing.luckShare, percent(0)),
  column("pairing_gain", ({ pairing }) => pairing.pairingGain, fixed(1, " ×")),
  column("decisions", ({ pairing }) => pairing.decisions, count),
  column("forfeits", ({ pairing }) => pairing.forfeits || null, count),
  {
    head: "without_forfeits",
    cell: ({ pairing: { withoutForfeits, points } }, { numbers }) =>
      withoutForfeits &&
      numbers.estimate(withoutForfeits, isKnown(points) ? 3 : 1),
  },
];

export function MoreFigures(props: { readonly meetings: readonly Meeting[] }) {
  const { t } = useWords();
  return (
    <SimpleTable
      caption={t("more_figures")}
      name={{
        head: "ruleset",
        cell: ({ ruleset }) => <RulesetName name={ruleset} />,
      }}
      columns={COLUMNS}
      rows={props.meetings}
      keyOf={({ ruleset }) => ruleset}
      missing=""
    />
  );
}
