// What the decisions of a bot cost, by kind and role, beside its opponents in
// the same seats.

import { useState } from "react";
import type { BotLosses, Losses, LossRow } from "../data/losses";
import { excludesZero } from "../data/pairing";
import type { Estimate, Report } from "../data/report";
import { Choice } from "../parts/choice";
import { column, count, type Column, type Format } from "../parts/columns";
import { IntervalTable, type IntervalRow } from "../parts/interval_table";
import { Note, Section } from "../parts/section";
import { useWords, type Words } from "../words/words";
import { LossesMissing } from "./losses_missing";
import { WorstDeals } from "./worst_deals";
import styles from "./bot_parts.module.css";

interface CostsProps {
  readonly report: Report;
  readonly losses: Losses | null;
  readonly bot: string;
}

export function Costs({ report, losses, bot }: CostsProps) {
  const { t } = useWords();
  const mine = losses?.bots.filter((item) => item.bot === bot) ?? [];
  const [chosen, setChosen] = useState(mine[0]?.ruleset ?? "");
  const shown = mine.find(({ ruleset }) => ruleset === chosen) ?? mine[0];
  if (!losses || !shown) return <LossesMissing report={report} bot={bot} />;
  const choice = mine.length > 1 && (
    <Choice
      label={t("ruleset")}
      value={shown.ruleset}
      options={mine.map(({ ruleset }) => ({ value: ruleset, label: ruleset }))}
      onChange={setChosen}
    />
  );
  return (
    <>
      <Section title={t("costs")} lead={t("costs_lead")} controls={choice}>
        <CostTable losses={shown} />
        <Basis losses={shown} mostTricks={losses.mostTricks} />
      </Section>
      <WorstDeals report={report} losses={shown} />
    </>
  );
}

// A loss is never negative.
const unsigned: Format<Estimate> = (estimate, { numbers }) => {
  const error = numbers.error(estimate, 3);
  return `${numbers.fixed(estimate.value, 3)}${error && ` ${error}`}`;
};

const COLUMNS: readonly Column<LossRow>[] = [
  column("cost_loss", (row) => row.loss, unsigned),
  column("cost_opponents", (row) => row.opponents, unsigned),
  column("decisions", (row) => row.decisions, count),
  column("costly", (row) => row.costly, count),
];

function CostTable({ losses }: { readonly losses: BotLosses }) {
  const words = useWords();
  const rows = [...losses.rows, losses.all].map((row, i, { length }) =>
    rowOf(row, i === 0 || i < length - 1, words),
  );
  return (
    <IntervalTable
      caption={words.t("costs")}
      name="kind"
      estimate="cost_difference"
      columns={COLUMNS}
      rows={rows}
    />
  );
}

function rowOf(
  row: LossRow,
  joined: boolean,
  { t, named }: Words,
): IntervalRow<LossRow> {
  return {
    key: `${row.kind} ${row.role}`,
    item: row,
    name: row.kind ? (
      <>
        {named("kind", row.kind)}
        {row.role && (
          <span className={styles.role}>, {named("role_short", row.role)}</span>
        )}
      </>
    ) : (
      t("kind_all")
    ),
    estimate: row.difference,
    quiet: !excludesZero(row.difference),
    joined,
  };
}

function Basis(props: {
  readonly losses: BotLosses;
  readonly mostTricks: number | null;
}) {
  const { t, numbers } = useWords();
  const { losses, mostTricks } = props;
  const { unsolved } = losses;
  return (
    <Note>
      {t("note_costs", {
        deals: numbers.count(losses.items),
        tables: numbers.count(losses.tables),
      })}{" "}
      {unsolved !== null &&
        unsolved > 0 &&
        t("note_unsolved", {
          unsolved: numbers.count(unsolved),
          choices: numbers.count(losses.choices),
          tricks: numbers.count(mostTricks),
        })}
    </Note>
  );
}
