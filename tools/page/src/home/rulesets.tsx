// The rulesets of a report, each with its leader.

import type { Report } from "../data/report";
import { rulesetsOf, standingsOf } from "../data/standings";
import { column, percent } from "../parts/columns";
import { BotName, RulesetName } from "../parts/names";
import { Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { drawRateOf } from "../data/draw_rate";
import { useWords } from "../words/words";

export function Rulesets({ report }: { readonly report: Report }) {
  const { t } = useWords();
  const rulesets = rulesetsOf(report);
  if (rulesets.length < 2) return null;
  return (
    <Section title={t("rulesets")}>
      <SimpleTable<string>
        caption={t("rulesets")}
        name={{
          head: "ruleset",
          cell: (ruleset) => <RulesetName name={ruleset} />,
        }}
        columns={[
          {
            head: "leaders",
            cell: (ruleset) =>
              hasRanks(report, ruleset) ? (
                <Leaders report={report} ruleset={ruleset} />
              ) : null,
          },
          column(
            "draw_rate",
            (ruleset) => drawRateOf(report, ruleset),
            percent(),
          ),
        ]}
        rows={rulesets}
        keyOf={(ruleset) => ruleset}
      />
    </Section>
  );
}

const MAX_LEADERS = 3;

function hasRanks(report: Report, ruleset: string): boolean {
  const rows = standingsOf(report, ruleset)?.rows ?? [];
  return rows.some(({ rank }) => rank !== null);
}

function Leaders(props: { readonly report: Report; readonly ruleset: string }) {
  const { t } = useWords();
  const rows = standingsOf(props.report, props.ruleset)?.rows ?? [];
  const shown = rows.filter((row) => row.rank?.best === 1);
  return (
    <>
      {shown.slice(0, MAX_LEADERS).map(({ bot }, i) => (
        <span key={bot}>
          {i > 0 && ", "}
          <BotName name={bot} />
        </span>
      ))}
      {shown.length > MAX_LEADERS &&
        ` ${t("and_more", { count: `${shown.length - MAX_LEADERS}` })}`}
    </>
  );
}
