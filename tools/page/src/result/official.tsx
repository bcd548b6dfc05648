// The official result: who won, the places, and how they came about.

import type { Estimate, Report } from "../data/report";
import { bandOf, placesUnder, type Place, type Result } from "../data/result";
import {
  column,
  count,
  estimate,
  signed,
  type Column,
  type Format,
} from "../parts/columns";
import { FigureTable } from "../parts/figure_table";
import { BotName } from "../parts/names";
import { RankText } from "../parts/rank";
import { Note, Section } from "../parts/section";
import { roundLink } from "../route";
import { Phrase, useWords, type Words } from "../words/words";
import { Bracket } from "./bracket";
import styles from "./official.module.css";

interface OfficialProps {
  readonly report: Report;
  readonly ruleset: string | null;
}

/** Nothing if the standings by rating are the result. */
export function OfficialResult({ report, ruleset }: OfficialProps) {
  const words = useWords();
  const { t } = words;
  const { result } = report;
  if (!result || result.places.length === 0) return null;
  return (
    <>
      <Section title={t("official")} lead={<Course result={result} />}>
        <Places report={report} result={result} ruleset={ruleset} />
        <Note>
          {result.rule !== "ratings" && t(`note_result_${result.rule}`)}
        </Note>
        <Rounds result={result} />
      </Section>
      {result.stages.length > 0 && <Bracket stages={result.stages} />}
    </>
  );
}

// The winner, or how far play has come.
function Course({ result }: { readonly result: Result }) {
  const { t } = useWords();
  return (
    <>
      {result.winner !== null && (
        <strong className={styles.winner}>
          <Phrase
            word="winner_is"
            parts={{ bot: <BotName name={result.winner} /> }}
          />
        </strong>
      )}{" "}
      {courseText(result, t)}
    </>
  );
}

function courseText(result: Result, t: Words["t"]): string {
  const done = result.roundsFinished;
  if (done === null) return result.finished ? "" : t("result_so_far");
  if (result.roundsPlanned === null) {
    return t(result.finished ? "result_final" : "result_after", {
      round: `${done}`,
    });
  }
  return t("result_after_of", {
    round: `${done}`,
    rounds: `${result.roundsPlanned}`,
  });
}

// Halves, as points of a Swiss are.
const halves: Format<number> = (value, { numbers }) =>
  numbers.fixed(value, Number.isInteger(value) ? 0 : 1);

const columnsOf = (
  report: Report,
  isFinished: boolean,
): readonly Column<Place>[] => [
  column("swiss_points", (row) => row.swiss?.points, halves),
  column("buchholz", (row) => row.swiss?.buchholz, halves),
  column(
    "rounds_wdl",
    (row) => row.swiss,
    ({ wins, draws, losses }) => `${wins} – ${draws} – ${losses}`,
  ),
  column(
    "pairings_won_lost",
    (row) => row.knockout,
    ({ wins, losses }) => `${wins} – ${losses}`,
  ),
  column("byes", (row) => row.swiss?.byes ?? row.knockout?.byes, count),
  column(
    "out_in_stage",
    (row) => row.knockout,
    ({ isIn, stage }, { t }) =>
      stage !== null ? `${stage}` : isIn && !isFinished ? t("still_in") : null,
  ),
  column("total_points_left", (row) => row.total?.gamePointsLeft, signed(0)),
  column(
    "total_per_deal",
    (row) => row.total && pointsLeftOf(report, row),
    estimate(3),
  ),
  column("deals", (row) => row.total?.deals, count),
];

// With its interval, which a tournament has beside the totals.
function pointsLeftOf(
  report: Report,
  { ruleset, bot, total }: Place,
): Estimate {
  const table = report.tournaments.find((item) => item.ruleset === ruleset);
  const player = table?.players.find((item) => item.bot === bot);
  return (
    player?.pointsLeft ?? {
      value: total?.gamePointsLeftPerDeal ?? null,
      interval: null,
    }
  );
}

function Places(props: {
  readonly report: Report;
  readonly result: Result;
  readonly ruleset: string | null;
}) {
  const { t, named } = useWords();
  const { report, result, ruleset } = props;
  return (
    <FigureTable
      caption={t("official")}
      before="official_place"
      name="bot"
      columns={columnsOf(report, result.finished)}
      rows={placesUnder(result, ruleset).map((line) => ({
        key: `${line.ruleset} ${line.bot}`,
        item: line,
        before: <RankText rank={bandOf(line)} />,
        name: (
          <>
            <BotName name={line.bot} />
            {line.status !== null && line.status !== "plays" && (
              <span className={styles.left}>
                {" "}
                ({named("status", line.status)})
              </span>
            )}
          </>
        ),
      }))}
    />
  );
}

// The rounds of a Swiss, a page each.
function Rounds({ result }: { readonly result: Result }) {
  const { t } = useWords();
  if (result.rounds.length === 0) return null;
  return (
    <nav aria-label={t("rounds")} className={styles.rounds}>
      {t("rounds")}:{" "}
      {result.rounds.map(({ round }) => (
        <a key={round} href={roundLink(round)}>
          {round}
        </a>
      ))}
    </nav>
  );
}
