// What the decisions of a bot cost, by kind and role, beside its opponents in
// the same seats.

import { useState } from "react";
import type { BotLosses, Losses, LossRow } from "../data/losses";
import { excludesZero } from "../data/pairing";
import type { Estimate, Report } from "../data/report";
import type { Round, Stage } from "../data/result";
import { quoted } from "../data/shell";
import { Choice } from "../parts/choice";
import { column, count, type Column, type Format } from "../parts/columns";
import { CopiedText } from "../parts/copied_text";
import { FactList, type Fact } from "../parts/facts";
import { IntervalTable, type IntervalRow } from "../parts/interval_table";
import { Note, Section } from "../parts/section";
import { useDeals } from "../replay/source";
import { useWords, type Words } from "../words/words";
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
  const error = numbers.error(estimate, 3, false);
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
      legend={{ hollow: "note_hollow", unclaimed: "note_unclaimed" }}
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

// How to get what decisions cost, in a page that was made without.
function LossesMissing(props: {
  readonly report: Report;
  readonly bot: string;
}) {
  const { t } = useWords();
  const isRecorded = useDeals() !== null;
  const { report, bot } = props;
  const facts = commands(report, bot, isRecorded);
  if (facts.length === 0) return null;
  return (
    <Section
      title={t("costs")}
      lead={t(isRecorded ? "costs_left_out" : "costs_missing")}
    >
      <FactList facts={facts} />
    </Section>
  );
}

// The rounds of an entrant include those it sat out, of which there are no deals.
function firstRoundPlayed(report: Report, bot: string): number | null {
  const met = ({ pairings }: Round | Stage) =>
    pairings.some(
      ({ first, second, items }) =>
        (first === bot || second === bot) && items !== 0,
    );
  const { rounds, stages } = report.result ?? { rounds: [], stages: [] };
  if (rounds.length > 0) return rounds.find(met)?.round ?? null;
  if (stages.length > 0) return stages.find(met)?.firstRound ?? null;
  const entrant = report.arena?.entrants.find(({ name }) => name === bot);
  return entrant?.firstRound ?? null;
}

// Of an arena the first round that the bot played; null: none.
function leagueOf(report: Report, bot: string): string | null {
  if (!report.arena) return "DIR";
  const round = firstRoundPlayed(report, bot);
  return round === null ? null : `DIR/rounds/${`${round}`.padStart(4, "0")}`;
}

function commands(report: Report, bot: string, isRecorded: boolean): Fact[] {
  const fact = (word: Fact["word"], command: string): Fact => ({
    word,
    value: <CopiedText text={command} />,
  });
  const directory = leagueOf(report, bot);
  if (directory === null) return [];
  const analyse = `couillon analyse ${directory} --losses --bot ${quoted(bot)}`;
  if (!isRecorded) return [fact("costs_as_text", `${analyse} --record`)];
  if (report.arena) return [fact("costs_as_text", analyse)];
  return [
    fact(
      "costs_page",
      "couillon report DIR --losses 1 --format html --out FILE",
    ),
    fact("costs_as_text", analyse),
  ];
}
