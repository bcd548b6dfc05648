// The rulesets of a report, each with its leader.

import type { Report } from "../data/report";
import { rulesetsOf, standingsOf } from "../data/standings";
import { Label } from "../parts/facts";
import { BotName, RulesetName } from "../parts/names";
import { Section } from "../parts/section";
import { SimpleTable } from "../parts/simple_table";
import { drawRateOf } from "../data/draw_rate";
import { useWords } from "../words/words";

export function Rulesets({ report }: { readonly report: Report }) {
  const { t, numbers } = useWords();
  const rulesets = rulesetsOf(report);
  if (rulesets.length < 2) return null;
  const drawRates = rulesets.map((ruleset) => drawRateOf(report, ruleset));
  const hasDraws = drawRates.some((rate) => rate !== null);
  return (
    <Section title={t("rulesets")}>
      <SimpleTable
        caption={t("rulesets")}
        heads={[
          t("ruleset"),
          <Label key="leaders" word="leaders" />,
          ...(hasDraws ? [<Label key="draws" word="draw_rate" />] : []),
        ]}
        rows={rulesets.map((ruleset, i) => ({
          key: ruleset,
          cells: [
            <RulesetName key="name" name={ruleset} />,
            <Leaders key="leaders" report={report} ruleset={ruleset} />,
            ...(hasDraws ? [numbers.percent(drawRates[i] ?? null)] : []),
          ],
        }))}
      />
    </Section>
  );
}

const MOST_LEADERS = 3;

function Leaders(props: { readonly report: Report; readonly ruleset: string }) {
  const { t } = useWords();
  const rows = standingsOf(props.report, props.ruleset)?.rows ?? [];
  const leaders = rows.filter((row) => row.rank?.best === 1);
  const shown = leaders.length > 0 ? leaders : rows.slice(0, 1);
  return (
    <>
      {shown.slice(0, MOST_LEADERS).map(({ bot }, i) => (
        <span key={bot}>
          {i > 0 && ", "}
          <BotName name={bot} />
        </span>
      ))}
      {shown.length > MOST_LEADERS &&
        ` ${t("and_more", { count: `${shown.length - MOST_LEADERS}` })}`}
    </>
  );
}
