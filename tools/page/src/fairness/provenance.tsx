// What it takes to repeat the run.

import type { Fairness, FairnessRun } from "../data/fairness";
import { CopiedText } from "../parts/copied_text";
import { FactList } from "../parts/facts";
import { Section } from "../parts/section";
import { useWords } from "../words/words";

interface FairnessProvenanceProps {
  readonly fairness: Fairness;
  readonly run: FairnessRun;
}

export function FairnessProvenance(props: FairnessProvenanceProps) {
  const { t, numbers } = useWords();
  const { fairness, run } = props;
  return (
    <Section title={t("provenance")}>
      <FactList
        facts={[
          {
            word: "repeat_fairness",
            value: run.repeat && <CopiedText text={run.repeat} />,
          },
          {
            word: "seed",
            value: fairness.seed && <code>{fairness.seed}</code>,
          },
          { word: "version", value: run.version },
          { word: "written", value: run.written && numbers.date(run.written) },
        ]}
      />
    </Section>
  );
}
