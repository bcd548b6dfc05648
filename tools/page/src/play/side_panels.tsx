// What lies beside a table: the rules, the tricks so far, how to leave.

import { useState } from "react";
import { CopiedText } from "../parts/copied_text";
import { Name } from "../parts/names";
import { PlayingCard } from "../table/playing_card";
import { useWords } from "../words/words";
import { Choice } from "../parts/choice";
import { PACES, type Pace } from "./pace";
import {
  explainedIn,
  type TableFacts,
  type TableState,
  type TrickState,
} from "./state";
import { nameOfSeat } from "./who";
import styles from "./panels.module.css";

/**
 * The rules in words come from the program, in every language of the page; the
 * summary is that of the ruleset's file, in English.
 */
export function Rules({ facts }: { readonly facts: TableFacts }) {
  const { t, language } = useWords();
  const explained = explainedIn(language, facts.rules);
  return (
    <details className={styles.panel}>
      <summary className={styles.heading}>{t("play_rules")}</summary>
      <div className={styles.rules} lang={explained.language} tabIndex={0}>
        {facts.summary && <p lang="en">{facts.summary}</p>}
        {explained.sections.map(({ heading, sentences }) => (
          <div key={heading}>
            <h3>{heading}</h3>
            <ul>
              {sentences.map((sentence, i) => (
                <li key={i}>{sentence}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  );
}

export function Tricks(props: {
  readonly facts: TableFacts;
  readonly tricks: readonly TrickState[];
}) {
  const { t } = useWords();
  const { facts, tricks } = props;
  return (
    <details className={styles.panel}>
      <summary className={styles.heading}>{t("play_tricks")}</summary>
      {tricks.length === 0 && <p>{t("play_no_tricks")}</p>}
      <ol className={styles.tricks}>
        {tricks.map((trick, number) => (
          <li
            key={number}
            aria-label={t("play_trick_number", { number: `${number + 1}` })}
          >
            <span>
              <Name name={nameOfSeat(facts, trick.leader ?? 0, t)} short />
            </span>
            <span className={styles.cards}>
              {trick.cards.map((card) => (
                <PlayingCard key={card} card={card} />
              ))}
            </span>
            <span className={styles.winner}>
              {trick.winner !== null && (
                <>
                  → <Name name={nameOfSeat(facts, trick.winner, t)} short />
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

export function Settings(props: {
  readonly state: TableState;
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
  readonly onLeave: () => void;
}) {
  const { t } = useWords();
  const { state, pace, onPace, onLeave } = props;
  const [isSure, setSure] = useState(false);
  return (
    <section className={styles.panel}>
      <Choice
        label={t("play_pace")}
        value={pace}
        options={PACES.map((value) => ({
          value,
          label: t(`play_pace_${value}`),
        }))}
        onChange={(value) => {
          const chosen = PACES.find((of) => of === value);
          if (chosen) onPace(chosen);
        }}
      />
      <p className={styles.seed}>
        {t("play_commitment")} <CopiedText text={state.commitment} />
      </p>
      {isSure ? (
        <div className={styles.buttons} role="group">
          <span>{t("play_leave_sure")}</span>
          <button type="button" className={styles.button} onClick={onLeave}>
            {t("play_leave")}
          </button>
          <button
            type="button"
            className={styles.quiet}
            autoFocus
            onClick={() => setSure(false)}
          >
            {t("play_stay")}
          </button>
        </div>
      ) : (
        <button
          type="button"
          className={styles.quiet}
          onClick={() => setSure(true)}
        >
          {t("play_leave")}
        </button>
      )}
    </section>
  );
}
