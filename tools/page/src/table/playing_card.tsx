// A playing card: the rank and suit large in the corner, so that a fan of them
// can be read on a phone.

import type { ReactNode } from "react";
import { useWords } from "../words/words";
import { rankOf, suitOf, isRed } from "./cards";
import { Crown, Pip } from "./pips";
import type { CardName } from "./view";
import styles from "./playing_card.module.css";

interface PlayingCardProps {
  /** null: face down. */
  readonly card: CardName | null;
  /** How it is read out, if it is more than a card. */
  readonly label?: string;
}

export function PlayingCard({ card, label }: PlayingCardProps) {
  const name = useCardName();
  return (
    <span className={styles.card} role="img" aria-label={label ?? name(card)}>
      {card === null ? <Back /> : <Face card={card} />}
    </span>
  );
}

/** What a screen reader says of a card. */
export function useCardName(): (card: CardName | null) => string {
  const { t } = useWords();
  return (card) =>
    card === null
      ? t("card_face_down")
      : t("card_name", {
          rank: t(`rank_${rankOf(card)}`),
          suit: t(`suit_${suitOf(card)}`),
        });
}

function Face({ card }: { readonly card: CardName }) {
  const { t } = useWords();
  const rank = rankOf(card);
  const suit = suitOf(card);
  const isCourt = rank === "K" || rank === "Q" || rank === "J";
  const corner =
    rank === "A" || isCourt ? t(`corner_${rank}`) : rank === "T" ? "10" : rank;
  return (
    <Drawing className={isRed(suit) ? styles.red : styles.black}>
      <text
        className={styles.rank}
        x={rank === "T" ? 3 : 5.5}
        y="24"
        letterSpacing={rank === "T" ? -3 : 0}
      >
        {corner}
      </text>
      <Pip suit={suit} x={5} y={29} size={15} />
      {isCourt && <Crown rank={rank} />}
      <Pip
        suit={suit}
        x={isCourt ? 27 : 22}
        y={isCourt ? 52 : 43}
        size={isCourt ? 27 : 34}
      />
    </Drawing>
  );
}

function Back() {
  return (
    <Drawing className={styles.back}>
      <rect
        className={styles.weave}
        x="5"
        y="5"
        width="50"
        height="74"
        rx="3"
      />
      <path
        className={styles.threads}
        d="M5 17 17 5M5 29 29 5M5 41 41 5M5 53 53 5M5 65 55 15M5 77 55 27M15 79 55 39M27 79 55 51M39 79 55 63M51 79 55 75M5 67 17 79M5 55 29 79M5 43 41 79M5 31 53 79M5 19 55 69M5 7 55 57M15 5 55 45M27 5 55 33M39 5 55 21M51 5 55 9"
      />
    </Drawing>
  );
}

function Drawing(props: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <svg className={props.className} viewBox="0 0 60 84" aria-hidden="true">
      <rect
        className={styles.paper}
        x="0.5"
        y="0.5"
        width="59"
        height="83"
        rx="6"
      />
      {props.children}
    </svg>
  );
}
