// What happened, line by line; a screen reader reads each new line.

import { useEffect, useRef, useState, type ReactNode } from "react";
import { Name } from "../parts/names";
import { callText } from "../table/calls";
import { useCardName } from "../table/playing_card";
import type { Suit } from "../table/view";
import { Phrase, useWords } from "../words/words";
import { callOf, cardPlayed } from "./actions";
import type { TableFacts, TableState } from "./state";
import type { States } from "./use_states";
import { nameOfSeat } from "./who";
import styles from "./panels.module.css";

interface Line {
  readonly key: string;
  readonly text: (parts: Speaker) => ReactNode;
}

interface Speaker {
  readonly name: (seat: number) => ReactNode;
  readonly suit: (suit: Suit) => string;
  readonly action: (action: string) => string;
}

const MAX_LINES = 60;

export function Log(props: {
  readonly facts: TableFacts;
  readonly states: States;
}) {
  const words = useWords();
  const { t } = words;
  const cardName = useCardName();
  const lines = useLines(props.states);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines]);
  const speaker: Speaker = {
    name: (seat) => <Name name={nameOfSeat(props.facts, seat, t)} />,
    suit: (suit) => t(`suit_${suit}`),
    action: (action) => {
      const card = cardPlayed(action);
      if (card) return cardName(card);
      const call = callOf(action);
      return call ? callText(words, call) : action;
    },
  };
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{t("play_log")}</h2>
      <div
        ref={list}
        className={styles.log}
        role="log"
        aria-label={t("play_log")}
        tabIndex={0}
      >
        <ol>
          {lines.map(({ key, text }) => (
            <li key={key}>{text(speaker)}</li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function useLines({ shown, step }: States): readonly Line[] {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const before = useRef<TableState | null>(null);
  useEffect(() => {
    if (!shown || before.current === shown) return;
    const added = linesOf(before.current, shown, step);
    const isNew = before.current?.dealId !== shown.dealId;
    before.current = shown;
    setLines((old) => [...(isNew ? [] : old), ...added].slice(-MAX_LINES));
  }, [shown, step]);
  return lines;
}

function linesOf(
  before: TableState | null,
  now: TableState,
  step: number,
): Line[] {
  const { deal, last } = now;
  if (!deal) return [];
  const lines: Line[] = [];
  const add = (what: string, text: Line["text"]) =>
    lines.push({ key: `${step}-${what}`, text });
  const isNew = before?.dealId !== now.dealId;
  if (isNew && deal.dealer !== null) {
    const { dealer } = deal;
    add("deal", ({ name }) => (
      <Phrase word="play_log_deal" parts={{ name: name(dealer) }} />
    ));
  }
  const isSame =
    !isNew &&
    before?.last?.seat === last?.seat &&
    before?.last?.action === last?.action;
  if (last && !isSame) {
    add("last", ({ name, action }) => (
      <Phrase
        word="play_log_card"
        parts={{ name: name(last.seat), card: action(last.action) }}
      />
    ));
  }
  const { trump, maker } = deal;
  if (trump && (isNew || !before?.deal?.trump)) {
    add("trumps", ({ name, suit }) => (
      <Phrase
        word={maker === null ? "play_log_trumps" : "play_log_trumps_by"}
        parts={{
          suit: suit(trump),
          name: maker === null ? null : name(maker),
        }}
      />
    ));
  }
  const taken = deal.finished.length;
  const winner = deal.finished[taken - 1]?.winner ?? null;
  if (
    winner !== null &&
    !isNew &&
    taken > (before?.deal?.finished.length ?? 0)
  ) {
    add("trick", ({ name }) => (
      <Phrase word="play_log_takes" parts={{ name: name(winner) }} />
    ));
  }
  return lines;
}
