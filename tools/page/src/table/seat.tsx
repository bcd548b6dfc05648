// One seat at a table: who sits there, what they said, their cards.

import type { ReactNode } from "react";
import { Name } from "../parts/names";
import { useWords } from "../words/words";
import { callText } from "./calls";
import { PlayingCard, useCardName } from "./playing_card";
import { SideMark } from "./side_mark";
import type { CardName, HandCard, SeatView } from "./view";
import styles from "./seat.module.css";

interface SeatProps {
  readonly seat: SeatView;
  /** Called with a card that may be chosen. */
  readonly onCard?: ((card: CardName) => void) | undefined;
  /** In place of its cards. */
  readonly ownHand?: ReactNode;
}

export function Seat({ seat, onCard, ownHand }: SeatProps) {
  const words = useWords();
  const { t } = words;
  const last = seat.calls.at(-1);
  return (
    <div className={styles.seat} data-to-act={seat.isToAct || undefined}>
      <div className={styles.plate}>
        <SideMark side={seat.side} />
        <span className={styles.name}>
          <Name name={nameOf(seat, t)} short />
        </span>
        {seat.isDealer && (
          <abbr className={styles.chip} title={t("dealer")}>
            {t("dealer_short")}
          </abbr>
        )}
        {seat.isMaker && <span className={styles.chip}>{t("makers")}</span>}
        {seat.isToAct && <span className="visually-hidden">{t("to_act")}</span>}
      </div>
      {last && (
        <div className={styles.calls}>
          <span className={styles.call}>{callText(words, last)}</span>
        </div>
      )}
      {ownHand === undefined ? (
        <Hand seat={seat} name={nameOf(seat, t)} onCard={onCard} />
      ) : (
        ownHand
      )}
    </div>
  );
}

/** How a seat is called. */
export function nameOf(seat: SeatView, t: ReturnType<typeof useWords>["t"]) {
  if (seat.name !== null) return seat.name;
  return seat.isDummy ? t("dummy") : t("seat_number", { seat: `${seat.seat}` });
}

function Hand(props: {
  readonly seat: SeatView;
  readonly name: string;
  readonly onCard?: ((card: CardName) => void) | undefined;
}) {
  const { t } = useWords();
  const { seat, name, onCard } = props;
  return (
    <ul
      className={seat.isLayout ? styles.columns : styles.fan}
      aria-label={t("hand_of", { name })}
    >
      {seat.hand.map((held, i) => (
        <li
          key={held.card ?? `back-${i}`}
          className={styles.place}
          data-fresh={held.fresh || undefined}
        >
          {"under" in held && (
            <span className={styles.under} aria-hidden="true">
              <PlayingCard card={held.under ?? null} />
            </span>
          )}
          <Held held={held} onCard={onCard} />
        </li>
      ))}
    </ul>
  );
}

function Held(props: {
  readonly held: HandCard;
  readonly onCard?: ((card: CardName) => void) | undefined;
}) {
  const { held, onCard } = props;
  const { card } = held;
  const label = useLabel(held);
  const face = (
    <>
      <PlayingCard card={card} label={label} />
      {held.note && (
        <span
          className={styles.note}
          data-tone={held.note.tone}
          aria-hidden="true"
        >
          {held.note.text}
        </span>
      )}
    </>
  );
  if (!held.choice) return <span className={styles.top}>{face}</span>;
  return (
    <button
      type="button"
      className={styles.choice}
      disabled={!onCard || card === null}
      onClick={() => card !== null && onCard?.(card)}
    >
      {face}
    </button>
  );
}

// A card with what lies under it and what it is worth.
function useLabel(held: HandCard): string {
  const { t } = useWords();
  const name = useCardName();
  const { under, note } = held;
  let label = name(held.card);
  if (under === null) label = t("card_over", { card: label });
  if (under) {
    label = t("card_over_known", { card: label, under: name(under) });
  }
  return note ? `${label}, ${note.spoken}` : label;
}
