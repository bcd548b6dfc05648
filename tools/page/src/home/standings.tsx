// The standings under one ruleset, or of all together.

import {
  sharesRank,
  standingsOf,
  type RatingUnit,
  type Standings as StandingsData,
  type StandingsRow,
} from "../data/standings";
import type { Report } from "../data/report";
import {
  column,
  count,
  percent,
  signed,
  wdl,
  type Column,
  type Format,
} from "../parts/columns";
import {
  EstimateText,
  IntervalTable,
  type DotLegend,
  type IntervalRow,
} from "../parts/interval_table";
import { BotName } from "../parts/names";
import { RankBar, RankText } from "../parts/rank";
import { Note } from "../parts/section";
import type { WordKey } from "../words/dictionaries";
import { useWords } from "../words/words";
import styles from "./standings.module.css";

/** The label of a rating, and its number of decimals. */
export const RATING_LABELS: Readonly<Record<RatingUnit, WordKey>> = {
  points: "rating_points",
  elo_match: "rating_elo_match",
  elo_deal: "rating_elo_deal",
  lead: "rating_lead",
  adjusted: "adjusted_points",
};

export function decimalsOf(unit: RatingUnit): number {
  return unit === "elo_match" || unit === "elo_deal" ? 1 : 3;
}

/** What dots mean that are hollow if their interval includes zero. */
export function dotLegendOf(report: Report): DotLegend {
  const isStopped = report.arena?.pairingIntervals === "anytime";
  return {
    hollow: "note_hollow",
    unclaimed: isStopped ? "note_unclaimed_stopped" : "note_unclaimed",
  };
}

interface StandingsProps {
  readonly report: Report;
  readonly ruleset: string | null;
}

export function Standings({ report, ruleset }: StandingsProps) {
  const { t } = useWords();
  const standings = standingsOf(report, ruleset);
  if (!standings || standings.rows.length === 0) {
    return <p>{t("no_results_yet")}</p>;
  }
  const hasRanks = standings.rows.some((row) => row.rank !== null);
  const hasIntervals = (report.arena?.whyNoIntervals ?? null) === null;
  const rows = standings.rows.map((row, i): IntervalRow<StandingsRow> => {
    const before = standings.rows[i - 1];
    return {
      key: row.bot,
      item: row,
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
      joined: hasIntervals
        ? hasRanks && (!before || sharesRank(before.rank, row.rank))
        : i > 0,
    };
  });
  return (
    <>
      <IntervalTable
        caption={t("standings")}
        {...(hasRanks && { before: "rank" as const })}
        name="bot"
        estimate={RATING_LABELS[standings.unit]}
        columns={columnsOf(standings.unit)}
        rows={rows}
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

function columnsOf(unit: RatingUnit): readonly Column<StandingsRow>[] {
  return [
    column("wdl", (row) => row.counts.wdl, wdl),
    column("score", (row) => row.counts.score, percent()),
    column(leadWord(unit), (row) => row.counts.gamePoints, signed(3)),
    column(
      unit === "adjusted" ? "deals" : "pairs",
      (row) => row.counts.pairs,
      count,
    ),
    column("faults", (row) => row.faults, faultCount),
  ];
}

const faultCount: Format<number> = (faults, words) => (
  <span className={faults > 0 ? styles.faults : styles.none}>
    {count(faults, words)}
  </span>
);

function leadWord(unit: RatingUnit): WordKey {
  if (unit === "lead") return "points_per_table";
  return unit === "adjusted" ? "rating_points_left" : "points_per_deal";
}

/** A rating, or what stands for it. */
export function RatingText(props: {
  readonly row: StandingsRow;
  readonly unit: RatingUnit;
}) {
  const { t, numbers } = useWords();
  const { row, unit } = props;
  const decimals = decimalsOf(unit);
  if (row.status === "no_result") return t("no_result");
  if (row.status === "above" && row.bound !== null) {
    return `> ${numbers.signed(row.bound, decimals)}`;
  }
  if (row.status === "below" && row.bound !== null) {
    return `< ${numbers.signed(row.bound, decimals)}`;
  }
  return <EstimateText estimate={row.rating} decimals={decimals} />;
}

/** What ratings are relative to, and their errors if they have any. */
export function ZeroText(props: {
  readonly anchor: string | null;
  readonly elo?: number | null;
  readonly hasIntervals: boolean;
}) {
  const { t } = useWords();
  return (
    <>
      <ZeroOf {...props} />
      {props.hasIntervals && `${t("note_zero_error")} `}
    </>
  );
}

function ZeroOf(props: {
  readonly anchor: string | null;
  readonly elo?: number | null;
}) {
  const { t, numbers } = useWords();
  const { anchor, elo } = props;
  if (anchor === null) return `${t("note_zero")} `;
  return `${t("note_anchor", { bot: anchor, elo: numbers.signed(elo ?? 0, 0) })} `;
}

function Remarks(props: {
  readonly report: Report;
  readonly standings: StandingsData;
  readonly hasRanks: boolean;
}) {
  const { t } = useWords();
  const { report, standings, hasRanks } = props;
  const { unit } = standings;
  const hasIntervals = (report.arena?.whyNoIntervals ?? null) === null;
  const isRated = standings.rows.some(({ status }) => status !== "no_result");
  if (!isRated) return null;
  const isRelative = unit !== "lead" && unit !== "adjusted";
  return (
    <Note>
      {isRelative && (
        <ZeroText
          anchor={report.anchor}
          elo={report.anchorElo}
          hasIntervals={hasIntervals}
        />
      )}
      {t(hasIntervals ? "note_interval" : "note_no_intervals")}{" "}
      {hasRanks && t("note_ranks")}
      {report.arena?.marks === "every_look" && ` ${t("note_every_look")}`}
      {standings.fewDeals && ` ${t("note_few_deals")}`}
      {standings.rows.some((row) => isRemote(report, row.bot)) &&
        ` ${t("note_not_divided")}`}
    </Note>
  );
}
