// A round of a Swiss: who met whom, and who sat out.

import type { Report } from "../data/report";
import type { RoundPairing } from "../data/result";
import { BackLink } from "../parts/back_link";
import { column, count, signed, type Column } from "../parts/columns";
import { FigureTable } from "../parts/figure_table";
import { BotName } from "../parts/names";
import { Note, Section } from "../parts/section";
import { pairingLink, roundLink } from "../route";
import { useWords } from "../words/words";
import styles from "./round.module.css";

export function RoundPage(props: {
  readonly report: Report;
  readonly round: number;
}) {
  const { t } = useWords();
  const { report, round } = props;
  const rounds = report.result?.rounds ?? [];
  const found = rounds.find((item) => item.round === round);
  return (
    <>
      <BackLink />
      <h1>{t("round_number", { round: `${round}` })}</h1>
      {found ? (
        <>
          <Neighbours round={round} rounds={rounds.length} />
          <Section title={t("round_pairings")}>
            <FigureTable
              caption={t("round_pairings")}
              before="round_score"
              name="round_bots"
              columns={COLUMNS}
              rows={found.pairings.map((pairing) => ({
                key: `${pairing.first} ${pairing.second}`,
                item: pairing,
                before: <Score pairing={pairing} />,
                name: (
                  <>
                    <BotName name={pairing.first} /> –{" "}
                    <BotName name={pairing.second} />
                  </>
                ),
              }))}
            />
            {found.byes.length > 0 && (
              <p>
                {t("round_byes")}{" "}
                {found.byes.map((bot, i) => (
                  <span key={bot}>
                    {i > 0 && ", "}
                    <BotName name={bot} />
                  </span>
                ))}
              </p>
            )}
            <Note>{t("note_round")}</Note>
          </Section>
        </>
      ) : (
        <p>{t("no_such_round")}</p>
      )}
    </>
  );
}

const COLUMNS: readonly Column<RoundPairing>[] = [
  column("round_lead", (row) => row.lead, signed(3)),
  column("round_items", (row) => row.items, count),
  {
    head: "round_figures",
    cell: ({ first, second }, { t }) => (
      <a href={pairingLink(first, second)}>{t("round_pairing")}</a>
    ),
  },
];

function Score({ pairing }: { readonly pairing: RoundPairing }) {
  const { t, numbers } = useWords();
  const { firstPoints, secondPoints } = pairing;
  if (firstPoints === null || secondPoints === null) return t("not_played_yet");
  const text = (points: number) =>
    numbers.fixed(points, Number.isInteger(points) ? 0 : 1);
  return `${text(firstPoints)} – ${text(secondPoints)}`;
}

function Neighbours(props: {
  readonly round: number;
  readonly rounds: number;
}) {
  const { t } = useWords();
  const { round, rounds } = props;
  return (
    <nav className={styles.neighbours} aria-label={t("rounds")}>
      {round > 1 && (
        <a href={roundLink(round - 1)}>
          ← {t("round_number", { round: `${round - 1}` })}
        </a>
      )}
      {round < rounds && (
        <a href={roundLink(round + 1)}>
          {t("round_number", { round: `${round + 1}` })} →
        </a>
      )}
    </nav>
  );
}
