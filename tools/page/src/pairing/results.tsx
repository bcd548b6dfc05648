// The results of a pairing under each ruleset.

import { estimateOf, excludesZero, runningEstimateOf } from "../data/pairing";
import type { Report } from "../data/report";
import { stateOf } from "../data/summary";
import {
  EstimateText,
  IntervalTable,
  type IntervalRow,
} from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note } from "../parts/section";
import { WdlText } from "../parts/wdl";
import { useWords } from "../words/words";
import type { Meeting } from "./meeting";

export function Results(props: {
  readonly report: Report;
  readonly meetings: readonly Meeting[];
  readonly hasPoints: boolean;
}) {
  const { t, numbers } = useWords();
  const { report, meetings, hasPoints } = props;
  const isRunning = stateOf(report) === "unfinished";
  const rows = meetings.map(({ ruleset, pairing }): IntervalRow => {
    const estimate = isRunning
      ? runningEstimateOf(pairing)
      : estimateOf(pairing);
    return {
      key: ruleset,
      name: <RulesetName name={ruleset} />,
      estimate,
      text: <EstimateText estimate={estimate} decimals={hasPoints ? 3 : 1} />,
      quiet: !excludesZero(estimate),
      apart: true,
      cells: [
        pairing.wdl && <WdlText key="wdl" wdl={pairing.wdl} />,
        numbers.percent(pairing.score),
        numbers.probability(pairing.los),
        numbers.count(pairing.pairs),
      ],
    };
  });
  return (
    <>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate={hasPoints ? "lead_points" : "pairing_elo_match"}
        columns={["wdl", "score", "los", "pairs"]}
        rows={rows}
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
