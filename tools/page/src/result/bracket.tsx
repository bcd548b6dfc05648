// A knock-out as a list of stages, each with its pairings: side by side on a
// wide screen, one below the other on a phone. The order in the document is that
// of play, so it can be read aloud.

import type { Stage, StagePairing } from "../data/result";
import { Name } from "../parts/names";
import { Note, Section } from "../parts/section";
import { pairingLink } from "../route";
import { useWords } from "../words/words";
import styles from "./bracket.module.css";

export function Bracket({ stages }: { readonly stages: readonly Stage[] }) {
  const { t } = useWords();
  return (
    <Section title={t("bracket")} lead={t("bracket_lead")}>
      <div
        className={styles.box}
        tabIndex={0}
        role="region"
        aria-label={t("bracket")}
      >
        <ol className={styles.stages}>
          {stages.map((stage) => (
            <StageColumn key={stage.stage} stage={stage} />
          ))}
        </ol>
      </div>
      <Note>{t("note_bracket")}</Note>
    </Section>
  );
}

function StageColumn({ stage }: { readonly stage: Stage }) {
  const { t } = useWords();
  return (
    <li className={styles.stage}>
      <h3 className={styles.title}>
        {t("stage", { stage: `${stage.stage}` })}{" "}
        <small>{roundsOf(stage, t)}</small>
      </h3>
      <ul className={styles.pairings}>
        {stage.pairings.map((pairing) => (
          <li key={`${pairing.first} ${pairing.second}`}>
            <Box pairing={pairing} />
          </li>
        ))}
        {stage.byes.map((bot) => (
          <li key={bot} className={styles.bye}>
            <Name name={bot} /> <span>{t("sat_out")}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function roundsOf(stage: Stage, t: ReturnType<typeof useWords>["t"]): string {
  const { firstRound, lastRound } = stage;
  if (firstRound === null) return "";
  if (lastRound === null || firstRound === lastRound) {
    return t("in_round", { round: `${firstRound}` });
  }
  return t("in_rounds", { first: `${firstRound}`, last: `${lastRound}` });
}

function Box({ pairing }: { readonly pairing: StagePairing }) {
  const { t, named, numbers } = useWords();
  const { first, second, winner, side, decidedBy, lead, items } = pairing;
  // Of the winner, so that its sign says nothing new.
  const shown = lead === null ? null : winner === second ? -lead : lead;
  return (
    <a className={styles.pairing} href={pairingLink(first, second)}>
      {side !== null && (
        <span className={styles.side}>{named("side", side)}</span>
      )}
      <Player bot={first} winner={winner} />
      <Player bot={second} winner={winner} />
      <span className={styles.detail}>
        {decidedBy === null ? t("decided_open") : named("decided", decidedBy)}
        {shown !== null &&
          `, ${t("lead_after", {
            lead: numbers.signed(shown, 3),
            count: numbers.count(items ?? 0),
          })}`}
      </span>
    </a>
  );
}

function Player(props: {
  readonly bot: string;
  readonly winner: string | null;
}) {
  const { t } = useWords();
  const isWinner = props.bot === props.winner;
  const isOut = props.winner !== null && !isWinner;
  return (
    <span
      className={`${styles.player} ${isWinner ? styles.wins : ""} ${isOut ? styles.loses : ""}`}
    >
      <Name name={props.bot} />
      {isWinner && (
        <span className={styles.mark}>
          <span aria-hidden="true">✓</span>
          <span className="visually-hidden">{t("goes_on")}</span>
        </span>
      )}
    </span>
  );
}
