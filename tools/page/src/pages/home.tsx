// The first screen.

import { useState } from "react";
import type { Report } from "../data/report";
import { faultsToShow, type Run } from "../data/run";
import { hasWhole, rulesetsOf } from "../data/standings";
import { CrossTable } from "../home/cross_table";
import { FaultList } from "../home/faults";
import { Glossary } from "../home/glossary";
import { HistoryChart } from "../home/history";
import { Provenance } from "../home/provenance";
import { Rulesets } from "../home/rulesets";
import { Standings } from "../home/standings";
import { Summary } from "../home/summary";
import { SequentialTest } from "../home/sequential_test";
import { TimeUse } from "../home/time_use";
import { hasPlaces } from "../data/result";
import { isMatchOfTwo } from "../data/summary";
import { OfficialResult } from "../result/official";
import { pairingLink } from "../route";
import { Choice } from "../parts/choice";
import { DealsLink } from "../replay/deals_link";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";

interface HomeProps {
  readonly report: Report;
  readonly run: Run | null;
}

const WHOLE = ""; // no ruleset has this id

export function Home({ report, run }: HomeProps) {
  const { t } = useWords();
  const faults = faultsToShow(run, report.faults);
  const rulesets = rulesetsOf(report);
  const options = [
    ...(hasWhole(report) ? [{ value: WHOLE, label: t("all_rulesets") }] : []),
    ...rulesets.map((ruleset) => ({ value: ruleset, label: ruleset })),
  ];
  const [chosen, setChosen] = useState(WHOLE);
  const known = options.some((option) => option.value === chosen);
  const value = known ? chosen : (options[0]?.value ?? WHOLE);
  const ruleset = value === WHOLE ? null : value;
  return (
    <>
      <Summary report={report} run={run} />
      {report.sprt && <SequentialTest sprt={report.sprt} />}
      <OfficialResult report={report} ruleset={ruleset} />
      <Section
        title={t(hasPlaces(report) ? "ratings" : "standings")}
        lead={hasPlaces(report) && t("ratings_lead")}
        controls={
          options.length > 1 && (
            <Choice
              label={t("ruleset")}
              value={value}
              options={options}
              onChange={setChosen}
            />
          )
        }
      >
        <Standings report={report} ruleset={ruleset} />
      </Section>
      {isMatchOfTwo(report) ? (
        <OnlyPairing report={report} />
      ) : (
        <CrossTable report={report} ruleset={ruleset} />
      )}
      <DealsLink {...(ruleset === null ? {} : { ruleset })} />
      <HistoryChart report={report} ruleset={ruleset} />
      <Rulesets report={report} />
      {faults.length > 0 && (
        <Section title={t("faults")} lead={t("faults_lead")}>
          <FaultList faults={faults} />
        </Section>
      )}
      <TimeUse run={run} />
      <Glossary report={report} />
      <Provenance report={report} run={run} />
    </>
  );
}

// A cross table of two bots says what the standings say.
function OnlyPairing({ report }: { readonly report: Report }) {
  const { t } = useWords();
  const [first = "", second = ""] = report.league.bots;
  return (
    <Note>
      <a href={pairingLink(first, second)}>{t("only_pairing")} →</a>
    </Note>
  );
}
