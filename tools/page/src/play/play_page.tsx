// A table to play at: the program plays the others, and says what may be done.

import { useEffect, useMemo, useRef, useState } from "react";
import { Fields } from "../data/fields";
import { liveUrl } from "../data/document";
import { Name } from "../parts/names";
import { PageHead } from "../parts/page_head";
import { Slate } from "../table/slate";
import { Table } from "../table/table";
import type { CardName } from "../table/view";
import type { WordKey } from "../words/dictionaries";
import { useWords } from "../words/words";
import { cardPlayed, refusalWord } from "./actions";
import { DecisionPanel } from "./decision_panel";
import { Hand } from "./hand";
import { Log } from "./log";
import { firstPace, storePace, type Pace } from "./pace";
import { send } from "./requests";
import { ResultPanel } from "./result_panel";
import { Rules, Settings, Tricks } from "./side_panels";
import {
  readFacts,
  readState,
  type DealState,
  type TableFacts,
  type TableState,
} from "./state";
import { useStates, type States } from "./use_states";
import { isOnTable, slateView, tableView } from "./views";
import styles from "./play_page.module.css";

/** `play` is a couillon.play document, `data` that of the whole page. */
export function PlayPage(props: {
  readonly play: Fields;
  readonly data: unknown;
}) {
  const { play, data } = props;
  const facts = useMemo(() => readFacts(play.object("table")), [play]);
  const first = useMemo(() => readState(play.object("state").raw), [play]);
  const [pace, setPace] = useState(firstPace);
  const states = useStates(liveUrl(data), first, pace);
  const { shown } = states;
  const { t } = useWords();
  return (
    <div className={styles.page}>
      <PageHead />
      <main data-step={states.step}>
        <Title facts={facts} state={shown} />
        {!states.connected && (
          <p className={styles.lost} role="status">
            {t("play_connection_lost")}
          </p>
        )}
        {shown?.deal ? (
          <AtTable
            facts={facts}
            state={shown}
            deal={shown.deal}
            states={states}
            pace={pace}
            onPace={(chosen) => {
              storePace(chosen);
              setPace(chosen);
            }}
          />
        ) : (
          <p>{t("play_waiting")}</p>
        )}
      </main>
    </div>
  );
}

function Title(props: {
  readonly facts: TableFacts;
  readonly state: TableState | null;
}) {
  const { t } = useWords();
  const { facts, state } = props;
  const number = state?.number ?? null;
  const deal = number === null ? null : `${number + 1}`;
  const count = facts.deals;
  return (
    <header className={styles.title}>
      <h1>
        <Name name={facts.title} />
      </h1>
      <p>
        {count === null && t("play_match")}
        {count === null && deal && ` · ${t("play_deal", { number: deal })}`}
        {count !== null &&
          deal &&
          t("play_deal_of", { number: deal, count: `${count}` })}
      </p>
    </header>
  );
}

interface AtTableProps {
  readonly facts: TableFacts;
  readonly state: TableState;
  readonly deal: DealState;
  readonly states: States;
  readonly pace: Pace;
  readonly onPace: (pace: Pace) => void;
}

function AtTable(props: AtTableProps) {
  const { facts, state, deal, states, pace, onPace } = props;
  const { t } = useWords();
  const actions = useActions(state);
  const view = tableView(facts, state, deal, t("play_you"));
  const isOver = state.phase !== "deal";
  return (
    <div className={styles.layout}>
      <div className={styles.play}>
        <Table
          view={view}
          onCard={(_, card) => actions.playCard(card)}
          ownHand={
            isOnTable(facts, facts.person) ? undefined : (
              <OwnHand
                facts={facts}
                state={state}
                deal={deal}
                actions={actions}
              />
            )
          }
        />
        {isOver ? (
          <ResultPanel
            facts={facts}
            state={state}
            onNext={actions.next}
            onAgain={actions.again}
          />
        ) : (
          <DecisionPanel
            facts={facts}
            state={state}
            onChoice={actions.choose}
            hint={actions.hint}
            onHint={actions.setHint}
            problem={actions.problem}
            busy={actions.busy}
          />
        )}
      </div>
      <aside className={styles.beside}>
        {state.slate && (
          <div className={styles.slate}>
            <Slate
              view={slateView(facts, state.slate, t("play_you"), t("dummy"))}
            />
          </div>
        )}
        <Log facts={facts} states={states} />
        <Tricks facts={facts} tricks={deal.finished} />
        <Rules facts={facts} />
        {state.end === null && (
          <Settings
            state={state}
            pace={pace}
            onPace={onPace}
            onLeave={actions.leave}
          />
        )}
      </aside>
    </div>
  );
}

function OwnHand(props: {
  readonly facts: TableFacts;
  readonly state: TableState;
  readonly deal: DealState;
  readonly actions: Actions;
}) {
  const { t } = useWords();
  const { facts, state, deal, actions } = props;
  const held = deal.seats[facts.person];
  const { decision } = state;
  const isOwn = decision?.seat === facts.person && decision.phase === "play";
  const legal = new Set(
    isOwn
      ? decision.choices.map(cardPlayed).filter((card) => card !== null)
      : [],
  );
  const cards = held?.cards.map(({ card }) => card) ?? [];
  const place = useRef<HTMLDivElement>(null);
  const due = decision?.number ?? null;
  // Many players take up more than a phone shows at a time.
  useEffect(() => {
    if (due !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [due]);
  return (
    <div ref={place} className={styles.hand}>
      {cards.length === 0 && (held?.hidden ?? 0) > 0 && (
        <p className={styles.hidden}>{t("play_hidden_cards")}</p>
      )}
      <Hand
        cards={cards}
        legal={legal}
        refused={isOwn ? decision.refused : new Map()}
        hinted={actions.hint === null ? null : cardPlayed(actions.hint)}
        onCard={actions.playCard}
      />
    </div>
  );
}

interface Actions {
  readonly busy: boolean;
  readonly problem: WordKey | null;
  readonly hint: string | null;
  readonly setHint: (action: string | null) => void;
  readonly choose: (choice: number) => void;
  readonly playCard: (card: CardName) => void;
  readonly next: () => void;
  readonly again: () => void;
  readonly leave: () => void;
}

/** Nothing is sent twice: what was sent is remembered until the next state. */
function useActions(state: TableState): Actions {
  const [sent, setSent] = useState<TableState | null>(null);
  const [told, setTold] = useState<{
    readonly state: TableState;
    readonly problem: WordKey | null;
    readonly hint: string | null;
  } | null>(null);
  const now = told?.state === state ? told : null;
  const busy = sent === state;
  const tell = (problem: WordKey | null, hint: string | null) =>
    setTold({ state, problem, hint });
  const act = (...request: Parameters<typeof send>) => {
    if (busy) return;
    setSent(state);
    void send(...request).then((result) => {
      if (result === "done") return;
      setSent(null);
      tell(result === "late" ? "play_too_late" : "play_no_answer", null);
    });
  };
  const { decision } = state;
  const choose = (choice: number) => {
    if (decision) act("choose", { decision: decision.number, choice });
  };
  return {
    busy,
    problem: now?.problem ?? null,
    hint: now?.hint ?? null,
    setHint: (action) => tell(action ? null : "play_no_answer", action),
    choose,
    playCard: (card) => {
      const choice = decision?.choices.indexOf(`play:${card}`) ?? -1;
      if (choice >= 0) return choose(choice);
      const why = refusalWord(decision?.refused.get(card));
      if (why) tell(why, now?.hint ?? null);
    },
    next: () => act("next", { deal: state.dealId }),
    again: () => act("again"),
    leave: () => act("leave"),
  };
}
