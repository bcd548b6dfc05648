// The whole deal in a few lines: calls, then tricks. Each leads to its moment.

import { callText } from "../table/calls";
import { rankOf, suitOf } from "../table/cards";
import { SuitSign } from "../table/pips";
import type { CardName } from "../table/view";
import { useWords } from "../words/words";
import type { Frame } from "./frames";
import { nameOfSeat, sentenceOf } from "./sentences";
import styles from "./course.module.css";

interface CourseProps {
  readonly frames: readonly Frame[];
  readonly step: number;
  readonly onStep: (step: number) => void;
}

export function Course({ frames, step, onStep }: CourseProps) {
  const words = useWords();
  const { t } = words;
  return (
    <section className={styles.course} aria-label={t("course")}>
      <h3 className={styles.title}>{t("course")}</h3>
      <ol className={styles.lines}>
        {linesOf(frames).map(({ trick, moments, winner }) => (
          <li key={moments[0]} className={styles.line}>
            <span className={styles.name}>
              {trick === 0
                ? t("course_trumps")
                : t("trick_number", { number: `${trick}` })}
            </span>
            <span className={styles.moments}>
              {moments.map((at) => (
                <Moment
                  key={at}
                  frame={frames[at]}
                  isNow={at === step}
                  wins={isWinner(frames[at], winner)}
                  onClick={() => onStep(at)}
                />
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function isWinner(frame: Frame | undefined, winner: number | null): boolean {
  const step = frame?.step;
  return winner !== null && step?.seat === winner && step.card !== null;
}

// Moments of one trick, or calls between two.
function linesOf(frames: readonly Frame[]) {
  const lines: { trick: number; moments: number[]; winner: number | null }[] =
    [];
  frames.forEach(({ step }, at) => {
    if (!step) return;
    let line = lines.at(-1);
    if (line?.trick !== step.trickNumber) {
      line = { trick: step.trickNumber, moments: [], winner: null };
      lines.push(line);
    }
    line.moments.push(at);
    if (step.trick) line.winner = step.trick.seat;
  });
  return lines;
}

function Moment(props: {
  readonly frame: Frame | undefined;
  readonly isNow: boolean;
  /** Its card takes the trick. */
  readonly wins: boolean;
  readonly onClick: () => void;
}) {
  const words = useWords();
  const { frame, isNow, onClick } = props;
  const step = frame?.step;
  if (!frame || !step) return null;
  return (
    <button
      type="button"
      className={styles.moment}
      aria-current={isNow ? "step" : undefined}
      data-wins={props.wins || undefined}
      onClick={onClick}
    >
      <span className="visually-hidden">{sentenceOf(frame, words)}</span>
      <span aria-hidden="true">
        {step.card ? (
          <ShortCard card={step.card} />
        ) : (
          <>
            <span className={styles.who}>
              {nameOfSeat(frame.view, step.decider, words)}
            </span>{" "}
            {step.call ? callText(words, step.call) : step.word}
          </>
        )}
      </span>
    </button>
  );
}

export function ShortCard({ card }: { readonly card: CardName }) {
  const { t } = useWords();
  const rank = rankOf(card);
  const letters: Readonly<Record<string, string>> = {
    A: t("corner_A"),
    K: t("corner_K"),
    Q: t("corner_Q"),
    J: t("corner_J"),
    T: "10",
  };
  return (
    <span className={styles.card}>
      {letters[rank] ?? rank}
      <SuitSign suit={suitOf(card)} />
    </span>
  );
}
