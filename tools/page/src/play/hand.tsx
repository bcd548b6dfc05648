// The cards of the reader, as buttons that are large enough for a thumb.

import { useRef, type CSSProperties, type KeyboardEvent } from "react";
import { PlayingCard, useCardName } from "../table/playing_card";
import type { CardName } from "../table/view";
import { useWords } from "../words/words";
import { refusalWord } from "./actions";
import styles from "./hand.module.css";

interface HandProps {
  readonly cards: readonly CardName[];
  /** Cards that may be played; empty: none is due. */
  readonly legal: ReadonlySet<CardName>;
  /** Why others may not. */
  readonly refused: ReadonlyMap<string, string>;
  /** A hint. */
  readonly hinted: CardName | null;
  /** Called with any card that is pressed. */
  readonly onCard: (card: CardName) => void;
}

const MAX_IN_A_ROW = 8;

/** Between the cards of a row, if all rows are about as long; at least 1. */
function gapsInRow(cards: number): number {
  const rows = Math.max(1, Math.ceil(cards / MAX_IN_A_ROW));
  return Math.max(1, Math.ceil(cards / rows) - 1);
}

export function Hand(props: HandProps) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  return (
    <ul
      ref={list}
      className={styles.hand}
      aria-label={t("play_your_cards")}
      data-due={props.legal.size > 0 || undefined}
      style={{ "--gaps": gapsInRow(props.cards.length) } as CSSProperties}
      onKeyDown={(event) => moveFocus(event, list.current)}
    >
      {props.cards.map((card) => (
        <li key={card} className={styles.place}>
          <CardButton {...props} card={card} />
        </li>
      ))}
    </ul>
  );
}

function CardButton(props: HandProps & { readonly card: CardName }) {
  const { t } = useWords();
  const name = useCardName();
  const { card, legal, refused, hinted, onCard } = props;
  const isLegal = legal.has(card);
  const why = refusalWord(refused.get(card));
  const reason = why ? t(why) : t("play_not_due");
  return (
    <button
      type="button"
      className={styles.card}
      aria-disabled={!isLegal}
      title={isLegal ? undefined : reason}
      data-legal={isLegal || undefined}
      data-hinted={hinted === card || undefined}
      onClick={() => onCard(card)}
    >
      <PlayingCard
        card={card}
        label={isLegal ? name(card) : `${name(card)}, ${reason}`}
      />
    </button>
  );
}

// Arrow keys move among the cards; Enter and Space press one, as any button.
function moveFocus(event: KeyboardEvent, list: HTMLElement | null) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !list) return;
  const cards = [...list.querySelectorAll("button")];
  const at = cards.findIndex((card) => card === document.activeElement);
  cards[(at + step + cards.length) % cards.length]?.focus();
  event.preventDefault();
}
