// Two bots of a three-way league: how much more one gains than the other.

import { negated } from "../data/pairing";
import type { Report } from "../data/report";
import { IntervalTable } from "../parts/interval_table";
import { RulesetName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { useWords } from "../words/words";

interface ThreeWayDifferenceProps {
  readonly report: Report;
  readonly first: string;
  readonly second: string;
}

export function ThreeWayDifference({
  report,
  first,
  second,
}: ThreeWayDifferenceProps) {
  const { t } = useWords();
  const rows = report.threeWay.flatMap((table) => {
    const found = table.differences.find(
      (line) =>
        (line.first === first && line.second === second) ||
        (line.first === second && line.second === first),
    );
    if (!found) return [];
    const isFirst = found.first === first;
    const estimate = isFirst ? found.lead : negated(found.lead);
    return [
      {
        key: table.ruleset,
        item: found,
        name: <RulesetName name={table.ruleset} />,
        estimate,
        quiet: !found.significant,
      },
    ];
  });
  if (rows.length === 0) return <p>{t("never_met")}</p>;
  return (
    <Section title={t("by_ruleset")}>
      <IntervalTable
        caption={t("by_ruleset")}
        name="ruleset"
        estimate="lead_difference"
        rows={rows}
        legend={{
          hollow: "note_hollow_together",
          unclaimed: "note_unclaimed",
        }}
      />
      <Note>{t("note_interval")}</Note>
    </Section>
  );
}
