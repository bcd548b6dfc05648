// What the reader has to decide, and a hint on request.

import { useEffect, useState } from "react";
import { Name } from "../parts/names";
import { useCardName } from "../table/playing_card";
import type { CardName } from "../table/view";
import type { WordKey } from "../words/dictionaries";
import { Phrase, useWords, type Words } from "../words/words";
import { cardPlayed, choiceText, refusalWord } from "./actions";
import { ask } from "./requests";
import type { Decision, TableFacts, TableState } from "./state";
import { nameOfSeat } from "./who";
import styles from "./panels.module.css";

interface DecisionPanelProps {
  readonly facts: TableFacts;
  readonly state: TableState;
  /** Called with the place of an action among the choices. */
  readonly onChoice: (choice: number) => void;
  readonly hint: string | null;
  readonly onHint: (action: string | null) => void;
  /** Something went wrong with what the reader did. */
  readonly problem: WordKey | null;
  readonly busy: boolean;
}

export function DecisionPanel(props: DecisionPanelProps) {
  const { state, problem } = props;
  const { t } = useWords();
  return (
    <section className={styles.decision} aria-label={t("play_your_turn")}>
      {state.decision ? (
        <Due {...props} decision={state.decision} />
      ) : (
        <Waiting {...props} />
      )}
      <p className={styles.problem} role="status">
        {problem && t(problem)}
      </p>
    </section>
  );
}

function Waiting({ facts, state }: DecisionPanelProps) {
  const { t } = useWords();
  const seat = state.deal?.toAct ?? null;
  if (seat === null || seat === facts.person) {
    return <p className={styles.question}>{t("play_no_turn")}</p>;
  }
  return (
    <p className={styles.question}>
      <Phrase
        word="play_wait_for"
        parts={{ name: <Name name={nameOfSeat(facts, seat, t)} /> }}
      />
    </p>
  );
}

function Due(props: DecisionPanelProps & { readonly decision: Decision }) {
  const words = useWords();
  const cardName = useCardName();
  const { facts, state, decision, hint, busy } = props;
  const { t } = words;
  const calls = decision.choices.flatMap((action, place) =>
    cardPlayed(action) === null ? [{ action, place }] : [],
  );
  return (
    <>
      <p className={styles.question}>
        <strong>
          {decision.seat !== facts.person ? t("play_for_dummy") : null}
          {decision.seat !== facts.person && ": "}
          {questionText(words, state, decision, cardName)}
        </strong>
        <Duties decision={decision} />
      </p>
      <div className={styles.buttons}>
        {calls.map(({ action, place }) => (
          <button
            key={action}
            type="button"
            className={styles.button}
            data-action="choose"
            data-hinted={hint === action || undefined}
            disabled={busy}
            onClick={() => props.onChoice(place)}
          >
            {choiceText(words, action, cardName)}
          </button>
        ))}
        <HintButton {...props} />
      </div>
      <p className={styles.hint} role="status">
        {hint !== null && (
          <Phrase
            word="play_hint_says"
            parts={{
              name: <Name name={facts.adviser} />,
              action: choiceText(words, hint, cardName),
            }}
          />
        )}
      </p>
    </>
  );
}

// The duties that forbid some of the cards.
function Duties({ decision }: { readonly decision: Decision }) {
  const { t } = useWords();
  const words = [...new Set(decision.refused.values())].flatMap((why) => {
    const word = refusalWord(why);
    return word ? [t(word)] : [];
  });
  return words.length > 0 ? (
    <span className={styles.duty}> {words.join(" ")}</span>
  ) : null;
}

function HintButton(
  props: DecisionPanelProps & { readonly decision: Decision },
) {
  const { t } = useWords();
  const { decision, hint, onHint } = props;
  const [asking, setAsking] = useState(false);
  useEffect(() => setAsking(false), [decision.number]);
  if (decision.choices.length < 2) return null;
  const onClick = async () => {
    setAsking(true);
    const answer = await ask("hint", { decision: decision.number });
    setAsking(false);
    onHint(answer?.text("action") ?? null);
  };
  return (
    <button
      type="button"
      className={styles.quiet}
      disabled={asking || hint !== null}
      onClick={() => void onClick()}
    >
      {t(asking ? "play_hint_wait" : "play_hint")}
    </button>
  );
}

function questionText(
  { t }: Words,
  state: TableState,
  decision: Decision,
  cardName: (card: CardName | null) => string,
): string {
  if (decision.phase === "play") return t("play_ask_card");
  if (decision.phase === "mit") return t("play_ask_mit");
  if (decision.phase === "kontra") return t("play_ask_kontra");
  if (decision.phase === "re") return t("play_ask_re");
  const verbs = new Set(
    decision.choices.map((action) => action.split(":")[0] ?? ""),
  );
  if (verbs.has("pick")) return t("play_ask_pick");
  if (verbs.has("name") || verbs.has("defer")) return t("play_ask_name");
  const upcard = state.deal?.upcard ?? null;
  return upcard
    ? t("play_ask_offer", { card: cardName(upcard) })
    : t("play_ask_trumps");
}
