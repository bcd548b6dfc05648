// The standings under one ruleset, or of all together.

import type { ReactNode } from "react";
import {
  sharesRank,
  standingsOf,
  type RatingUnit,
  type Standings as StandingsData,
  type StandingsRow,
} from "../data/standings";
import type { Report } from "../data/report";
import {
  EstimateText,
  IntervalTable,
  type IntervalRow,
} from "../parts/interval_table";
import { BotName } from "../parts/names";
import { RankBar, RankText } from "../parts/rank";
import { Note } from "../parts/section";
import { WdlText } from "../parts/wdl";
import type { WordKey } from "../words/dictionaries";
import { useWords, type Words } from "../words/words";
import styles from "./standings.module.css";

/** The label of a rating, and its number of decimals. */
export const RATING_LABELS: Readonly<Record<RatingUnit, WordKey>> = {
  points: "rating_points",
  elo_match: "rating_elo_match",
  elo_deal: "rating_elo_deal",
  lead: "rating_lead",
  points_left: "rating_points_left",
};

export function decimalsOf(unit: RatingUnit): number {
  return unit === "elo_match" || unit === "elo_deal" ? 1 : 3;
}

interface StandingsProps {
  readonly report: Report;
  readonly ruleset: string | null;
}

export function Standings({ report, ruleset }: StandingsProps) {
  const words = useWords();
  const { t } = words;
  const standings = standingsOf(report, ruleset);
  if (!standings || standings.rows.length === 0) {
    return <p>{t("no_results_yet")}</p>;
  }
  const hasRanks = standings.rows.some((row) => row.rank !== null);
  const rows = standings.rows.map((row, i): IntervalRow => {
    const before = standings.rows[i - 1];
    return {
      key: row.bot,
      before: (
        <span className={styles.rank}>
          <RankText rank={row.rank} />
          <RankBar rank={row.rank} ranks={standings.rows.length} />
        </span>
      ),
      name: (
        <>
          <BotName name={row.bot} />
          {isRemote(report, row.bot) && (
            <span className={styles.undivided}> {t("not_divided")}</span>
          )}
        </>
      ),
      estimate: row.rating,
      text: <RatingText row={row} unit={standings.unit} />,
      apart: !hasRanks || (before ? !sharesRank(before.rank, row.rank) : false),
      cells: COLUMNS.map((column) => column.cell(row, words)),
    };
  });
  return (
    <>
      <IntervalTable
        caption={t("standings")}
        {...(hasRanks && { before: "rank" as const })}
        name="bot"
        estimate={RATING_LABELS[standings.unit]}
        columns={COLUMNS.map((column) => column.word(standings.unit))}
        rows={rows}
        withZero={standings.unit !== "points_left"}
      />
      <Remarks report={report} standings={standings} hasRanks={hasRanks} />
    </>
  );
}

// The referee cannot divide the processes of a bot that it does not start.
function isRemote(report: Report, bot: string): boolean {
  return report.league.terms.some(
    (terms) => terms.bot === bot && terms.processes === "remote",
  );
}

interface Column {
  word(unit: RatingUnit): WordKey;
  /** null: not known. */
  cell(row: StandingsRow, words: Words): ReactNode;
}

const COLUMNS: readonly Column[] = [
  {
    word: () => "wdl",
    cell: ({ wdl }) => wdl && <WdlText wdl={wdl} />,
  },
  {
    word: () => "score",
    cell: ({ score }, { numbers }) =>
      score === null ? null : numbers.percent(score),
  },
  {
    word: leadWord,
    cell: ({ lead }, { numbers }) =>
      lead === null ? null : numbers.signed(lead, 3),
  },
  {
    word: (unit) => (unit === "points_left" ? "deals" : "pairs"),
    cell: ({ pairs }, { numbers }) =>
      pairs === null ? null : numbers.count(pairs),
  },
  {
    word: () => "faults",
    cell: ({ faults }, { numbers }) =>
      faults === null ? null : (
        <span className={faults > 0 ? styles.faults : styles.none}>
          {numbers.count(faults)}
        </span>
      ),
  },
];

function leadWord(unit: RatingUnit): WordKey {
  if (unit === "lead") return "points_per_table";
  return unit === "points_left" ? "adjusted_points" : "points_per_deal";
}

function RatingText(props: {
  readonly row: StandingsRow;
  readonly unit: RatingUnit;
}) {
  const { numbers } = useWords();
  const { row, unit } = props;
  const decimals = decimalsOf(unit);
  if (row.status === "above" && row.bound !== null) {
    return `> ${numbers.signed(row.bound, decimals)}`;
  }
  if (row.status === "below" && row.bound !== null) {
    return `< ${numbers.signed(row.bound, decimals)}`;
  }
  return <EstimateText estimate={row.rating} decimals={decimals} />;
}

function Remarks(props: {
  readonly report: Report;
  readonly standings: StandingsData;
  readonly hasRanks: boolean;
}) {
  const { t } = useWords();
  const { report, standings, hasRanks } = props;
  const { unit } = standings;
  const anchor = report.league.bots[0] ?? "";
  const isRelative = unit !== "lead" && unit !== "points_left";
  return (
    <Note>
      {isRelative && `${t("note_anchor", { bot: anchor })} `}
      {unit === "points_left" && `${t("note_points_left")} `}
      {t("note_interval")} {hasRanks && t("note_ranks")}
      {standings.fewDeals && ` ${t("note_few_deals")}`}
      {standings.rows.some((row) => isRemote(report, row.bot)) &&
        ` ${t("note_not_divided")}`}
    </Note>
  );
}
