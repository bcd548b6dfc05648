// Two bots that did not meet: their difference by the joint fit of all results.

import { jointDifferenceOf } from "../data/pairing";
import type { Report } from "../data/report";
import { unitOf } from "../data/standings";
import { decimalsOf, RATING_LABELS } from "../home/standings";
import { IntervalTable } from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";

interface JointDifferenceProps {
  readonly report: Report;
  readonly first: string;
  readonly second: string;
}

export function JointDifference({
  report,
  first,
  second,
}: JointDifferenceProps) {
  const { t } = useWords();
  return report.rulesets.map((table) => {
    const found = jointDifferenceOf(table, first, second);
    if (!found) return null;
    const unit = unitOf(report, table);
    return (
      <Section key={table.ruleset} title={t("joint_fit")}>
        <IntervalTable
          caption={t("joint_fit")}
          name="ruleset"
          estimate={RATING_LABELS[unit]}
          decimals={decimalsOf(unit)}
          rows={[
            {
              key: table.ruleset ?? "",
              item: found,
              name: <RulesetName name={table.ruleset ?? ""} />,
              estimate: found.difference,
            },
          ]}
        />
        <Note>{t("note_joint_fit")}</Note>
      </Section>
    );
  });
}
