// How a deal ended, and what the reader may do then.

import { useEffect, useRef, useState } from "react";
import { CopiedText } from "../parts/copied_text";
import { Name } from "../parts/names";
import { PlayingCard } from "../table/playing_card";
import { SideMark } from "../table/side_mark";
import { Phrase, useWords, type Words } from "../words/words";
import { Analysis } from "./analysis";
import type { Result, TableFacts, TableState } from "./state";
import { nameOfSeat, nameOfSide, ownSide } from "./who";
import styles from "./panels.module.css";

interface ResultPanelProps {
  readonly facts: TableFacts;
  readonly state: TableState;
  readonly onNext: () => void;
  readonly onAgain: () => void;
}

export function ResultPanel(props: ResultPanelProps) {
  const words = useWords();
  const { facts, state, onNext, onAgain } = props;
  const { result, end } = state;
  const head = useRef<HTMLHeadingElement>(null);
  // The reader pressed a card, which is gone: go on from here.
  useEffect(() => head.current?.focus(), [state.dealId, state.phase]);
  return (
    <section className={styles.result} aria-live="polite">
      <h2 ref={head} tabIndex={-1} className={styles.outcome}>
        {end ? endText(words, facts, state) : null}
        {!end && result && outcomeText(words, facts, result)}
      </h2>
      <Ending {...props} />
      {result && result.outcome !== "abandoned" && (
        <Score facts={facts} state={state} result={result} />
      )}
      <div className={styles.buttons}>
        {state.phase === "deal_over" && (
          <button
            type="button"
            data-action="next"
            className={styles.button}
            onClick={onNext}
          >
            {words.t("play_next_deal")}
          </button>
        )}
        {end?.kind === "played" && (
          <button
            type="button"
            data-action="again"
            className={styles.button}
            onClick={onAgain}
          >
            {words.t("play_again")}
          </button>
        )}
      </div>
      {result && <AfterDeal key={state.dealId} {...props} result={result} />}
    </section>
  );
}

function Ending({ facts, state }: ResultPanelProps) {
  const { t } = useWords();
  const { end, seed } = state;
  if (!end) return null;
  return (
    <>
      {end.kind === "fault" && end.seat !== null && (
        <p className={styles.problem}>
          <Phrase
            word="play_fault"
            parts={{
              name: <Name name={nameOfSeat(facts, end.seat, t)} />,
              detail: <Name name={end.detail} />,
            }}
          />
        </p>
      )}
      {seed !== null && (
        <p className={styles.seed}>
          {t("play_same_deals")} <CopiedText text={seed} />
        </p>
      )}
      {(end.kind === "left" || end.kind === "stopped") && (
        <p>{t("play_bye")}</p>
      )}
    </>
  );
}

function endText(words: Words, facts: TableFacts, state: TableState) {
  const { t } = words;
  const { end, slate } = state;
  if (end?.kind === "left") return t("play_left");
  if (end?.kind === "stopped" || end?.kind === "fault") {
    return t("play_stopped");
  }
  if (!slate) return t("play_game_over");
  const winner = end?.winner ?? null;
  if (winner === null) return t("play_match_nobody");
  return winner === ownSide(facts)
    ? t("play_match_won")
    : t("play_match_lost", { side: nameOfSide(winner, t) });
}

function outcomeText({ t }: Words, facts: TableFacts, result: Result) {
  if (result.outcome === "abandoned") return t("play_abandoned");
  if (result.outcome === "tie") return t("play_tie");
  if (result.winner === null) return t("play_nobody");
  return result.winner === ownSide(facts)
    ? t("play_won")
    : t("play_lost", { side: nameOfSide(result.winner, t) });
}

function Score(props: {
  readonly facts: TableFacts;
  readonly state: TableState;
  readonly result: Result;
}) {
  const { t, numbers } = useWords();
  const { facts, state, result } = props;
  return (
    <>
      <table className={styles.score}>
        <thead>
          <tr>
            <th scope="col">{t("play_side")}</th>
            <th scope="col">{t("play_card_points")}</th>
            <th scope="col">{t("play_tricks_won")}</th>
            <th scope="col">{t("play_erases")}</th>
            <th scope="col">{t("play_adds")}</th>
            {state.net && <th scope="col">{t("play_lead")}</th>}
          </tr>
        </thead>
        <tbody>
          {result.cardPoints.map((points, side) => (
            <tr key={side}>
              <th scope="row">
                <SideMark side={side} />{" "}
                {side === ownSide(facts)
                  ? t("play_your_side")
                  : nameOfSide(side, t)}
              </th>
              <td>{points}</td>
              <td>{result.tricksWon[side]}</td>
              <td>{result.erases[side]}</td>
              <td>{result.adds[side]}</td>
              {state.net && <td>{numbers.signed(state.net[side] ?? 0, 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {result.bonusAfter > 0 && (
        <p>{t("play_bonus_after", { count: `${result.bonusAfter}` })}</p>
      )}
    </>
  );
}

// All hands, and what the decisions were worth.
function AfterDeal(props: ResultPanelProps & { readonly result: Result }) {
  const { t } = useWords();
  const { facts, state, result } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <details className={styles.more}>
        <summary>{t("play_all_hands")}</summary>
        <ul className={styles.hands}>
          {result.hands.map((hand, seat) => (
            <li key={seat}>
              <Name name={nameOfSeat(facts, seat, t)} short />
              <span className={styles.cards}>
                {hand.map((card) => (
                  <PlayingCard key={card} card={card} />
                ))}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <details
        className={styles.more}
        onToggle={(event) => {
          if (event.currentTarget.open) setOpen(true);
        }}
      >
        <summary>{t("play_analyse")}</summary>
        {isOpen && <Analysis facts={facts} deal={state.dealId} />}
      </details>
    </>
  );
}
