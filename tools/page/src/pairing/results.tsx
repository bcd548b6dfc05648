// The results of a pairing under each ruleset.

import { estimateOf, excludesZero, runningEstimateOf } from "../data/pairing";
import type { Report } from "../data/report";
import { stateOf } from "../data/summary";
import {
  column,
  count,
  percent,
  probability,
  wdl,
  type Column,
} from "../parts/columns";
import { IntervalTable } from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note } from "../parts/section";
import { useWords } from "../words/words";
import type { Meeting } from "./meeting";

const COLUMNS: readonly Column<Meeting>[] = [
  column("wdl", ({ pairing }) => pairing.wdl, wdl),
  column("score", ({ pairing }) => pairing.score, percent()),
  column("los", ({ pairing }) => pairing.los, probability),
  column("pairs", ({ pairing }) => pairing.pairs, count),
];

export function Results(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
  readonly hasPoints: boolean;
}) {
  const { t } = useWords();
  const { report, meetings, hasPoints } = props;
  const isRunning = stateOf(report) === "unfinished";
  const read = isRunning ? runningEstimateOf : estimateOf;
  return (
    <>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate={hasPoints ? "lead_points" : "pairing_elo_match"}
        decimals={hasPoints ? 3 : 1}
        columns={COLUMNS}
        rows={meetings.map((meeting) => {
          const estimate = read(meeting.pairing);
          return {
            key: meeting.ruleset,
            item: meeting,
            name: <RulesetName name={meeting.ruleset} />,
            estimate,
            quiet: !excludesZero(estimate),
          };
        })}
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
