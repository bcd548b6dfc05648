// The results of a pairing under each ruleset: at first look, and all figures.

import {
  estimateOf,
  excludesZero,
  runningEstimateOf,
  type Meeting,
} from "../data/pairing";
import type { Report } from "../data/report";
import { unitOf } from "../data/standings";
import { isAnytime } from "../data/summary";
import { decimalsOf, dotLegendOf } from "../home/standings";
import {
  column,
  count,
  estimate,
  fixed,
  percent,
  probability,
  wdl,
  type Column,
} from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { useWords } from "../words/words";

const PAIRING_LABELS = {
  points: "lead_points",
  elo_match: "pairing_elo_match",
  elo_deal: "pairing_elo_deal",
} as const;

// All rulesets of a report have one scale.
function unitOfPairings(report: Report): keyof typeof PAIRING_LABELS {
  const [table] = report.rulesets;
  return table ? unitOf(report, table) : "points";
}

const COLUMNS: readonly Column<Meeting>[] = [
  column("wdl", ({ pairing }) => pairing.wdl, wdl),
  column("score", ({ pairing }) => pairing.score, percent()),
  column("los", ({ pairing }) => pairing.los, probability),
  column("pairs", ({ pairing }) => pairing.pairs, count),
];

export function Results(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
}) {
  const { t } = useWords();
  const { report, meetings } = props;
  const unit = unitOfPairings(report);
  const isRunning = isAnytime(report);
  const read = isRunning ? runningEstimateOf : estimateOf;
  return (
    <>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate={PAIRING_LABELS[unit]}
        decimals={decimalsOf(unit)}
        columns={COLUMNS}
        rows={meetings.map((meeting) => {
          const result = read(meeting.pairing);
          return {
            key: meeting.ruleset,
            item: meeting,
            name: <RulesetName name={meeting.ruleset} />,
            estimate: result,
            quiet: !excludesZero(result),
          };
        })}
        legend={dotLegendOf(report)}
      />
      <Note>{t(isRunning ? "note_pairing_running" : "note_pairing")}</Note>
    </>
  );
}

// The bot that gains more points is not always the one that wins more deals.
export function Signs({ meetings }: { readonly meetings: readonly Meeting[] }) {
  const { t } = useWords();
  return meetings
    .filter(({ pairing }) => pairing.signsDiffer)
    .map(({ ruleset, pairing }) => {
      const isFirst = (pairing.points.value ?? 0) > 0;
      const [more, less] = isFirst
        ? [pairing.first, pairing.second]
        : [pairing.second, pairing.first];
      return (
        <Note key={ruleset}>{t("note_signs", { more, less, ruleset })}</Note>
      );
    });
}

const MORE_COLUMNS: readonly Column<Meeting>[] = [
  column(
    "lead_points",
    ({ pairing }) => (pairing.byPoints ? null : pairing.points),
    estimate(3),
  ),
  column("rating_elo_match", ({ pairing }) => pairing.eloPerMatch, estimate(1)),
  column("pairing_elo", ({ pairing }) => pairing.elo, estimate(1)),
  column("nelo", ({ pairing }) => pairing.nelo, estimate(1)),
  {
    head: "anytime",
    cell: ({ pairing }, { numbers }) => {
      const { interval } = runningEstimateOf(pairing);
      return interval && numbers.interval(interval, pairing.byPoints ? 3 : 1);
    },
  },
  column("luck_share", ({ pairing }) => pairing.luckShare, percent(0)),
  column("pairing_gain", ({ pairing }) => pairing.pairingGain, fixed(1, " ×")),
  column("decisions", ({ pairing }) => pairing.decisions, count),
  column("forfeits", ({ pairing }) => pairing.forfeits || null, count),
  {
    head: "without_forfeits",
    cell: ({ pairing: { withoutForfeits, byPoints } }, { numbers }) =>
      withoutForfeits && numbers.estimate(withoutForfeits, byPoints ? 3 : 1),
  },
];

/** The figures that a first look does not need. */
export function MoreFigures(props: { readonly meetings: readonly Meeting[] }) {
  const { t } = useWords();
  return (
    <SimpleTable
      caption={t("more_figures")}
      name={{
        head: "ruleset",
        cell: ({ ruleset }) => <RulesetName name={ruleset} />,
      }}
      columns={MORE_COLUMNS}
      rows={props.meetings}
      keyOf={({ ruleset }) => ruleset}
      missing=""
    />
  );
}
